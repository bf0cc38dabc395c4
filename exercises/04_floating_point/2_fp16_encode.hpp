// 04.2  Encode fp16 (about 40 min)
//
// fp16 has 1 bit of sign, 5 of exponent (bias 15) and 10 of fraction. Its smallest exponent is -14,
// its largest 15. Write
//
//   fp16_of(x)      the 16 bits of the fp16 number nearest to x
//
//   normal          2^-14 and more: (1 + fraction / 1024) * 2^exponent
//   subnormal       below 2^-14: fraction / 1024 * 2^-14, that is a whole number of steps of 2^-24,
//                   stored with an exponent of 0
//   too large       65520 and more: infinity, 0x7c00. (65504 is the largest number; 65520 is in the
//                   middle between it and 65536, which fp16 does not have.)
//   ties            to the number whose last bit is 0
//   NaN             stays NaN: exponent 31, and a fraction that is not 0
//   sign            bit 15, also of 0; a NaN may keep its sign or lose it
//
// Round ONCE, from x itself. A useful picture: near x, fp16 numbers are a step apart; how many
// steps is x, and which whole number is nearest to that?
//
// std::ilogb(m) is the e for which m is in [2^e, 2^(e+1)); std::ldexp(m, n) is m * 2^n, exact here
// if computed in double; std::signbit(x) is true for -0, too.
//
// Check it:  ./learn check 04.2        Stuck:  ./learn hint 04.2
#pragma once
#include <cmath>
#include <cstdint>

#include "common/core/error.hpp"

inline std::uint16_t fp16_of([[maybe_unused]] float x) {
  throw dls::NotDone("04.2 fp16_encode: write fp16_of()");
}
