// Toward zero, stochastic, NaN's payload, signs: what encode() does beside rounding to the nearest.
#include <limits>

#include "tests/chapters/04_floating_point/helpers.hpp"

using namespace ch04_test;
using namespace dls::ch04;

TEST_CASE("toward zero: the largest number that is not larger") {
  const How cut{Rounding::toward_zero};
  for (const Format& f : {kFp16, kBf16, kE5m2, kE4m3, kE2m1}) {
    CAPTURE(f.name);
    for (Bits bits = 0; bits < f.largest(); ++bits) {
      const double low = decode(f, bits), high = decode(f, bits + 1);
      for (const double x : {low, (low + high) / 2, std::nextafter(high, low)}) {
        require_same("toward zero", x, encode(f, x, cut), bits);
        require_same("toward zero", -x, encode(f, -x, cut), bits | f.sign());
      }
    }
    CHECK(encode(f, 1e300, cut) == f.largest());
  }
  CHECK(encode(kFp16, std::numeric_limits<double>::infinity(), cut) == 0x7c00);
}

TEST_CASE("stochastic: the random number decides, against the part of the step that is covered") {
  for (const Format& f : {kFp16, kBf16, kE4m3}) {
    CAPTURE(f.name);
    dls::Rng rng(dls_test::seed(), "stochastic");
    for (int i = 0; i < 20000; ++i) {
      const Bits bits = rng.below(static_cast<std::uint32_t>(f.largest()));
      const double low = decode(f, bits), high = decode(f, bits + 1);
      const double part = rng.uniform(), random = rng.uniform();
      const double x = low + part * (high - low);
      const double covered = (x - low) / (high - low);  // exact again
      const How how{Rounding::stochastic, Overflow::to_infinity, random};
      require_same("stochastic", x, encode(f, x, how), bits + (random < covered ? 1 : 0));
      require_same("stochastic", -x, encode(f, -x, how),
                   (bits + (random < covered ? 1 : 0)) | f.sign());
    }
    const How least{Rounding::stochastic, Overflow::to_infinity, 0};
    for (Bits bits = 0; bits <= f.largest(); ++bits)
      require_same("exact", decode(f, bits), encode(f, decode(f, bits), least), bits);
  }
}

TEST_CASE("stochastic rounding keeps the mean") {
  dls::Rng rng(dls_test::seed(), "mean");
  for (const double x : {1.003, -2.7001, 0x1.3p-130}) {
    double sum = 0;
    const int draws = 100000;
    for (int i = 0; i < draws; ++i)
      sum += round_to(kBf16, x, {Rounding::stochastic, Overflow::to_infinity, rng.uniform()});
    const double step = std::ldexp(1.0, std::max(std::ilogb(x), -126) - 7);
    CHECK_SAME(sum / draws, x,
               dls::within(0, 5 * step / 2 / std::sqrt(draws), "five standard errors at most"));
  }
}

TEST_CASE("NaN keeps its sign and its payload, and becomes quiet") {
  CHECK(encode(kFp16, decode(kFp16, 0x7e2a)) == 0x7e2a);
  CHECK(encode(kFp16, decode(kFp16, 0xfe01)) == 0xfe01);
  CHECK(encode(kFp16, decode(kFp16, 0x7c01)) == 0x7e01);  // signalling: made quiet
  CHECK(encode(kFp32, decode(kFp16, 0x7e2a)) == 0x7fc54000);
  CHECK(encode(kBf16, decode(kFp32, 0x7fc54000)) == 0x7fc5);
  CHECK(encode(kFp32, decode(kFp32, 0x7f800001)) == 0x7fc00001);
  // A payload that does not fit is cut, and NaN is left.
  CHECK(encode(kFp16, decode(kFp32, 0x7f800001)) == 0x7e00);
  CHECK(encode(kE5m2, decode(kFp16, 0x7e2a)) == 0x7e);
  CHECK(encode(kE4m3, decode(kFp16, 0xfe2a)) == 0xff);
  for (std::uint32_t bits = 0x7c01; bits < 0x8000; ++bits)
    require_same("payload", bits, encode(kFp16, decode(kFp16, bits)), bits | 0x200);
}

TEST_CASE("zeros and signs") {
  for (const Format& f : kFormats) {
    CAPTURE(f.name);
    CHECK(encode(f, 0.0) == 0);
    CHECK(encode(f, -0.0) == f.sign());
    CHECK(std::signbit(decode(f, f.sign())));
    CHECK(encode(f, -1e-320, {Rounding::toward_zero}) ==
          (f.bits() == 64 ? encode(f, -1e-320) : f.sign()));
    CHECK(decode(f, encode(f, -1.0)) == -1);
  }
  CHECK(kind_of(kFp16, 0x8000) == Kind::zero);
  CHECK(kind_of(kFp16, 0x83ff) == Kind::subnormal);
  CHECK(kind_of(kFp16, 0x0400) == Kind::normal);
  CHECK(kind_of(kFp16, 0xfc00) == Kind::infinity);
  CHECK(kind_of(kFp16, 0x7c01) == Kind::nan);
  CHECK(kind_of(kE4m3, 0x7e) == Kind::normal);
  CHECK(kind_of(kE4m3, 0x7f) == Kind::nan);
  CHECK(kind_of(kE2m1, 0x7) == Kind::normal);
}

TEST_CASE("fp64 is double itself") {
  dls::Rng rng(dls_test::seed(), "double");
  for (int i = 0; i < 100000; ++i) {
    const Bits bits = Bits{rng.next()} << 32 | rng.next();
    const double x = double_of(bits);
    if (std::isnan(x)) continue;
    require_same("fp64", x, encode(kFp64, x), bits);
    require_same("fp64", x, bits_of(decode(kFp64, bits)), bits);
  }
  CHECK(encode(kFp64, 0x1p-1074) == 1);
}
