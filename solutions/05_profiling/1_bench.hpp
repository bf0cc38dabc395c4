// 05.1  A bench that is not fooled: solution
//
// The slow first calls are thrown away. One wild value moves a mean as far as it likes; the median
// only knows that it is large. And a and b take turns: whatever the machine does meanwhile, it does
// to both. Each round's ratio comes from two moments that lie side by side, and who goes first
// changes from round to round, so that the second one's small disadvantage goes to each in turn.
#pragma once
#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <vector>

#include "common/core/error.hpp"

using Clock = std::function<double()>;
using Call = std::function<void()>;

inline double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  const std::size_t half = times.size() / 2;
  return times.size() % 2 == 1 ? times[half] : (times[half - 1] + times[half]) / 2;
}

inline double time_of(const Clock& clock, const Call& call) {
  const double start = clock();
  call();
  return clock() - start;
}

inline void check(int warm_up, int rounds) {
  if (warm_up < 0 || rounds < 1) throw dls::Error("at least 0 calls to warm up, and 1 round");
}

inline double typical_time(const Clock& clock, const Call& call, int warm_up, int rounds) {
  check(warm_up, rounds);
  for (int i = 0; i < warm_up; ++i) call();
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) times.push_back(time_of(clock, call));
  return median(times);
}

inline double time_ratio(const Clock& clock, const Call& a, const Call& b, int warm_up,
                         int rounds) {
  check(warm_up, rounds);
  for (int i = 0; i < warm_up; ++i) {
    a();
    b();
  }
  std::vector<double> ratios;
  for (int i = 0; i < rounds; ++i) {
    double time_a = 0, time_b = 0;
    if (i % 2 == 0) time_a = time_of(clock, a);
    time_b = time_of(clock, b);
    if (i % 2 == 1) time_a = time_of(clock, a);
    ratios.push_back(time_b / time_a);
  }
  return median(ratios);
}
