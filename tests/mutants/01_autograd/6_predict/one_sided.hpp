// expect: two for every parameter
// One run for every parameter would be a one-sided difference.
#pragma once
struct Prediction {
  double parameters;
  double first_loss;
  double slope;
  double tape_entries;
  double loss_runs;
  double shared;
};

inline Prediction prediction() { return {4649, 0.693, 200, 4, 4650, 12}; }
