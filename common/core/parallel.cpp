#include "common/core/parallel.hpp"

#include <atomic>
#include <exception>
#include <mutex>

#include "common/core/check.hpp"

#ifdef DLS_OPENMP
#include <omp.h>
#else
#include <algorithm>
#include <thread>
#include <vector>
#endif

namespace dls {
namespace {

/// Runs chunks until none is left; several threads do so at once. An exception must not leave a
/// thread of the pool, so the first one is kept for the caller, and the chunks left are given up.
class Chunks {
 public:
  Chunks(std::int64_t count, void* body, void (*run)(void*, std::int64_t))
      : count_(count), body_(body), run_(run) {}

  void work() noexcept {
    try {
      for (std::int64_t i = next_++; i < count_; i = next_++) run_(body_, i);
    } catch (...) {
      next_ = count_;
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  const std::int64_t count_;
  void* const body_;
  void (*const run_)(void*, std::int64_t);
  std::atomic<std::int64_t> next_{0};
  std::mutex mutex_;
  std::exception_ptr error_;
};

#ifndef DLS_OPENMP
thread_local int thread_count = 0;      // 0: not set yet
thread_local bool in_parallel = false;  // a loop inside a loop runs on its own thread, as in OpenMP
#endif

}  // namespace

#ifdef DLS_OPENMP

int threads() { return omp_get_max_threads(); }

void set_threads(int count) {
  DLS_CHECK(count >= 1, "set_threads({}): at least one thread is needed", count);
  omp_set_num_threads(count);
}

void detail::run_chunks(std::int64_t chunks, void* body, void (*run)(void*, std::int64_t)) {
  Chunks work(chunks, body, run);
  if (threads() == 1 || omp_in_parallel()) {
    work.work();
  } else {
#pragma omp parallel default(none) shared(work)
    work.work();
  }
  work.rethrow();
}

#else

int threads() {
  if (thread_count == 0) {
    thread_count = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  }
  return thread_count;
}

void set_threads(int count) {
  DLS_CHECK(count >= 1, "set_threads({}): at least one thread is needed", count);
  thread_count = count;
}

void detail::run_chunks(std::int64_t chunks, void* body, void (*run)(void*, std::int64_t)) {
  Chunks work(chunks, body, run);
  if (threads() == 1 || in_parallel) {
    work.work();
  } else {
    const auto job = [&work] {
      in_parallel = true;
      work.work();
      in_parallel = false;
    };
    std::vector<std::thread> helpers;
    for (std::int64_t i = 1; i < std::min<std::int64_t>(threads(), chunks); ++i) {
      helpers.emplace_back(job);
    }
    job();
    for (std::thread& helper : helpers) helper.join();
  }
  work.rethrow();
}

#endif

void detail::bad_grain(std::int64_t grain) {
  throw Error(fmt::format("parallel_for: a chunk needs at least one index; grain is {}", grain));
}

}  // namespace dls
