// 04.2: all patterns, all middles and their neighbours, against Eigen's half.
#include DLS_EXERCISE

#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#else
#include <eigen3/Eigen/Core>
#endif
#include <fmt/core.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

float value_of(std::uint32_t bits) {
  return static_cast<float>(
      Eigen::half(Eigen::half_impl::raw_uint16_to_half(static_cast<std::uint16_t>(bits))));
}

std::uint16_t by_eigen(float x) { return Eigen::half_impl::float_to_half_rtne(x).x; }

/// Why `got` is wrong for x. Where two causes look alike, another number tells them apart.
std::string cause(float x, std::uint16_t got, std::uint16_t want) {
  const float m = std::abs(x);
  if ((got & 0x7fff) == (want & 0x7fff))
    return "the sign is lost; -0 and numbers that round to it have one";
  if (m < 0x1p-14F && (((got ^ want) & 0x8000) != 0 || (x < 0 && (got & 0x7fff) >= 0x2000)))
    return "below 2^-14 the exponent to be stored is 0 or less, and ran into the sign bit; there "
           "it is 0, and the step stays 2^-24";
  const bool next = std::abs(got - want) == 1;
  const bool less = std::abs(value_of(got)) < m;
  if (next && less && fp16_of(0x1.00fp0F) == 0x3c03)  // 1 + 3.75 steps
    return "what is left is cut off; round to the nearest";
  if ((got & 0x7fff) == 0 && fp16_of(0x1p-20F) == 0)
    return "it is flushed to 0; below 2^-14 there are subnormal numbers, down to 2^-24";
  const float middle = (value_of(got) + value_of(want)) / 2;
  // Rounding to 11 digits moves m by 2^(exponent - 11) at most.
  if (next && m < 0x1p-14F && x != middle &&
      std::abs(x - middle) <= std::ldexp(1.0F, std::ilogb(m) - 11))
    return "it was rounded twice, first to 11 digits and then to the step of the subnormal numbers";
  if ((got & 0x7fff) == 0)
    return "it is flushed to 0; below 2^-14 there are subnormal numbers, down to 2^-24";
  if ((want & 0x7fff) == 0x7c00) return "too large for fp16: infinity, 0x7c00, from 65520 on";
  if ((got & 0x7fff) >= 0x7c00) return "this number still fits: 65504 is the largest, up to 65520";
  if (next && x == middle) return "a tie goes to the number whose last bit is 0";
  if (next && less) return "it is rounded towards 0 here; round to the nearest";
  return "that is not the nearest";
}

void check(float x) {
  const std::uint16_t got = fp16_of(x), want = by_eigen(x);
  if (got == want) return;
  FAIL(fmt::format("{:.9g} became 0x{:04x} ({:.9g}), want 0x{:04x} ({:.9g}): {}", x, got,
                   value_of(got), want, value_of(want), cause(x, got, want)));
}

}  // namespace

TEST_CASE("the landmarks") {
  for (const float x :
       {1.0F, -2.0F, 0.5F, 65504.0F, 0x1p-14F, 0x1p-24F, 2048.0F, 2049.0F, 2050.0F, 2051.0F, 0.0F,
        -0.0F, 0.1F, 1e-7F, 65519.996F, 65520.0F, 1e30F, 1e-30F, -1e-30F})
    check(x);
  CHECK(fp16_of(1) == 0x3c00);
}

TEST_CASE("all 63,488 numbers of fp16 come back") {
  for (std::uint32_t bits = 0; bits < 65536; ++bits)
    if (!std::isnan(value_of(bits))) check(value_of(bits));
}

TEST_CASE("between two numbers: the middle, and the floats beside it") {
  for (std::uint32_t bits = 0; bits < 0x7c00; ++bits) {
    const float low = value_of(bits), high = bits == 0x7bff ? 65536.0F : value_of(bits + 1);
    const float middle = (low + high) / 2;
    for (const float x : {middle, std::nextafter(middle, low), std::nextafter(middle, high)}) {
      check(x);
      check(-x);
    }
  }
}

TEST_CASE("random floats of all sizes") {
  dls::Rng rng(dls_test::seed(), "04.2");
  for (int i = 0; i < 20000; ++i) {
    const int exponent = static_cast<int>(rng.below(60)) - 40;
    check(static_cast<float>(std::ldexp(rng.uniform(-2, 2), exponent)));
  }
}

TEST_CASE("NaN stays NaN, infinity infinity") {
  for (const float sign : {1.0F, -1.0F}) {
    const std::uint16_t nan = fp16_of(std::copysign(dls_test::kNan<float>, sign));
    if ((nan & 0x7fff) <= 0x7c00)
      FAIL(fmt::format(
          "NaN became 0x{:04x}, which is {}: it needs exponent 31 and a fraction that is "
          "not 0",
          nan, value_of(nan)));
    check(sign * std::numeric_limits<float>::infinity());
  }
}
