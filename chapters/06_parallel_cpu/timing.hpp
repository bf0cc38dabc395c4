// Seconds of several things that are compared: measured in turn, again and again, the shortest of
// each.
#pragma once
#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "common/report/bench.hpp"  // seconds_now, median: chapter 05

namespace dls::ch06 {

/// Every candidate once to warm up, then all in turn `rounds` times, so that a slow moment of the
/// machine meets all of them. Returns the shortest time of each: what disturbs a measurement on a
/// shared machine only adds time, and here the question is what is possible.
inline std::vector<double> fastest_seconds(const std::vector<std::function<void()>>& candidates,
                                           int rounds) {
  std::vector<double> shortest(candidates.size(), 1e300);
  for (const auto& candidate : candidates) candidate();
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const double start = seconds_now();
      candidates[i]();
      shortest[i] = std::min(shortest[i], seconds_now() - start);
    }
  return shortest;
}

/// Makes the compiler believe that somebody looks at the value: without that it may leave out the
/// work that leads to it.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

}  // namespace dls::ch06
