// A walk through more and more memory, and a sum with longer and longer strides.
#include <fmt/core.h>

#include <fstream>
#include <string>
#include <vector>

#include "chapters/06_parallel_cpu/6_cache_probe.hpp"
#include "chapters/06_parallel_cpu/sections.hpp"
#include "chapters/06_parallel_cpu/timing.hpp"
#include "common/report/plot.hpp"

namespace dls::ch06 {

namespace {

/// What the system says about its caches: "L1 data 48K, L2 1024K, L3 32768K".
std::string caches_of_this_machine() {
  std::string text;
  for (int i = 0; i < 8; ++i) {
    const std::string folder = fmt::format("/sys/devices/system/cpu/cpu0/cache/index{}/", i);
    const auto word = [&](const char* name) {
      std::string line;  // stays empty where a container hides the file
      std::getline(std::ifstream(folder + name), line);
      return line;
    };
    if (word("size").empty() || word("type") == "Instruction") continue;
    text += fmt::format("{}L{} {}", text.empty() ? "" : ", ", word("level"), word("size"));
  }
  return text.empty() ? "the system does not say" : text;
}

void walks(Lesson& lesson) {
  const std::size_t largest = lesson.quick() ? 8 << 20 : 128 << 20;
  const std::int64_t steps = lesson.quick() ? 50'000 : 300'000;
  std::vector<double> kib, ns;
  Table table({"memory", "a step takes"});
  for (std::size_t bytes = 8 << 10; bytes <= largest; bytes *= 2) {
    Chase chase(bytes, lesson.seed());
    const auto t = fastest_seconds({[&] { keep(chase.walk(steps)); }}, 3);
    kib.push_back(static_cast<double>(bytes) / 1024);
    ns.push_back(t[0] / static_cast<double>(steps) * 1e9);
    table.row({bytes < (1 << 20) ? fmt::format("{} KiB", bytes >> 10)
                                 : fmt::format("{} MiB", bytes >> 20),
               fmt::format("{:.1f} ns", ns.back())});
    lesson.metric({{"bytes", bytes}, {"ns", ns.back()}});
  }
  lesson.show(table);
  Plot plot("A step to a random cache line");
  plot.axes("memory walked through (KiB)", "nanoseconds").log_x().log_y();
  plot.line("", kib, ns).points("", kib, ns);
  lesson.picture(
      plot, "caches.png",
      fmt::format("A curve that climbs in steps: {:.1f} ns for a walk within 8 KiB, {:.0f} "
                  "ns within {:.0f} MiB. Each step up is the end of a cache.",
                  ns.front(), ns.back(), kib.back() / 1024));
}

void strides(Lesson& lesson) {
  const std::size_t count = lesson.quick() ? 1 << 20 : 1 << 24;
  const std::vector<float> x(count, 1.0F);
  Table table(
      {"every ...-th number", "numbers read", "lines read", "a number takes", "a line takes"},
      fmt::format("Sums over {} MiB of floats:", count * 4 >> 20));
  for (const std::size_t stride : {1, 2, 4, 8, 16, 32, 64}) {
    const auto t = fastest_seconds({[&] { keep(sum_with_stride(x, stride)); }}, 5);
    const std::size_t reads = (count + stride - 1) / stride, lines = lines_read(count, stride);
    table.row({std::to_string(stride), std::to_string(reads), std::to_string(lines),
               fmt::format("{:.2f} ns", t[0] / static_cast<double>(reads) * 1e9),
               fmt::format("{:.2f} ns", t[0] / static_cast<double>(lines) * 1e9)});
  }
  lesson.show(table);
}

}  // namespace

void caches(Lesson& lesson) {
  lesson.say("Caches of this machine: {}.", caches_of_this_machine());
  lesson.say();
  walks(lesson);
  lesson.say();
  strides(lesson);
}

}  // namespace dls::ch06
