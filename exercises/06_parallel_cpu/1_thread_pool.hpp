// 06.1  A thread pool (about 40 min)
//
// A few threads, started once, that take tasks from a queue. Write
//
//   ThreadPool(workers)   starts `workers` threads. Below 1 it throws dls::Error.
//   submit(task)          puts a task at the end of the queue and returns at once. Tasks begin in
//                         the order in which they were submitted; `workers` of them run at a time.
//   wait()                returns when every task that was submitted is DONE: a queue that is empty
//                         is not enough, the last tasks may still be running. If a task threw, it
//                         throws the first such exception on, once: the next wait() does not throw
//                         it again, and the pool goes on working.
//   ~ThreadPool()         runs what is still in the queue, then ends and joins the threads. It does
//                         not throw.
//
// What you need: std::thread, std::mutex, std::condition_variable, std::exception_ptr
// (std::current_exception() in a catch block, std::rethrow_exception() later). An exception that
// leaves a thread ends the program. Add the members that you want.
//
// Check it:  ./learn check 06.1        Stuck:  ./learn hint 06.1
#pragma once
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "common/core/error.hpp"

class ThreadPool {
 public:
  explicit ThreadPool([[maybe_unused]] int workers) {
    throw dls::NotDone(
        "06.1 thread_pool: write the constructor, submit(), wait() and ~ThreadPool()");
  }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() {}

  void submit([[maybe_unused]] std::function<void()> task) {}
  void wait() {}
};
