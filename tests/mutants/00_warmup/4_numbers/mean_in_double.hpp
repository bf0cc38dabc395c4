// expect: before the double sees its result
// The type on the left is thought to reach the right side.
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

inline Prediction prediction() { return {3, -3, -1, 1.5, 2, 4294967295, 16777216, 0}; }
