// expect: a line comes whole or not at all
// A quarter of the numbers, so a quarter of the lines.
#pragma once
#include "common/core/error.hpp"

struct Prediction {
  double faults;
  double lines;
  double peak;
  double intensity;
  double attainable;
  double speed_up;
  double best_workers;
  double seconds;
};

inline Prediction prediction() { return {16384, 15625, 192, 0.25, 50, 9.14, 40, 0.3}; }
