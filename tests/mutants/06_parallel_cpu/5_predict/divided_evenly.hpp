// expect: in the last round two workers have nothing to do
// 10 documents / 4 workers.
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

inline Prediction prediction() { return {16384, 62500, 192, 0.25, 50, 9.14, 40, 0.25}; }
