// From end to end: what a run is worth, in numbers that can be compared with other runs.
#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>

#include "chapters/05_profiling/lesson_net.hpp"
#include "chapters/05_profiling/sections.hpp"
#include "common/core/check.hpp"
#include "common/core/parallel.hpp"
#include "common/data/catalogue.hpp"
#include "common/data/glyphs.hpp"
#include "common/nn/init.hpp"
#include "common/report/bench.hpp"

namespace dls::ch05 {

TrainTest load_pictures(Lesson& lesson) {
  std::optional<std::filesystem::path> folder;
  if (!lesson.quick()) folder = find_dataset("fashion-mnist", lesson.options().data);
  if (folder) return load_fashion_mnist(*folder);
  if (!lesson.quick()) lesson.say("{}", missing_dataset("fashion-mnist"));
  lesson.say("GENERATED pictures (the digits 0 to 9, far easier than clothes) stand in.");
  lesson.say();
  const int few = lesson.quick() ? 2000 : 10000;
  return {glyphs(lesson.seed(), few), glyphs(lesson.seed() + 1, few / 5)};
}

namespace {

/// Operations a second of a large product, the most that we have seen: what products can reach.
double peak(std::uint64_t seed) {
  Rng rng(seed, "peak");
  const Variable a(normal({512, 512}, 0, 1, rng)), b(normal({512, 512}, 0, 1, rng));
  const BenchTimes times = bench([&] { return matmul(a, b); });
  return 2.0 * 512 * 512 * 512 / *std::min_element(times.times.begin(), times.times.end());
}

struct Run {
  double seconds_a_step, seconds_to_loss, peak;
  int steps;
};

/// Trains until the mean loss of 20 steps is below `goal`; the step's time is the middle one.
Run run(const Lesson& lesson, int threads, double goal, PictureTraining& training) {
  set_threads(threads);
  Run result{0, 0, peak(lesson.seed()), 0};
  for (int i = 0; i < 3; ++i) training.step();
  std::vector<double> times;
  double recent = 0;
  const double start = seconds_now();
  for (bool reached = false; !reached; ++result.steps) {
    DLS_CHECK(result.steps < 20000, "the loss did not fall below {} in 20,000 steps", goal);
    const double before = seconds_now();
    const double loss = training.step();
    times.push_back(seconds_now() - before);
    recent = result.steps == 0 ? loss : 0.95 * recent + 0.05 * loss;
    reached = result.steps >= 20 && recent < goal;
  }
  result.seconds_to_loss = seconds_now() - start;
  result.peak = std::max(result.peak, peak(lesson.seed()));
  result.seconds_a_step = median(times);
  return result;
}

}  // namespace

void metrics(Lesson& lesson) {
  const TrainTest pictures = load_pictures(lesson);
  const int batch = 256;
  const double goal = 0.35;
  Table table({"784-512-256-10, batch 256", "1 thread", "2 threads"});
  Run runs[2] = {};
  double flops = 0, parameters = 0;
  for (const int threads : {1, 2}) {
    PictureTraining training(pictures.train, batch, {512, 256}, 1e-3, lesson.seed());
    flops = training.flops();
    parameters = static_cast<double>(training.parameters());
    runs[threads - 1] = run(lesson, threads, goal, training);
  }
  const auto row = [&](const std::string& what, auto figure, const char* format) {
    table.row({what, fmt::format(fmt::runtime(format), figure(runs[0])),
               fmt::format(fmt::runtime(format), figure(runs[1]))});
  };
  // [metrics]
  const auto samples = [&](const Run& r) { return batch / r.seconds_a_step; };
  const auto rate = [&](const Run& r) { return flops / r.seconds_a_step; };
  row("pictures a second", samples, "{:.0f}/s");
  row(
      "work done: products of the model", [&](const Run& r) { return rate(r) / 1e9; },
      "{:.1f} GFLOP/s");
  row("what a large product reaches", [](const Run& r) { return r.peak / 1e9; }, "{:.1f} GFLOP/s");
  row("model FLOP utilisation", [&](const Run& r) { return 100 * rate(r) / r.peak; }, "{:.0f} %");
  row("steps until the loss is below 0.35", [](const Run& r) { return r.steps; }, "{}");
  row("time until then", [](const Run& r) { return r.seconds_to_loss; }, "{:.2f} s");
  row(
      "scaling efficiency",
      [&](const Run& r) { return 100 * samples(r) / samples(runs[0]) / (&r == &runs[1] ? 2 : 1); },
      "{:.0f} %");
  // [/metrics]
  lesson.show(table);
  lesson.say("{:.0f} parameters, {:.1f} million operations a step.", parameters, flops / 1e6);
  for (int threads = 1; threads <= 2; ++threads) {
    const Run& r = runs[threads - 1];
    lesson.metric({{"threads", threads},
                   {"pictures_per_s", samples(r)},
                   {"model_flop_utilisation", rate(r) / r.peak},
                   {"seconds_to_loss", r.seconds_to_loss},
                   {"steps_to_loss", r.steps}});
  }
}

}  // namespace dls::ch05
