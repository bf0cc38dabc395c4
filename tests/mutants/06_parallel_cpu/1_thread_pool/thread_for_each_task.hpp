// expect: not one for each task
// Every task gets a thread of its own.
#pragma once
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/core/error.hpp"

class ThreadPool {
 public:
  explicit ThreadPool(int workers) {
    if (workers < 1)
      throw dls::Error("a pool needs at least one thread, got " + std::to_string(workers));
  }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() {
    {
      std::unique_lock lock(mutex_);
      idle_.wait(lock, [this] { return unfinished_ == 0; });
    }
    for (std::thread& thread : threads_) thread.join();
  }

  void submit(std::function<void()> task) {
    const std::lock_guard lock(mutex_);
    ++unfinished_;
    threads_.emplace_back([this, task = std::move(task)] { run(task); });
  }

  void wait() {
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [this] { return unfinished_ == 0; });
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }

 private:
  void run(const std::function<void()>& task) {
    std::exception_ptr error;
    try {
      task();
    } catch (...) {
      error = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    if (error && !error_) error_ = error;
    if (--unfinished_ == 0) idle_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable idle_;
  int unfinished_ = 0;  // running
  std::exception_ptr error_;
  std::vector<std::thread> threads_;
};
