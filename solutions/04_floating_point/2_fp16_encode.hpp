// 04.2  Encode fp16: solution
//
// A number is counted in steps: 2^(exponent - 10), with an exponent of at least -14. The whole
// number of steps nearest to it is below 1024 for a subnormal number and from 1024 to 2048 for a
// normal one. The pattern follows by counting: each exponent above -14 has 1024 numbers below it,
// so the pattern is (exponent + 14) * 1024 + steps. The leading 1 of a normal number, 1024 steps,
// adds the 1 to the exponent that tells it from a subnormal one; 2048 steps carry into the next.
//
// The count is exact in double: only the power of two changes. So there is one rounding.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "common/core/error.hpp"

inline std::uint16_t fp16_of(float x) {
  const std::uint16_t sign = std::signbit(x) ? 0x8000 : 0;
  if (std::isnan(x)) return sign | 0x7e00;
  const double m = std::abs(static_cast<double>(x));
  if (m >= 65520) return sign | 0x7c00;
  if (m == 0) return sign;

  const int exponent = std::max(std::ilogb(m), -14);
  const double steps = std::ldexp(m, 10 - exponent);
  int whole = static_cast<int>(steps);
  const double rest = steps - whole;
  if (rest > 0.5 || (rest == 0.5 && whole % 2 == 1)) ++whole;
  return static_cast<std::uint16_t>(sign | ((exponent + 14) * 1024 + whole));
}
