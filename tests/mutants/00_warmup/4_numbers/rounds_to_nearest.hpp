// expect: the fraction is cut off, not rounded
// Rounding where there is a cut.
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

inline Prediction prediction() { return {3, -3, -1, 1, 3, 4294967295, 16777216, 0}; }
