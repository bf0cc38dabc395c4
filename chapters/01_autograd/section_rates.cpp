// One number, the learning rate, decides whether anything is learned; a second, the seed, how soon.
#include <fmt/core.h>

#include <algorithm>
#include <atomic>
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
  double loss = 0;      // on the test pictures, after 50 epochs
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
        HandNetwork net = train_by_hand(train_patches(run.seed), *run.sizes, run.seed, run.rate);
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

}  // namespace

void rates(Lesson& lesson) {
  const std::uint64_t seeds = lesson.quick() ? 1 : 9;
  std::vector<Run> runs;
  for (const auto* sizes : {&kOneHidden, &kTwoHidden})
    for (const double rate : {1e-2, 1e-3, 1e-6})
      for (std::uint64_t s = 0; s < seeds; ++s) runs.push_back({sizes, rate, lesson.seed() + s});

  Progress progress = lesson.progress("trainings", static_cast<std::int64_t>(runs.size()));
  run_all(runs, progress);
  progress.done();

  Table table({"hidden", "rate", "seeds", "lowest", "median", "highest", "still above 0.5"},
              "Test loss after 50 epochs");
  Plot plot("Test loss after 50 epochs, one dot a training");
  plot.axes("seed", "cross-entropy").log_y().y_range(1e-5, 2).size(820, 460);
  for (std::size_t group = 0; group < 6; ++group) {
    const std::size_t first = group * seeds;
    std::vector<double> loss, x;
    for (std::size_t i = first; i < first + seeds; ++i) {
      loss.push_back(runs[i].loss);
      // The six dots of a seed stand side by side, so that none hides another.
      const double aside = 0.12 * (static_cast<double>(group) - 2.5);
      x.push_back(static_cast<double>(runs[i].seed) + aside);
      lesson.metric({{"hidden", hidden(*runs[i].sizes)},
                     {"rate", runs[i].rate},
                     {"seed", runs[i].seed},
                     {"loss", runs[i].loss},
                     {"accuracy", runs[i].accuracy}});
    }
    const Run& run = runs[first];
    plot.points(fmt::format("{} at {:g}", hidden(*run.sizes), run.rate), x, loss);
    std::sort(loss.begin(), loss.end());
    const auto stuck = std::count_if(loss.begin(), loss.end(), [](double l) { return l > 0.5; });
    table.row({hidden(*run.sizes), fmt::format("{:g}", run.rate), fmt::format("{}", seeds),
               fmt::format("{:.5f}", loss.front()), fmt::format("{:.5f}", loss[seeds / 2]),
               fmt::format("{:.5f}", loss.back()), fmt::format("{}", stuck)});
  }
  lesson.show(table);
  lesson.say("Two hidden layers at 0.001: whether 50 epochs are enough depends on the seed. Those");
  lesson.say(
      "that still sit near 0.69 are in no hole: they are on a plateau, and in time leave it.");
  lesson.picture(plot, "rates.png",
                 "Final loss for three learning rates, two depths and several seeds: 0.01 always "
                 "learns, 1e-06 never does, and 0.001 with two hidden layers depends on the seed");
}

}  // namespace dls::ch01
