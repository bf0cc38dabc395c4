// expect: saturating means
// Overflows.
#pragma once
#include <limits>

#include "common/core/error.hpp"

inline double dls_infinity() { return std::numeric_limits<double>::infinity(); }

struct Prediction {
  double next_after_1;
  double odd;
  double stall;
  double large;
  double small;
  double scaled;
  double e4m3;
  double int8;
  double bits;
};

inline Prediction prediction() {
  return {1.0078125, 4100, 2048, dls_infinity(), 0, 0x1p-26, dls_infinity(), 20, 4.5};
}
