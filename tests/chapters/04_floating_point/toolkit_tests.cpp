// Against the conversions that CUDA's headers have for the host, where the toolkit is installed.
#if __has_include(<cuda_fp16.h>)
#include <cuda_fp16.h>
#endif
#if __has_include(<cuda_bf16.h>)
#include <cuda_bf16.h>
#endif
#if __has_include(<cuda_fp8.h>)
#include <cuda_fp8.h>
#endif

#include "tests/chapters/04_floating_point/helpers.hpp"

using namespace ch04_test;
using namespace dls::ch04;

#if __has_include(<cuda_fp16.h>) && __has_include(<cuda_bf16.h>) && __has_include(<cuda_fp8.h>)

namespace {

std::uint16_t bits16(const __half& h) { return __half_as_ushort(h); }
std::uint16_t bits16(const __nv_bfloat16& h) { return __bfloat16_as_ushort(h); }

}  // namespace

TEST_CASE("fp16 and bf16: all patterns, a million floats, to the nearest and toward zero") {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const auto pattern = static_cast<std::uint16_t>(bits);
    const float half = __half2float(__ushort_as_half(pattern));
    const float brain = __bfloat162float(__ushort_as_bfloat16(pattern));
    if (!std::isnan(half))
      require_same("fp16", bits, bits_of(decode(kFp16, bits)), bits_of(static_cast<double>(half)));
    if (!std::isnan(brain))
      require_same("bf16", bits, bits_of(decode(kBf16, bits)), bits_of(static_cast<double>(brain)));
    CHECK(std::isnan(half) == (kind_of(kFp16, bits) == Kind::nan));
    CHECK(std::isnan(brain) == (kind_of(kBf16, bits) == Kind::nan));
  }
  each_interesting_float([](float x) {
    const double d = static_cast<double>(x);
    const How cut{Rounding::toward_zero};
    require_same("fp16", d, encode(kFp16, d), bits16(__float2half_rn(x)));
    require_same("bf16", d, encode(kBf16, d), bits16(__float2bfloat16_rn(x)));
    require_same("fp16 toward zero", d, encode(kFp16, d, cut), bits16(__float2half_rz(x)));
    require_same("bf16 toward zero", d, encode(kBf16, d, cut), bits16(__float2bfloat16_rz(x)));
  });
}

TEST_CASE("fp8: all patterns, a million floats, saturating and not") {
  for (std::uint32_t bits = 0; bits < 256; ++bits) {
    const auto pattern = static_cast<__nv_fp8_storage_t>(bits);
    const auto value = [&](__nv_fp8_interpretation_t kind) {
      return static_cast<double>(__half2float(__half(__nv_cvt_fp8_to_halfraw(pattern, kind))));
    };
    const double e4m3 = value(__NV_E4M3), e5m2 = value(__NV_E5M2);
    CHECK(std::isnan(e4m3) == std::isnan(decode(kE4m3, bits)));
    CHECK(std::isnan(e5m2) == std::isnan(decode(kE5m2, bits)));
    if (!std::isnan(e4m3)) require_same("e4m3", bits, bits_of(decode(kE4m3, bits)), bits_of(e4m3));
    if (!std::isnan(e5m2)) require_same("e5m2", bits, bits_of(decode(kE5m2, bits)), bits_of(e5m2));
  }
  each_interesting_float([](float x) {
    const double d = static_cast<double>(x);
    const How saturate{Rounding::nearest_even, Overflow::saturate};
    const auto theirs = [x](__nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {
      return static_cast<Bits>(__nv_cvt_float_to_fp8(x, saturation, kind));
    };
    require_same("e4m3", d, encode(kE4m3, d), theirs(__NV_NOSAT, __NV_E4M3));
    require_same("e5m2", d, encode(kE5m2, d), theirs(__NV_NOSAT, __NV_E5M2));
    require_same("e4m3 saturating", d, encode(kE4m3, d, saturate),
                 theirs(__NV_SATFINITE, __NV_E4M3));
    require_same("e5m2 saturating", d, encode(kE5m2, d, saturate),
                 theirs(__NV_SATFINITE, __NV_E5M2));
  });
}

#else

TEST_CASE("skipped: CUDA's headers cuda_fp16.h, cuda_bf16.h, cuda_fp8.h are not installed") {
  MESSAGE("skipped: CUDA's headers cuda_fp16.h, cuda_bf16.h, cuda_fp8.h are not installed");
  CHECK(true);
}

#endif
