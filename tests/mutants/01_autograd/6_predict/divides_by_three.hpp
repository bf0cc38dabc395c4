// expect: the mean divides by as many numbers
// The page's formula for three numbers, used for four.
#pragma once
struct Prediction {
  double parameters;
  double first_loss;
  double slope;
  double tape_entries;
  double loss_runs;
  double shared;
};

inline Prediction prediction() { return {4649, 0.693, 800.0 / 3, 4, 9298, 12}; }
