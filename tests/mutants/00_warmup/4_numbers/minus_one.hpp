// expect: an unsigned number has no -1
// A sign where there is none.
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

inline Prediction prediction() { return {3, -3, -1, 1, 2, -1, 16777216, 0}; }
