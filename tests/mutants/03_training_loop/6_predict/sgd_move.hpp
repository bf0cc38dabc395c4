// expect: which is what SGD does
// Learning rate times gradient.
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

inline Prediction prediction() { return {55050, 54912, 7331840, 660600, 1719, 0.01, 5, 0}; }
