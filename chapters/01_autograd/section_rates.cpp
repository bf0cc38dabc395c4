// One number, the learning rate, decides whether anything is learned; a second, the seed, how soon.
#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "chapters/01_autograd/patch_data.hpp"
#include "chapters/01_autograd/sections.hpp"
#include "common/report/plot.hpp"

namespace dls::ch01 {

namespace {

struct Run {
  const std::vector<int>* sizes;
  double rate;
  std::uint64_t seed;
  int epochs = 50;
  double loss = 0;      // on the test pictures, at the end
  double accuracy = 0;  // there, too
};

/// Runs every training, two at a time. A run depends on its own seed alone, so the order in which
/// the threads take them changes nothing.
void run_all(std::vector<Run>& runs, Progress& progress) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;  // guards the progress bar and the error
  std::exception_ptr error;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < runs.size(); i = next++) {
        Run& run = runs[i];
        HandNetwork net =
            train_by_hand(train_patches(run.seed), *run.sizes, run.seed, run.rate, run.epochs);
        const PatchData test = test_patches(run.seed);
        run.loss = net.loss(test.x, test.y);
        run.accuracy = count_outcomes(net.forward(test.x), test.y).accuracy();
        const std::lock_guard<std::mutex> lock(mutex);
        progress.step();
      }
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex);
      error = std::current_exception();
    }
  };
  std::thread second(work);
  work();
  second.join();
  if (error) std::rethrow_exception(error);
}

std::string hidden(const std::vector<int>& sizes) { return sizes.size() == 3 ? "56" : "56, 48"; }

/// Nine seeds where luck decides; where every seed tells the same story, three are enough.
std::vector<Run> plan(Lesson& lesson) {
  std::vector<Run> runs;
  for (const auto* sizes : {&kOneHidden, &kTwoHidden}) {
    for (const double rate : {1e-2, 1e-3, 1e-6}) {
      const bool luck = sizes == &kTwoHidden && rate == 1e-3;
      const std::uint64_t seeds = lesson.quick() ? 1 : luck ? 9 : 3;
      for (std::uint64_t s = 0; s < seeds; ++s) runs.push_back({sizes, rate, lesson.seed() + s});
    }
  }
  return runs;
}

void show_table(Lesson& lesson, const std::vector<Run>& runs) {
  Table table({"hidden", "rate", "seeds", "lowest", "median", "highest", "still above 0.5"},
              "Test loss after 50 epochs");
  for (std::size_t first = 0, end = 0; first < runs.size(); first = end) {
    std::vector<double> loss;
    for (; end < runs.size() && runs[end].sizes == runs[first].sizes &&
           runs[end].rate == runs[first].rate;
         ++end)
      loss.push_back(runs[end].loss);
    std::sort(loss.begin(), loss.end());
    const auto stuck = std::count_if(loss.begin(), loss.end(), [](double l) { return l > 0.5; });
    table.row({hidden(*runs[first].sizes), fmt::format("{:g}", runs[first].rate),
               fmt::format("{}", loss.size()), fmt::format("{:.5f}", loss.front()),
               fmt::format("{:.5f}", loss[loss.size() / 2]), fmt::format("{:.5f}", loss.back()),
               fmt::format("{}", stuck)});
  }
  lesson.show(table);
}

void draw(Lesson& lesson, const std::vector<Run>& runs) {
  Plot plot("Test loss after 50 epochs: each dot is one training");
  plot.axes("learning rate", "cross-entropy").log_x().log_y().x_range(2e-7, 5e-2).y_range(1e-5, 2);
  plot.size(820, 460).dashed("a coin flip: 0.693", {2e-7, 5e-2}, {0.693, 0.693});
  for (const auto* sizes : {&kOneHidden, &kTwoHidden}) {
    std::vector<double> x, loss;
    for (const Run& run : runs) {
      if (run.sizes != sizes) continue;
      // The dots of one rate stand side by side, so that none hides another.
      const double aside = (sizes == &kOneHidden ? -0.45 : 0.1) +
                           0.08 * static_cast<double>(run.seed - lesson.seed());
      x.push_back(run.rate * std::exp(aside));
      loss.push_back(run.loss);
    }
    plot.points(sizes == &kOneHidden ? "one hidden layer (56)" : "two hidden layers (56, 48)", x,
                loss);
  }
  lesson.picture(plot, "rates.png",
                 "Final loss against learning rate: at 0.01 every training succeeds, at 1e-06 none "
                 "leaves the coin flip, and at 0.001 the dots of two hidden layers are spread over "
                 "the whole height");
}

/// Those that stand still with two hidden layers at 0.001, given 20 epochs more.
void wait_for_the_stuck(Lesson& lesson, const std::vector<Run>& runs) {
  std::vector<Run> longer;
  for (const Run& run : runs)
    if (run.sizes == &kTwoHidden && run.rate == 1e-3 && run.loss > 0.5)
      longer.push_back({run.sizes, run.rate, run.seed, 70});
  if (longer.empty()) return;
  Progress progress = lesson.progress("longer trainings", static_cast<std::int64_t>(longer.size()));
  run_all(longer, progress);
  progress.done();
  std::string losses;
  for (const Run& run : longer)
    losses += fmt::format("{}{:.4f}", losses.empty() ? "" : ", ", run.loss);
  lesson.say("Two hidden layers at 0.001: luck decides. Those that still sit near 0.693 are in no");
  lesson.say("hole, they are on a plateau. After 20 epochs more their losses are {}.", losses);
}

}  // namespace

void rates(Lesson& lesson) {
  std::vector<Run> runs = plan(lesson);
  Progress progress = lesson.progress("trainings", static_cast<std::int64_t>(runs.size()));
  run_all(runs, progress);
  progress.done();
  for (const Run& run : runs)
    lesson.metric({{"hidden", hidden(*run.sizes)},
                   {"rate", run.rate},
                   {"seed", run.seed},
                   {"loss", run.loss},
                   {"accuracy", run.accuracy}});
  show_table(lesson, runs);
  wait_for_the_stuck(lesson, runs);
  draw(lesson, runs);
}

}  // namespace dls::ch01
