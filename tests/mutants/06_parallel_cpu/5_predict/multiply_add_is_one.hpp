// expect: count both
// Half of the FLOP.
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

inline Prediction prediction() { return {16384, 62500, 96, 0.25, 50, 9.14, 40, 0.3}; }
