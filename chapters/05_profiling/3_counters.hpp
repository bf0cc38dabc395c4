// What the processor and the system count about this process: hardware events, page faults, time.
#pragma once
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>
#if defined(__linux__)
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif
#include <sys/resource.h>

namespace dls::ch05 {

// [counts]
/// What the system has counted for this process so far, all threads together.
struct SystemCounts {
  double processor_seconds = 0;   ///< in the program and, on its behalf, in the system
  std::int64_t page_faults = 0;   ///< times that memory had to be made ready on first touch
  std::int64_t pushed_aside = 0;  ///< times that a thread lost its core to somebody else
};

inline SystemCounts system_counts() {
  rusage use = {};
  getrusage(RUSAGE_SELF, &use);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return {seconds(use.ru_utime) + seconds(use.ru_stime), use.ru_minflt, use.ru_nivcsw};
}
// [/counts]

/// Counts of the processor's own counters, for this thread.
class HardwareCounters {
 public:
  struct Count {
    std::string name;
    std::uint64_t value;
  };

  /// Opens the counters: `why_not` is empty where that worked.
  HardwareCounters() {
#if defined(__linux__)
    const std::pair<const char*, std::uint64_t> events[] = {
        {"cycles", PERF_COUNT_HW_CPU_CYCLES},
        {"instructions", PERF_COUNT_HW_INSTRUCTIONS},
        {"cache misses", PERF_COUNT_HW_CACHE_MISSES},
        {"branch misses", PERF_COUNT_HW_BRANCH_MISSES}};
    for (const auto& [name, event] : events) {
      perf_event_attr wanted;
      std::memset(&wanted, 0, sizeof wanted);
      wanted.size = sizeof wanted;
      wanted.type = PERF_TYPE_HARDWARE;
      wanted.config = event;
      wanted.disabled = 1;
      wanted.exclude_kernel = 1;
      const long file = syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0);
      if (file < 0) {
        why_not = std::strerror(errno);
        continue;
      }
      open_.push_back({name, static_cast<int>(file)});
    }
    if (!open_.empty()) why_not.clear();
#else
    why_not = "they are read in Linux's way here";
#endif
  }
  ~HardwareCounters() {
#if defined(__linux__)
    for (const Open& counter : open_) ::close(counter.file);
#endif
  }
  HardwareCounters(const HardwareCounters&) = delete;
  HardwareCounters& operator=(const HardwareCounters&) = delete;

  /// Counts while `call` runs. Empty where nothing could be opened.
  template <class Call>
  std::vector<Count> count(Call call) {
    std::vector<Count> counts;
#if defined(__linux__)
    for (const Open& counter : open_) {
      ioctl(counter.file, PERF_EVENT_IOC_RESET, 0);
      ioctl(counter.file, PERF_EVENT_IOC_ENABLE, 0);
    }
    call();
    for (const Open& counter : open_) {
      ioctl(counter.file, PERF_EVENT_IOC_DISABLE, 0);
      std::uint64_t value = 0;
      if (::read(counter.file, &value, sizeof value) == sizeof value)
        counts.push_back({counter.name, value});
    }
#else
    call();
#endif
    return counts;
  }

  std::string why_not;

 private:
  struct Open {
    std::string name;
    int file;
  };
  std::vector<Open> open_;
};

}  // namespace dls::ch05
