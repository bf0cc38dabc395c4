// 04.1: all upper halves, with lower halves around every tie, against the numbers themselves.
#include DLS_EXERCISE

#include <fmt/core.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

float float_of(std::uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

float value_of(std::uint16_t bf16) { return float_of(std::uint32_t{bf16} << 16); }

std::string hex(std::uint16_t bits) { return fmt::format("0x{:04x}", bits); }

/// x lies between the neighbours `below` (towards zero) and `below` + 1. The nearer one; from the
/// middle the even one.
std::uint16_t wanted(float x, std::uint16_t below) {
  const auto above = static_cast<std::uint16_t>(below + 1);
  const double low = std::abs(static_cast<double>(value_of(below)));
  const double step = std::ldexp(1.0, std::max(std::ilogb(low == 0 ? 1e-300 : low), -126) - 7);
  const double rest = (std::abs(static_cast<double>(x)) - low) / step;
  if (rest == 0.5) return below % 2 == 0 ? below : above;
  return rest < 0.5 ? below : above;
}

void check(float x, std::uint16_t below) {
  const std::uint16_t got = bf16_of(x), want = wanted(x, below);
  if (got == want) return;
  const std::string where = fmt::format("{:.9g} became {} ({:.9g}), want {} ({:.9g}): ", x,
                                        hex(got), value_of(got), hex(want), value_of(want));
  if (got == below)
    FAIL(where
         << "the lower half was cut off; round to the NEAREST, which is further from zero here");
  if (got == below + 1 && want == below && bits_of(x) << 16 == 0x80000000)
    FAIL(where << "this is the middle between two numbers, and a tie goes to the even one");
  if ((got & 0x7fff) == 0) FAIL(where << "a number became 0");
  FAIL(where << "that is not the nearest");
}

}  // namespace

TEST_CASE("what bf16 holds stays as it is, -0 too") {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const float x = value_of(static_cast<std::uint16_t>(bits));
    if (std::isnan(x)) continue;
    const std::uint16_t got = bf16_of(x);
    if (got != bits)
      FAIL(fmt::format("{:.9g} is a bf16 number, 0x{:04x}, and became {}", x, bits, hex(got)));
  }
}

TEST_CASE("between two numbers: the nearest, from the middle the even one") {
  dls::Rng rng(dls_test::seed(), "04.1");
  for (std::uint32_t below = 0; below < 0x7f80; ++below) {
    const std::uint32_t lower[] = {1, 0x7fff, 0x8000, 0x8001, 0xffff, rng.below(65536)};
    for (const std::uint32_t low : lower)
      for (const std::uint32_t sign : {0U, 0x8000U})
        check(float_of((below | sign) << 16 | low), static_cast<std::uint16_t>(below | sign));
  }
}

TEST_CASE("too large becomes infinity") {
  const std::uint16_t got = bf16_of(std::numeric_limits<float>::max());
  CHECK_MESSAGE(got == 0x7f80, "the largest float lies above the largest bf16 number and rounds to "
                                   << "infinity, 0x7f80; got " << hex(got));
  CHECK(bf16_of(-std::numeric_limits<float>::infinity()) == 0xff80);
}

TEST_CASE("NaN stays NaN") {
  for (const std::uint32_t sign : {0U, 0x80000000U})
    for (const std::uint32_t fraction : {0x7fffffU, 0x7f8000U, 0x7f7fffU, 0x400000U, 0x3fffffU,
                                         0x10000U, 0xffffU, 0x8000U, 0x7fffU, 1U}) {
      const std::uint32_t bits = sign | 0x7f800000U | fraction;
      const std::uint16_t got = bf16_of(float_of(bits));
      if ((got & 0x7fff) == 0x7f80)
        FAIL(fmt::format(
            "the NaN 0x{:08x} became infinity, {}: all of its fraction was in the lower "
            "half, and is gone",
            bits, hex(got)));
      if ((got & 0x7fff) < 0x7f80)
        FAIL(fmt::format(
            "the NaN 0x{:08x} became the number {:g}, {}: the carry of the rounding ran "
            "through its exponent into the sign",
            bits, value_of(got), hex(got)));
    }
}
