// 04.1  A float in half the bits: solution
//
// The lower half is what must go. It rounds up when it is above one half, 0x8000, or equal to it
// with an odd number above. Adding 0x7fff, and 1 more where the last bit that stays is 1, carries
// into the upper half in just these cases.
//
// The carry may run on into the exponent. That is right, since patterns are in the order of the
// numbers: after the largest fraction comes the next exponent, and after the largest number
// infinity. It would be wrong for NaN alone, whose patterns end at 0x7fff_ffff: the carry would
// turn some into infinity or -0. So NaN takes another way, with its quiet bit set, in case all of
// its fraction was in the lower half.
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
  const std::uint32_t odd = (bits >> 16) & 1;
  return static_cast<std::uint16_t>((bits + 0x7fff + odd) >> 16);
}
