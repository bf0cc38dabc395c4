// What the page says that each format can hold.
#include "chapters/04_floating_point/5_limits.hpp"
#include "tests/chapters/04_floating_point/helpers.hpp"

using namespace dls::ch04;

TEST_CASE("bits, bias, exponents") {
  CHECK(kFp64.bits() == 64);
  CHECK(kFp32.bits() == 32);
  CHECK(kTf32.bits() == 19);
  CHECK(kBf16.bits() == 16);
  CHECK(kFp16.bits() == 16);
  CHECK(kE5m2.bits() == 8);
  CHECK(kE4m3.bits() == 8);
  CHECK(kE2m1.bits() == 4);
  CHECK(kFp32.bias() == 127);
  CHECK(kFp16.bias() == 15);
  CHECK(kE4m3.bias() == 7);
  CHECK(kE2m1.bias() == 1);
  CHECK(kFp16.smallest_exponent() == -14);
  CHECK(kFp16.largest_exponent() == 15);
  CHECK(kE4m3.largest_exponent() == 8);
  CHECK(kE2m1.largest_exponent() == 2);
}

TEST_CASE("the largest and the smallest numbers, and the step after 1") {
  struct Row {
    Format format;
    double largest, normal, subnormal, step;
  };
  const Row rows[] = {
      {kFp64, 0x1.fffffffffffffp1023, 0x1p-1022, 0x1p-1074, 0x1p-52},
      {kFp32, 0x1.fffffep127, 0x1p-126, 0x1p-149, 0x1p-23},
      {kTf32, 0x1.ffcp127, 0x1p-126, 0x1p-136, 0x1p-10},
      {kBf16, 0x1.fep127, 0x1p-126, 0x1p-133, 0x1p-7},
      {kFp16, 65504, 0x1p-14, 0x1p-24, 0x1p-10},
      {kE5m2, 57344, 0x1p-14, 0x1p-16, 0x1p-2},
      {kE4m3, 448, 0x1p-6, 0x1p-9, 0x1p-3},
      {kE2m1, 6, 1, 0.5, 0.5},
  };
  for (const Row& row : rows) {
    CAPTURE(row.format.name);
    CHECK_SAME(largest(row.format), row.largest, dls::bitwise());
    CHECK_SAME(smallest_normal(row.format), row.normal, dls::bitwise());
    CHECK_SAME(smallest_subnormal(row.format), row.subnormal, dls::bitwise());
    CHECK_SAME(ulp(row.format, 1), row.step, dls::bitwise());
    CHECK_SAME(decode(row.format, encode(row.format, 1)), 1.0, dls::bitwise());
  }
  CHECK_SAME(smallest_subnormal(kFp16), 5.96e-8, dls::within(1e-3, 0, "three digits on the page"));
}

TEST_CASE("ulp: the distance to the next number, everywhere") {
  for (const Format& f : {kBf16, kFp16, kE5m2, kE4m3, kE2m1})
    for (Bits bits = 0; bits < f.largest(); ++bits) {
      const double x = decode(f, bits);
      if (decode(f, bits + 1) - x != ulp(f, x) || ulp(f, -x) != ulp(f, x))
        FAIL(f.name << ", pattern " << bits << ": ulp " << ulp(f, x));
    }
  CHECK_SAME(ulp(kFp32, 16777216), 2.0, dls::bitwise());
  CHECK_SAME(ulp(kFp64, 0), 0x1p-1074, dls::bitwise());
  CHECK_SAME(decimal_digits(kFp32), 7.22, dls::within(1e-3, 0, "three digits"));
}
