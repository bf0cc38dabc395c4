// expect: of 3 threads worked at the same time
// Right, and slow.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#include "common/core/error.hpp"

using SumOf = std::function<float(const float*, std::size_t)>;

inline float parallel_sum(const std::vector<float>& x, [[maybe_unused]] int threads,
                          const SumOf& sum_of) {
  constexpr std::size_t piece = 4096;
  std::vector<float> sums((x.size() + piece - 1) / piece);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < sums.size(); i = next++)
      sums[i] = sum_of(x.data() + i * piece, std::min(piece, x.size() - i * piece));
  };
  std::vector<std::thread> team;
  team.emplace_back(work);
  for (std::thread& thread : team) thread.join();
  float sum = 0;
  for (const float s : sums) sum += s;
  return sum;
}
