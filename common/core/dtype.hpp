// The number formats a tensor can hold (C++17: notebooks include this file).
#pragma once
#include <cstdint>

namespace dls {

/// What one element of a tensor is: float32, float64, int32, int64, uint8, bfloat16, float16.
enum class DType : std::uint8_t { f32, f64, i32, i64, u8, bf16, f16 };

/// The name as PyTorch prints it: "float32".
const char* name(DType dtype);

/// Bytes of one element.
std::int64_t item_size(DType dtype);

/// Whether the format is one of the floating-point ones.
bool is_floating(DType dtype);

/// The upper half of a float32: 8 bits of exponent, 7 of fraction. Only stored; computing is done
/// in float.
struct BF16 {
  std::uint16_t bits;
};

/// IEEE 754 binary16: 5 bits of exponent, 10 of fraction. Only stored; computing is done in float.
struct F16 {
  std::uint16_t bits;
};

/// Conversions to and from the 16-bit formats. To 16 bits: round to nearest, ties to even; too
/// large becomes infinity; NaN stays NaN.
BF16 to_bf16(float value);
F16 to_f16(float value);
float to_float(BF16 value);
float to_float(F16 value);

/// The DType of a C++ type: dtype_of<float>() == DType::f32.
template <class T>
constexpr DType dtype_of();
// clang-format off
template <> constexpr DType dtype_of<float>() { return DType::f32; }
template <> constexpr DType dtype_of<double>() { return DType::f64; }
template <> constexpr DType dtype_of<std::int32_t>() { return DType::i32; }
template <> constexpr DType dtype_of<std::int64_t>() { return DType::i64; }
template <> constexpr DType dtype_of<std::uint8_t>() { return DType::u8; }
template <> constexpr DType dtype_of<BF16>() { return DType::bf16; }
template <> constexpr DType dtype_of<F16>() { return DType::f16; }
// clang-format on

/// Calls f with a value of the C++ type that dtype stands for: from a format known at run time to
/// code written for a type. visit_dtype(t.dtype(), [&](auto zero) { using T = decltype(zero); ...
/// }).
template <class F>
decltype(auto) visit_dtype(DType dtype, F&& f) {
  switch (dtype) {
    case DType::f32:
      return f(float{});
    case DType::f64:
      return f(double{});
    case DType::i32:
      return f(std::int32_t{});
    case DType::i64:
      return f(std::int64_t{});
    case DType::u8:
      return f(std::uint8_t{});
    case DType::bf16:
      return f(BF16{});
    case DType::f16:
      break;
  }
  return f(F16{});
}

}  // namespace dls
