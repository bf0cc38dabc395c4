// expect: the biases are missing
// 81 x 56 + 56 x 1.
#pragma once
struct Prediction {
  double parameters;
  double first_loss;
  double slope;
  double tape_entries;
  double loss_runs;
  double shared;
};

inline Prediction prediction() { return {4592, 0.693, 200, 4, 9298, 12}; }
