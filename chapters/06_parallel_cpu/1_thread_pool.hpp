// A thread pool: a few threads, started once, that take tasks from a queue.
//
// Starting a thread costs some ten microseconds; handing a task to one that waits costs a fraction
// of that. And the number of threads stays what was asked for, however many tasks there are.
#pragma once
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/core/error.hpp"

namespace dls::ch06 {

// [pool]
class ThreadPool {
 public:
  /// Starts `workers` threads. Throws Error unless there is at least one, and when the system does
  /// not give that many.
  explicit ThreadPool(int workers) {
    if (workers < 1)
      throw Error("a pool of " + std::to_string(workers) +
                  " threads does nothing; ask for 1 or more");
    try {
      for (int i = 0; i < workers; ++i) threads_.emplace_back([this] { work(); });
    } catch (const std::exception& error) {
      const std::size_t started = threads_.size();
      finish();  // a thread that nobody has joined would end the program
      throw Error("cannot start " + std::to_string(workers) + " threads, only " +
                  std::to_string(started) + ": " + error.what());
    }
  }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// All tasks that were submitted are done, then the threads end.
  ~ThreadPool() { finish(); }

  /// Puts a task at the end of the queue. The result, or the exception that ended the task, comes
  /// out of get() of what is returned.
  template <class Task>
  std::future<std::invoke_result_t<Task>> submit(Task task) {
    using Result = std::invoke_result_t<Task>;
    const auto packaged = std::make_shared<std::packaged_task<Result()>>(std::move(task));
    {
      const std::lock_guard lock(mutex_);
      queue_.push_back([packaged] { (*packaged)(); });
    }
    changed_.notify_one();
    return packaged->get_future();
  }

  int workers() const { return static_cast<int>(threads_.size()); }

 private:
  void finish() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  /// What every thread does until the pool is closed and the queue is empty.
  void work() {
    for (;;) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return closed_ || !queue_.empty(); });
      if (queue_.empty()) return;
      const std::function<void()> task = std::move(queue_.front());
      queue_.pop_front();
      lock.unlock();  // a task that runs under the lock would keep all others waiting
      task();
    }
  }

  std::mutex mutex_;  // guards the two below
  std::deque<std::function<void()>> queue_;
  bool closed_ = false;
  std::condition_variable changed_;
  std::vector<std::thread> threads_;
};
// [/pool]

}  // namespace dls::ch06
