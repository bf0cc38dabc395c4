// expect: in the order in which they arrived
// Each piece is added as soon as it is there.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "common/core/error.hpp"

using SumOf = std::function<float(const float*, std::size_t)>;

inline float parallel_sum(const std::vector<float>& x, int threads, const SumOf& sum_of) {
  constexpr std::size_t piece = 4096;
  std::vector<float> sums((x.size() + piece - 1) / piece);
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  float total = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < sums.size(); i = next++) {
      const float s = sum_of(x.data() + i * piece, std::min(piece, x.size() - i * piece));
      const std::lock_guard lock(mutex);
      total += s;
    }
  };
  std::vector<std::thread> team;
  for (int t = 0; t < threads; ++t) team.emplace_back(work);
  for (std::thread& thread : team) thread.join();
  return total;
}
