// Reading what others print: suggestions, the compiler, doctest, CTest.
#include "common/report/suggest.hpp"
#include "tests/learn/made_up_root.hpp"
#include "tools/learn/compiler_output.hpp"
#include "tools/learn/ctest_run.hpp"
#include "tools/learn/verdict.hpp"

using namespace dls_test;  // NOLINT: a test file

TEST_CASE("edit distance counts insertions, deletions, changes and swaps") {
  CHECK(dls::edit_distance("", "") == 0);
  CHECK(dls::edit_distance("", "abc") == 3);
  CHECK(dls::edit_distance("abc", "") == 3);
  CHECK(dls::edit_distance("check", "check") == 0);
  CHECK(dls::edit_distance("chekc", "check") == 1);
  CHECK(dls::edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("only something near is suggested") {
  const std::vector<std::string> verbs{"check", "watch", "solution", "run"};
  CHECK(dls::did_you_mean("chek", verbs) == " Did you mean 'check'?");
  CHECK(dls::did_you_mean("sol", verbs) == " Did you mean 'solution'?");
  CHECK(dls::did_you_mean("elephant", verbs).empty());
  CHECK(dls::did_you_mean("", verbs).empty());
  CHECK(dls::did_you_mean("check", {}).empty());
  CHECK(dls::in_words({"a", "b", "c"}) == "a, b and c");
  CHECK(dls::in_words({"a"}) == "a");
  CHECK(dls::in_words({}).empty());
}

TEST_CASE("of ninja's output only the compiler's words stay") {
  const std::string output =
      "ninja: Entering directory `/r/build'\n[1/3] Building CXX object a.o\nFAILED: b.o \n"
      "/usr/bin/c++ -c /r/my/b.hpp\n/r/my/b.hpp:3:1: error: [2/3] is not a name\n   3 | /r/\n"
      "ninja: build stopped: subcommand failed.\n";
  CHECK(learn::compiler_output(output, "/r") ==
        "my/b.hpp:3:1: error: [2/3] is not a name\n   3 | \n");
}

TEST_CASE("messages about the learner's file come first, whole, and none is lost") {
  const std::string other =
      "In file included from tests/t.cpp:1:\nlib/x.hpp:5:2: error: first\n    5 | x\n";
  const std::string mine =
      "In file included from tests/t.cpp:3:\nmy/a.hpp: In function 'int f()':\nmy/a.hpp:9:1: "
      "error: second\n  9 | y\n";
  const std::string last = "tests/t.cpp:8:1: error: third\n";
  CHECK(learn::file_first(other + mine + last, "my/a.hpp") == mine + other + last);
  CHECK(learn::file_first("no message at all\n", "my/a.hpp") == "no message at all\n");
}

TEST_CASE("doctest's failing checks, each once, with their sub-case") {
  const std::string output =
      "[doctest] run with \"--help\" for options\n==========\nt.cpp:6:\nTEST CASE:  sums\n\n"
      "t.cpp:7: ERROR: CHECK( a == 4 ) is NOT correct!\n  values: CHECK( 3 == 4 )\n  logged: "
      "two\n\n          lines\n\n"
      "==========\nt.cpp:6:\nTEST CASE:  sums\n  empty rows\n\n"
      "t.cpp:7: ERROR: CHECK( a == 4 ) is NOT correct!\n  values: CHECK( 3 == 4 )\n  logged: "
      "two\n\n          lines\n\n"
      "t.cpp:8: MESSAGE: by the way\n\nt.cpp:9: FATAL ERROR: REQUIRE( b ) is NOT correct!\n  "
      "values: REQUIRE( false )\n\n"
      "==========\n[doctest] test cases:  4 | 3 passed | 1 failed | 0 skipped\n[doctest] "
      "assertions: 12 "
      "| 10 passed | 2 failed |\n";
  const std::vector<learn::FailedCheck> checks = learn::failed_checks(output);
  REQUIRE(checks.size() == 2);
  CHECK(checks[0].test == "sums");
  CHECK(checks[0].place == "t.cpp:7");
  CHECK(checks[0].text ==
        "CHECK( a == 4 ) is NOT correct!\n  values: CHECK( 3 == 4 )\n  logged: two\n\n          "
        "lines");
  CHECK(checks[1].test == "sums, empty rows");
  CHECK_HOLDS(checks[1].text, "REQUIRE( false )");
  CHECK(learn::counts(output).cases == 4);
  CHECK(learn::counts(output).cases_passed == 3);
  CHECK(learn::counts(output).assertions == 12);
  CHECK(learn::failed_checks("").empty());
  CHECK(learn::counts("").assertions == 0);
}

TEST_CASE("the text of NotDone, quoted or not") {
  CHECK(learn::not_done("x THREW exception: not done yet: 01.1 add: y\nz") == "01.1 add: y");
  CHECK(learn::not_done("x THREW exception: \"not done yet: 01.1 add: y\"\n") == "01.1 add: y");
  CHECK(learn::not_done("done").empty());
}

TEST_CASE("CTest's lines") {
  using End = learn::TestResult::End;
  const auto end_of = [](const std::string& line) { return learn::read_ctest_line(line)->end; };
  const std::string begin = " 3/31 Test  #3: common.core_rng ......";
  CHECK(learn::read_ctest_line(begin + ".   Passed    0.03 sec")->name == "common.core_rng");
  CHECK(end_of(begin + ".   Passed    0.03 sec") == End::passed);
  CHECK(end_of(begin + "***Failed    0.01 sec") == End::failed);
  CHECK(end_of(begin + "***Timeout  60.01 sec") == End::failed);
  CHECK(end_of(begin + "***Exception: SegFault  0.1 sec") == End::failed);
  CHECK(end_of(begin + "***Not Run   0.00 sec") == End::failed);
  CHECK(end_of(begin + "***Skipped   0.00 sec") == End::skipped);
  CHECK(learn::read_ctest_line(begin + "***Timeout  60.01 sec")->how == "Timeout");
  CHECK(!learn::read_ctest_line("      Start  3: common.core_rng"));
  CHECK(!learn::read_ctest_line("I say: Test #3: this is mine .... Passed"));
  CHECK(!learn::read_ctest_line(""));
}
