// 06.1: every task once, wait() that waits, exceptions that come out, a destructor that finishes.
#include DLS_EXERCISE

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <vector>

#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

namespace {

void nap() { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }

/// A place where `wanted` tasks meet. Who waits too long gives up, for all.
class Meeting {
 public:
  explicit Meeting(int wanted) : wanted_(wanted) {}
  void enter() {
    std::unique_lock lock(mutex_);
    most_ = std::max(most_, ++inside_);
    if (inside_ >= wanted_) over_ = true;
    met_.notify_all();
    met_.wait_for(lock, std::chrono::seconds(3), [&] { return over_; });
    over_ = true;
    --inside_;
  }
  int most() const { return most_; }

 private:
  const int wanted_;
  int inside_ = 0, most_ = 0;
  bool over_ = false;
  std::mutex mutex_;
  std::condition_variable met_;
};

}  // namespace

TEST_CASE("every task runs once") {
  for (const int workers : {1, 2, 5}) {
    std::vector<std::atomic<int>> runs(100);
    ThreadPool pool(workers);
    for (auto& count : runs) pool.submit([&count] { ++count; });
    pool.wait();
    int once = 0;
    for (const auto& count : runs) once += count == 1 ? 1 : 0;
    CAPTURE(workers);
    CHECK_MESSAGE(once == 100, once << " of 100 tasks ran exactly once");
  }
}

TEST_CASE("the destructor finishes what is queued") {
  std::atomic<int> runs = 0;
  {
    ThreadPool pool(2);
    for (int i = 0; i < 100; ++i)
      pool.submit([&] {
        nap();
        ++runs;
      });
  }
  CHECK_MESSAGE(runs.load() == 100, runs.load()
                                        << " of 100 ran: the destructor dropped queued work");
}

TEST_CASE("wait() waits for tasks that run, not only for an empty queue") {
  ThreadPool pool(2);
  std::atomic<int> done = 0;
  for (int i = 0; i < 2; ++i)
    pool.submit([&] {
      for (int k = 0; k < 30; ++k) nap();
      ++done;
    });
  pool.wait();
  CHECK_MESSAGE(done.load() == 2, "wait() returned while "
                                      << 2 - done.load() << " of 2 tasks were still running: "
                                      << "an empty queue does not mean that all is done");
  pool.wait();  // nothing to wait for
}

TEST_CASE("a task may submit another") {
  ThreadPool pool(1);
  std::atomic<int> runs = 0;
  pool.submit([&] {
    pool.submit([&] { ++runs; });
    ++runs;
  });
  pool.wait();
  CHECK_MESSAGE(runs.load() == 2, "wait() did not wait for a task that was submitted by a task");
}

TEST_CASE("as many run at a time as there are threads") {
  for (const int workers : {1, 3}) {
    ThreadPool pool(workers);
    Meeting meeting(workers);
    for (int i = 0; i < workers; ++i) pool.submit([&] { meeting.enter(); });
    pool.wait();
    CHECK_MESSAGE(meeting.most() == workers, meeting.most()
                                                 << " of " << workers
                                                 << " threads worked at a time: is the lock held "
                                                 << "while a task runs?");
  }
}

TEST_CASE("no more run at a time than there are threads") {
  constexpr int workers = 3;
  std::atomic<int> inside = 0, most = 0;
  {
    ThreadPool pool(workers);
    for (int i = 0; i < 3 * workers; ++i)
      pool.submit([&] {
        const int now = ++inside;
        for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
        }
        for (int k = 0; k < 20; ++k) nap();
        --inside;
      });
    pool.wait();
  }
  CHECK_MESSAGE(most.load() <= workers,
                most.load() << " tasks ran at a time in a pool of " << workers
                            << " threads: start the threads once, in the constructor, not one for "
                            << "each task");
}

TEST_CASE("tasks begin in the order of their submission") {
  std::atomic<bool> all_there = false;
  std::mutex mutex;
  std::string order;
  {
    ThreadPool pool(1);
    for (int i = 0; i < 5; ++i)
      pool.submit([&, i] {
        for (int k = 0; k < 3000 && !all_there; ++k)
          nap();  // until the other four are in the queue
        const std::lock_guard lock(mutex);
        order += static_cast<char>('0' + i);
      });
    all_there = true;
    pool.wait();
  }
  CHECK_MESSAGE(order == "01234", "one thread ran the tasks 01234 in the order "
                                      << order << ": put a task at the end of the queue, take "
                                      << "the next one from its front");
}

TEST_CASE("of several exceptions the first one comes out of wait()") {
  ThreadPool pool(1);
  for (const char* const what : {"the first", "the second"})
    pool.submit([what] { throw dls::Error(what); });
  const std::string said = dls_test::error_of([&] { pool.wait(); });
  CHECK_MESSAGE(said == "the first", "one thread threw 'the first', then 'the second', and wait() "
                                         << "threw '" << said
                                         << "': keep an exception only when none is kept yet");
}

TEST_CASE("an exception comes out of wait(), once, and the pool goes on") {
  ThreadPool pool(2);
  std::atomic<int> runs = 0;
  for (int i = 0; i < 10; ++i)
    pool.submit([&, i] {
      ++runs;
      if (i == 3) throw dls::Error("document 3 is damaged");
    });
  const std::string said = dls_test::error_of([&] { pool.wait(); });
  CHECK_MESSAGE(
      said == "document 3 is damaged",
      "the exception of a task was swallowed: wait() must throw it on, got '" << said << "'");
  CHECK_MESSAGE(runs.load() == 10,
                runs.load() << " of 10 ran: a task that throws must not take others with it");
  const std::string again = dls_test::error_of([&] { pool.wait(); });
  CHECK_MESSAGE(again.empty(), "wait() threw the same exception twice: '" << again << "'");
  pool.submit([&] { ++runs; });
  pool.wait();
  CHECK_MESSAGE(runs.load() == 11, "after an exception the pool did not go on");
}

TEST_CASE("a destructor with an exception that nobody asked for") {
  std::atomic<int> runs = 0;
  {
    ThreadPool pool(1);
    for (int i = 0; i < 5; ++i)
      pool.submit([&] {
        ++runs;
        throw dls::Error("nobody waits for this one");
      });
  }
  CHECK_MESSAGE(runs.load() == 5, runs.load() << " of 5 ran");
}

TEST_CASE("a pool of no threads is refused") {
  for (const int workers : {0, -1}) {
    const std::string said = dls_test::error_of([&] { const ThreadPool pool(workers); });
    CHECK_MESSAGE(!said.empty(), "a pool of " << workers << " threads must throw dls::Error");
  }
}
