// The 16-bit formats, over all their numbers.
#include <cmath>
#include <cstring>
#include <limits>

#include "common/core/dtype.hpp"
#include "tests/support/check.hpp"

using namespace dls;

namespace {

/// All float32 numbers where `to` changes its result, and their neighbours: the rounding must go to
/// the nearer of `below` and `above`, at the middle to the even one.
template <class Half, class To>
void check_between(Half below, Half above, To to) {
  const float low = to_float(below), high = to_float(above);
  const float middle = low + (high - low) / 2;  // exact: both formats are much coarser than float
  const Half even = below.bits % 2 == 0 ? below : above;
  REQUIRE(to(middle).bits == even.bits);
  REQUIRE(to(std::nextafter(middle, low)).bits == below.bits);
  REQUIRE(to(std::nextafter(middle, high)).bits == above.bits);
  REQUIRE(to(-middle).bits == (even.bits | 0x8000));
}

}  // namespace

TEST_CASE("float16: all 65536 patterns survive, all roundings go to the nearest") {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const F16 half{static_cast<std::uint16_t>(bits)};
    const float value = to_float(half);
    if (std::isnan(value)) {
      CHECK(std::isnan(to_float(to_f16(value))));
    } else {
      REQUIRE(to_f16(value).bits == bits);
    }
  }
  for (std::uint16_t bits = 0; bits < 0x7bff; ++bits) {
    check_between(F16{bits}, F16{static_cast<std::uint16_t>(bits + 1)}, to_f16);
  }
  CHECK_SAME(to_float(F16{0x7bff}), 65504.0f, bitwise());
  CHECK_SAME(to_float(F16{1}), 0x1p-24f, bitwise());
  CHECK(to_f16(65519.996f).bits == 0x7bff);
  CHECK(to_f16(65520.0f).bits == 0x7c00);  // infinity
  CHECK(to_f16(1e30f).bits == 0x7c00);
  CHECK(to_f16(-std::numeric_limits<float>::infinity()).bits == 0xfc00);
  CHECK(to_f16(0x1p-26f).bits == 0);
  CHECK(to_f16(-0.0f).bits == 0x8000);
  CHECK(std::isnan(to_float(to_f16(std::numeric_limits<float>::quiet_NaN()))));
}

TEST_CASE("bfloat16: all patterns survive, roundings go to the nearest, NaN stays NaN") {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const BF16 half{static_cast<std::uint16_t>(bits)};
    const float value = to_float(half);
    if (std::isnan(value)) {
      CHECK(std::isnan(to_float(to_bf16(value))));
    } else {
      REQUIRE(to_bf16(value).bits == bits);
    }
  }
  for (std::uint16_t bits = 0; bits < 0x7f7f; bits += 7) {
    check_between(BF16{bits}, BF16{static_cast<std::uint16_t>(bits + 1)}, to_bf16);
  }
  CHECK(to_bf16(std::numeric_limits<float>::max()).bits == 0x7f80);
  std::uint32_t almost_infinite = 0x7f800001;  // a NaN whose payload the rounding would lose
  float nan;
  std::memcpy(&nan, &almost_infinite, sizeof nan);
  CHECK(std::isnan(to_float(to_bf16(nan))));
  almost_infinite = 0x7fffffff;
  std::memcpy(&nan, &almost_infinite, sizeof nan);
  CHECK(std::isnan(to_float(to_bf16(nan))));
}

TEST_CASE("names, sizes, kinds") {
  CHECK(std::string(name(DType::f16)) == "float16");
  CHECK(item_size(DType::bf16) == 2);
  CHECK(item_size(DType::i64) == 8);
  CHECK(item_size(DType::u8) == 1);
  CHECK(is_floating(DType::bf16));
  CHECK_FALSE(is_floating(DType::u8));
  CHECK(visit_dtype(DType::i32, [](auto zero) { return dtype_of<decltype(zero)>(); }) ==
        DType::i32);
}
