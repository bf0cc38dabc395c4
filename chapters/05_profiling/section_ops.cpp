// Every operation of a training step, with its time and what it left in memory; and as a timeline.
#include <fmt/core.h>

#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

#include "chapters/05_profiling/lesson_net.hpp"
#include "chapters/05_profiling/sections.hpp"
#include "common/core/parallel.hpp"
#include "common/report/op_recorder.hpp"
#include "common/report/trace.hpp"

namespace dls::ch05 {

void ops(Lesson& lesson) {
  set_threads(1);
  const TrainTest pictures = load_pictures(lesson);
  PictureTraining training(pictures.train, 32, {64, 64}, 1e-3, lesson.seed());
  for (int i = 0; i < 20; ++i) training.step();

  // [record]
  const int steps = lesson.quick() ? 50 : 500;
  OpRecorder recorder;
  {
    const auto on = recorder.on();
    for (int i = 0; i < steps; ++i) training.step();
  }
  lesson.say("784-64-64-10, 32 pictures a step, mean of {} steps:", steps);
  lesson.say();
  lesson.show(recorder.table(16, steps));
  // [/record]
  const std::vector<OpRow> rows = recorder.rows();
  std::int64_t step_time = 0, calls = 0;
  for (const OpRow& row : rows) {
    calls += row.calls;
    if (row.kind == ProfileHook::Kind::scope && std::string(row.name) == "step")
      step_time = row.total;
  }
  lesson.say("{} things are entered in a step. Is each nanosecond in exactly one row? {}",
             calls / steps,
             std::abs(total_time(rows) - step_time) <= std::ssize(rows) ? "yes" : "NO");

  OpRecorder few(2000);
  {
    const auto on = few.on();
    for (int i = 0; i < 5; ++i) training.step();
  }
  Trace trace;
  few.add_to(trace);
  lesson.write("trace.json", trace.json());
  lesson.say("[trace] out/05_profiling/trace.json: 5 steps, {} events, for ui.perfetto.dev",
             trace.events());
}

}  // namespace dls::ch05
