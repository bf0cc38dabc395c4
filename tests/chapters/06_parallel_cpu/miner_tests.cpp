// The pool, the processes, and the miner on both: the same findings, and its speed-up on a clock
// that no busy machine can disturb.
#include <poll.h>
#include <sys/resource.h>

#include <atomic>
#include <fstream>
#include <set>

#include "chapters/06_parallel_cpu/3_miner.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

namespace {

using namespace dls::ch06;
using dls_test::error_of;
using dls_test::holds;

}  // namespace

TEST_CASE("every task of a pool runs once, and its result comes back") {
  for (const int workers : {1, 2, 3, 8}) {
    std::vector<std::atomic<int>> runs(101);
    ThreadPool pool(workers);
    std::vector<std::future<int>> results;
    for (int i = 0; i < 101; ++i)
      results.push_back(pool.submit([&runs, i] {
        ++runs[static_cast<std::size_t>(i)];
        return i * i;
      }));
    for (int i = 0; i < 101; ++i) CHECK(results[static_cast<std::size_t>(i)].get() == i * i);
    for (const auto& count : runs) CHECK(count.load() == 1);
  }
}

TEST_CASE("a pool that goes away finishes what was submitted") {
  std::atomic<int> runs = 0;
  {
    ThreadPool pool(2);
    for (int i = 0; i < 200; ++i)
      pool.submit([&] {
        std::this_thread::yield();
        ++runs;
      });
  }
  CHECK(runs.load() == 200);
}

TEST_CASE("what a task throws comes out of get(), and the thread lives on") {
  ThreadPool pool(1);
  auto bad = pool.submit([]() -> int { throw dls::Error("document 7 is damaged"); });
  auto good = pool.submit([] { return 5; });
  CHECK(holds(error_of([&] { bad.get(); }), "document 7"));
  CHECK(good.get() == 5);
}

TEST_CASE("a pool of no threads is refused") {
  CHECK(holds(error_of([] { const ThreadPool pool(0); }), "1 or more"));
  CHECK(holds(error_of([] { const ThreadPool pool(-3); }), "-3"));
}

TEST_CASE("a pool that the system cannot fill says so, and does not end the program") {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  const int status = dls_test::in_child([] {
    ::alarm(20);
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t most = pages * static_cast<rlim_t>(::getpagesize()) + (64 << 20);
    const rlimit limit{most, most};  // room for the stacks of a few threads
    if (::setrlimit(RLIMIT_AS, &limit) != 0) return 9;
    return holds(error_of([] { const ThreadPool pool(2000); }), "cannot start 2000") ? 0 : 1;
  });
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
#endif
}

TEST_CASE("a pipe that cannot be had: the children that were started are ended and reaped") {
  const int status = dls_test::in_child([] {
    ::alarm(20);
    for (int file = 3; file < 1024; ++file) ::close(file);
    const rlimit limit{6, 6};  // two pipes fit, of which one end each is closed; a third does not
    if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) return 9;
    const std::string said = error_of(
        [] { run_in_processes(3, 3, [](std::size_t) { return std::string(1 << 20, 'x'); }); });
    if (!holds(said, "cannot make a pipe")) return 1;
    if (::waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD) return 2;
    return ::dup(0) == 3 ? 0 : 3;  // no pipe is left open
  });
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("children whose parent is killed do not write for ever") {
  int life[2];  // closed when the last of them has ended
  REQUIRE(::pipe(life) == 0);
  const int status = dls_test::in_child([] {
    const pid_t parent = ::getpid();
    run_in_processes(2, 2, [parent](std::size_t i) {
      ::alarm(20);
      if (i == 1) ::kill(parent, SIGKILL);
      while (::getppid() == parent) ::usleep(1000);
      return std::string(1 << 20, 'x');
    });
    return 0;
  });
  CHECK(WIFSIGNALED(status));
  ::close(life[1]);
  pollfd ended{life[0], POLLIN, 0};
  CHECK(::poll(&ended, 1, 8000) == 1);
  ::close(life[0]);
}

TEST_CASE("results of processes: every size from nothing to beyond a pipe") {
  const std::size_t sizes[] = {0, 1, 15, 16, 17, 65'535, 65'536, 65'537, 70'000, 1 << 20};
  const std::size_t tasks = std::size(sizes);
  for (const int workers : {1, 2, 3, 16}) {
    const auto results = run_in_processes(tasks, workers, [&](std::size_t i) {
      std::string text(sizes[i], ' ');
      for (std::size_t c = 0; c < text.size(); ++c) text[c] = static_cast<char>((c * 31 + i) % 256);
      return text;
    });
    REQUIRE(results.size() == tasks);
    for (std::size_t i = 0; i < tasks; ++i) {
      REQUIRE(results[i].size() == sizes[i]);
      bool same = true;
      for (std::size_t c = 0; c < sizes[i]; ++c)
        same = same && results[i][c] == static_cast<char>((c * 31 + i) % 256);
      CHECK(same);
    }
    CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);  // no child is left to wait for
  }
}

TEST_CASE("a process that dies is reported, and its brothers are reaped") {
  const std::string said = error_of([] {
    run_in_processes(6, 3, [](std::size_t i) -> std::string {
      if (i == 4) ::_exit(3);
      return "fine";
    });
  });
  CHECK(holds(said, "1 of 3 worker processes failed"));
  CHECK(holds(said, "5 of 6 results"));
  CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);
  const std::string thrown = error_of([] {
    run_in_processes(2, 2, [](std::size_t) -> std::string { throw std::runtime_error("no"); });
  });
  CHECK(holds(thrown, "2 of 2 worker processes failed"));
  CHECK(holds(error_of([] { run_in_processes(1, 0, [](std::size_t) { return std::string(); }); }),
              "at least one worker"));
  CHECK(run_in_processes(0, 2, [](std::size_t) { return std::string(); }).empty());
}

TEST_CASE("the same findings in every mode and for every number of workers") {
  const Corpus corpus{23, 300, 0, dls_test::seed()};
  const Matcher matcher(dls_test::seed());
  RealClock clock;
  const Findings want = mine_serially(corpus, matcher, clock);
  REQUIRE(want.size() == 23);
  CHECK(std::set<std::string>(want.begin(), want.end()).size() > 20);  // they differ
  for (const int workers : {1, 2, 3, 5, 8, 30}) {
    CHECK(mine_in_threads(corpus, matcher, workers, clock) == want);
    CHECK(mine_in_processes(corpus, matcher, workers) == want);
    CHECK(mine_under_one_lock(corpus, matcher, workers, clock) == want);
  }
}

TEST_CASE("the matcher finds names with one wrong letter, and nothing else") {
  const Matcher matcher(1, 2);
  const std::string name = matcher.names()[0], other = matcher.names()[1];
  std::string once = name, twice = name;
  once[0] = once[0] == 'a' ? 'b' : 'a';
  twice[0] = once[0];
  twice[1] = twice[1] == 'a' ? 'b' : 'a';
  CHECK(matcher.find({name, once, twice, name + "x", "", name.substr(1)}) == name + ":2");
  CHECK(matcher.find({}) == "");
  CHECK(holds(matcher.find({other, name}), other + ":1"));
}

TEST_CASE("bound by waiting: the speed-up is over 0.8 of the workers, on a virtual clock") {
  const Corpus corpus{64, 5, 0.05, dls_test::seed()};
  const Matcher matcher(dls_test::seed());
  VirtualClock alone(1);
  const Findings want = mine_serially(corpus, matcher, alone);
  CHECK_SAME(alone.now(), 3.2, dls::rounding(dls::Format::f64, 64));
  for (const int workers : {1, 2, 3, 4, 5, 8, 13, 16}) {
    VirtualClock clock(workers);
    CHECK(mine_in_threads(corpus, matcher, workers, clock) == want);
    CAPTURE(workers);
    CHECK(alone.now() / clock.now() > 0.8 * workers);
    CHECK(alone.now() / clock.now() < 1.0001 * workers);
  }
}

TEST_CASE("a virtual clock: more workers than documents, and none") {
  const Matcher matcher(1);
  VirtualClock clock(5);
  CHECK(mine_in_threads({3, 5, 0.5, 1}, matcher, 5, clock).size() == 3);
  CHECK_SAME(clock.now(), 0.5, dls::bitwise());
  VirtualClock idle(4);
  CHECK(mine_in_threads({0, 5, 0.5, 1}, matcher, 4, idle).empty());
  CHECK_SAME(idle.now(), 0.0, dls::bitwise());
}
