#include "chapters/05_profiling/training_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <thread>

#include "chapters/05_profiling/3_counters.hpp"
#include "common/report/bench.hpp"
#include "common/report/sampler.hpp"
#include "common/report/table.hpp"

namespace dls::ch05 {

TrainingReport report_of(const PlantedSizes& sizes, const std::vector<Defect>& defects, int steps,
                         std::uint64_t seed) {
  PlantedTraining training(sizes, defects, seed);
  for (int i = 0; i < 3; ++i) training.step();

  TrainingReport report;
  report.steps = steps;
  OpRecorder recorder;
  Sampler sampler;
  std::vector<double> times;
  reset_peak_memory();
  const MemoryUse memory_before = memory_use();
  const SystemCounts before = system_counts();
  const double start = seconds_now();
  {
    const auto on = recorder.on();
    sampler.start();
    for (int i = 0; i < steps; ++i) {
      const double step_start = seconds_now();
      report.loss = training.step();
      times.push_back(seconds_now() - step_start);
      report.bytes_last = static_cast<double>(memory_use().current);
      if (i == 0) report.bytes_first = report.bytes_last;
    }
    sampler.stop();
  }
  const double seconds = seconds_now() - start;
  const SystemCounts after = system_counts();
  const MemoryUse memory = memory_use();
  report.seconds_a_step = median(times);
  report.cores_busy = (after.processor_seconds - before.processor_seconds) / seconds;
  report.page_faults = static_cast<double>(after.page_faults - before.page_faults) / steps;
  report.blocks = static_cast<double>(memory.system_calls - memory_before.system_calls) / steps;
  report.bytes_peak = static_cast<double>(memory.peak);
  report.rows = recorder.rows();

  std::map<std::string, double> counts;
  const auto stacks = sampler.stacks();
  for (const auto& stack : stacks)
    counts[stack.empty() ? "?" : stack.back()] += 1 / static_cast<double>(stacks.size());
  report.hot.assign(counts.begin(), counts.end());
  std::sort(report.hot.begin(), report.hot.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  return report;
}

std::string TrainingReport::text() const {
  constexpr double mib = 1024 * 1024;
  std::string out = fmt::format(
      "{:.1f} ms a step (middle of {}), {:.2f} of {} cores busy, loss {:.4f}\n"
      "a step: {:.0f} page faults, {:.0f} blocks of memory asked from the system\n"
      "tensors: {:.1f} MiB after the first step, {:.1f} after the last, {:.1f} at the peak\n\n",
      1e3 * seconds_a_step, steps, cores_busy, std::thread::hardware_concurrency(), loss,
      page_faults, blocks, bytes_first / mib, bytes_last / mib, bytes_peak / mib);
  const auto ms = [&](std::int64_t nanoseconds) {
    return fmt::format("{:.2f} ms", static_cast<double>(nanoseconds) / 1e6 / steps);
  };
  Table scopes({"scope", "total", "of it self"});
  Table ops({"operation", "calls", "self"});
  for (const char* name : {"data", "forward", "backward", "update", "log", "step"})
    for (const OpRow& row : rows)
      if (row.kind == ProfileHook::Kind::scope && row.text() == name)
        scopes.row({name, ms(row.total), ms(row.self)});
  int shown = 0;
  for (const OpRow& row : rows)
    if (row.kind != ProfileHook::Kind::scope && ++shown <= 4)
      ops.row(
          {row.text(), fmt::format("{:g}", static_cast<double>(row.calls) / steps), ms(row.self)});
  out += scopes.str() + "\n" + ops.str() + "\nsamples, innermost function:\n";
  for (std::size_t i = 0; i < std::min<std::size_t>(hot.size(), 5); ++i)
    out += fmt::format("{:4.0f} %  {}\n", 100 * hot[i].second, hot[i].first);
  return out;
}

}  // namespace dls::ch05
