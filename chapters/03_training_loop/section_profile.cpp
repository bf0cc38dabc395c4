// Where the time of a step goes, what memory it takes, and a trace to look at in a browser.
#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "chapters/03_training_loop/flops.hpp"
#include "chapters/03_training_loop/lesson_data.hpp"
#include "chapters/03_training_loop/sections.hpp"
#include "common/core/check.hpp"
#include "common/core/memory.hpp"
#include "common/core/parallel.hpp"

namespace dls::ch03 {

namespace {

/// Tells the profiler before each step what to do with it.
class Profile : public Callback {
 public:
  Profile(Profiler& profiler, Schedule schedule) : profiler_(profiler), schedule_(schedule) {
    profiler_.set_phase(schedule_.at(0));
  }
  void on_step(const Training& training, double) override {
    profiler_.set_phase(schedule_.at(training.steps()));
  }

 private:
  Profiler& profiler_;
  Schedule schedule_;
};

/// Reads the counters of memory after step 10 and after step 60.
class Memory : public Callback {
 public:
  void on_step(const Training& training, double) override {
    if (training.steps() == 10) {
      reset_peak_memory();
      early = memory_use();
    }
    if (training.steps() == 60) late = memory_use();
  }
  MemoryUse early, late;
};

double mib(std::int64_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

void show_tree(Lesson& lesson, const Profiler& profiler) {
  Table table({"scope", "calls", "each", "of it self"});
  for (const ScopeRow& row : profiler.tree()) {
    const double calls = static_cast<double>(row.calls);
    table.row({std::string(static_cast<std::size_t>(2 * row.depth), ' ') + row.name,
               std::to_string(row.calls), fmt::format("{:.0f} us", row.total / calls * 1e6),
               fmt::format("{:.0f} us", row.self / calls * 1e6)});
  }
  lesson.show(table);
}

}  // namespace

void profile(Lesson& lesson) {
  set_threads(1);
  const std::int64_t at_start = resident_bytes();
  LessonData data = load_data(lesson);
  const std::int64_t with_data = resident_bytes();
  Recipe recipe = original_recipe(lesson);
  recipe.epochs = 2;
  data.train.members.resize(std::min<std::size_t>(data.train.members.size(), 80 * 32));

  // [profile]
  const Schedule schedule;
  Profiler profiler;
  Profile profile(profiler, schedule);
  Memory memory;
  Training training(recipe, data.train);
  training.profiler = &profiler;
  Trainer(training, data.validation, subfolder(lesson, "profile"), 1000, {&profile, &memory}).run();
  // [/profile]

  DLS_CHECK(!profiler.tree().empty(),
            "{} steps are too few to look at one: the schedule waits for the first {}",
            training.steps(), schedule.wait + schedule.warm_up);
  const ScopeRow& step = profiler.tree().at(0);
  lesson.say("Wait {}, warm up {}, look at {}, {} times: of {} steps, {} were looked at.",
             schedule.wait, schedule.warm_up, schedule.active, schedule.repeat, training.steps(),
             step.calls);
  lesson.say();
  show_tree(lesson, profiler);
  const FlopFormula flops = flop_formula(recipe.sizes, recipe.batch);
  lesson.say("{:.2f} million FLOP of products per step: {:.1f} GFLOP/s.",
             static_cast<double>(flops.forward + flops.backward) / 1e6,
             static_cast<double>(flops.forward + flops.backward) / 1e9 /
                 (step.total / static_cast<double>(step.calls)));
  lesson.write("trace.json", profiler.trace_json());
  lesson.say("{} events are in trace.json: open it at ui.perfetto.dev or in chrome://tracing.",
             profiler.events().size());
  lesson.say();
  Table table({"memory of this process", "resident MiB"});
  table.row({"at the start of this section", fmt::format("{:.0f}", mib(at_start))});
  table.row({"with the pictures", fmt::format("{:.0f}", mib(with_data))});
  table.row({"after the training", fmt::format("{:.0f}", mib(resident_bytes()))});
  lesson.show(table);
  lesson.say("Tensors: {:.2f} MiB between steps, {:.2f} MiB at the peak of a step.",
             mib(memory.early.current), mib(memory.late.peak));
  lesson.say("Blocks of memory asked from the system in steps 11 to 60: {}.",
             memory.late.system_calls - memory.early.system_calls);
}

}  // namespace dls::ch03
