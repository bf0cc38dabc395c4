// 05.5  Predict, then run (about 20 min)
//
// State these numbers before you run anything. A pencil is enough. Then let the check compute them.
//
//   mean, median   five calls take 22, 1, 1, 1 and 1 ms. Their mean and their median, in ms?
//   drift          a machine becomes slower at an even rate: the last of 200 calls takes 10 %
//                  longer than the first. The first 100 calls are A, the other 100 are B, which is
//                  the same thing. By how many percent does the median of B lie above that of A?
//   samples        a sampler takes 250 samples in a second of processor time. A program runs for 4
//                  seconds on one core, and waits for the disk in one of them. How many samples?
//   self           a step of 50 ms consists of data 12, forward 11, backward 19 and update 7 ms.
//                  How many ms are the step's own?
//   overhead       a profiler takes 40 ns for each thing that it records. A step of 60 us records
//                  30 things. By how many percent does the step become longer?
//   state_bytes    gpt-mini has 2,719,104 parameters. In float32, each with its gradient and with
//                  Adam's two moments: how many bytes?
//   utilisation    a training step needs 8 GFLOP for its products and takes 50 ms, on a machine
//                  that reaches 400 GFLOP/s. How many percent of that does it use?
//   speedup        loading takes 40 % of a step. It is moved to another core, so that it takes
//                  nothing of the step any more. How many times faster is the step?
//   page_faults    at the end of each step 40 MiB go back to the system, in pages of 4 KiB. The
//                  next step needs them again. How many page faults has it for that?
//
// Replace the throw by   return {..., ..., ..., ..., ..., ..., ..., ..., ..., ...};   in this
// order. Three digits are enough where a number is not whole.
//
// Check it:  ./learn check 05.5        Stuck:  ./learn hint 05.5
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

inline Prediction prediction() {
  throw dls::NotDone("05.5 predict: ten numbers, stated before the run");
}
