// An update that gets lost, a sum whose bits do not depend on the threads, and two variables on one
// cache line.
#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "chapters/06_parallel_cpu/4_reduce.hpp"
#include "chapters/06_parallel_cpu/5_false_sharing.hpp"
#include "chapters/06_parallel_cpu/sections.hpp"
#include "chapters/06_parallel_cpu/timing.hpp"
#include "common/core/rng.hpp"

namespace dls::ch06 {

namespace {

std::string bits(float value) {
  std::uint32_t word = 0;
  std::memcpy(&word, &value, sizeof word);
  return fmt::format("{:08x}", word);
}

void lost_updates(Lesson& lesson) {
  const std::int64_t times = lesson.quick() ? 200'000 : 5'000'000;
  std::int64_t lost = 0;  // the most of a few tries: two threads may happen to take turns
  for (int attempt = 0; attempt < 5; ++attempt)
    lost = std::max(lost, 2 * times - count_with_lost_updates(2, times));
  lesson.say("Two threads add 1 to one counter, {} times each:", times);
  lesson.say("  read, add, write back:   {:>10} updates lost", lost);
  lesson.say("  one indivisible step:    {:>10} updates lost",
             2 * times - count_atomically(2, times));
  if (lost == 0)
    lesson.say(
        "None was lost this time: the two took turns, by luck or on one core. It stays wrong.");
  lesson.say();
  lesson.metric({{"what", "lost updates"}, {"lost", lost}, {"of", 2 * times}});
}

void sums(Lesson& lesson) {
  std::vector<float> x(1'000'003);
  Rng rng(lesson.seed(), "sums");
  for (float& v : x) v = static_cast<float>(rng.uniform());
  Table table(
      {"threads", "one chunk a thread", "its bits", "chunks of 4096, in order", "its bits "},
      "The sum of 1,000,003 numbers:");
  std::set<std::string> by_threads, in_order;
  for (const int threads : {1, 2, 3, 4, 5, 6, 7, 8}) {
    ThreadPool pool(threads);
    const float a = sum_by_threads(pool, x), b = sum_in_order(pool, x);
    by_threads.insert(bits(a));
    in_order.insert(bits(b));
    table.row({std::to_string(threads), fmt::format("{:.2f}", a), bits(a), fmt::format("{:.2f}", b),
               bits(b)});
  }
  lesson.show(table);
  lesson.say("Different results: {} and {}.", by_threads.size(), in_order.size());
  lesson.say();
}

void false_sharing(Lesson& lesson) {
  const std::int64_t times = lesson.quick() ? 1'000'000 : 20'000'000;
  ThreadPool pool(2);
  const auto count = [&](std::size_t apart) { keep(count_apart(pool, apart, times)); };
  const auto t = fastest_seconds({[&] { count(8); }, [&] { count(64); }, [&] { count(128); }}, 5);
  Table table({"two counters, this far apart", "an addition takes", "ratio"});
  const char* const names[] = {"8 bytes: one cache line", "64 bytes: one line each",
                               "128 bytes: one line each"};
  for (std::size_t i = 0; i < t.size(); ++i) {
    table.row({names[i], fmt::format("{:.2f} ns", t[i] / static_cast<double>(times) * 1e9),
               fmt::format("{:.1f}", t[i] / t[1])});
    lesson.metric({{"counters", names[i]}, {"seconds", t[i] / static_cast<double>(times)}});
  }
  lesson.show(table);
}

}  // namespace

void sharing(Lesson& lesson) {
  lost_updates(lesson);
  sums(lesson);
  false_sharing(lesson);
}

}  // namespace dls::ch06
