// expect: is a bf16 number
// Throws away what has the smallest exponent.
#pragma once
#include <cstdint>
#include <cstring>

#include "common/core/error.hpp"

inline std::uint32_t bits_of(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

inline std::uint16_t bf16_of(float x) {
  const std::uint32_t bits = bits_of(x);
  if (x != x) return static_cast<std::uint16_t>((bits >> 16) | 0x40);
  if ((bits & 0x7f800000) == 0) return static_cast<std::uint16_t>(bits >> 16 & 0x8000);
  const std::uint32_t odd = (bits >> 16) & 1;
  return static_cast<std::uint16_t>((bits + 0x7fff + odd) >> 16);
}
