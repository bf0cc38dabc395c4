// 00.4  Predict: numbers are not Python's (about 7 min)
//
// A Python int has as many digits as it needs, and / always divides exactly. A C++ number has a
// type, and the type decides. Every line below compiles without a word from the compiler. What is
// the value? (A bool counts as 1 or 0.)
//
//     int                       32 bits, whole numbers of either sign
//     std::size_t, unsigned     no sign; below 0 they begin again at the largest number
//     float                     24 binary digits, about 7 decimal ones; 2^24 = 16777216
//     double                    53 binary digits, about 16 decimal ones: Python's float
//
//   half            7 / 2
//   negative_half   -7 / 2
//   remainder       -7 % 3
//   mean            double m = (1 + 2) / 2;
//   cut             int i = 2.9;
//   below_zero      std::vector<int> v;   unsigned n = v.size();   the value of n - 1, for which
//                   2^32 = 4294967296 is a help
//   in_float        float f = 16777216.0f;   f + 1.0f
//   tenth           bool same = 0.1f == 0.1;
//
// State all eight before you run anything. Replace the throw by  return {..., ...};  in this order.
//
// Check it:  ./learn check 00.4        Stuck:  ./learn hint 00.4
#pragma once
#include "common/core/error.hpp"

struct Prediction {
  double half;
  double negative_half;
  double remainder;
  double mean;
  double cut;
  double below_zero;
  double in_float;
  double tenth;
};

inline Prediction prediction() {
  throw dls::NotDone("00.4 numbers: eight values, stated before the run");
}
