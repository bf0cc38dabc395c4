// expect: divided as whole numbers
// Python's / .
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

inline Prediction prediction() { return {3.5, -3, -1, 1, 2, 4294967295, 16777216, 0}; }
