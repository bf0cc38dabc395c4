// expect: what is left
// 40 % faster.
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

inline Prediction prediction() { return {5.2, 1, 4.88, 750, 1, 2, 43505664, 40, 1.4, 10240}; }
