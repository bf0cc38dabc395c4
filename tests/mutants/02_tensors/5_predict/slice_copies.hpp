// expect: a slice takes no memory
// As if a slice copied its numbers.
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

inline Prediction prediction() { return {800, 120, 65, 12, 800, 16, 3, 10}; }
