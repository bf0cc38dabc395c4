// What the tests of chapter 04 share.
#pragma once
#include <fmt/core.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "chapters/04_floating_point/4_encode.hpp"
#include "common/core/rng.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

namespace ch04_test {

using dls::ch04::Bits;
using dls::ch04::Format;

inline float float_of(std::uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}
inline std::uint32_t float_bits(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

/// Floats of both signs around every place where a 16-bit format changes its mind: all upper halves
/// with 16 lower halves, which are ties of fp16, of bf16, and their neighbours. NaN left out.
template <class F>
void each_interesting_float(F f) {
  const std::uint32_t low[] = {0,      1,      0x0fff, 0x1000, 0x1001, 0x1fff, 0x2000, 0x2fff,
                               0x3000, 0x5000, 0x7000, 0x7fff, 0x8000, 0x8001, 0xb000, 0xffff};
  for (std::uint32_t high = 0; high < 65536; ++high)
    for (const std::uint32_t half : low) {
      const float x = float_of(high << 16 | half);
      if (!std::isnan(x)) f(x);
    }
}

/// A quiet comparison for millions of values: fails with the value that differs.
inline void require_same(const char* what, double x, Bits got, Bits want) {
  if (got != want)
    FAIL(fmt::format("{} of {:.17g} ({:a}): got 0x{:x}, want 0x{:x}", what, x, x, got, want));
}

}  // namespace ch04_test
