// What it was measured on: a time without this is half a result.
#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "chapters/05_profiling/3_counters.hpp"
#include "chapters/05_profiling/sections.hpp"
#include "common/autograd/ops.hpp"
#include "common/core/parallel.hpp"
#include "common/nn/init.hpp"

namespace dls::ch05 {

namespace {

/// The first line of a file of the system; empty where it cannot be read.
std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// "model name" of /proc/cpuinfo.
std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "";
}

std::string idle_states() {
  std::string names;
  for (int i = 0; i < 10; ++i) {
    const std::string name =
        first_line(fmt::format("/sys/devices/system/cpu/cpu0/cpuidle/state{}/name", i));
    if (!name.empty()) names += (names.empty() ? "" : ", ") + name;
  }
  return names;
}

}  // namespace

void machine(Lesson& lesson) {
  const std::string frequency = "/sys/devices/system/cpu/cpu0/cpufreq/";
  Table table({"what decides about times", "here"});
  const auto row = [&](const char* what, const std::string& value) {
    table.row({what, value.empty() ? "the system does not say" : value});
  };
  row("processor", processor());
  row("cores", std::to_string(std::thread::hardware_concurrency()));
  row("governor: who chooses the clock rate", first_line(frequency + "scaling_governor"));
  row("highest clock rate, kHz", first_line(frequency + "scaling_max_freq"));
  row("idle states: how deep a core sleeps", idle_states());
  row("clock that programs read", first_line("/sys/devices/system/clocksource/clocksource0/"
                                             "current_clocksource"));
  row("load: how many want a core", first_line("/proc/loadavg").substr(0, 4));
  lesson.show(table);

  set_threads(1);
  Rng rng(lesson.seed(), "machine");
  const Variable a(normal({256, 256}, 0, 1, rng));
  matmul(a, a);
  HardwareCounters counters;
  const auto counts = counters.count([&] { matmul(a, a); });
  if (counts.empty()) {
    lesson.say(
        "The processor's own counters cannot be read here ({}): on a machine of your own, "
        "sysctl kernel.perf_event_paranoid=1 opens them.",
        counters.why_not);
    return;
  }
  Table counted({"a product of 256 x 256 numbers", "count", "per multiply-add"});
  for (const auto& [name, value] : counts)
    counted.row({name, std::to_string(value),
                 fmt::format("{:.4f}", static_cast<double>(value) / (256.0 * 256 * 256))});
  lesson.show(counted);
}

}  // namespace dls::ch05
