// 00.4  Numbers are not Python's: solution
//
//   half            3     Two ints: the division of whole numbers, Python's //.
//   negative_half   -3    C++ drops what is behind the point. Python rounds down: -7 // 2 is -4.
//   remainder       -1    Follows the division: -7 == 3 * -2 + -1. In Python -7 % 3 is 2.
//   mean            1     The right side is computed first, in ints. That it is then stored in a
//                         double comes too late. (1 + 2) / 2.0 is 1.5.
//   cut             2     A double in an int loses its fraction. int i{2.9} would be an error.
//   below_zero      4294967295    unsigned arithmetic goes round. (With std::size_t: 2^64 - 1.) So
//                         the loop `for (n = v.size() - 1; n >= 0; --n)` never ends.
//   in_float        16777216      The next float after 2^24 is 2^24 + 2; the 1 is rounded away.
//   tenth           0     The float nearest to 0.1 and the double nearest to 0.1 are two numbers.
#pragma once
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

inline Prediction prediction() { return {3, -3, -1, 1, 2, 4294967295, 16777216, 0}; }
