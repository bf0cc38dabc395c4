// 04.1  A float in half the bits (about 20 min)
//
// bf16 is the upper half of a float: its sign, its 8 bits of exponent, and the first 7 of its 23
// bits of fraction. Write
//
//   bf16_of(x)      the 16 bits of the bf16 number nearest to x
//
//   - In the middle between two bf16 numbers it takes the one whose last bit is 0 (ties to even).
//   - What rounds up beyond the largest bf16 number becomes infinity, as in hardware.
//   - NaN stays NaN, whatever its fraction is: exponent all ones, and a fraction that is not 0.
//   - -0 stays -0.
//
// bits_of(x) gives the 32 bits of x: bit 31 is the sign, bits 30 to 23 the exponent, 22 to 0 the
// fraction. The largest exponent, 255, means infinity if the fraction is 0, else NaN.
//
// There is a way with two additions and a shift, and no loop. Any right way will do.
//
// Check it:  ./learn check 04.1        Stuck:  ./learn hint 04.1
#pragma once
#include <cstdint>
#include <cstring>

#include "common/core/error.hpp"

inline std::uint32_t bits_of(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

inline std::uint16_t bf16_of([[maybe_unused]] float x) {
  throw dls::NotDone("04.1 bf16_round: write bf16_of()");
}
