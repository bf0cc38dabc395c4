// A profiler that knows nothing about the program: it looks at it 250 times in a second.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "chapters/05_profiling/2_flame_graph.hpp"
#include "chapters/05_profiling/lesson_net.hpp"
#include "chapters/05_profiling/sections.hpp"
#include "common/core/parallel.hpp"
#include "common/report/bench.hpp"
#include "common/report/sampler.hpp"

namespace dls::ch05 {

namespace {

// [planted]
/// What somebody wrote to "clean" the pictures: for each pixel the median of its neighbourhood, by
/// sorting it. Right, and far too slow to be done for each batch.
[[gnu::noinline]] void clean_pictures(std::vector<float>& pixels) {
  const std::vector<float> copy = pixels;
  for (std::size_t i = 29; i + 29 < pixels.size(); ++i) {
    float around[9];
    for (std::size_t k = 0; k < 9; ++k) around[k] = copy[i - 29 + k / 3 * 28 + k % 3];
    std::sort(around, around + 9);
    pixels[i] = around[4];
  }
}
// [/planted]

/// The innermost functions with the most samples.
std::vector<std::pair<std::string, int>> hottest(
    const std::vector<std::vector<std::string>>& stacks, bool innermost) {
  std::map<std::string, int> counts;
  for (const auto& stack : stacks) {
    if (stack.empty()) continue;
    std::vector<std::string> names = stack;
    if (innermost) names = {stack.back()};
    std::sort(names.begin(), names.end());  // a function that calls itself is seen once
    names.erase(std::unique(names.begin(), names.end()), names.end());
    for (const std::string& name : names) ++counts[name];
  }
  std::vector<std::pair<std::string, int>> sorted(counts.begin(), counts.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  return sorted;
}

}  // namespace

void samples(Lesson& lesson) {
  set_threads(1);
  const TrainTest pictures = load_pictures(lesson);
  PictureTraining training(pictures.train, 128, {256, 128}, 1e-3, lesson.seed());
  std::vector<float> batch(pictures.train.pixels.begin(),
                           pictures.train.pixels.begin() + 256 * 784);
  for (int i = 0; i < 5; ++i) training.step();

  // [sample]
  Sampler sampler;
  const double end = seconds_now() + (lesson.quick() ? 0.6 : 2);
  sampler.start();
  while (seconds_now() < end) {
    clean_pictures(batch);
    training.step();
  }
  sampler.stop();
  // [/sample]
  const auto stacks = sampler.stacks();
  const double all = static_cast<double>(stacks.size());
  lesson.say("{} samples of processor time, {} lost.", sampler.samples(), sampler.lost());
  lesson.say();
  for (const bool innermost : {true, false}) {
    Table table({innermost ? "was running" : "was running, or waited for what it had called",
                 "samples", "share"});
    int rows = 0;
    for (const auto& [name, count] : hottest(stacks, innermost)) {
      table.row({name, std::to_string(count), fmt::format("{:.0f} %", 100 * count / all)});
      if (++rows == 8) break;
    }
    lesson.show(table);
  }
  const std::string folded = sampler.folded();
  lesson.write("stacks.folded", folded);
  lesson.say("clean_pictures() is in {:.0f} % of the samples.",
             100 * share_of(folded, "clean_pictures"));
  lesson.metric({{"samples", sampler.samples()}, {"hot", share_of(folded, "clean_pictures")}});
  lesson.picture(
      flame_graph("A training whose loader is too clean", folded), "flame.png",
      "A flame graph: over main, one box for clean_pictures takes most of the width, the "
      "training step the rest.");
}

}  // namespace dls::ch05
