// expect: ran into the sign bit
// Takes the exponent as it is, below -14 as well.
#pragma once
#include <cmath>
#include <cstdint>

#include "common/core/error.hpp"

inline std::uint16_t fp16_of(float x) {
  const std::uint16_t sign = std::signbit(x) ? 0x8000 : 0;
  if (std::isnan(x)) return sign | 0x7e00;
  const double m = std::abs(static_cast<double>(x));
  if (m >= 65520) return sign | 0x7c00;
  if (m == 0) return sign;

  const int exponent = std::ilogb(m);
  const double steps = std::ldexp(m, 10 - exponent);
  int whole = static_cast<int>(steps);
  const double rest = steps - whole;
  if (rest > 0.5 || (rest == 0.5 && whole % 2 == 1)) ++whole;
  return static_cast<std::uint16_t>(sign | ((exponent + 14) * 1024 + whole));
}
