// Two corpora, three ways to share the work, and what each buys.
#include <fmt/core.h>

#include <functional>
#include <string>
#include <vector>

#include "chapters/06_parallel_cpu/3_miner.hpp"
#include "chapters/06_parallel_cpu/sections.hpp"
#include "chapters/06_parallel_cpu/timing.hpp"

namespace dls::ch06 {

namespace {

/// What the same mining takes on a clock that only counts the waiting: the same on every machine.
void on_a_virtual_clock(Lesson& lesson, const Matcher& matcher) {
  const Corpus corpus{64, 20, 0.05, lesson.seed()};
  Table table({"workers", "virtual s", "speed-up", "of workers"},
              "64 documents that take 0.05 s each to arrive, on a virtual clock:");
  VirtualClock alone(1);
  const Findings want = mine_serially(corpus, matcher, alone);
  bool same = true;
  for (const int workers : {1, 2, 3, 4, 5, 8, 16}) {
    VirtualClock clock(workers);
    same = mine_in_threads(corpus, matcher, workers, clock) == want && same;
    const double speed_up = alone.now() / clock.now();
    table.row({std::to_string(workers), fmt::format("{:.2f}", clock.now()),
               fmt::format("{:.2f}", speed_up), fmt::format("{:.2f}", speed_up / workers)});
  }
  lesson.show(table);
  lesson.say("The same findings for every number of workers: {}.", same ? "yes" : "NO");
  lesson.say();
}

void table_of_modes(Lesson& lesson, const std::string& title, const Corpus& corpus,
                    const Matcher& matcher) {
  const std::vector<int> workers =
      lesson.quick() ? std::vector<int>{1, 2, 5} : std::vector<int>{1, 2, 5, 10};
  RealClock clock;
  const Findings want = mine_serially(corpus, matcher, clock);
  bool same = true;
  // [modes]
  const auto run = [&](int mode, int n) {
    if (mode == 0) return mine_in_threads(corpus, matcher, n, clock);
    if (mode == 1) return mine_under_one_lock(corpus, matcher, n, clock);
    return mine_in_processes(corpus, matcher, n);
  };
  // [/modes]
  const char* const names[] = {"threads", "threads that compute one at a time", "processes"};
  std::vector<std::string> columns = {"speed-up against serial"};
  std::vector<std::function<void()>> candidates = {
      [&] { keep(mine_serially(corpus, matcher, clock)); }};
  for (const int n : workers) columns.push_back(fmt::format("{} workers", n));
  for (int mode = 0; mode < 3; ++mode)
    for (const int n : workers)
      candidates.push_back([&, mode, n] { same = run(mode, n) == want && same; });
  const std::vector<double> t = fastest_seconds(candidates, lesson.quick() ? 1 : 5);
  Table table(columns, title);
  std::size_t next = 1;
  for (const char* mode : names) {
    std::vector<std::string> cells = {mode};
    for (const int n : workers) {
      const double speed_up = t[0] / t[next++];
      cells.push_back(fmt::format("{:.2f}", speed_up));
      lesson.metric({{"corpus", title}, {"mode", mode}, {"workers", n}, {"speed_up", speed_up}});
    }
    table.row(cells);
  }
  lesson.show(table);
  lesson.say("The same findings in every mode: {}.", same ? "yes" : "NO");
  lesson.say();
}

}  // namespace

void miner(Lesson& lesson) {
  const Matcher matcher(lesson.seed());
  const Corpus example{3, 20, 0, lesson.seed()};
  RealClock clock;
  lesson.say("Names to look for: {}, {}, {}, ...", matcher.names()[0], matcher.names()[1],
             matcher.names()[2]);
  const Findings found = mine_serially(example, matcher, clock);
  for (std::size_t i = 0; i < found.size(); ++i) lesson.say("  document {}: {}", i, found[i]);
  lesson.say();
  on_a_virtual_clock(lesson, matcher);
  table_of_modes(lesson, "Bound by waiting: 10 ms until a document is there, 20 words in it",
                 {lesson.quick() ? 10UL : 20UL, 20, 0.01, lesson.seed()}, matcher);
  table_of_modes(lesson, "Bound by computing: no wait, 2,000 words in each document",
                 {lesson.quick() ? 10UL : 200UL, 2'000, 0, lesson.seed()}, matcher);
}

}  // namespace dls::ch06
