// expect: a bias is added, not multiplied
// One product for each parameter.
#pragma once
#include "common/core/error.hpp"

struct Prediction {
  double parameters;
  double mult_adds;
  double flops;
  double state_bytes;
  double steps;
  double first_move;
  double stop_epoch;
  double tape_nodes;
};

inline Prediction prediction() { return {55050, 55050, 7331840, 660600, 1719, 0.0002, 5, 0}; }
