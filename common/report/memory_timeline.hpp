// Memory over time: what the system has given to this process, and what of it tensors use.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "common/report/op_recorder.hpp"
#include "common/report/plot.hpp"
#include "common/report/trace.hpp"

namespace dls {

/// The memory of this process that is really there, in bytes ("resident set"); 0 where the system
/// does not tell.
std::int64_t resident_bytes();

/// Reads both figures again and again, in a thread of its own.
class MemoryTimeline {
 public:
  struct Point {
    std::int64_t time;      ///< nanoseconds
    std::int64_t resident;  ///< bytes of the process, as the system counts
    std::int64_t tensors;   ///< bytes of live tensors, as memory.hpp counts: exact
  };
  using Clock = std::function<std::int64_t()>;

  explicit MemoryTimeline(Clock clock = nanoseconds_now) : clock_(std::move(clock)) {}
  ~MemoryTimeline() { stop(); }
  MemoryTimeline(const MemoryTimeline&) = delete;
  MemoryTimeline& operator=(const MemoryTimeline&) = delete;

  /// A point now. Not while the thread runs.
  void read();
  /// Reads every so many milliseconds, from now until stop(). Throws Error when it does so already.
  void start(int every_ms = 2);
  void stop();

  const std::vector<Point>& points() const { return points_; }
  /// Both curves, in MiB over seconds. Throws Error when there is no point.
  Plot plot(const std::string& title) const;
  void add_to(Trace& trace) const;

 private:
  Clock clock_;
  std::vector<Point> points_;
  std::atomic<bool> going_{false};
  std::thread thread_;
};

}  // namespace dls
