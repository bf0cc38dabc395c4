// 05.6  Four trainings with something wrong: solution
//
//   A  12,000 page faults and 561 blocks a step, where there should be next to none: memory goes
//      back to the system and comes anew. The time is lost wherever something is written for the
//      first time: linear and gelu take eight times as long, and no kernel is to blame. But given
//      back it is in `log`, the only part that takes much longer without computing anything
//      (__madvise in the samples is the system call that does it).
//   B  1 of 2 cores busy, no waiting for other threads in the samples, all products slower by the
//      same factor, and nothing else: one thread. That is set before the first step.
//   C  `data` takes as long as the forward pass; the samples say play_tokens: the text is turned
//   into
//      tokens for each batch. The tokens are the same each time. Loading ahead in another thread
//      would only hide it, on a core that is needed.
//   D  `log` takes 4 ms, and there are 31 MiB more of tensors, after the first step as after the
//   last:
//      three more numbers for each of 2.7 million weights. They are copies (libc in the samples),
//      made in each step and hardly ever read. Nothing grows, so it is no leak.
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
  return {{Place::log, Cause::memory_given_back, Remedy::keep_memory_between_steps},
          {Place::setup, Cause::too_few_threads, Remedy::use_all_cores},
          {Place::data, Cause::work_repeated, Remedy::do_it_once_before_training},
          {Place::log, Cause::needless_copy, Remedy::copy_rarely_or_not_at_all}};
}
