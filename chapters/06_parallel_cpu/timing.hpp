// Seconds of several things that are compared: measured in turn, again and again.
#pragma once
#include <cstddef>
#include <functional>
#include <vector>

#include "common/report/bench.hpp"  // seconds_now, median: chapter 05

namespace dls::ch06 {

/// Every candidate once to warm up, then all in turn `rounds` times, so that a slow moment of the
/// machine meets all of them. Returns the median seconds of each.
inline std::vector<double> median_seconds(const std::vector<std::function<void()>>& candidates,
                                          int rounds) {
  std::vector<std::vector<double>> all(candidates.size());
  for (const auto& candidate : candidates) candidate();
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const double start = seconds_now();
      candidates[i]();
      all[i].push_back(seconds_now() - start);
    }
  std::vector<double> medians;
  for (const auto& times : all) medians.push_back(median(times));
  return medians;
}

/// Makes the compiler believe that somebody looks at the value: without that it may leave out the
/// work that leads to it.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

}  // namespace dls::ch06
