// Memory over time, from outside and from inside.
#include <fmt/core.h>

#include <string>

#include "chapters/05_profiling/3_counters.hpp"
#include "chapters/05_profiling/lesson_net.hpp"
#include "chapters/05_profiling/sections.hpp"
#include "common/core/parallel.hpp"
#include "common/report/memory_timeline.hpp"

namespace dls::ch05 {

namespace {

double mib(std::int64_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

}  // namespace

void memory(Lesson& lesson) {
  set_threads(1);
  const TrainTest pictures = load_pictures(lesson);
  // [timeline]
  MemoryTimeline timeline;
  timeline.start();
  Table table({"moment", "resident MiB", "tensors MiB", "page faults so far"});
  const std::int64_t faults = system_counts().page_faults;
  const auto row = [&](const std::string& moment) {
    table.row({moment, fmt::format("{:.1f}", mib(resident_bytes())),
               fmt::format("{:.1f}", mib(memory_use().current)),
               std::to_string(system_counts().page_faults - faults)});
  };
  row("before");
  {
    PictureTraining training(pictures.train, 256, {1024, 1024}, 1e-3, lesson.seed());
    row("the model is made");
    training.step();
    row("after step 1");
    training.step();
    row("after step 2");
    for (int i = 0; i < 10; ++i) training.step();
    row("after step 12");
  }
  row("all of it is gone");
  timeline.stop();
  timeline.read();  // one more, so that the end is in the picture
  // [/timeline]
  lesson.show(table);
  lesson.picture(
      timeline.plot("Memory while a model is trained and thrown away"), "memory.png",
      "Two curves over a second: the counted tensors jump up, tremble with each step and "
      "fall to zero; the resident memory climbs above them and stays for longer.");

  const auto touched = [](bool fresh) {
    static std::vector<char> kept(32 << 20, 1);
    const std::int64_t before = system_counts().page_faults;
    const double start = static_cast<double>(nanoseconds_now());
    std::vector<char> made(fresh ? 32 << 20 : 0);
    std::vector<char>& block = fresh ? made : kept;
    for (std::size_t i = 0; i < block.size(); i += 4096) block[i] = static_cast<char>(i);
    const double ms = (static_cast<double>(nanoseconds_now()) - start) / 1e6;
    return std::pair<double, std::int64_t>(ms, system_counts().page_faults - before);
  };
  touched(false);
  Table touch({"32 MiB, one byte of each page written", "time", "page faults"});
  for (const bool fresh : {true, false}) {
    const auto [ms, count] = touched(fresh);
    touch.row({fresh ? "memory that is new" : "the same again, memory that is kept",
               fmt::format("{:.2f} ms", ms), std::to_string(count)});
  }
  lesson.show(touch);
}

}  // namespace dls::ch05
