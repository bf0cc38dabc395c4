// expect: rounded down; C++ rounds towards zero
// Python's // .
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

inline Prediction prediction() { return {3, -4, -1, 1, 2, 4294967295, 16777216, 0}; }
