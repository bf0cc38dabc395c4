// expect: the biases are missing
// Weights only.
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

inline Prediction prediction() { return {54912, 54912, 7331840, 660600, 1719, 0.0002, 5, 0}; }
