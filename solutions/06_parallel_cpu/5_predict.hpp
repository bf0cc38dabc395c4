// 06.5  Predict, then run: solution
//
//   faults        one for each page: 64 MiB / 4 KiB = 16,384.
//   lines         a line holds 16 floats, and each of them holds one that is wanted: all of them,
//                 4,000,000 bytes / 64 = 62,500. A quarter of the numbers, and all of the traffic.
//   peak          3 * 2 * 16 * 2 = 192 GFLOP/s.
//   intensity     two FLOP for a pair of numbers, 8 bytes: 0.25.
//   attainable    25 GB/s bring 2 FLOP with each byte: 50 GFLOP/s, a quarter of what the core can
//   do. speed_up      1 / (0.05 + 0.95 / 16) = 9.14. The limit for any number of workers is 20.
//   best_workers  sqrt((1 - 0.04) / 0.0006) = sqrt(1600) = 40.
//   seconds       4, 4 and 2 documents at a time: three rounds of 0.1 s, 0.3.
#pragma once
#include "common/core/error.hpp"

struct Prediction {
  double faults;
  double lines;
  double peak;
  double intensity;
  double attainable;
  double speed_up;
  double best_workers;
  double seconds;
};

inline Prediction prediction() { return {16384, 62500, 192, 0.25, 50, 9.14, 40, 0.3}; }
