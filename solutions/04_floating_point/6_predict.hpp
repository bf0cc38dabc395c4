// 04.6  Predict, then run: solution
//
//   next_after_1   7 bits of fraction: 1 + 2^-7 = 1.0078125.
//   odd            from 4096 to 8192 fp16 numbers are 2^(12 - 10) = 4 apart. 4099 lies between 4096
//                  and 4100, and 4100 is nearer.
//   stall          from 2^11 = 2048 on, numbers are 2 apart. 2048 + 1 is in the middle, and the
//   even
//                  one is 2048 (1024 steps; 2050 is 1025 steps).
//   large          90,000 is above 65,520: infinity.
//   small          a quarter of a step of 2^-24: 0.
//   scaled         2^-16 is a subnormal number of fp16, 256 steps, exact. Divided: 2^-26 again.
//   e4m3           the largest exponent is 15 - 7 = 8, the largest fraction there 6 of 8, since 7
//   of
//                  8 is NaN: 1.75 * 256 = 448. Saturating: 448.
//   int8           the scale is 6.35 / 127 = 0.05: 20.
//   bits           4 + 16 / 32 = 4.5.
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
  return {1.0078125, 4100, 2048, dls_infinity(), 0, 0x1p-26, 448, 20, 4.5};
}
