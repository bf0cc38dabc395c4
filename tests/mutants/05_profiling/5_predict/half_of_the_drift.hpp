// expect: a ratio
// The difference of the two, in points of the first call.
#pragma once
#include "common/core/error.hpp"

struct Prediction {
  double mean;
  double median;
  double drift;
  double samples;
  double self;
  double overhead;
  double state_bytes;
  double utilisation;
  double speedup;
  double page_faults;
};

inline Prediction prediction() { return {5.2, 1, 5, 750, 1, 2, 43505664, 40, 1.667, 10240}; }
