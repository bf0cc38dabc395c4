#include "common/report/progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace dls {
namespace {

constexpr std::chrono::seconds kSilent{2};
constexpr std::chrono::milliseconds kTerminalPause{100};
constexpr std::chrono::seconds kPlainPause{5};

std::string duration(double seconds) {
  const auto whole = std::llround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

bool on_terminal() {
  const char* term = std::getenv("TERM");
  return isatty(STDOUT_FILENO) != 0 && isatty(STDERR_FILENO) != 0 && term != nullptr &&
         std::strcmp(term, "dumb") != 0;
}

std::string progress_line(const std::string& label, std::int64_t done, std::int64_t total,
                          double seconds) {
  const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
  const std::string speed =
      rate >= 10 ? fmt::format("{:.0f}/s", rate) : fmt::format("{:.2g}/s", rate);
  if (total <= 0) return fmt::format("{}  {}  {}  {}", label, done, speed, duration(seconds));

  constexpr std::int64_t kBar = 20;
  // Loops do run past their guess: the bar stays whole, the numbers say so.
  const std::int64_t filled = std::clamp<std::int64_t>(kBar * done / total, 0, kBar);
  const std::string left =
      rate > 0
          ? duration(static_cast<double>(std::max<std::int64_t>(total - done, 0)) / rate) + " left"
          : "";
  return fmt::format("{}  {}/{}  [{:.<{}}]  {}  {}", label, done, total,
                     std::string(static_cast<std::size_t>(filled), '#'), kBar, speed, left);
}

Progress::Progress(std::string label, std::int64_t total)
    : label_(std::move(label)), total_(total), next_(start_ + kSilent), terminal_(on_terminal()) {}

Progress::~Progress() { done(); }

void Progress::step(std::int64_t count) {
  done_ += count;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + (terminal_ ? std::chrono::duration_cast<Clock::duration>(kTerminalPause)
                           : std::chrono::duration_cast<Clock::duration>(kPlainPause));
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const std::string line = progress_line(label_, done_, total_, seconds);
  // The cursor goes back to the start of the line, so that whatever is printed next covers it.
  std::fputs((terminal_ ? line + "\x1b[K\r" : line + "\n").c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::done() {
  if (drawn_ && terminal_) {
    std::fputs("\x1b[K", stderr);
    std::fflush(stderr);
  }
  drawn_ = false;
}

}  // namespace dls
