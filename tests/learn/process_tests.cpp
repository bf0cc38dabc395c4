// Running programs: output, ends, limits, and nothing left behind.
#include <unistd.h>

#include <csignal>

#include "tests/learn/made_up_root.hpp"
#include "tools/learn/process.hpp"

using namespace dls_test;  // NOLINT: a test file

namespace {

learn::Outcome shell(const std::string& script, double timeout_s = 30) {
  return learn::run_captured({{"/bin/sh", "-c", script}, {{"LEARN_WORD", "blue"}}, timeout_s});
}

}  // namespace

TEST_CASE("status, both outputs and the environment come back") {
  const learn::Outcome outcome = shell("echo out $LEARN_WORD; echo err >&2; exit 7");
  CHECK(outcome.code == 7);
  CHECK(outcome.signal == 0);
  CHECK(outcome.output == "out blue\nerr\n");
  CHECK(shell("kill -TERM $$").signal == SIGTERM);
  CHECK(shell("true").ok());
  CHECK(shell("cat").output.empty());  // no input: it ends at once
}

TEST_CASE("of output that floods both ends are kept") {
  const learn::Outcome outcome = shell("echo first; head -c 20000000 /dev/zero; echo last; exit 5");
  CHECK(outcome.code == 5);
  CHECK(outcome.output.size() > 1'000'000);
  CHECK(outcome.output.size() < 10'000'000);
  CHECK(outcome.output.substr(0, 6) == "first\n");
  CHECK_HOLDS(outcome.output, "bytes left out");
  CHECK(outcome.output.substr(outcome.output.size() - 6) == std::string("\0last\n", 6));
  const std::string all(5'000'000, '\0');  // too much for two ends, but nothing may be lost yet
  CHECK((shell("head -c 5000000 /dev/zero").output == all));
}

TEST_CASE("a program that prints without end is stopped at its limit") {
  const learn::Outcome outcome = shell("yes", 1);
  CHECK(outcome.timed_out);
  CHECK(outcome.output.substr(0, 4) == "y\ny\n");
}

TEST_CASE("a program gets no more memory than it may have") {
  learn::Command command{
      {"/bin/sh", "-c", "head -c 300000000 /dev/zero | tail -c 200000000 | wc -c"}};
  CHECK_HOLDS(learn::run_captured(command).output, "200000000");
  command.memory_bytes = 50'000'000;
  CHECK_LACKS(learn::run_captured(command).output, "200000000");
}

TEST_CASE("at the limit the program and its children end") {
  const TemporaryFolder folder;
  const std::string pid_file = (folder / "pid").string();
  const learn::Outcome outcome =
      shell("sleep 1000 & echo $! >" + pid_file + "; echo before; wait", 1);
  CHECK(outcome.timed_out);
  CHECK(!outcome.ok());
  CHECK(outcome.output == "before\n");
  CHECK(ends_soon(get(pid_file)));
}

TEST_CASE("children that a program leaves running are ended with it") {
  const TemporaryFolder folder;
  const std::string pid_file = (folder / "pid").string();
  CHECK(shell("sleep 1000 >/dev/null 2>&1 & echo $! >" + pid_file).ok());
  CHECK(ends_soon(get(pid_file)));
}

TEST_CASE("a program that is not there is a sentence") {
  CHECK_HOLDS(error_of([] { learn::run_captured({{"/nowhere/at_all"}}); }), "cannot be started");
  CHECK(learn::find_program({"no-such-program", "sh"}).filename() == "sh");
  CHECK(learn::find_program({"no-such-program"}).empty());
}

TEST_CASE("several ranks go through mpirun, one does not") {
  CHECK(learn::with_ranks({{"program", "x"}}, 1).words == std::vector<std::string>{"program", "x"});
  const learn::Command four = learn::with_ranks({{"program", "x"}}, 4);
  CHECK(four.words ==
        std::vector<std::string>{"mpirun", "--oversubscribe", "-n", "4", "program", "x"});
}

TEST_CASE("Ctrl-C during a check ends the tool and its child by that signal") {
  const MadeUpRoot root;
  const std::string pid_file = root.path("pid").string();
  root.write_mine("#!/bin/sh\necho $$ >" + pid_file + "\nsleep 1000\n");
  const learn::Outcome outcome = learn::run_captured(
      {{"/bin/sh", "-c",
        std::string(LEARN_TOOL) + " check 01.1 & tool=$!; while [ ! -s " + pid_file +
            " ]; do sleep 0.02; done; kill -TERM $tool; wait $tool; echo status $?"},
       {{"DLS_LEARN_ROOT", root.path("").string()}},
       30});
  CHECK_HOLDS(outcome.output, "status 143");  // 128 + SIGTERM
  CHECK_LACKS(outcome.output, "stopped after");
  CHECK(ends_soon(get(pid_file)));
}

TEST_CASE("after a kill the build stays locked until its compilers have ended") {
  const MadeUpRoot root;
  root.write_mine(passing());
  std::string ninja = get(root.path("build/default/build.ninja"));
  ninja.replace(ninja.find("cp $in"), 2, "touch begun; sleep 1; cp");
  put(root.path("build/default/build.ninja"), ninja);
  const learn::Outcome outcome =
      root.shell("$learn check 01.1 >/dev/null 2>&1 & while [ ! -e " +
                 root.path("build/default/begun").string() +
                 " ]; do sleep 0.02; done; kill -9 $!; wait; $learn check 01.1");
  CHECK_HOLDS(outcome.output, "Waiting for learn (process ");
  CHECK_HOLDS(outcome.output, ": building 01.1), which builds in the same folder.");
  CHECK_HOLDS(outcome.output, "01.1  passed");
}
