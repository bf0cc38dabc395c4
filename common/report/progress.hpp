// How far a long loop is, how fast, and how long it will still take.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace dls {

/// "training  37/50  [##############......]  12.3/s  1 s left": the line for `done` of `total`
/// steps after `seconds`.
std::string progress_line(const std::string& label, std::int64_t done, std::int64_t total,
                          double seconds);

/// A progress bar on standard error, so that what a program says on standard output can be piped or
/// kept. It says nothing in the first two seconds. On a terminal the line is redrawn in place;
/// anywhere else it is a plain line every five seconds.
class Progress {
 public:
  /// `total` steps are expected; 0 or less means that nobody knows.
  Progress(std::string label, std::int64_t total);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// `count` more steps are done.
  void step(std::int64_t count = 1);

  /// The end: removes the line from a terminal. The destructor calls it, too.
  void done();

 private:
  using Clock = std::chrono::steady_clock;

  std::string label_;
  std::int64_t total_;
  std::int64_t done_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
  bool terminal_;
  bool drawn_ = false;
};

/// True when both standard output and standard error are a terminal that understands more than
/// plain lines: only then may control characters be written.
bool on_terminal();

}  // namespace dls
