#include "tools/learn/build.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "common/core/error.hpp"
#include "tools/learn/compiler_output.hpp"
#include "tools/learn/process.hpp"
#include "tools/learn/terminal.hpp"

namespace learn {

namespace {

/// Held while building: `watch` in one window and `check` in another must not write the same files.
/// Its file says who holds it. The compilers inherit it, so that it stays held until the last one
/// has ended even when this program is killed.
class BuildLock {
 public:
  BuildLock(const fs::path& folder, const std::string& what)
      : fd_(open((folder / ".learn-lock").c_str(), O_RDWR | O_CREAT, 0666)) {
    if (fd_ < 0) {
      throw dls::Error(fmt::format(
          "The build folder {} is missing or cannot be written ({}). Start with ./learn at the top "
          "of the repository, as the user who owns that folder.",
          folder.string(), std::strerror(errno)));
    }
    if (flock(fd_, LOCK_EX | LOCK_NB) != 0) {
      fmt::print(stderr, "Waiting for {}, which builds in the same folder.\n", holder());
      while (flock(fd_, LOCK_EX) != 0 && errno == EINTR) {
      }
    }
    const std::string text = fmt::format("learn (process {}: {})", getpid(), what);
    // Only words for whoever waits: when they cannot be written, the lock holds all the same.
    if (ftruncate(fd_, 0) == 0 && pwrite(fd_, text.data(), text.size(), 0) < 0) errno = 0;
  }
  ~BuildLock() { ::close(fd_); }
  BuildLock(const BuildLock&) = delete;
  BuildLock& operator=(const BuildLock&) = delete;

 private:
  /// What the one that holds the lock has written into it.
  std::string holder() const {
    std::array<char, 200> text{};
    const ssize_t size = pread(fd_, text.data(), text.size(), 0);
    return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : "another learn";
  }

  int fd_;
};

/// As many compilers as there are cores, but not more than fit in memory: one that reads Eigen
/// takes about 1 GiB.
std::string jobs() {
  if (const char* wish = std::getenv("CMAKE_BUILD_PARALLEL_LEVEL");
      wish != nullptr && *wish != '\0') {
    return wish;
  }
  const double gib = static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                     static_cast<double>(sysconf(_SC_PAGE_SIZE)) / (1 << 30);
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  return std::to_string(std::clamp(static_cast<int>(gib), 1, cores));
}

/// "12 of 34" out of ninja's "[12/34] Building ..."; empty for any other line, and for step 0,
/// which only looks whether there is something to do.
std::string step_of(std::string_view line) {
  const std::size_t slash = line.find('/');
  const std::size_t close = line.find(']');
  if (line.size() < 2 || line[0] != '[' || line[1] == '0' || slash > close ||
      close == std::string_view::npos)
    return "";
  return fmt::format("{} of {}", line.substr(1, slash - 1),
                     line.substr(slash + 1, close - slash - 1));
}

}  // namespace

BuildResult build(const Place& place, const std::vector<std::string>& targets,
                  const std::string& what) {
  const BuildLock lock(place.build, "building " + what);
  Command command{{"ninja", "-C", place.build.string(), "-j", jobs()},
                  {{"NINJA_STATUS", "[%f/%t] "}}};
  command.words.insert(command.words.end(), targets.begin(), targets.end());

  StatusLine status(fmt::format("Building {} ...", what));
  std::string rest;  // the last line, when only a part of it has come
  const Outcome outcome = run_captured(command, [&](std::string_view piece) {
    rest += piece;
    for (std::size_t end = 0; (end = rest.find('\n')) != std::string::npos;
         rest.erase(0, end + 1)) {
      const std::string step = step_of(std::string_view(rest).substr(0, end));
      if (!step.empty()) status.show(fmt::format("Building {}: step {}", what, step));
    }
  });
  return {outcome.ok(), compiler_output(outcome.output, place.root.string())};
}

std::vector<std::string> targets_with_prefix(const Place& place, const std::string& prefix) {
  const Outcome outcome =
      run_captured({{"ninja", "-C", place.build.string(), "-t", "targets", "all"}});
  std::vector<std::string> result;
  for (const std::string& line : lines_of(outcome.output)) {
    const std::string name = line.substr(0, line.find(':'));
    const bool plain = name.find('/') == std::string::npos && name.find('.') == std::string::npos;
    if (line.rfind(prefix, 0) == 0 && plain) result.push_back(name);
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace learn
