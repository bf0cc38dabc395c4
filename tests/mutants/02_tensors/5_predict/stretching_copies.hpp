// expect: a stride of 0
// As if broadcasting copied.
#pragma once
#include "common/core/error.hpp"

struct Prediction {
  double bytes;
  double slice_bytes;
  double offset;
  double stride;
  double flat_bytes;
  double wide_bytes;
  double version;
  double value;
};

inline Prediction prediction() { return {800, 0, 65, 12, 800, 16000, 3, 10}; }
