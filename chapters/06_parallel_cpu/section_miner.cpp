// Two corpora, three ways to share the work, and what each buys.
#include <fmt/core.h>

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
  for (const int n : workers) columns.push_back(fmt::format("{} workers", n));
  Table table(columns, title);
  const int rounds = lesson.quick() ? 1 : 3;
  for (int mode = 0; mode < 3; ++mode) {
    std::vector<std::string> cells = {names[mode]};
    for (const int n : workers) {
      const auto t = median_seconds(
          {[&] { keep(mine_serially(corpus, matcher, clock)); },
           [&] { same = run(mode, n) == want && same; }},
          rounds);
      cells.push_back(fmt::format("{:.2f}", t[0] / t[1]));
      lesson.metric({{"corpus", title},
                     {"mode", names[mode]},
                     {"workers", n},
                     {"speed_up", t[0] / t[1]},
                     {"seconds", t[1]}});
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
  const std::size_t documents = lesson.quick() ? 10 : 20;
  table_of_modes(lesson, "Bound by waiting: 10 ms until a document is there, 20 words in it",
                 {documents, 20, 0.01, lesson.seed()}, matcher);
  table_of_modes(lesson, "Bound by computing: no wait, 10,000 words in each document",
                 {documents, 10'000, 0, lesson.seed()}, matcher);
}

}  // namespace dls::ch06
