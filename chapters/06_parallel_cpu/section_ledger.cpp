// The model that the book follows, with the two levers of this chapter: a second core, and memory
// that is kept.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "chapters/06_parallel_cpu/7_first_touch.hpp"
#include "chapters/06_parallel_cpu/sections.hpp"
#include "common/core/parallel.hpp"
#include "common/data/play.hpp"
#include "common/models/mini_training.hpp"
#include "common/report/bench.hpp"
#include "common/report/ledger.hpp"

namespace dls::ch06 {

namespace {

struct Run {
  double ms = 0, bytes = 0, loss = 0;  // of a step; counted peak; the last loss
  double faults = 0;                   // page faults of a step
};

int batch_of(const Lesson& lesson) { return lesson.quick() ? 1 : 8; }
int length_of(const Lesson& lesson) { return lesson.quick() ? 16 : 64; }

/// Steps of a new training. keep: MiniTraining's own step, whose memory is kept. Otherwise the same
/// calls with memory from malloc, as it behaves in a new process: from the large blocks that it is
/// given back it learns to keep more, so this section comes before those that use such blocks.
Run train(const Lesson& lesson, int threads, bool keep) {
  set_threads(threads);
  MiniOptions options;
  options.seed = lesson.seed();
  options.batch = batch_of(lesson);
  options.length = length_of(lesson);
  MiniTraining training(play_tokens(generated_play(lesson.seed(), 100'000)), options);
  const std::vector<Variable> parameters = training.model().parameters();
  // [fresh]
  const auto step = [&] {
    const TokenBatch batch = training.next_batch();
    if (keep) return training.step(batch);
    training.optimizer().zero_grad();
    const Variable loss = training.model().loss(batch.tokens, batch.targets);
    backward(loss);
    clip_gradients(parameters, options.max_norm);
    training.optimizer().step();
    return loss.item();
  };
  // [/fresh]
  const int warm_up = 2, rounds = lesson.quick() ? 2 : 12;
  Run run;
  std::vector<double> ms;
  for (int i = 0; i < warm_up + rounds; ++i) {
    if (i == warm_up) reset_peak_memory();
    const std::int64_t faults = page_faults();
    const double start = seconds_now();
    run.loss = step();
    if (i < warm_up) continue;
    ms.push_back((seconds_now() - start) * 1e3);
    run.faults += static_cast<double>(page_faults() - faults) / rounds;
  }
  run.ms = median(ms);
  run.bytes = static_cast<double>(memory_use().peak);
  return run;
}

}  // namespace

void ledger(Lesson& lesson) {
  const int before = threads();
  const int cores = std::max(1, std::min(2, static_cast<int>(std::thread::hardware_concurrency())));
  const Run fresh = train(lesson, 1, false), kept = train(lesson, 1, true);
  const Run two = train(lesson, cores, true);
  set_threads(before);
  const std::string model = fmt::format("gpt-mini, B={} T={}", batch_of(lesson), length_of(lesson));
  Table table({model, "a step takes", "page faults a step", "peak MiB", "loss"});
  const auto row = [&](const std::string& name, const Run& run) {
    table.row({name, fmt::format("{:.1f} ms", run.ms), fmt::format("{:.0f}", run.faults),
               fmt::format("{:.1f}", run.bytes / (1 << 20)), fmt::format("{:.4f}", run.loss)});
    lesson.metric({{"ledger", name}, {"ms", run.ms}, {"faults", run.faults}, {"loss", run.loss}});
  };
  row("1 thread, fresh memory", fresh);
  row("1 thread, memory kept", kept);
  row(fmt::format("{} threads, memory kept", cores), two);
  lesson.show(table);
  const auto enter = [&](const char* lever, const std::string& what, const Run& a, const Run& b) {
    LedgerRow entry{"06", lever, what};
    entry.ms = {a.ms, b.ms};
    entry.bytes = {a.bytes, b.bytes};
    entry.loss = {a.loss, b.loss};
    enter_in_ledger(lesson, entry);
  };
  enter("memory kept", model + ", 1 thread: a step's memory is kept for the next step", fresh,
        kept);
  enter("one core more", fmt::format("{}, memory kept: {} threads instead of 1", model, cores),
        kept, two);
}

}  // namespace dls::ch06
