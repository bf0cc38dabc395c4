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
// The cases are checked one by one: leave those at not_found that you have not got to yet.
//
// Check it:  ./learn check 05.6        Stuck:  ./learn hint 05.6
//
// AS IT SHOULD BE
//
//     47.4 ms a step (middle of 12), 1.97 of 2 cores busy, loss 2.6999
//     a step: 18 page faults, 0 blocks of memory asked from the system
//     tensors: 41.5 MiB after the first step, 41.5 after the last, 82.9 at the peak
//
//     scope        total  of it self
//     --------  --------  ----------
//     data       0.03 ms     0.03 ms
//     forward   15.25 ms     0.08 ms
//     backward  29.62 ms     0.26 ms
//     update     3.48 ms     3.48 ms
//     log        0.00 ms     0.00 ms
//     step      48.38 ms     0.01 ms
//
//     operation                          calls     self
//     ---------------------------------  -----  -------
//     linear (8,64,192) (768,192) (768)      6  3.91 ms
//     matmul (8,64,768) (768,192)            6  3.68 ms
//     matmul (8,64,192) (192,768)            6  3.47 ms
//     matmul (768,512) (512,192)             6  3.24 ms
//
//     samples, innermost function:
//       51 %  [generated code]
//       21 %  [libgomp.so.1]
//        5 %  [libc.so.6]
//        5 %  dls::math::gemm_small
//        4 %  dls::math::avx512::Loops::gelu_backward
//
// CASE A
//
//     222.3 ms a step (middle of 12), 1.94 of 2 cores busy, loss 2.6999
//     a step: 12167 page faults, 561 blocks of memory asked from the system
//     tensors: 41.5 MiB after the first step, 41.5 after the last, 82.9 at the peak
//
//     scope         total  of it self
//     --------  ---------  ----------
//     data        0.51 ms     0.51 ms
//     forward   155.04 ms     0.15 ms
//     backward   49.88 ms     0.37 ms
//     update      3.49 ms     3.49 ms
//     log        16.24 ms    16.24 ms
//     step      225.20 ms     0.03 ms
//
//     operation                          calls      self
//     ---------------------------------  -----  --------
//     linear (8,64,192) (768,192) (768)      6  33.39 ms
//     gelu (8,64,768)                        6  29.05 ms
//     linear (8,64,192) (576,192) (576)      6  23.80 ms
//     causal_softmax (8,6,64,64)             6  14.54 ms
//
//     samples, innermost function:
//       39 %  [generated code]
//       15 %  [libc.so.6]
//       11 %  [libgomp.so.1]
//       11 %  dls::math::avx512::Loops::gelu
//        6 %  __madvise
//
// CASE B
//
//     61.1 ms a step (middle of 12), 1.00 of 2 cores busy, loss 2.6999
//     a step: 12 page faults, 0 blocks of memory asked from the system
//     tensors: 41.5 MiB after the first step, 41.5 after the last, 82.9 at the peak
//
//     scope        total  of it self
//     --------  --------  ----------
//     data       0.02 ms     0.02 ms
//     forward   19.79 ms     0.07 ms
//     backward  37.85 ms     0.25 ms
//     update     3.01 ms     3.01 ms
//     log        0.00 ms     0.00 ms
//     step      60.68 ms     0.01 ms
//
//     operation                          calls     self
//     ---------------------------------  -----  -------
//     linear (8,64,192) (768,192) (768)      6  5.07 ms
//     matmul (768,512) (512,192)             6  4.93 ms
//     linear (8,64,768) (192,768) (192)      6  4.84 ms
//     matmul (8,64,192) (192,768)            6  4.74 ms
//
//     samples, innermost function:
//       73 %  [generated code]
//        4 %  dls::math::avx512::Loops::gelu_backward
//        3 %  dls::math::gemm_small
//        2 %  [libc.so.6]
//        2 %  dls::math::avx512::Loops::gelu
//
// CASE C
//
//     61.9 ms a step (middle of 12), 1.82 of 2 cores busy, loss 2.6999
//     a step: 91 page faults, 0 blocks of memory asked from the system
//     tensors: 41.5 MiB after the first step, 41.5 after the last, 82.9 at the peak
//
//     scope        total  of it self
//     --------  --------  ----------
//     data      16.34 ms    16.34 ms
//     forward   15.05 ms     0.07 ms
//     backward  28.48 ms     0.29 ms
//     update     3.51 ms     3.51 ms
//     log        0.00 ms     0.00 ms
//     step      63.38 ms     0.01 ms
//
//     operation                          calls     self
//     ---------------------------------  -----  -------
//     linear (8,64,192) (768,192) (768)      6  3.52 ms
//     matmul (8,64,768) (768,192)            6  3.35 ms
//     matmul (8,64,192) (192,768)            6  3.21 ms
//     linear (8,64,768) (192,768) (192)      6  3.14 ms
//
//     samples, innermost function:
//       40 %  [generated code]
//       21 %  [libc.so.6]
//       12 %  [libgomp.so.1]
//        6 %  dls::play_tokens
//        5 %  dls::math::gemm_small
//
// CASE D
//
//     49.2 ms a step (middle of 12), 1.97 of 2 cores busy, loss 2.6999
//     a step: 6 page faults, 0 blocks of memory asked from the system
//     tensors: 72.6 MiB after the first step, 72.6 after the last, 114.0 at the peak
//
//     scope        total  of it self
//     --------  --------  ----------
//     data       0.01 ms     0.01 ms
//     forward   16.10 ms     0.08 ms
//     backward  29.32 ms     0.32 ms
//     update     3.52 ms     3.52 ms
//     log        2.77 ms     2.77 ms
//     step      51.73 ms     0.01 ms
//
//     operation                          calls     self
//     ---------------------------------  -----  -------
//     linear (8,64,192) (768,192) (768)      6  3.84 ms
//     linear (8,64,768) (192,768) (192)      6  3.67 ms
//     matmul (8,64,768) (768,192)            6  3.44 ms
//     matmul (8,64,192) (192,768)            6  3.42 ms
//
//     samples, innermost function:
//       50 %  [generated code]
//       18 %  [libgomp.so.1]
//        6 %  [libc.so.6]
//        5 %  dls::math::gemm_small
//        4 %  dls::clip_gradients
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
