// 04.6: the stated numbers against conversions and loops.
#include DLS_EXERCISE

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "common/core/dtype.hpp"
#include "tests/support/check.hpp"

namespace {

double as_fp16(double x) {
  return static_cast<double>(dls::to_float(dls::to_f16(static_cast<float>(x))));
}

/// x rounded to `bits` bits of fraction.
double rounded(double x, int bits) {
  const double step = std::ldexp(1.0, std::ilogb(x) - bits);
  return std::nearbyint(x / step) * step;
}

}  // namespace

TEST_CASE("next_after_1") {
  const double got = prediction().next_after_1;
  if (got == 1.00390625) FAIL("bf16 has 7 bits of fraction beside the leading 1, not 8");
  const dls::BF16 one = dls::to_bf16(1);
  CHECK_SAME(got, dls::to_float(dls::BF16{static_cast<std::uint16_t>(one.bits + 1)}),
             dls::within(1e-6, 0, "six digits are asked for"));
}

TEST_CASE("odd") {
  const double got = prediction().odd;
  if (got == 4099) FAIL("from 4096 on, fp16 numbers are 4 apart: there is no 4099");
  if (got == 4098) FAIL("4098 is no fp16 number either: from 4096 to 8192 they are 4 apart");
  if (got == 4096) FAIL("that is cut off; 4100 is nearer");
  CHECK_SAME(got, as_fp16(4099), dls::bitwise());
}

TEST_CASE("stall") {
  double sum = 0, next = 1;
  while (next != sum) {
    sum = next;
    next = rounded(sum + 1, 10);
  }
  const double got = prediction().stall;
  if (got == 1024) FAIL("from 1024 to 2048 the numbers are 1 apart: there the sum still grows");
  if (got == 2049)
    FAIL("2049 is no tf32 number: from 2048 on they are 2 apart, and 2048 + 1 is a tie");
  if (got == 2050) FAIL("2048 + 1 is a tie, and goes to the even one: 2048, not 2050");
  if (got == 16777216) FAIL("tf32 has the exponent of fp32, not its fraction");
  CHECK_SAME(got, sum, dls::bitwise());
}

TEST_CASE("large") {
  const double got = prediction().large;
  if (got == 65504 || got == 90000) FAIL("above 65520 a conversion to fp16 gives infinity");
  CHECK_SAME(got, as_fp16(300.0 * 300.0), dls::bitwise());
}

TEST_CASE("small") {
  const double got = prediction().small;
  if (got == 0x1p-26) FAIL("2^-26 is a quarter of the smallest number of fp16: it becomes 0");
  if (got == 0x1p-24) FAIL("a quarter of a step is nearer to 0 than to the step");
  CHECK_SAME(got, as_fp16(0x1p-26), dls::bitwise());
}

TEST_CASE("scaled") {
  const double got = prediction().scaled;
  if (got == 0) FAIL("times 2^10 it is 2^-16, which fp16 can hold: that is what the scale is for");
  if (got == 0x1p-16) FAIL("that is what is stored; after that it is divided by 2^10 again");
  CHECK_SAME(got, as_fp16(0x1p-26 * 1024) / 1024, dls::bitwise());
}

TEST_CASE("e4m3") {
  double largest = 0;
  for (int pattern = 8; pattern < 127; ++pattern)  // 127 is NaN
    largest = std::max(largest, std::ldexp(1 + (pattern % 8) / 8.0, pattern / 8 - 7));
  const double got = prediction().e4m3;
  if (got == 480) FAIL("480 would be the very last pattern, and that one is NaN");
  if (got == 240) FAIL("the highest exponent is in use in e4m3: there is no infinity");
  if (got == dls_infinity() || std::isnan(got))
    FAIL("saturating means that what is too large becomes the largest number");
  if (got == 512) FAIL("512 needs an exponent of 9; 15 - 7 is 8");
  CHECK_SAME(got, largest, dls::bitwise());
}

TEST_CASE("int8") {
  const double got = prediction().int8;
  if (got == 31 || got == 30.5 || got == 30)
    FAIL("that is a scale of 8.35 / 255, of a grid from end to end; symmetric: 6.35 / 127");
  if (got == 60) FAIL("that is counted from -2 on; on a symmetric grid q = 0 stands for 0");
  if (got == 64 || got == 63.5)
    FAIL("that is a scale of 2 / 127: the largest magnitude is not that of -2, it is 6.35");
  CHECK_SAME(got, std::nearbyint(1 / (6.35 / 127)), dls::bitwise());
}

TEST_CASE("bits") {
  const double got = prediction().bits;
  if (got == 4.25) FAIL("blocks of 32: a maximum of 16 bits is shared by 32 weights, not by 64");
  if (got == 5) FAIL("the maxima are fp16 here: 16 bits each");
  if (got == 4) FAIL("the maxima must be stored, too");
  CHECK_SAME(got, (32 * 4 + 16) / 32.0, dls::bitwise());
}
