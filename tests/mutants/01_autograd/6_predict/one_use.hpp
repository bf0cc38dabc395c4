// expect: three uses of x
// Only the last product was differentiated.
#pragma once
struct Prediction {
  double parameters;
  double first_loss;
  double slope;
  double tape_entries;
  double loss_runs;
  double shared;
};

inline Prediction prediction() { return {4649, 0.693, 200, 4, 9298, 4}; }
