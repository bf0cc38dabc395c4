// expect: the remainder has the sign of the -7
// Python's % .
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

inline Prediction prediction() { return {3, -3, 2, 1, 2, 4294967295, 16777216, 0}; }
