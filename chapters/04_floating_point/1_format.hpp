// What a floating-point format is: how its bits are divided, and what its highest exponent is for
// (C++17: notebooks include this file and those that follow).
#pragma once
#include <cstdint>
#include <cstring>

namespace dls::ch04 {

/// The bits of a number, in the lowest places: sign, exponent, fraction.
using Bits = std::uint64_t;

/// What the patterns with the highest exponent stand for.
enum class Top {
  ieee,     ///< infinity and NaN, as IEEE 754 says
  one_nan,  ///< numbers as everywhere else; the very last pattern is NaN, infinity does not exist
  numbers   ///< numbers, all of them: neither infinity nor NaN exists
};

// [format]
/// How a format spends its bits: one for the sign, some for the exponent, the rest for the
/// fraction.
struct Format {
  const char* name;
  int exponent_bits;
  int fraction_bits;
  Top top;

  constexpr int bits() const { return 1 + exponent_bits + fraction_bits; }
  /// What is added to an exponent before it is stored, so that no negative number is stored.
  constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  constexpr int smallest_exponent() const { return 1 - bias(); }
  constexpr int largest_exponent() const { return top == Top::ieee ? bias() : bias() + 1; }

  /// Patterns, without the sign. Counted upwards they are: zero, subnormal numbers, normal numbers,
  /// the largest number, and what lies beyond (infinity, NaN).
  constexpr Bits smallest_normal() const { return Bits{1} << fraction_bits; }
  constexpr Bits last() const { return (Bits{1} << (exponent_bits + fraction_bits)) - 1; }
  constexpr Bits infinity() const { return last() - smallest_normal() + 1; }  // Top::ieee only
  constexpr Bits largest() const {
    return top == Top::ieee ? infinity() - 1 : top == Top::one_nan ? last() - 1 : last();
  }
  constexpr Bits sign() const { return last() + 1; }
};

constexpr Format kFp64 = {"fp64", 11, 52, Top::ieee};
constexpr Format kFp32 = {"fp32", 8, 23, Top::ieee};
constexpr Format kTf32 = {"tf32", 8, 10, Top::ieee};
constexpr Format kBf16 = {"bf16", 8, 7, Top::ieee};
constexpr Format kFp16 = {"fp16", 5, 10, Top::ieee};
constexpr Format kE5m2 = {"fp8 e5m2", 5, 2, Top::ieee};
constexpr Format kE4m3 = {"fp8 e4m3", 4, 3, Top::one_nan};
constexpr Format kE2m1 = {"fp4 e2m1", 2, 1, Top::numbers};
// [/format]

/// All of them, the widest first.
constexpr Format kFormats[] = {kFp64, kFp32, kTf32, kBf16, kFp16, kE5m2, kE4m3, kE2m1};

/// The bits of a C++ number, and back.
inline Bits bits_of(double value) {
  Bits bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline double double_of(Bits bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace dls::ch04
