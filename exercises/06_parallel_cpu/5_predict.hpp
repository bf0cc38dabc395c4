// 06.5  Predict, then run (about 20 min)
//
// State these numbers before you run anything. A pencil is enough. Then let the check compute them.
//
//   faults        64 MiB of memory that nobody has touched yet are written, byte by byte, in pages
//                 of 4 KiB. How many page faults?
//   lines         every 4th of 1,000,000 floats (4 bytes each, the first at the beginning of a
//                 cache line of 64 bytes) is read. How many cache lines come from memory?
//   peak          a core at 3 GHz starts two multiply-add instructions in every cycle, each on 16
//                 floats. How many GFLOP/s? (A product and its addition are two FLOP.)
//   intensity     a dot product of two long vectors of floats: how many FLOP for each byte?
//   attainable    a machine of 200 GFLOP/s and 25 GB/s does work with 2 FLOP for each byte. How
//   many
//                 GFLOP/s can that reach?
//   speed_up      5 % of the work cannot be divided, the rest is shared by 16 workers: Amdahl's
//                 speed-up, two decimals?
//   best_workers  sigma is 0.04 and kappa 0.0006: with how many workers is the work done fastest?
//   seconds       10 documents take 0.1 s each to arrive, 4 workers fetch them, each the next one
//                 when it has nothing to do. After how many seconds is the last one there?
//
// Replace the throw by   return {..., ..., ..., ..., ..., ..., ..., ...};   in this order.
//
// Check it:  ./learn check 06.5        Stuck:  ./learn hint 06.5
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

inline Prediction prediction() {
  throw dls::NotDone("06.5 predict: eight numbers, stated before the run");
}
