// expect: the variable is an entry
// Only the operations were counted.
#pragma once
struct Prediction {
  double parameters;
  double first_loss;
  double slope;
  double tape_entries;
  double loss_runs;
  double shared;
};

inline Prediction prediction() { return {4649, 0.693, 200, 3, 9298, 12}; }
