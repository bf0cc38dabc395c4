// 05.5  Predict, then run: solution
//
//   mean, median   26 / 5 = 5.2 and 1. The mean describes none of the five calls.
//   drift          the median of A lies in the middle of the first half, where the machine has lost
//                  about 2.5 %, that of B where it has lost 7.5 %: 1.075 / 1.025 = 1.0488, 4.88 %.
//                  Many a "5 % faster" is nothing else.
//   samples        3 seconds of processor time: 750. While it waits it is not seen.
//   self           50 - (12 + 11 + 19 + 7) = 1.
//   overhead       30 * 40 ns = 1.2 us of 60 us: 2 %.
//   state_bytes    four numbers of 4 bytes each: 16 * 2,719,104 = 43,505,664.
//   utilisation    8 GFLOP in 0.05 s are 160 GFLOP/s: 40 %.
//   speedup        60 % of the time is left: 1 / 0.6 = 1.667. Not 1.4.
//   page_faults    40 * 1024 KiB / 4 KiB = 10,240.
#pragma once
#include "common/core/error.hpp"

struct Prediction {
  double mean;
  double median;
  double drift;
  double samples;
  double self;
  double overhead;
  double state_bytes;
  double utilisation;
  double speedup;
  double page_faults;
};

inline Prediction prediction() { return {5.2, 1, 4.88, 750, 1, 2, 43505664, 40, 1.667, 10240}; }
