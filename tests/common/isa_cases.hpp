// What the tests of the elementwise loops share: the instruction sets of this machine, lengths,
// inputs.
#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "common/core/rng.hpp"
#include "common/math/kernel_table.hpp"
#include "tests/support/check.hpp"

namespace dls_test {

template <class T>
constexpr T kInfinity = std::numeric_limits<T>::infinity();

/// Around every register width (4, 8, 16 floats) and every block of a reduction (32 floats).
inline const std::vector<std::int64_t> kLengths = {0,  1,  2,  3,  4,  5,  7,  8,  9,   15,
                                                   16, 17, 31, 32, 33, 63, 64, 65, 100, 1001};

inline std::vector<dls::math::Isa> available_isas() {
  using dls::math::Isa;
  std::vector<Isa> list;
  for (const Isa isa : {Isa::baseline, Isa::avx2, Isa::avx512}) {
    if (dls::math::isa_available(isa)) list.push_back(isa);
  }
  return list;
}

/// n different numbers in [-4, 4).
template <class T>
std::vector<T> uniform(std::int64_t n, const char* purpose) {
  dls::Rng rng(seed(), purpose);
  std::vector<T> values(n);
  for (T& v : values) v = static_cast<T>(rng.uniform(-4, 4));
  return values;
}

/// The same with NaN, infinities, zeros of both signs and a denormal number here and there.
template <class T>
std::vector<T> uniform_and_special(std::int64_t n, const char* purpose) {
  std::vector<T> values = uniform<T>(n, purpose);
  const T special[] = {kNan<T>, kInfinity<T>, -kInfinity<T>,
                       T(0),    T(-0.0),      std::numeric_limits<T>::denorm_min()};
  dls::Rng rng(seed(), purpose, 1);
  for (T& v : values) {
    if (rng.below(5) == 0) v = special[rng.below(6)];
  }
  return values;
}

}  // namespace dls_test
