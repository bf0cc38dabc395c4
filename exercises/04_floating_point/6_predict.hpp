// 04.6  Predict, then run (about 20 min)
//
// State these numbers before you run anything. A pencil is enough. Rounding is to nearest, ties to
// even, unless it says otherwise.
//
//   next_after_1   the smallest bf16 number above 1 (7 bits of fraction)
//   odd            4099 as fp16 (10 bits of fraction)
//   stall          1 + 1 + 1 + ... in tf32 (10 bits of fraction), each sum rounded. At which number
//                  does the sum stop growing?
//   large          300 * 300, stored in fp16. Write infinity as  dls_infinity().
//   small          a gradient of 2^-26, stored in fp16, whose smallest subnormal number is 2^-24
//   scaled         the same gradient times 2^10, stored in fp16, and after that divided by 2^10
//   e4m3           500 as fp8 e4m3, saturating: what is too large becomes the largest number.
//                  4 bits of exponent with bias 7, 3 of fraction; the highest exponent is in use,
//                  only its very last pattern is NaN. (A number is (1 + fraction / 8) *
//                  2^exponent.)
//   int8           x has numbers from -2 to 6.35; symmetric int8, q from -127 to 127 with one scale
//                  for all. Which q stands for x = 1?
//   bits           NF4 with blocks of 32 weights (instead of 64) and a maximum in fp16 for each.
//                  How many bits does a weight take?
//
// Replace the throw by   return {..., ..., ..., ..., ..., ..., ..., ..., ...};   in this order.
//
// Check it:  ./learn check 04.6        Stuck:  ./learn hint 04.6
#pragma once
#include <limits>

#include "common/core/error.hpp"

inline double dls_infinity() { return std::numeric_limits<double>::infinity(); }

struct Prediction {
  double next_after_1;
  double odd;
  double stall;
  double large;
  double small;
  double scaled;
  double e4m3;
  double int8;
  double bits;
};

inline Prediction prediction() {
  throw dls::NotDone("04.6 predict: nine numbers, stated before the run");
}
