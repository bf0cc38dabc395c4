// Times that can be believed (C++17, header only).
//
//   dls::BenchTimes t = dls::bench([&] { step(); });             // how long?
//   dls::BenchRatio r = dls::compare_times(old_way, new_way);    // which is faster, and is that
//   sure?
//
// A single time says little: the first calls fetch code and memory that later ones find ready, and
// the machine does other things, too. So the first calls are thrown away, the middle of many is
// taken instead of their mean, and two ways are compared by taking turns, so that whatever changes
// meanwhile meets both.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/core/error.hpp"

namespace dls {

/// The seconds since some moment, on a clock that only goes forward.
inline double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct BenchOptions {
  int warm_up = 3;  ///< calls that are timed and not counted
  int rounds = 21;  ///< calls that count
  std::function<double()> clock = seconds_now;
};

// [median]
/// The middle one when sorted; of an even number the mean of the two in the middle. Throws Error
/// when there is none.
inline double median(std::vector<double> values) {
  if (values.empty()) throw Error("the median of no values was asked for");
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// The median distance from the median ("MAD"): a spread that one wild value cannot move.
inline double median_deviation(const std::vector<double>& values) {
  const double middle = median(values);
  std::vector<double> distances;
  for (const double v : values) distances.push_back(std::abs(v - middle));
  return median(distances);
}
// [/median]

// [interval]
/// Where the true median lies with 95 % probability, whatever the distribution: each value is
/// below it with probability 1/2, so the number of values below it is binomial. Fewer than 6 values
/// cannot promise that much; then it is their whole range.
/// Source: Conover, "Practical Nonparametric Statistics", section 3.2.
inline std::pair<double, double> median_interval(std::vector<double> values) {
  if (values.empty()) throw Error("the interval of no values was asked for");
  std::sort(values.begin(), values.end());
  const double n = static_cast<double>(values.size());
  double probability = std::pow(0.5, n), outside = 0;  // of exactly k below; of at most k
  std::size_t k = 0;
  while (outside + probability <= 0.025) {
    outside += probability;
    ++k;
    probability *= (n - static_cast<double>(k) + 1) / static_cast<double>(k);
  }
  k = k > 0 ? k - 1 : 0;
  return {values[k], values[values.size() - 1 - k]};
}
// [/interval]

/// What bench() measured, in seconds a call.
struct BenchTimes {
  std::vector<double> warm_up, times;  ///< in order
  double median = 0, deviation = 0;    ///< of `times`; the deviation is the median one
};

namespace bench_detail {
template <class Call>
double time_of(const BenchOptions& options, Call& call) {
  const double start = options.clock();
  call();
  return options.clock() - start;
}
inline void check(const BenchOptions& options) {
  if (options.warm_up < 0 || options.rounds < 1)
    throw Error("bench: " + std::to_string(options.warm_up) + " calls to warm up and " +
                std::to_string(options.rounds) + " rounds; it takes at least 0 and 1");
}
}  // namespace bench_detail

// [bench]
/// Times single calls of `call`. Throws Error when the options ask for nothing.
template <class Call>
BenchTimes bench(Call call, const BenchOptions& options = {}) {
  bench_detail::check(options);
  BenchTimes result;
  for (int i = 0; i < options.warm_up; ++i)
    result.warm_up.push_back(bench_detail::time_of(options, call));
  for (int i = 0; i < options.rounds; ++i)
    result.times.push_back(bench_detail::time_of(options, call));
  result.median = median(result.times);
  result.deviation = median_deviation(result.times);
  return result;
}
// [/bench]

/// How much longer b takes than a: 2 is twice as long.
struct BenchRatio {
  double ratio = 0;  ///< the median of the rounds' ratios
  double low = 0;    ///< where the true median lies with 95 % probability:
  double high = 0;   ///< from low to high
  BenchTimes a, b;   ///< each on its own
  bool differs() const { return low > 1 || high < 1; }  ///< 1 lies outside
};

// [compare]
/// Times `a` and `b` in turns: a b, then b a, then a b, ... Each round gives a ratio of two times
/// that were taken within moments of each other, and who comes first changes, so that a machine
/// that grows slower all the time favours neither.
template <class A, class B>
BenchRatio compare_times(A a, B b, const BenchOptions& options = {}) {
  bench_detail::check(options);
  BenchRatio result;
  std::vector<double> ratios;
  for (int i = -options.warm_up; i < options.rounds; ++i) {
    const bool a_first = i % 2 == 0;
    double time_a = 0, time_b = 0;
    if (a_first) time_a = bench_detail::time_of(options, a);
    time_b = bench_detail::time_of(options, b);
    if (!a_first) time_a = bench_detail::time_of(options, a);
    (i < 0 ? result.a.warm_up : result.a.times).push_back(time_a);
    (i < 0 ? result.b.warm_up : result.b.times).push_back(time_b);
    if (i >= 0) ratios.push_back(time_b / time_a);
  }
  for (BenchTimes* times : {&result.a, &result.b}) {
    times->median = median(times->times);
    times->deviation = median_deviation(times->times);
  }
  result.ratio = median(ratios);
  std::tie(result.low, result.high) = median_interval(ratios);
  return result;
}
// [/compare]

}  // namespace dls
