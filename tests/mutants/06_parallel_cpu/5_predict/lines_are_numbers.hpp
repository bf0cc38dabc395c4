// expect: four of them lie on each line
// How many numbers are read.
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

inline Prediction prediction() { return {16384, 250000, 192, 0.25, 50, 9.14, 40, 0.3}; }
