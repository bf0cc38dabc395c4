// What fresh memory costs, and three ways not to pay for it.
#include <fmt/core.h>
#include <malloc.h>
#include <stdlib.h>

#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "chapters/06_parallel_cpu/2_process_pool.hpp"
#include "chapters/06_parallel_cpu/7_first_touch.hpp"
#include "chapters/06_parallel_cpu/sections.hpp"
#include "chapters/06_parallel_cpu/timing.hpp"
#include "common/core/memory.hpp"
#include "common/core/tensor.hpp"
#include "common/report/plot.hpp"

namespace dls::ch06 {

namespace {

struct Cost {
  double seconds;
  std::int64_t faults;
};

Cost cost_of(const std::function<void()>& action) {
  const std::int64_t faults = page_faults();
  const double start = seconds_now();
  action();
  const double seconds = seconds_now() - start;
  return {seconds, page_faults() - faults};
}

double gib(std::size_t bytes) { return static_cast<double>(bytes) / (1 << 30); }

void touches(Lesson& lesson) {
  const std::size_t bytes = lesson.quick() ? 8 << 20 : 128 << 20;
  Table table({"writing to it", "page faults", "time for 1 GiB", "against a reuse"},
              fmt::format("{} MiB, in pages of {} bytes:", bytes >> 20, page_size()));
  // [touches]
  const FreshMemory small(bytes), huge(bytes, true);
  const Cost first = cost_of([&] { touch(small.data(), bytes, 1); });
  const Cost again = cost_of([&] { touch(small.data(), bytes, 2); });
  const Cost first_huge = cost_of([&] { touch(huge.data(), bytes, 1); });
  // [/touches]
  const auto row = [&](const char* name, const Cost& c) {
    table.row({name, std::to_string(c.faults), fmt::format("{:.2f} s", c.seconds / gib(bytes)),
               fmt::format("{:.0f}", c.seconds / again.seconds)});
    lesson.metric(
        {{"touch", name}, {"faults", c.faults}, {"seconds_per_gib", c.seconds / gib(bytes)}});
  };
  row("for the first time", first);
  row("for the first time, pages of 2 MiB asked for", first_huge);
  row("again", again);
  lesson.show(table);
}

/// A training step's need: a block that is taken, written and given back.
struct Steps {
  const char* name;
  std::function<std::function<void()>(std::size_t bytes)> prepare;  // returns the step
};

void use_malloc(std::size_t bytes) {
  auto* const data = static_cast<unsigned char*>(::malloc(bytes));
  touch(data, bytes, 1);
  keep(data);
  ::free(data);
}

std::vector<Steps> all_steps() {
  // [cures]
  return {{"malloc and free", [](std::size_t bytes) { return [=] { use_malloc(bytes); }; }},
          {"the same, malloc told to keep it",
           [](std::size_t bytes) {
             ::mallopt(M_MMAP_MAX, 0);              // large blocks, too, come from the heap,
             ::mallopt(M_TRIM_THRESHOLD, 1 << 30);  // and what is freed stays there
             return [=] { use_malloc(bytes); };
           }},
          {"one buffer, made before",
           [](std::size_t bytes) {
             const auto kept = std::make_shared<std::vector<unsigned char>>(bytes);
             return [=] { touch(kept->data(), bytes, 1); };
           }},
          {"a tensor in a step arena", [](std::size_t bytes) {
             const auto arena = std::make_shared<StepArena>();
             return [=] {
               const auto scope = arena->scope();
               Tensor x = Tensor::empty({static_cast<std::int64_t>(bytes / sizeof(float))});
               touch(reinterpret_cast<unsigned char*>(x.mutable_data<float>()), bytes, 1);
             };
           }}};
  // [/cures]
}

void steps(Lesson& lesson) {
  const std::size_t bytes = lesson.quick() ? 4 << 20 : 40 << 20;
  const std::size_t count = 8;
  const std::vector<Steps> all = all_steps();
  // Each in a process of its own: what malloc is told in one does not change the others.
  const auto run = [&](std::size_t which) {
    const auto step = all[which].prepare(bytes);
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      const Cost c = cost_of(step);
      text += fmt::format("{} {} ", c.seconds * 1e3, c.faults);
    }
    return text;
  };
  Table table({"each step", "page faults of steps 2 to 8", "a step takes"},
              fmt::format("{} steps, each of which takes {} MiB, writes them, gives them back:",
                          count, bytes >> 20));
  std::string fall, stay;  // the curves that fall after their first step, and the others
  Plot plot("A step that needs memory");
  plot.axes("step", "milliseconds").log_y();
  for (std::size_t which = 0; which < all.size(); ++which) {
    std::istringstream text(run_in_processes(1, 1, [&](std::size_t) { return run(which); })[0]);
    std::vector<double> ms(count);
    std::int64_t faults = 0, f = 0;
    for (std::size_t i = 0; i < count; ++i) {
      text >> ms[i] >> f;
      if (i > 0) faults += f;
    }
    const double later = median({ms.begin() + 1, ms.end()});
    table.row({all[which].name, std::to_string(faults), fmt::format("{:.1f} ms", later)});
    lesson.metric({{"memory", all[which].name}, {"faults", faults}, {"ms", later}});
    plot.line(all[which].name, ms);
    std::string& list = later < ms[0] / 2 ? fall : stay;
    list += fmt::format("{}{}", list.empty() ? "" : "; ", all[which].name);
  }
  lesson.show(table);
  lesson.picture(
      plot, "first_touch.png",
      fmt::format("Four curves over eight steps. To less than half of their first step fall: {}. "
                  "About as they began go on: {}.",
                  fall.empty() ? "none" : fall, stay.empty() ? "none" : stay));
}

}  // namespace

void first_touch(Lesson& lesson) {
  touches(lesson);
  steps(lesson);
}

}  // namespace dls::ch06
