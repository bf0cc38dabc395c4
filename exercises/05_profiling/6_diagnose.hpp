// 05.6  Four trainings with something wrong (about 35 min)
//
// One training, gpt-mini with B = 8 pieces of T = 64 tokens, was run five times on a machine with
// two cores: once as it should be, and in the cases A to D with ONE thing wrong each. The results
// are the same to the last digit; only time and memory are not. Below is what this chapter's tools
// said. For each case, name the PLACE that has to be changed, the CAUSE, and the REMEDY.
//
// How the training goes: before the first step the program is set up (model, optimizer, threads). A
// step has five parts: `data` makes a batch from the text, `forward` and `backward` compute,
// `update` clips the gradients and runs AdamW, and `log` does what somebody wanted to be done after
// each step. Compare each report with the first one, line by line. The place of the fault is not
// always the place where the time is lost.
//
// "cores busy" is processor time divided by time. A page fault is the first touch of a piece of
// memory that the system has to make ready: tens of microseconds each. [generated code] is oneDNN's
// products, [libgomp.so.1] the waiting of threads for each other, [libc.so.6] mostly copying.
// ./learn run 05 --section find makes these reports on your machine.
//
// Replace the throw by   return {{Place::..., Cause::..., Remedy::...}, {...}, {...}, {...}};
// A case that you leave at not_found is skipped until the others are right.
//
// Check it:  ./learn check 05.6        Stuck:  ./learn hint 05.6
//
// AS IT SHOULD BE
//
//     61.1 ms a step (middle of 15), 1.63 of 2 cores busy, loss 2.4830
//     a step: 14 page faults, 0 blocks of memory asked from the system
//     tensors: 41.5 MiB after the first step, 41.5 after the last, 82.9 at the peak
//
//     scope        total  of it self
//     --------  --------  ----------
//     data       0.02 ms     0.02 ms
//     forward   19.99 ms     0.07 ms
//     backward  36.86 ms     0.25 ms
//     update     4.70 ms     4.70 ms
//     log        0.00 ms     0.00 ms
//     step      61.58 ms     0.00 ms
//
//     operation                          calls     self
//     ---------------------------------  -----  -------
//     linear (8,64,192) (768,192) (768)      6  5.23 ms
//     matmul (192,512) (512,768)             6  4.82 ms
//     matmul (768,512) (512,192)             6  4.29 ms
//     linear (8,64,768) (192,768) (192)      6  4.10 ms
//
//     samples, innermost function:
//       50 %  [generated code]
//       23 %  [libgomp.so.1]
//        5 %  dls::math::gemm_small
//        3 %  [libc.so.6]
//        3 %  dls::math::avx512::Loops::adam
//
// CASE A
//
//     238.3 ms a step (middle of 15), 1.69 of 2 cores busy, loss 2.4830
//     a step: 12152 page faults, 561 blocks of memory asked from the system
//     tensors: 41.5 MiB after the first step, 41.5 after the last, 82.9 at the peak
//
//     scope         total  of it self
//     --------  ---------  ----------
//     data        0.66 ms     0.66 ms
//     forward   160.56 ms     0.10 ms
//     backward   56.77 ms     0.52 ms
//     update      4.41 ms     4.41 ms
//     log        17.23 ms    17.23 ms
//     step      239.66 ms     0.03 ms
//
//     operation                          calls      self
//     ---------------------------------  -----  --------
//     linear (8,64,192) (768,192) (768)      6  32.90 ms
//     gelu (8,64,768)                        6  29.30 ms
//     linear (8,64,192) (576,192) (576)      6  27.20 ms
//     causal_softmax (8,6,64,64)             6  14.29 ms
//
//     samples, innermost function:
//       39 %  [generated code]
//       17 %  [libgomp.so.1]
//       12 %  [libc.so.6]
//       10 %  dls::math::avx512::Loops::gelu
//        7 %  __madvise
//
// CASE B
//
//     60.2 ms a step (middle of 15), 0.96 of 2 cores busy, loss 2.4830
//     a step: 11 page faults, 0 blocks of memory asked from the system
//     tensors: 41.5 MiB after the first step, 41.5 after the last, 82.9 at the peak
//
//     scope        total  of it self
//     --------  --------  ----------
//     data       0.03 ms     0.03 ms
//     forward   20.21 ms     0.07 ms
//     backward  39.16 ms     0.25 ms
//     update     3.07 ms     3.07 ms
//     log        0.00 ms     0.00 ms
//     step      62.48 ms     0.01 ms
//
//     operation                          calls     self
//     ---------------------------------  -----  -------
//     linear (8,64,192) (768,192) (768)      6  5.29 ms
//     linear (8,64,768) (192,768) (192)      6  5.18 ms
//     matmul (768,512) (512,192)             6  4.98 ms
//     matmul (8,64,768) (768,192)            6  4.85 ms
//
//     samples, innermost function:
//       74 %  [generated code]
//        6 %  dls::math::gemm_small
//        3 %  dls::math::avx512::Loops::adam
//        2 %  dls::math::avx512::Loops::gelu
//        2 %  dls::math::avx512::Loops::gelu_backward
//
// CASE C
//
//     72.7 ms a step (middle of 15), 1.61 of 2 cores busy, loss 2.4830
//     a step: 69 page faults, 0 blocks of memory asked from the system
//     tensors: 41.5 MiB after the first step, 41.5 after the last, 82.9 at the peak
//
//     scope        total  of it self
//     --------  --------  ----------
//     data      17.00 ms    17.00 ms
//     forward   18.11 ms     0.08 ms
//     backward  35.60 ms     0.56 ms
//     update     4.29 ms     4.29 ms
//     log        0.00 ms     0.00 ms
//     step      75.00 ms     0.01 ms
//
//     operation                          calls     self
//     ---------------------------------  -----  -------
//     matmul (8,64,768) (768,192)            6  5.45 ms
//     matmul (768,512) (512,192)             6  4.24 ms
//     linear (8,64,768) (192,768) (192)      6  4.11 ms
//     linear (8,64,192) (768,192) (768)      6  3.92 ms
//
//     samples, innermost function:
//       36 %  [generated code]
//       19 %  [libgomp.so.1]
//       18 %  [libc.so.6]
//        6 %  dls::play_tokens
//        3 %  dls::math::gemm_small
//
// CASE D
//
//     66.2 ms a step (middle of 15), 1.70 of 2 cores busy, loss 2.4830
//     a step: 5 page faults, 0 blocks of memory asked from the system
//     tensors: 72.6 MiB after the first step, 72.6 after the last, 114.0 at the peak
//
//     scope        total  of it self
//     --------  --------  ----------
//     data       0.01 ms     0.01 ms
//     forward   18.63 ms     0.07 ms
//     backward  39.98 ms     0.29 ms
//     update     3.75 ms     3.75 ms
//     log        3.77 ms     3.77 ms
//     step      66.16 ms     0.01 ms
//
//     operation                    calls     self
//     ---------------------------  -----  -------
//     matmul (8,64,192) (192,768)      6  5.20 ms
//     matmul (8,64,768) (768,192)      6  5.02 ms
//     matmul (192,512) (512,768)       6  4.80 ms
//     matmul (768,512) (512,192)       6  4.35 ms
//
//     samples, innermost function:
//       37 %  [generated code]
//       29 %  [libgomp.so.1]
//        7 %  [libc.so.6]
//        3 %  dls::math::gemm_small
//        3 %  dls::clip_gradients
#pragma once
#include "common/core/error.hpp"

/// Which part of the program has to be changed.
enum class Place { not_found, setup, data, forward, backward, update, log };

/// What is wrong there.
enum class Cause {
  not_found,
  slow_kernel,        // an operation computes more slowly than it could
  work_repeated,      // what comes out the same each time is computed in each step
  too_few_threads,    // cores stand idle
  too_many_threads,   // more threads than cores push each other aside
  memory_given_back,  // memory goes back to the system and has to be made ready again
  memory_grows,       // each step keeps something that is never let go of
  needless_copy,      // numbers are copied and nobody reads them
  waits_for_disk      // the thread sleeps until a file is read
};

/// What helps, and costs the least.
enum class Remedy {
  not_found,
  write_a_faster_kernel,
  do_it_once_before_training,
  load_ahead_in_another_thread,
  use_all_cores,
  use_fewer_threads,
  keep_memory_between_steps,
  copy_rarely_or_not_at_all,
  take_smaller_batches
};

struct Finding {
  Place place;
  Cause cause;
  Remedy remedy;
};

struct Findings {
  Finding a, b, c, d;
};

inline Findings findings() {
  throw dls::NotDone("05.6 diagnose: place, cause and remedy of four cases");
}
