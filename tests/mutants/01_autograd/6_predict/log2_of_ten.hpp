// expect: natural logarithm
// log10(2).
#pragma once
struct Prediction {
  double parameters;
  double first_loss;
  double slope;
  double tape_entries;
  double loss_runs;
  double shared;
};

inline Prediction prediction() { return {4649, 0.301, 200, 4, 9298, 12}; }
