// 06.2: results of all sizes come back whole and in order, from other processes, and no child is
// left.
#include DLS_EXERCISE

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <set>

#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

namespace {

std::string bytes(std::size_t task, std::size_t size) {
  std::string text(size, ' ');
  for (std::size_t c = 0; c < size; ++c)
    text[c] = static_cast<char>((c * 37 + task * 11 + c / 256) % 256);
  return text;
}

/// Whether a child is left that nobody waits for.
bool child_left() {
  const pid_t child = ::waitpid(-1, nullptr, WNOHANG);
  while (::waitpid(-1, nullptr, 0) > 0) {
  }
  return child >= 0;
}

/// The results, asked for in a process of its own: code that waits for ever is ended after a while.
bool hangs(std::size_t tasks, int workers, const Task& task) {
  const int status = dls_test::in_child([&] {
    ::alarm(6);
    try {
      run_in_processes(tasks, workers, task);
    } catch (const std::exception&) {
      return 1;
    }
    return 0;
  });
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
}

}  // namespace

// The first of all: code that ends the process that calls it ends this program, too.
TEST_CASE("the caller itself is not ended") {
  const int status = dls_test::in_child([] {
    ::alarm(6);
    try {
      run_in_processes(3, 3, [](std::size_t) { return std::string("x"); });
    } catch (...) {
      return 42;  // that it throws is another test's matter
    }
    return 42;
  });
  const bool lives = !WIFEXITED(status) || WEXITSTATUS(status) == 42;
  CHECK_MESSAGE(lives, "run_in_processes() ended the process that called it: the parent did the "
                           << "work of the child. fork() returns 0 in the child, work and call "
                           << "_exit() there");
  if (!lives) {  // the next call would end this program, with status 0 and not a word
    std::cout.flush();
    std::_Exit(1);
  }
}

TEST_CASE("small results, in order") {
  for (const int workers : {1, 2, 3, 7}) {
    const auto got = run_in_processes(5, workers, [](std::size_t i) { return bytes(i, i + 1); });
    REQUIRE(got.size() == 5);
    for (std::size_t i = 0; i < 5; ++i) {
      CAPTURE(workers);
      CAPTURE(i);
      CHECK(got[i] == bytes(i, i + 1));
    }
  }
}

TEST_CASE("no child is left behind") {
  run_in_processes(4, 2, [](std::size_t) { return std::string("x"); });
  CHECK_MESSAGE(!child_left(), "children were not reaped: each stays as a zombie until its parent "
                                   << "has called waitpid()");
}

TEST_CASE("results larger than a pipe") {
  const std::size_t sizes[] = {0, 1, 8, 65'535, 65'536, 65'537, 70'000, 1 << 20};
  const Task task = [&](std::size_t i) { return bytes(i, sizes[i]); };
  if (hangs(8, 2, task))
    FAIL(
        "it waits for ever: a child that writes more than 65,536 bytes waits until somebody reads, "
        "so the parent must read before it waits for the child");
  const auto got = run_in_processes(8, 2, task);
  REQUIRE(got.size() == 8);
  for (std::size_t i = 0; i < 8; ++i) {
    const bool cut = got[i].size() < sizes[i];
    CHECK_MESSAGE(!cut, sizes[i] << " bytes were sent, " << got[i].size() << " came: one read() or "
                                 << "write() moves only a part, call it until all is there");
    if (!cut) CHECK(got[i] == bytes(i, sizes[i]));
  }
}

TEST_CASE("the tasks run in other processes, no more than were asked for") {
  const auto got = run_in_processes(
      12, 3, [](std::size_t) { return std::to_string(static_cast<long>(::getpid())); });
  const std::set<std::string> processes(got.begin(), got.end());
  CHECK_MESSAGE(processes.count(std::to_string(static_cast<long>(::getpid()))) == 0,
                "a task ran in the parent: fork() returns 0 in the child, work there");
  CHECK_MESSAGE(processes.size() <= 3,
                "3 workers were asked for, " << processes.size() << " worked");
  CHECK(processes.size() >= 2);
}

TEST_CASE("a child that fails is noticed") {
  const std::string died = dls_test::error_of([] {
    run_in_processes(6, 3, [](std::size_t i) -> std::string {
      if (i == 1) ::_exit(7);
      return "fine";
    });
  });
  CHECK_MESSAGE(!died.empty(), "a child ended with status 7 and nobody noticed: throw dls::Error");
  CHECK_MESSAGE(!child_left(), "children were not reaped after a failure");
  const std::string threw = dls_test::error_of(
      [] { run_in_processes(2, 2, [](std::size_t) -> std::string { throw dls::Error("no"); }); });
  CHECK_MESSAGE(!threw.empty(), "a task threw in its child and nobody noticed");
  CHECK_MESSAGE(!child_left(), "children were not reaped after an exception");
}

TEST_CASE("a child that is killed by a signal is noticed") {
  const int status = dls_test::in_child([] {
    ::alarm(6);
    try {
      run_in_processes(6, 3, [](std::size_t i) -> std::string {
        if (i == 4) ::raise(SIGKILL);
        return "fine";
      });
    } catch (const dls::Error&) {
      return 0;
    } catch (...) {
      return 2;
    }
    return 1;
  });
  CHECK_MESSAGE(status == 0, "a child was killed by a signal, and no dls::Error was thrown: "
                                 << "WEXITSTATUS means something only where WIFEXITED is true");
}

namespace {
int at_exit_pipe = -1;
}  // namespace

TEST_CASE("a child leaves with _exit(), not with exit()") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  dls_test::in_child([&] {
    ::alarm(6);
    at_exit_pipe = ends[1];
    std::atexit([] { (void)!::write(at_exit_pipe, "x", 1); });  // runs in whoever calls exit()
    try {
      run_in_processes(4, 2, [](std::size_t) { return std::string("x"); });
    } catch (...) {
      return 1;  // another test's matter
    }
    return 0;
  });
  ::close(ends[1]);
  char byte = 0;
  CHECK_MESSAGE(::read(ends[0], &byte, 1) == 0,
                "a child ended with exit() or return: what its parent has still to print and to do "
                    << "at its end is then done twice. End it with _exit()");
  ::close(ends[0]);
}

TEST_CASE("nothing to do") {
  CHECK(run_in_processes(0, 2, [](std::size_t) { return std::string("x"); }).empty());
  CHECK_FALSE(child_left());
}
