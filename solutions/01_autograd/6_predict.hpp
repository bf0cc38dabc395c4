// 01.6  Predict, then run: solution
//
//   parameters     81 56 + 56 weights and biases of the first layer, 56 + 1 of the second: 4,649.
//   first_loss     -log(0.5) = 0.693, whether the truth was 0 or 1.
//   slope          y = sum (10 x)^2 / 4, dy/dx = 200 x / 4 = 50 x, at x = 4: 200. Not 200 x / 3:
//   the
//                  mean divides by as many numbers as there are.
//   tape_entries   x, scale, square, mean: 4. The variable is an entry like every other.
//   loss_runs      two for every parameter: 9,298. The tape needs one forward and one backward
//   pass. shared         y = x^3, 3 x^2 = 12. The tape adds what comes back along the three uses.
#pragma once
struct Prediction {
  double parameters;
  double first_loss;
  double slope;
  double tape_entries;
  double loss_runs;
  double shared;
};

inline Prediction prediction() { return {4649, 0.693, 200, 4, 9298, 12}; }
