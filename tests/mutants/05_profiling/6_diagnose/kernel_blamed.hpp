// expect: no kernel has changed
// A: gelu is slow, so its kernel is.
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
  return {{Place::forward, Cause::slow_kernel, Remedy::write_a_faster_kernel},
          {Place::setup, Cause::too_few_threads, Remedy::use_all_cores},
          {Place::data, Cause::work_repeated, Remedy::do_it_once_before_training},
          {Place::log, Cause::needless_copy, Remedy::copy_rarely_or_not_at_all}};
}
