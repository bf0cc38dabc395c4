// The same with processes: fork() makes copies of this one, results come back through pipes.
//
// A process shares no memory with its parent: what it computes must be sent, as bytes, and a crash
// in it hurts nobody else. fork() copies only the calling thread, so it is called before any other
// thread is started.
#pragma once
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "common/core/error.hpp"

namespace dls::ch06 {

namespace detail {

/// Writes all of `bytes`, in as many pieces as the pipe takes.
inline bool write_all(int pipe, const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t n = ::write(pipe, bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += static_cast<std::size_t>(n);
  }
  return true;
}

/// A result as it travels: its task's number, its length, its bytes.
inline std::string frame(std::uint64_t task, const std::string& bytes) {
  const std::uint64_t head[2] = {task, bytes.size()};
  std::string text(sizeof head, '\0');
  std::memcpy(text.data(), head, sizeof head);
  return text + bytes;
}

struct Worker {
  pid_t process = -1;
  int pipe = -1;  // the reading end; -1: the worker has said all
  std::string received;
};

/// Moves whole frames from what a worker has sent to `results`.
inline void take_frames(Worker& worker, std::vector<std::string>& results, std::size_t& count) {
  std::uint64_t head[2];
  std::size_t at = 0;
  while (worker.received.size() - at >= sizeof head) {
    std::memcpy(head, worker.received.data() + at, sizeof head);
    if (worker.received.size() - at - sizeof head < head[1]) break;
    results.at(head[0]) = worker.received.substr(at + sizeof head, head[1]);
    at += sizeof head + head[1];
    ++count;
  }
  worker.received.erase(0, at);
}

/// Closes every pipe that is still open: a child that writes to one is ended by that. Then waits
/// for each child, since one that is not waited for stays as a zombie. Returns how many have
/// failed.
inline int reap(const std::vector<Worker>& workers) {
  for (const Worker& worker : workers)
    if (worker.pipe >= 0) ::close(worker.pipe);
  int failed = 0;
  for (const Worker& worker : workers) {
    int status = 0;
    while (::waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) ++failed;
  }
  return failed;
}

// [collect]
/// Reads all pipes at once until all are closed, then reaps every child.
inline std::vector<std::string> collect(std::vector<Worker>& workers, std::size_t tasks) {
  std::vector<std::string> results(tasks);
  std::size_t count = 0, open = workers.size();
  std::vector<char> buffer(1 << 16);
  while (open > 0) {
    std::vector<pollfd> wanted;
    for (const Worker& worker : workers) wanted.push_back({worker.pipe, POLLIN, 0});
    if (::poll(wanted.data(), wanted.size(), -1) < 0 && errno != EINTR) break;
    for (std::size_t w = 0; w < workers.size(); ++w) {
      if ((wanted[w].revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
      const ssize_t n = ::read(workers[w].pipe, buffer.data(), buffer.size());
      if (n > 0) {  // any part of a frame, or several frames
        workers[w].received.append(buffer.data(), static_cast<std::size_t>(n));
        take_frames(workers[w], results, count);
      } else if (n == 0 || errno != EINTR) {
        ::close(workers[w].pipe);
        workers[w].pipe = -1;
        --open;
      }
    }
  }
  const int failed = reap(workers);
  if (failed > 0 || count != tasks)
    throw Error(std::to_string(failed) + " of " + std::to_string(workers.size()) +
                " worker processes failed: " + std::to_string(count) + " of " +
                std::to_string(tasks) + " results arrived");
  return results;
}
// [/collect]

}  // namespace detail

// [run]
/// Calls task(i) for i in [0, tasks) in `workers` processes, and returns the results in order.
/// Worker w takes the tasks w, w + workers, w + 2 workers, ... Throws Error when a worker ends
/// before it has delivered all of its results, and when no process or pipe can be had.
template <class Task>
std::vector<std::string> run_in_processes(std::size_t tasks, int workers, Task task) {
  if (workers < 1)
    throw Error("run_in_processes needs at least one worker, got " + std::to_string(workers));
  const auto step = static_cast<std::size_t>(workers);
  std::vector<detail::Worker> all;  // those that were started
  const auto give_up = [&](const std::string& what, int error) {
    detail::reap(all);
    throw Error(what + ": " + std::strerror(error));
  };
  for (std::size_t w = 0; w < step; ++w) {
    int ends[2];
    if (::pipe(ends) != 0) give_up("cannot make a pipe", errno);
    const pid_t process = ::fork();
    if (process < 0) {
      const int error = errno;
      ::close(ends[0]);
      ::close(ends[1]);
      give_up("cannot start a process", error);
    }
    if (process == 0) {  // the child: it works, it sends, it ends
      ::close(ends[0]);  // or it would write for ever to a pipe that only it could read
      for (const detail::Worker& earlier : all) ::close(earlier.pipe);
      int status = 0;
      try {
        for (std::size_t i = w; i < tasks && status == 0; i += step)
          if (!detail::write_all(ends[1], detail::frame(i, task(i)))) status = 1;
      } catch (...) {
        status = 1;
      }
      ::_exit(status);  // not exit(): the parent's buffers are not the child's to flush
    }
    ::close(ends[1]);  // or the end of this pipe would never be seen
    all.push_back({process, ends[0], ""});
  }
  return detail::collect(all, tasks);
}
// [/run]

}  // namespace dls::ch06
