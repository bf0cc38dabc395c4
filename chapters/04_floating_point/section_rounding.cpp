// Three ways to round, and what a thousand small updates make of each.
#include <fmt/core.h>

#include <cmath>

#include "chapters/04_floating_point/4_encode.hpp"
#include "chapters/04_floating_point/bits_text.hpp"
#include "chapters/04_floating_point/sections.hpp"
#include "common/core/rng.hpp"

namespace dls::ch04 {

namespace {

/// The mean of `count` stochastic roundings of x, each with a random number of its own.
double mean_stochastic(const Format& f, double x, int count, Rng& rng) {
  double sum = 0;
  for (int i = 0; i < count; ++i)
    sum += round_to(f, x, {Rounding::stochastic, Overflow::to_infinity, rng.uniform()});
  return sum / count;
}

void three_ways(Lesson& lesson) {
  const int draws = 200000;
  Rng rng(lesson.seed(), "rounding");
  lesson.say("Into fp16; the last column is a mean of {} draws:", draws);
  Table table({"x", "neighbours", "nearest even", "toward zero", "stochastic, mean"});
  for (const double x : {2049.0, 2051.0, 2048.5, -2049.5, 0x1.8p-25}) {
    const double down = round_to(kFp16, x, {Rounding::toward_zero});
    const double up = decode(kFp16, encode(kFp16, x, {Rounding::toward_zero}) + 1);
    table.row({fmt::format("{:.6g}", x), fmt::format("{:.4g} and {:.4g}", down, up),
               fmt::format("{:.4g}", round_to(kFp16, x)), fmt::format("{:.4g}", down),
               fmt::format("{:.5g}", mean_stochastic(kFp16, x, draws, rng))});
  }
  lesson.show(table);
}

/// A weight of 1 that is to grow by 0.001 a thousand times, stored in format f after each update.
double after_updates(const Format& f, Rounding rounding, Rng& rng) {
  double weight = 1;
  // [updates]
  for (int step = 0; step < 1000; ++step)
    weight = round_to(f, weight + 0.001, {rounding, Overflow::to_infinity, rng.uniform()});
  // [/updates]
  return weight;
}

void updates(Lesson& lesson) {
  Rng rng(lesson.seed(), "updates");
  lesson.say("A weight of 1 and a thousand updates of 0.001. It should become 2:");
  Table table({"stored in", "nearest even", "toward zero", "stochastic"});
  for (const Format& f : {kFp32, kFp16, kBf16}) {
    const double nearest = after_updates(f, Rounding::nearest_even, rng);
    const double cut = after_updates(f, Rounding::toward_zero, rng);
    const double drawn = after_updates(f, Rounding::stochastic, rng);
    table.row({f.name, fmt::format("{:.4f}", nearest), fmt::format("{:.4f}", cut),
               fmt::format("{:.4f}", drawn)});
    lesson.metric(
        {{"what", "updates"}, {"format", f.name}, {"nearest", nearest}, {"drawn", drawn}});
  }
  lesson.show(table);
}

}  // namespace

void rounding(Lesson& lesson) {
  three_ways(lesson);
  updates(lesson);
}

}  // namespace dls::ch04
