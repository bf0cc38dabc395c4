// Many threads, one sum: an update that gets lost, and an order that does not depend on the
// threads.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <latch>
#include <mutex>
#include <vector>

#include "chapters/06_parallel_cpu/1_thread_pool.hpp"

namespace dls::ch06 {

// [for_chunks]
/// Splits [0, n) into chunks of `grain` indices and calls body(chunk, begin, end) for each, on the
/// threads of the pool. Returns when all are done; throws what a body threw.
template <class Body>
void for_chunks(ThreadPool& pool, std::size_t n, std::size_t grain, Body body) {
  const std::size_t chunks = (n + grain - 1) / grain;
  std::atomic<std::size_t> next = 0;
  std::vector<std::future<void>> done;
  for (int w = 0; w < pool.workers(); ++w)
    done.push_back(pool.submit([&] {
      for (std::size_t c = next++; c < chunks; c = next++)
        body(c, c * grain, std::min(n, (c + 1) * grain));
    }));
  for (std::future<void>& d : done) d.wait();  // all, before `next` goes away
  for (std::future<void>& d : done) d.get();
}
// [/for_chunks]

/// `threads` threads count to `times` each, on one counter: read it, add one, write it back. The
/// three steps are not one, so another thread's write in between is lost. (Each step is atomic
/// here, so that the program has a defined meaning; with a plain int it would have none.)
inline std::int64_t count_with_lost_updates(int threads, std::int64_t times) {
  std::atomic<std::int64_t> counter = 0;
  std::latch start(threads);  // nobody is done before the last one begins
  ThreadPool pool(threads);
  std::vector<std::future<void>> done;
  for (int t = 0; t < threads; ++t)
    done.push_back(pool.submit([&] {
      start.arrive_and_wait();
      // [lost]
      for (std::int64_t i = 0; i < times; ++i) {
        const std::int64_t seen = counter.load(std::memory_order_relaxed);
        counter.store(seen + 1, std::memory_order_relaxed);
      }
      // [/lost]
    }));
  for (std::future<void>& d : done) d.get();
  return counter;
}

/// The same with one indivisible step.
inline std::int64_t count_atomically(int threads, std::int64_t times) {
  std::atomic<std::int64_t> counter = 0;
  std::latch start(threads);  // nobody is done before the last one begins
  ThreadPool pool(threads);
  std::vector<std::future<void>> done;
  for (int t = 0; t < threads; ++t)
    done.push_back(pool.submit([&] {
      start.arrive_and_wait();
      for (std::int64_t i = 0; i < times; ++i) ++counter;
    }));
  for (std::future<void>& d : done) d.get();
  return counter;
}

inline float sum_of(const float* x, std::size_t n) {
  float sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += x[i];
  return sum;
}

/// One chunk for each thread: right, and other bits for another number of threads.
inline float sum_by_threads(ThreadPool& pool, const std::vector<float>& x) {
  const std::size_t grain =
      std::max<std::size_t>(1, (x.size() + static_cast<std::size_t>(pool.workers()) - 1) /
                                   static_cast<std::size_t>(pool.workers()));
  std::vector<float> sums((x.size() + grain - 1) / grain);
  for_chunks(pool, x.size(), grain, [&](std::size_t c, std::size_t begin, std::size_t end) {
    sums[c] = sum_of(x.data() + begin, end - begin);
  });
  return sum_of(sums.data(), sums.size());
}

// [ordered]
/// Chunks of a fixed length, added up in their order: the same bits for any number of threads. No
/// thread waits for another; only the short list of chunk sums is added up by one.
inline float sum_in_order(ThreadPool& pool, const std::vector<float>& x) {
  constexpr std::size_t grain = 4096;
  std::vector<float> sums((x.size() + grain - 1) / grain);
  for_chunks(pool, x.size(), grain, [&](std::size_t c, std::size_t begin, std::size_t end) {
    sums[c] = sum_of(x.data() + begin, end - begin);
  });
  return sum_of(sums.data(), sums.size());
}
// [/ordered]

}  // namespace dls::ch06
