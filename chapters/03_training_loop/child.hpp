// A second process: started, watched, killed.
#pragma once
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/core/error.hpp"

namespace dls::ch03 {

/// A program that runs beside this one. What it says goes into a file. It is killed when the object
/// is gone before it has ended.
class Child {
 public:
  /// Starts words[0] with the other words as arguments. Throws Error when no process can be made.
  Child(std::vector<std::string> words, const std::filesystem::path& output) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ < 0) throw Error(std::string("cannot start a process: ") + std::strerror(errno));
    if (pid_ == 0) {  // the child: only calls that are allowed after a fork
      const int file = ::open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
      if (file >= 0) {
        ::dup2(file, 1);
        ::dup2(file, 2);
      }
      ::execv(arguments[0], arguments.data());
      ::_exit(127);
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pid_ > 0) kill();
  }

  pid_t pid() const { return pid_; }

  /// kill -9: the process gets no chance to do anything about it.
  void kill() {
    ::kill(pid_, SIGKILL);
    wait();
  }

  /// Waits until it has ended; whether it ended well. Throws Error when there is nothing to wait
  /// for.
  bool wait() {
    int status = 0;
    if (pid_ <= 0 || ::waitpid(pid_, &status, 0) != pid_)
      throw Error("there is no child process to wait for");
    pid_ = -1;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  /// Looks every millisecond until `reached` says yes or the process has ended; false then.
  template <class Reached>
  bool watch(Reached reached) {
    while (!reached()) {
      siginfo_t info = {};  // WNOWAIT: it can still be waited for
      if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
          info.si_pid == pid_)
        return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }

 private:
  pid_t pid_ = -1;
};

}  // namespace dls::ch03
