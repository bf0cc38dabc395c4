// expect: columns of x are no even row
// As if reshape were always a view.
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

inline Prediction prediction() { return {800, 0, 65, 12, 0, 16, 3, 10}; }
