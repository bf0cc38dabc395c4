#include "tools/learn/terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace learn {

Style stdout_style() {
  if (isatty(STDOUT_FILENO) == 0 || std::getenv("NO_COLOR") != nullptr) return {};
  return {"\033[32m", "\033[31m", "\033[2m", "\033[0m"};
}

StatusLine::StatusLine(std::string first)
    : first_(std::move(first)), terminal_(isatty(STDERR_FILENO) != 0) {}

StatusLine::~StatusLine() { clear(); }

void StatusLine::show(const std::string& text) {
  if (terminal_) {
    fmt::print(stderr, "\r{:<{}}", text, width_);
    width_ = text.size();
  } else if (!said_) {
    fmt::print(stderr, "{}\n", first_);
  }
  said_ = true;
  std::fflush(stderr);
}

void StatusLine::clear() {
  if (width_ == 0) return;
  fmt::print(stderr, "\r{:<{}}\r", "", width_);
  std::fflush(stderr);
  width_ = 0;
}

}  // namespace learn
