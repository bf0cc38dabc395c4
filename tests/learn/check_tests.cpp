// check: from the first copy to the pass.
#include <chrono>

#include "tests/learn/made_up_root.hpp"

using namespace dls_test;  // NOLINT: a test file

TEST_CASE("the first check copies the stub and says that it is not written yet") {
  const MadeUpRoot root;
  const learn::Outcome outcome = root.learn({"check"});
  CHECK(outcome.code == 1);
  CHECK(get(root.mine()) == stub("01.1"));
  CHECK_HOLDS(outcome.output, "your copy is my/01_first/1_add.hpp");
  CHECK_HOLDS(outcome.output, "01.1  not written yet: add: write the sum");
  CHECK_HOLDS(outcome.output, "./learn hint 01.1");
}

TEST_CASE("a failing check shows the checks' own words and nothing around them") {
  const MadeUpRoot root;
  root.write_mine(failing());
  const learn::Outcome outcome = root.learn({"check"});
  CHECK(outcome.code == 1);
  CHECK_HOLDS(outcome.output, "01.1  not yet: 1 of 2 test cases pass");
  CHECK_HOLDS(outcome.output, "sums are right");
  CHECK_HOLDS(outcome.output, "got against want: 3 of 4 differ");
  CHECK_HOLDS(outcome.output, "CHECK( 3 == 4 )");
  CHECK_LACKS(outcome.output, "dls_result");
  CHECK_LACKS(outcome.output, "[doctest]");
}

TEST_CASE("a file that does not compile: the compiler's words, the learner's file named") {
  const MadeUpRoot root;
  root.write_mine("no script\n");
  const learn::Outcome outcome = root.learn({"check"});
  CHECK(outcome.code == 1);
  CHECK_HOLDS(outcome.output, "my/01_first/1_add.hpp does not compile yet");
  CHECK_HOLDS(outcome.output, "my/01_first/1_add.hpp:1:1: error: no script");
  CHECK_LACKS(outcome.output, "FAILED");
  CHECK_LACKS(outcome.output, root.path("").string());
}

TEST_CASE("a pass is recorded with its seed, and the next exercise is named") {
  const MadeUpRoot root;
  root.write_mine(passing());
  const learn::Outcome outcome = root.learn({"check", "1.1", "--seed", "77"});
  CHECK(outcome.code == 0);
  CHECK_HOLDS(outcome.output, "01.1  passed: 2 checks in 1 test cases");
  CHECK_HOLDS(outcome.output, "./learn solution 01.1");
  CHECK_HOLDS(outcome.output, "Next: ./learn check 01.2");
  CHECK_HOLDS(get(root.path("my/progress.json")), "\"seed\": 77");
  CHECK_HOLDS(root.learn({"report"}).output, "1 of 3 solved");
  CHECK_HOLDS(root.learn({"check"}).output, "01.2  not written yet");
}

TEST_CASE("the seed reaches the test") {
  const MadeUpRoot root;
  root.write_mine("#!/bin/sh\necho seed is $DLS_TEST_SEED\nexit 1\n");
  CHECK_HOLDS(root.learn({"check"}).output, "seed is 1\n");
  CHECK_HOLDS(root.learn({"check", "--seed", "123"}).output, "seed is 123\n");
}

TEST_CASE("an endless loop is stopped at the exercise's limit") {
  const MadeUpRoot root(1);
  root.write_mine("#!/bin/sh\nsleep 1000\n");
  const learn::Outcome outcome = root.learn({"check"});
  CHECK(outcome.code == 1);
  CHECK_HOLDS(outcome.output, "01.1  stopped after 1 s");
}

TEST_CASE("a crash is named, with its likely cause and what was printed before it") {
  const MadeUpRoot root;
  for (const auto& [signal, cause] : std::map<std::string, std::string>{
           {"SEGV", "outside an array, followed a pointer"},
           {"ABRT", "an assertion failed"},
           {"FPE", "divided a whole number by zero"},
           {"KILL", "took all the memory"},
           {"USR1", "by a signal from outside (User defined signal 1)"}}) {
    root.write_mine("#!/bin/sh\necho last words\nkill -" + signal + " $$\n");
    const learn::Outcome outcome = root.learn({"check"});
    CHECK(outcome.code == 1);
    CHECK_HOLDS(outcome.output, cause);
    CHECK_HOLDS(outcome.output, "last words");
  }
}

TEST_CASE("a program that ends itself, or for which memory runs out, is told so") {
  const MadeUpRoot root;
  root.write_mine("#!/bin/sh\necho last words\nexit 3\n");
  const std::string ended = root.learn({"check"}).output;
  CHECK_HOLDS(ended,
              "ended with status 3 before its tests did. Does something in your file call exit()?");
  CHECK_HOLDS(ended, "last words");
  CHECK_LACKS(ended, "0 of 0");
  root.write_mine(failing().insert(10, "echo 'what(): std::bad_alloc'\n"));
  CHECK_HOLDS(root.learn({"check"}).output, "memory ran out: a check may take");
}

TEST_CASE("a test that prints more than is kept still passes by its summary at the end") {
  const MadeUpRoot root;
  root.write_mine("#!/bin/sh\nyes | head -c 10000000\n" + passing());
  CHECK_HOLDS(root.learn({"check", "01.1"}).output, "01.1  passed");
}

TEST_CASE("a file put back with an older time is checked, not the program built before") {
  const MadeUpRoot root;
  root.write_mine(passing());
  CHECK(root.learn({"check", "01.1"}).code == 0);
  root.write_mine(failing());
  std::filesystem::last_write_time(
      root.mine(), std::filesystem::file_time_type::clock::now() - std::chrono::hours(5));
  CHECK(root.learn({"check", "01.1"}).code == 1);
}

TEST_CASE("when the state cannot be written the verdict is shown all the same") {
  const MadeUpRoot root;
  root.write_mine(passing());
  std::filesystem::create_directories(root.path("my/progress.json"));  // a folder in its place
  const learn::Outcome outcome = root.learn({"check", "01.1"});
  CHECK(outcome.code == 0);
  CHECK_HOLDS(outcome.output, "01.1  passed");
  CHECK_HOLDS(outcome.output, "Your progress was not saved");
  CHECK_HOLDS(outcome.output, "Next: ./learn check 01.2");
}

TEST_CASE("when my/ cannot be made a sentence says so") {
  const MadeUpRoot root;
  put(root.path("my"), "a file in its place");
  const learn::Outcome outcome = root.learn({"check"});
  CHECK(outcome.code == 1);
  CHECK_HOLDS(outcome.output, "my is a file, but your own files need a folder of this name");
  const learn::Outcome hint = root.learn({"hint"});  // the hint is shown all the same
  CHECK(hint.code == 0);
  CHECK_HOLDS(hint.output, "hint 1 of 2");
  CHECK_HOLDS(hint.output,
              "Your progress was not saved: " + root.path("my").string() + " is a file");
  CHECK(get(root.path("my")) == "a file in its place");
}

TEST_CASE("a program that ends before its tests did has not passed") {
  for (const char* output : {"",
                             "echo '[doctest] test cases: 2 | 1 passed | 0 failed | 0 skipped'\n"
                             "echo '[doctest] assertions: 2 | 2 passed | 0 failed |'\n"}) {
    const MadeUpRoot root;
    root.write_mine(std::string("#!/bin/sh\n") + output + "exit 0\n");
    const learn::Outcome outcome = root.learn({"check", "01.1"});
    CHECK(outcome.code == 1);
    CHECK_HOLDS(outcome.output, "ended before its tests did");
    CHECK_HOLDS(root.learn({"report"}).output, "0 of 3 solved");
  }
}

TEST_CASE("of a flood before a crash the two ends are shown") {
  const MadeUpRoot root;
  root.write_mine("#!/bin/sh\necho first words\nseq 20000\necho last words\nkill -SEGV $$\n");
  const learn::Outcome outcome = root.learn({"check", "01.1"});
  CHECK(outcome.code == 1);
  CHECK_HOLDS(outcome.output, "first words");
  CHECK_HOLDS(outcome.output, "last words");
  CHECK_HOLDS(outcome.output, "bytes left out");
  CHECK(outcome.output.size() < 6000);
}
