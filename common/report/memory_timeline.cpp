#include "common/report/memory_timeline.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "common/core/check.hpp"
#include "common/core/memory.hpp"

namespace dls {
namespace {
double mebibytes(std::int64_t bytes) { return static_cast<double>(bytes) / (1 << 20); }
}  // namespace

std::int64_t resident_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  long long all = 0, resident = 0;
  const int found = std::fscanf(file, "%lld %lld", &all, &resident);
  std::fclose(file);
  return found == 2 ? resident * sysconf(_SC_PAGESIZE) : 0;
}

void MemoryTimeline::read() {
  points_.push_back({clock_(), resident_bytes(), memory_use().current});
}

void MemoryTimeline::start(int every_ms) {
  DLS_CHECK(!thread_.joinable() && every_ms >= 1,
            "MemoryTimeline: every {} ms, and {}; it takes at least 1, and one start() at a time",
            every_ms, thread_.joinable() ? "it runs already" : "it does not run");
  going_ = true;
  thread_ = std::thread([this, every_ms] {
    while (going_) {
      read();
      std::this_thread::sleep_for(std::chrono::milliseconds(every_ms));
    }
  });
}

void MemoryTimeline::stop() {
  if (!thread_.joinable()) return;
  going_ = false;
  thread_.join();
}

Plot MemoryTimeline::plot(const std::string& title) const {
  DLS_CHECK(!points_.empty(), "the memory timeline '{}' has no point: start() or read() it", title);
  std::vector<double> seconds, resident, tensors;
  for (const Point& p : points_) {
    seconds.push_back(static_cast<double>(p.time - points_.front().time) / 1e9);
    resident.push_back(mebibytes(p.resident));
    tensors.push_back(mebibytes(p.tensors));
  }
  Plot plot(title);
  plot.axes("seconds", "MiB").line("resident: the process", seconds, resident);
  return plot.line("counted: live tensors", seconds, tensors);
}

void MemoryTimeline::add_to(Trace& trace) const {
  for (const Point& p : points_) {
    trace.value("MiB resident", p.time, mebibytes(p.resident));
    trace.value("MiB of tensors", p.time, mebibytes(p.tensors));
  }
}

}  // namespace dls
