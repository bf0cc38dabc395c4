// What the tests of chapter 02 share.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "chapters/02_tensors/4_reshape.hpp"
#include "common/core/rng.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

namespace ch02_test {

using dls_test::error_of;
using dls_test::holds;

using dls::ch02::Sizes;

/// A tensor's numbers with its shape, for CHECK_SAME.
template <class T>
dls::Numbers numbers(const dls::ch02::Tensor<T>& x) {
  const std::vector<T> all = x.numbers();
  return dls::Numbers(std::vector<double>(all.begin(), all.end()),
                      std::is_integral_v<T>      ? dls::Format::integer
                      : std::is_same_v<T, float> ? dls::Format::f32
                                                 : dls::Format::f64,
                      x.shape());
}

/// Distinct random numbers.
inline dls::ch02::Tensor<double> random_tensor(std::uint64_t id, const Sizes& shape) {
  dls::Rng rng(dls_test::seed(), "chapter 02 tests", id);
  auto x = dls::ch02::Tensor<double>::empty(shape);
  for (std::int64_t i = 0; i < x.count(); ++i) x.data()[i] = rng.uniform(-1, 1);
  return x;
}

}  // namespace ch02_test
