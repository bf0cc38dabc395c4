// fp16 and bf16: all 65,536 patterns and two million floats against Eigen and against common/core.
#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#else
#include <eigen3/Eigen/Core>
#endif

#include "common/core/dtype.hpp"
#include "tests/chapters/04_floating_point/helpers.hpp"

using namespace ch04_test;
using namespace dls::ch04;

namespace {

template <class Value>
void check_decode(const Format& f, Value eigen_value) {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const double got = decode(f, bits);
    const double want = static_cast<double>(eigen_value(static_cast<std::uint16_t>(bits)));
    if (std::isnan(want)) {
      if (!std::isnan(got)) FAIL("pattern " << bits << " is NaN, got " << got);
      continue;
    }
    require_same("decode", bits, bits_of(got), bits_of(want));
    require_same("round trip", got, encode(f, got), bits);
  }
}

float half_value(std::uint16_t bits) {
  return static_cast<float>(Eigen::half(Eigen::half_impl::raw_uint16_to_half(bits)));
}
float bfloat_value(std::uint16_t bits) {
  return static_cast<float>(Eigen::bfloat16(Eigen::bfloat16_impl::raw_uint16_to_bfloat16(bits)));
}

}  // namespace

TEST_CASE("fp16: every pattern is Eigen::half's number, and comes back") {
  check_decode(kFp16, half_value);
  CHECK(true);
}

TEST_CASE("bf16: every pattern is Eigen::bfloat16's number, and comes back") {
  check_decode(kBf16, bfloat_value);
  CHECK(true);
}

TEST_CASE("a million floats, with all ties, become what Eigen makes of them") {
  each_interesting_float([](float x) {
    const double d = static_cast<double>(x);
    require_same("fp16", d, encode(kFp16, d), Eigen::half_impl::float_to_half_rtne(x).x);
    require_same("bf16", d, encode(kBf16, d),
                 Eigen::bfloat16_impl::float_to_bfloat16_rtne<false>(x).value);
  });
  CHECK(true);
}

TEST_CASE("and what common/core makes of them, NaN with its payload included") {
  each_interesting_float([](float x) {
    const double d = static_cast<double>(x);
    require_same("fp16", d, encode(kFp16, d), dls::to_f16(x).bits);
    require_same("bf16", d, encode(kBf16, d), dls::to_bf16(x).bits);
    require_same("fp32", d, encode(kFp32, d), float_bits(x));
  });
  for (std::uint32_t high = 0x7f80; high < 0x8000; ++high)
    for (const std::uint32_t low : {1U, 0x1000U, 0x8000U, 0xffffU}) {
      const float nan = float_of(high << 16 | low | 0x400000);  // quiet
      const double d = static_cast<double>(nan);
      require_same("fp16 of NaN", d, encode(kFp16, d), dls::to_f16(nan).bits);
      require_same("bf16 of NaN", d, encode(kBf16, d), dls::to_bf16(nan).bits);
      require_same("fp32 of NaN", d, encode(kFp32, d), float_bits(nan));
    }
  CHECK(true);
}

TEST_CASE("doubles are rounded once: what two roundings would get wrong") {
  // Just above the middle of two fp16 numbers, by less than a float can tell from the middle.
  const double x = 1 + 0x1p-11 + 0x1p-40;
  CHECK(encode(kFp16, x) == 0x3c01);
  CHECK(encode(kFp16, static_cast<double>(static_cast<float>(x))) == 0x3c00);
}

TEST_CASE("tf32 is fp32 with the last 13 bits rounded away") {
  dls::Rng rng(dls_test::seed(), "tf32");
  for (int i = 0; i < 200000; ++i) {
    const std::uint32_t bits = rng.next();
    const float x = float_of(bits);
    if (std::isnan(x)) continue;
    const std::uint32_t want = (bits + 0xfff + (bits >> 13 & 1)) >> 13;
    require_same("tf32", static_cast<double>(x), encode(kTf32, static_cast<double>(x)), want);
  }
  CHECK(true);
}
