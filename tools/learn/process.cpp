#include "tools/learn/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "common/core/error.hpp"

namespace learn {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kEachEnd = std::size_t{2} << 20;
constexpr int kPieces = 32;  // read at a time, then the clock is looked at again

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class FileDescriptor {
 public:
  explicit FileDescriptor(int fd = -1) : fd_(fd) {}
  ~FileDescriptor() { close(); }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  int get() const { return fd_; }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

/// While it lives, SIGCHLD and the signals that end a program arrive in a file descriptor, where
/// poll() can wait for them beside the child's output.
class CaughtSignals {
 public:
  CaughtSignals() : fd_(-1) {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP}) sigaddset(&set, signal);
    sigprocmask(SIG_BLOCK, &set, &before_);
    fd_ = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  }
  ~CaughtSignals() {
    ::close(fd_);
    sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  CaughtSignals(const CaughtSignals&) = delete;
  CaughtSignals& operator=(const CaughtSignals&) = delete;

  int fd() const { return fd_; }
  const sigset_t& before() const { return before_; }
  /// A signal that asks us to end, or 0.
  int end_asked() const {
    signalfd_siginfo info{};
    int result = 0;
    while (read(fd_, &info, sizeof info) == sizeof info) {
      if (info.ssi_signo != SIGCHLD) result = static_cast<int>(info.ssi_signo);
    }
    return result;
  }

 private:
  int fd_;
  sigset_t before_{};
};

/// The beginning and the end of what a program prints: an endless loop that prints fills no memory,
/// and the summary of a test that prints a lot is at the end.
class BothEnds {
 public:
  void add(std::string_view text) {
    const std::size_t fits = std::min(text.size(), kEachEnd - head_.size());
    head_ += text.substr(0, fits);
    tail_ += text.substr(fits);
    if (tail_.size() <= 2 * kEachEnd) return;
    left_out_ += tail_.size() - kEachEnd;
    tail_.erase(0, tail_.size() - kEachEnd);
  }
  std::string text() const {
    const std::string gap =
        left_out_ == 0 ? "" : fmt::format("\n... {} bytes left out ...\n", left_out_);
    return head_ + gap + tail_;
  }

 private:
  std::string head_, tail_;
  std::size_t left_out_ = 0;
};

std::vector<char*> as_arguments(const std::vector<std::string>& words) {
  std::vector<char*> result;
  result.reserve(words.size() + 1);
  for (const std::string& word : words) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

[[noreturn]] void child(const Command& command, int output, const sigset_t& mask) {
  setpgid(0, 0);                     // a group of its own: its children are ended with it
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // and it does not outlive us
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);  // a crash leaves no core file in the learner's folder
  if (command.memory_bytes > 0) {
    const rlimit memory{command.memory_bytes, command.memory_bytes};
    setrlimit(RLIMIT_DATA, &memory);
  }
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing >= 0) dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  for (const auto& [name, value] : command.environment) setenv(name.c_str(), value.c_str(), 1);
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  execvp(command.words[0].c_str(), as_arguments(command.words).data());
  dprintf(STDERR_FILENO, "%s cannot be started: %s\n", command.words[0].c_str(), strerror(errno));
  _exit(127);
}

/// One child: its group is asked to end politely first (ninja then removes half-written files,
/// mpirun ends its ranks), and killed after two seconds.
struct Child {
  pid_t pid;
  int status = 0;
  bool ended = false;

  bool has_ended() {
    if (!ended && waitpid(pid, &status, WNOHANG) == pid) ended = true;
    return ended;
  }
  void end(int signal) {
    kill(-pid, signal);
    for (int i = 0; i < 100 && !has_ended(); ++i) usleep(20'000);
    kill(-pid, SIGKILL);
    if (!ended) waitpid(pid, &status, 0);
    ended = true;
  }
};

}  // namespace

Outcome run_captured(const Command& command,
                     const std::function<void(std::string_view)>& on_output) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw dls::Error("No pipe could be made: too many open files.");
  FileDescriptor output(ends[0]);
  FileDescriptor input(ends[1]);
  Outcome outcome;
  int end_asked = 0;
  {
    const CaughtSignals signals;
    const Clock::time_point start = Clock::now();
    Child process{fork()};
    if (process.pid < 0) throw dls::Error("No further process could be started on this machine.");
    if (process.pid == 0) child(command, input.get(), signals.before());
    setpgid(process.pid, process.pid);  // in both processes: whichever comes first
    input.close();
    fcntl(output.get(), F_SETFL, O_NONBLOCK);

    BothEnds ends_of_output;
    const auto drain = [&] {  // false when the other end is closed
      std::array<char, 65536> piece{};
      ssize_t size = -1;
      for (int i = 0; i < kPieces; ++i) {
        size = read(output.get(), piece.data(), piece.size());
        if (size <= 0) break;
        const std::string_view text(piece.data(), static_cast<std::size_t>(size));
        ends_of_output.add(text);
        if (on_output) on_output(text);
      }
      return size != 0;
    };

    bool open = true;
    while (!process.has_ended()) {
      const double left = command.timeout_s - seconds_since(start);
      if (command.timeout_s > 0 && left <= 0) {
        outcome.timed_out = true;
        process.end(SIGTERM);
        break;
      }
      const int wait_ms = command.timeout_s > 0 ? static_cast<int>(left * 1000) + 1 : -1;
      std::array<pollfd, 2> events{pollfd{signals.fd(), POLLIN, 0},
                                   pollfd{open ? output.get() : -1, POLLIN, 0}};
      poll(events.data(), events.size(), wait_ms);
      if (events[1].revents != 0) open = drain();
      end_asked = signals.end_asked();
      if (end_asked != 0) {
        process.end(end_asked);
        break;
      }
    }
    kill(-process.pid, SIGKILL);  // what it may have left running
    if (open) drain();
    outcome.output = ends_of_output.text();
    outcome.seconds = seconds_since(start);
    if (WIFEXITED(process.status)) outcome.code = WEXITSTATUS(process.status);
    if (WIFSIGNALED(process.status)) outcome.signal = WTERMSIG(process.status);
  }
  if (end_asked != 0) raise(end_asked);  // Ctrl-C ends us as it would have without a child
  if (outcome.code == 127 && outcome.output.find("cannot be started") != std::string::npos) {
    throw dls::Error(outcome.output);
  }
  return outcome;
}

void become(const Command& command) {
  for (const auto& [name, value] : command.environment) setenv(name.c_str(), value.c_str(), 1);
  execvp(command.words[0].c_str(), as_arguments(command.words).data());
  throw dls::Error(
      fmt::format("{} cannot be started: {}.", command.words[0], std::strerror(errno)));
}

std::filesystem::path find_program(const std::vector<std::string>& names) {
  const char* path = std::getenv("PATH");
  const std::string folders = path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path;
  for (const std::string& name : names) {
    for (std::size_t begin = 0; begin <= folders.size();) {
      const std::size_t end = std::min(folders.find(':', begin), folders.size());
      const std::filesystem::path file =
          std::filesystem::path(folders.substr(begin, end - begin)) / name;
      if (access(file.c_str(), X_OK) == 0 && !std::filesystem::is_directory(file)) return file;
      begin = end + 1;
    }
  }
  return {};
}

Command with_ranks(Command command, int ranks) {
  if (ranks <= 1) return command;
  std::vector<std::string> words{"mpirun", "--oversubscribe", "-n", std::to_string(ranks)};
  words.insert(words.end(), command.words.begin(), command.words.end());
  command.words = std::move(words);
  // In a container the learner often is root, which mpirun refuses without these two.
  command.environment.emplace_back("OMPI_ALLOW_RUN_AS_ROOT", "1");
  command.environment.emplace_back("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
  return command;
}

}  // namespace learn
