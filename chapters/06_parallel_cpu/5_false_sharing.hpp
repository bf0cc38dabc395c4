// Two threads that share no variable, and yet wait for each other: their variables lie on one cache
// line, and a line that a core writes to must be in no other core's cache.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <latch>
#include <vector>

#include "chapters/06_parallel_cpu/1_thread_pool.hpp"

namespace dls::ch06 {

/// What a core fetches from memory at once, on every processor of today's x86 and most of ARM's.
constexpr std::size_t kCacheLine = 64;

/// `threads` counters that lie `bytes` apart; each thread adds 1 to its own, `times` times. Returns
/// their sum.
inline std::int64_t count_apart(ThreadPool& pool, std::size_t bytes, std::int64_t times) {
  struct alignas(kCacheLine) Line {
    std::atomic<std::int64_t> numbers[kCacheLine / sizeof(std::int64_t)] = {};
  };
  const auto threads = static_cast<std::size_t>(pool.workers());
  const std::size_t in_a_line = kCacheLine / sizeof(std::int64_t),
                    step = bytes / sizeof(std::int64_t);
  std::vector<Line> lines(threads * step / in_a_line + 1);
  const auto counter = [&](std::size_t t) -> std::atomic<std::int64_t>& {
    return lines[t * step / in_a_line].numbers[t * step % in_a_line];
  };
  std::latch start(pool.workers());  // nobody is done before the last one begins
  std::vector<std::future<void>> done;
  for (std::size_t t = 0; t < threads; ++t)
    done.push_back(pool.submit([&, t] {
      std::atomic<std::int64_t>& mine = counter(t);
      start.arrive_and_wait();
      for (std::int64_t i = 0; i < times; ++i) mine.fetch_add(1, std::memory_order_relaxed);
    }));
  for (std::future<void>& d : done) d.get();
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < threads; ++t) sum += counter(t);
  return sum;
}

}  // namespace dls::ch06
