#include "common/core/dtype.hpp"

#include <cstring>

namespace dls {
namespace {

std::uint32_t bits_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

float float_of(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Drops the low `count` bits (0 < count < 32), rounding to nearest, ties to even.
std::uint32_t shift_right_to_even(std::uint32_t bits, int count) {
  const std::uint32_t half = std::uint32_t{1} << (count - 1);
  const std::uint32_t odd = (bits >> count) & 1;
  return (bits + half - 1 + odd) >> count;
}

}  // namespace

const char* name(DType dtype) {
  switch (dtype) {
    case DType::f32:
      return "float32";
    case DType::f64:
      return "float64";
    case DType::i32:
      return "int32";
    case DType::i64:
      return "int64";
    case DType::u8:
      return "uint8";
    case DType::bf16:
      return "bfloat16";
    case DType::f16:
      break;
  }
  return "float16";
}

std::int64_t item_size(DType dtype) {
  return visit_dtype(dtype, [](auto zero) -> std::int64_t { return sizeof zero; });
}

bool is_floating(DType dtype) {
  return dtype != DType::i32 && dtype != DType::i64 && dtype != DType::u8;
}

BF16 to_bf16(float value) {
  const std::uint32_t bits = bits_of(value);
  // Rounding could carry a NaN into infinity: keep its upper bits and make it quiet instead.
  if (value != value) return {static_cast<std::uint16_t>((bits >> 16) | 0x40)};
  return {static_cast<std::uint16_t>(shift_right_to_even(bits, 16))};
}

float to_float(BF16 value) { return float_of(std::uint32_t{value.bits} << 16); }

F16 to_f16(float value) {
  const std::uint32_t bits = bits_of(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000;
  const std::uint32_t magnitude = bits & 0x7fffffff;
  std::uint32_t half;
  if (magnitude > 0x7f800000) {  // NaN: keep what fits of its payload, quiet
    half = 0x7e00 | ((magnitude >> 13) & 0x3ff);
  } else if (magnitude >= 0x47800000) {  // 2^16 and more
    half = 0x7c00;
  } else if (magnitude >= 0x38800000) {  // 2^-14 and more: normal. Rebias the exponent by 127 - 15.
    half = shift_right_to_even(magnitude - (112u << 23), 13);  // a carry into infinity is right
  } else if (magnitude > 0x33000000) {                         // above 2^-25: subnormal
    const std::uint32_t exponent = magnitude >> 23;
    const std::uint32_t fraction = (magnitude & 0x7fffff) | 0x800000;
    half = shift_right_to_even(fraction, static_cast<int>(126 - exponent));
  } else {
    half = 0;
  }
  return {static_cast<std::uint16_t>(sign | half)};
}

float to_float(F16 value) {
  const std::uint32_t sign = std::uint32_t{value.bits & 0x8000u} << 16;
  const std::uint32_t exponent = (value.bits >> 10) & 0x1f;
  const std::uint32_t fraction = value.bits & 0x3ff;
  if (exponent == 0) {  // zero and subnormals: fraction * 2^-24, exact in float
    const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
    return sign ? -magnitude : magnitude;
  }
  if (exponent == 31) return float_of(sign | 0x7f800000 | (fraction << 13));
  return float_of(sign | ((exponent + 112) << 23) | (fraction << 13));
}

}  // namespace dls
