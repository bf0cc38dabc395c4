// expect: nobody asks for the gradient of the pictures
// The rule of thumb: backward is twice forward.
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

inline Prediction prediction() { return {55050, 54912, 10543104, 660600, 1719, 0.0002, 5, 0}; }
