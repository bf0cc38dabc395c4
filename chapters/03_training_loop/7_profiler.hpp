// Where the time of a step goes: named scopes inside each other, a schedule that says which steps
// to look at, and how much memory the process holds.
#pragma once
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "common/core/error.hpp"

namespace dls::ch03 {

// [schedule]
enum class Phase {
  off,      ///< nothing is measured
  warm_up,  ///< measured and thrown away: the first steps are not like the others
  active    ///< measured and kept
};

/// Measuring everything costs time and fills files, so a schedule picks some steps: `wait` steps
/// off, `warm_up`, `active`, and that `repeat` times. The values are those of the original.
struct Schedule {
  int wait = 1, warm_up = 1, active = 5, repeat = 10;

  /// Steps count from 0.
  Phase at(std::int64_t step) const {
    const std::int64_t cycle = wait + warm_up + active;
    if (step < 0 || step >= cycle * repeat) return Phase::off;
    const std::int64_t place = step % cycle;
    return place < wait ? Phase::off : place < wait + warm_up ? Phase::warm_up : Phase::active;
  }
};
// [/schedule]

/// The memory of this process that is really there, in bytes ("resident set"); 0 where the system
/// does not tell (other systems than Linux).
inline std::int64_t resident_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  long long all = 0, resident = 0;
  const int found = std::fscanf(file, "%lld %lld", &all, &resident);
  std::fclose(file);
  return found == 2 ? resident * 4096 : 0;
}

/// One line of the tree: a scope under all those that it lies in.
struct ScopeRow {
  std::string name;
  int depth = 0;
  std::int64_t calls = 0;
  double total = 0;  ///< seconds in it
  double self = 0;   ///< of these, in no scope inside it
};

/// One time that a scope was run through, or (duration below 0) a reading of the memory.
struct TraceEvent {
  std::string name;
  double start = 0, duration = 0;  ///< seconds
  double memory = 0;               ///< bytes, of a reading
};

/// Adds up the time of scopes, and keeps each as an event.
class Profiler {
 public:
  /// Seconds since some moment. A test brings a clock of its own.
  using Clock = std::function<double()>;
  explicit Profiler(Clock clock = steady_seconds) : clock_(std::move(clock)), start_(clock_()) {}

  /// Chooses what to do from here on. Throws Error inside of a scope.
  void set_phase(Phase phase) {
    if (!open_.empty())
      throw Error("Profiler: the phase cannot change inside of scope '" + open_.back().name + "'");
    phase_ = phase;
    if (phase == Phase::active)
      events_.push_back(
          {"resident memory", clock_() - start_, -1, static_cast<double>(resident_bytes())});
  }

  // [enter_leave]
  void enter(const char* name) {
    if (phase_ == Phase::off) return;
    open_.push_back({name, clock_(), 0});
  }
  void leave() {
    if (open_.empty()) return;
    const Open scope = open_.back();
    const double seconds = clock_() - scope.start;
    if (phase_ == Phase::active) {
      events_.push_back({scope.name, scope.start - start_, seconds, 0});
      ScopeRow& row = row_of_open();
      ++row.calls;
      row.total += seconds;
      row.self += seconds - scope.inside;
    }
    open_.pop_back();
    if (!open_.empty()) open_.back().inside += seconds;
  }
  // [/enter_leave]

  /// The tree: each scope below the one that it lies in, in the order of their first calls.
  const std::vector<ScopeRow>& tree() const { return tree_; }
  const std::vector<TraceEvent>& events() const { return events_; }
  /// For chrome://tracing or ui.perfetto.dev. Times are in microseconds there.
  std::string trace_json() const;

 private:
  struct Open {
    std::string name;
    double start, inside;
  };

  static double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
  ScopeRow& row_of_open();

  Clock clock_;
  double start_;
  Phase phase_ = Phase::off;
  std::vector<Open> open_;
  std::vector<ScopeRow> tree_;
  std::vector<TraceEvent> events_;
};

/// The row for the innermost open scope, made when it is not there.
inline ScopeRow& Profiler::row_of_open() {
  std::size_t at = 0, end = tree_.size();  // where the rows inside of the scope above lie
  for (std::size_t depth = 0; depth < open_.size(); ++depth) {
    while (at < end && tree_[at].name != open_[depth].name) {
      ++at;
      while (at < end && tree_[at].depth > static_cast<int>(depth)) ++at;
    }
    if (at == end) {
      ScopeRow row;
      row.name = open_[depth].name;
      row.depth = static_cast<int>(depth);
      tree_.insert(tree_.begin() + static_cast<std::ptrdiff_t>(at), row);
      ++end;
    }
    if (depth + 1 == open_.size()) break;
    std::size_t last = at + 1;
    while (last < end && tree_[last].depth > static_cast<int>(depth)) ++last;
    ++at;
    end = last;
  }
  return tree_[at];
}

/// Enters a scope for as long as it lives. Without a profiler it does nothing.
class Scope {
 public:
  Scope(Profiler* profiler, const char* name) : profiler_(profiler) {
    if (profiler_ != nullptr) profiler_->enter(name);
  }
  ~Scope() {
    if (profiler_ != nullptr) profiler_->leave();
  }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  Profiler* profiler_;
};

// [trace]
inline std::string Profiler::trace_json() const {
  std::string json = "{\"traceEvents\":[";
  char line[256];
  for (const TraceEvent& e : events_) {
    if (e.duration < 0)
      std::snprintf(line, sizeof line,
                    R"({"name":"%s","ph":"C","ts":%.3f,"pid":1,"args":{"MiB":%.1f}})",
                    e.name.c_str(), e.start * 1e6, e.memory / (1024 * 1024));
    else
      std::snprintf(line, sizeof line,
                    R"({"name":"%s","ph":"X","ts":%.3f,"dur":%.3f,"pid":1,"tid":1})",
                    e.name.c_str(), e.start * 1e6, e.duration * 1e6);
    json += (&e == events_.data() ? "\n" : ",\n") + std::string(line);
  }
  return json + "\n]}\n";
}
// [/trace]

}  // namespace dls::ch03
