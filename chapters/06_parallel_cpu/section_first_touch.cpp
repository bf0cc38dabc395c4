// What fresh memory costs, and three ways not to pay for it.
#include <fmt/core.h>
#include <malloc.h>
#include <stdlib.h>

#include <functional>
#include <string>
#include <vector>

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
    lesson.metric({{"touch", name}, {"faults", c.faults}, {"seconds_per_gib", c.seconds / gib(bytes)}});
  };
  row("for the first time", first);
  row("for the first time, pages of 2 MiB asked for", first_huge);
  row("again", again);
  lesson.show(table);
}

/// A training step's need: blocks that are taken, written and given back.
void steps(Lesson& lesson) {
  const std::size_t bytes = lesson.quick() ? 4 << 20 : 40 << 20;
  const int count = 8;
  std::vector<double> x;
  std::vector<std::vector<double>> curves;
  Table table({"each step", "page faults of steps 2 to 8", "a step takes"},
              fmt::format("{} steps, each of which takes {} MiB, writes them, gives them back:", count,
                          bytes >> 20));
  const auto measure = [&](const char* name, const std::function<void()>& step) {
    std::vector<double> ms;
    std::int64_t faults = 0;
    for (int i = 0; i < count; ++i) {
      const Cost c = cost_of(step);
      ms.push_back(c.seconds * 1e3);
      if (i > 0) faults += c.faults;
    }
    curves.push_back(ms);
    const double later = median({ms.begin() + 1, ms.end()});
    table.row({name, std::to_string(faults), fmt::format("{:.1f} ms", later)});
    lesson.metric({{"memory", name}, {"faults", faults}, {"ms", later}});
  };
  const auto use_malloc = [&] {
    auto* const data = static_cast<unsigned char*>(::malloc(bytes));
    touch(data, bytes, 1);
    keep(data);
    ::free(data);
  };
  // [cures]
  ::mallopt(M_MMAP_THRESHOLD, 128 << 10);  // as a fresh process has it
  measure("malloc and free", use_malloc);
  ::mallopt(M_MMAP_MAX, 0);                // large blocks, too, come from the heap,
  ::mallopt(M_TRIM_THRESHOLD, 1 << 30);    // and what is freed stays there
  measure("the same, malloc told to keep it", use_malloc);
  ::mallopt(M_MMAP_MAX, 65'536);
  ::mallopt(M_TRIM_THRESHOLD, 128 << 10);
  std::vector<unsigned char> kept(bytes);
  measure("one buffer, made before", [&] { touch(kept.data(), bytes, 1); });
  StepArena arena;
  measure("a tensor in a step arena", [&] {
    const auto scope = arena.scope();
    Tensor x = Tensor::empty({static_cast<std::int64_t>(bytes / sizeof(float))});
    touch(reinterpret_cast<unsigned char*>(x.mutable_data<float>()), bytes, 1);
  });
  // [/cures]
  lesson.show(table);
  Plot plot("A step that needs memory");
  plot.axes("step", "milliseconds").log_y();
  plot.line("malloc and free", curves[0]).line("malloc told to keep it", curves[1]);
  plot.line("one buffer", curves[2]).line("step arena", curves[3]);
  lesson.picture(plot, "first_touch.png",
                 "Four curves over eight steps. With malloc and free each step takes as long as the "
                 "first; the three others fall after their first step, and stay down.");
}

}  // namespace

void first_touch(Lesson& lesson) {
  touches(lesson);
  steps(lesson);
}

}  // namespace dls::ch06
