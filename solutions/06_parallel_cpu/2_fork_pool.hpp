// 06.2  Work in processes, results through pipes: solution
//
// Every result travels as its length (8 bytes) and its bytes, in the order in which the child has
// its tasks, so that no numbers of tasks need to be sent. The parent reads a pipe until read()
// returns 0, which it does only because the parent has closed its own copy of the writing end.
#pragma once
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "common/core/error.hpp"

using Task = std::function<std::string(std::size_t)>;

inline void send(int pipe, const void* bytes, std::size_t count) {
  const char* from = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t n = ::write(pipe, from, count);
    if (n <= 0) ::_exit(1);
    from += n;
    count -= static_cast<std::size_t>(n);
  }
}

/// Ends and reaps the children that were started when no more can be had: a child that writes to a
/// pipe that nobody can read is ended by that.
inline void give_up(const std::vector<pid_t>& children, const std::vector<int>& pipes) {
  for (const int pipe : pipes) ::close(pipe);
  for (const pid_t child : children) ::waitpid(child, nullptr, 0);
}

inline std::vector<std::string> run_in_processes(std::size_t tasks, int workers, const Task& task) {
  std::vector<pid_t> children;
  std::vector<int> pipes;
  const auto step = static_cast<std::size_t>(workers);
  for (std::size_t w = 0; w < step; ++w) {
    int ends[2];
    if (::pipe(ends) != 0) {
      give_up(children, pipes);
      throw dls::Error("cannot make a pipe");
    }
    const pid_t child = ::fork();
    if (child < 0) {
      ::close(ends[0]);
      ::close(ends[1]);
      give_up(children, pipes);
      throw dls::Error("cannot start a process");
    }
    if (child == 0) {
      ::close(
          ends[0]);  // what a child does not use it closes, also what earlier pipes have left it
      for (const int pipe : pipes) ::close(pipe);
      try {
        for (std::size_t i = w; i < tasks; i += step) {
          const std::string result = task(i);
          const std::uint64_t length = result.size();
          send(ends[1], &length, sizeof length);
          send(ends[1], result.data(), result.size());
        }
      } catch (...) {
        ::_exit(1);
      }
      ::_exit(0);
    }
    ::close(ends[1]);
    children.push_back(child);
    pipes.push_back(ends[0]);
  }
  std::vector<std::string> results(tasks);
  bool failed = false;
  for (std::size_t w = 0; w < step; ++w) {
    std::string all;
    std::vector<char> buffer(1 << 16);
    ssize_t n = 0;
    while ((n = ::read(pipes[w], buffer.data(), buffer.size())) > 0)
      all.append(buffer.data(), static_cast<std::size_t>(n));
    ::close(pipes[w]);
    int status = 0;
    ::waitpid(children[w], &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      failed = true;
      continue;
    }
    std::size_t at = 0;
    for (std::size_t i = w; i < tasks; i += step) {
      std::uint64_t length = 0;
      std::memcpy(&length, all.data() + at, sizeof length);
      results[i] = all.substr(at + sizeof length, length);
      at += sizeof length + length;
    }
  }
  if (failed) throw dls::Error("a worker process failed; its results are missing");
  return results;
}
