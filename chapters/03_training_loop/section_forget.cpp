// What each part of the state is for: forget one, resume, and see which step goes another way.
#include <fmt/core.h>

#include <functional>
#include <string>
#include <vector>

#include "chapters/03_training_loop/lesson_data.hpp"
#include "chapters/03_training_loop/sections.hpp"
#include "common/core/parallel.hpp"

namespace dls::ch03 {

namespace {

constexpr int kBefore = 50, kAfter = 100;  // steps before the checkpoint, and after it

/// The losses of the next steps, over the end of an epoch if need be.
std::vector<double> losses(Training& training, int steps) {
  std::vector<double> all;
  for (int i = 0; i < steps; ++i) {
    if (training.epoch_over()) training.next_epoch();
    all.push_back(training.step());
  }
  return all;
}

/// Replaces the tensors whose names begin so by those of `fresh`.
void forget(Checkpoint& c, const Checkpoint& fresh, const std::string& prefix) {
  for (std::size_t i = 0; i < c.tensors.size(); ++i)
    if (c.tensors[i].name.compare(0, prefix.size(), prefix) == 0)
      c.tensors[i].value = fresh.tensors[i].value;
}

}  // namespace

void forgotten(Lesson& lesson) {
  set_threads(1);
  LessonData data = load_data(lesson);
  data.train.members.resize(std::min<std::size_t>(data.train.members.size(), 2000));
  const Recipe recipe = original_recipe(lesson);

  Training straight(recipe, data.train);
  Checkpoint fresh, saved;
  straight.save(fresh);
  for (NamedTensor& t : fresh.tensors) t.value = t.value.copy();  // the others go on changing
  losses(straight, kBefore);
  straight.save(saved);
  for (NamedTensor& t : saved.tensors) t.value = t.value.copy();
  const std::vector<double> want = losses(straight, kAfter);

  // [forget]
  const std::vector<std::pair<std::string, std::function<void(Checkpoint&)>>> cases = {
      {"nothing", [](Checkpoint&) {}},
      {"Adam's moments",
       [&](Checkpoint& c) {
         forget(c, fresh, "adam.mean.");
         forget(c, fresh, "adam.square.");
       }},
      {"Adam's count of steps", [&](Checkpoint& c) { forget(c, fresh, "adam.steps"); }},
      {"how often dropout was called", [&](Checkpoint& c) { forget(c, fresh, "net.dropout"); }},
      {"the place in the order", [](Checkpoint& c) { c.notes["shuffle.used"] = "0"; }},
      {"where the random stream was", [](Checkpoint& c) { c.notes["shuffle.stream"] = "1"; }},
  };
  // [/forget]
  Table table({"forgotten", "first step with another loss", "loss of step 150", "uninterrupted"});
  for (const auto& [name, forget_it] : cases) {
    Checkpoint c = saved;
    forget_it(c);
    Training resumed(recipe, data.train);
    resumed.load(c);
    const std::vector<double> got = losses(resumed, kAfter);
    int first = 0;
    while (first < kAfter &&
           got[static_cast<std::size_t>(first)] == want[static_cast<std::size_t>(first)])
      ++first;
    table.row({name, first == kAfter ? "none" : std::to_string(kBefore + 1 + first),
               fmt::format("{:.6f}", got.back()), fmt::format("{:.6f}", want.back())});
  }
  lesson.say(
      "{} steps, a checkpoint, {} more. Then again from the checkpoint, with one thing "
      "forgotten:",
      kBefore, kAfter);
  lesson.say();
  lesson.show(table);
}

}  // namespace dls::ch03
