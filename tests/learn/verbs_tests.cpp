// The other verbs, unknown words, and what a pipe gets.
#include "tests/learn/made_up_root.hpp"

using namespace dls_test;  // NOLINT: a test file

TEST_CASE("whatever is unknown is a sentence and a non-zero exit") {
  const MadeUpRoot root;
  struct Case {
    std::vector<std::string> words;
    std::string sentence;
  };
  for (const Case& unknown : std::vector<Case>{
           {{"chekc"}, "Did you mean 'check'?"},
           {{"--version"}, "learn knows no '--version'"},
           {{"run", "9"}, "Chapter 09 is not written yet. The chapters are 01_first."},
           {{"run", "31"}, "There is no chapter '31'. The chapters are 01_first."},
           {{"run", "fisrt"}, "Did you mean 'first'?"},
           {{"run"}, "./learn run NN"},
           {{"check", "01.7"}, "This chapter has 01.1 and 01.2"},
           {{"check", "--sede", "3"}, "Did you mean '--seed'?"},
           {{"check", "--seed", "-3"}, "'-3' is no whole number"},
           {{"check", "--seed", "x"}, "'x' is no whole number"},
           {{"check", "--seed"}, "--seed"},
           {{"check", "01.1", "01.2"}, "01.2"},
           {{"report", "--jsn"}, "Did you mean '--json'?"},
           {{"reset"}, "exercise is required"},
           {{"data"}, "one of list, get and verify"},
           {{"data", "gte"}, "Did you mean 'get'?"},
           {{"data", "get"}, "name is required"},
           {{"data", "get", "fashion-mnits"}, "Did you mean 'fashion-mnist'?"},
           {{"data", "verify", "nothing"}, "There is no data set 'nothing'"},
           {{"data", "get", "fashion-mnist", "--from", "ftp"}, "ftp"},
           {{"bench", "gem"}, "Did you mean 'gemm'?"},
           {{"notebook", "01"}, "has no notebook"},
           {{"test", "--all", "--exercises"}, "excludes"}}) {
    const learn::Outcome outcome = root.learn(unknown.words);
    CHECK(outcome.code != 0);
    CHECK(outcome.signal == 0);
    CHECK_HOLDS(outcome.output, unknown.sentence);
  }
}

TEST_CASE("output that cannot be written is a sentence and a failure, whatever the verb") {
  const MadeUpRoot root;
  root.write_mine(passing());
  std::filesystem::create_directories(root.path("out"));
  for (const std::string words :
       {"", "list", "report", "report --json", "ledger", "hint", "hint --help", "check 01.1",
        "check 01.2", "solution 01.1", "reset 01.1", "data list", "doctor", "run", "bench"}) {
    CAPTURE(words);
    const learn::Outcome full = root.shell("$learn " + words + " >/dev/full");
    CHECK(full.code == 1);
    CHECK_HOLDS(full.output, "The output could not be written: ");
    const learn::Outcome closed = root.shell("$learn " + words + " >&-");
    CHECK(closed.code == 1);
    CHECK_HOLDS(closed.output, "The output could not be written: ");
  }
  CHECK_HOLDS(root.shell("$learn list >/dev/full").output, "No space left on device");
  CHECK_LACKS(root.learn({"report"}).output, "damaged");  // no output has landed in the state
}

TEST_CASE("run takes all names of a chapter and hands its options on") {
  const MadeUpRoot root;
  for (const std::string name : {"1", "01", "01_first", "first"}) {
    CHECK_HOLDS(root.learn({"run", name, "--quick", "--section", "x y"}).output,
                "lesson: --quick --section x y\n");
  }
  CHECK_HOLDS(root.learn({"run", "01", "--help"}).output, "lesson: --help\n");
  put(root.path("chapters/01_first/main.sh"), "#!/bin/sh\nexit 9\n");
  CHECK(root.learn({"run", "01"}).code == 9);
}

TEST_CASE("a data set that cannot be fetched does not stop the lesson") {
  const MadeUpRoot root;
  put(root.path("build/default/bin/01_first.datasets"), "no-such-set\n");
  const learn::Outcome outcome = root.learn({"run", "01"});
  CHECK(outcome.code == 0);
  CHECK_HOLDS(outcome.output, "no-such-set could not be fetched");
  CHECK_HOLDS(outcome.output, "lesson:");
  CHECK_LACKS(root.learn({"run", "01", "--quick"}).output, "could not be fetched");
  CHECK_LACKS(root.learn({"run", "01", "--data=x"}).output, "could not be fetched");
}

TEST_CASE("a chapter that does not build shows the compiler's words") {
  const MadeUpRoot root;
  put(root.path("chapters/01_first/main.sh"), "broken\n");
  const learn::Outcome outcome = root.learn({"run", "01"});
  CHECK(outcome.code == 1);
  CHECK_HOLDS(outcome.output, "chapters/01_first/main.sh:1:1: error: no script");
  CHECK_LACKS(outcome.output, "lesson");
}

TEST_CASE("without a verb: where you are and what is next") {
  const MadeUpRoot root;
  const std::string output = root.learn({}).output;
  CHECK_HOLDS(output, "solved 0 of 3");
  CHECK_HOLDS(output, "./learn run 01");
  CHECK_HOLDS(output, "The first chapter");
  CHECK_HOLDS(output, "01.1 Title of 01.1");
}

TEST_CASE("each call for a hint says more, and the last stays") {
  const MadeUpRoot root;
  const std::string first = root.learn({"hint"}).output;
  CHECK_HOLDS(first, "01.1 hint 1 of 2: look at 01_first/1_add.hpp");
  CHECK_LACKS(first, "look closer");
  CHECK_HOLDS(root.learn({"hint", "01.1"}).output, "hint 2 of 2: look closer");
  CHECK_HOLDS(root.learn({"hint"}).output, "hint 2 of 2: look closer");
  CHECK_HOLDS(root.learn({"hint", "01.2"}).output, "01.2 hint 1 of 2");
}

TEST_CASE("the solution opens after a pass, or on --show") {
  const MadeUpRoot root;
  const learn::Outcome closed = root.learn({"solution", "01.1"});
  CHECK(closed.code == 1);
  CHECK_LACKS(closed.output, "the solution of add");
  CHECK_HOLDS(root.learn({"solution", "01.1", "--show"}).output, "the solution of add");
  root.write_mine(passing());
  CHECK(root.learn({"check", "01.1"}).code == 0);
  CHECK_HOLDS(root.learn({"solution", "01.1"}).output, "the solution of add");
}

TEST_CASE("report --json is JSON with one object per exercise") {
  const MadeUpRoot root;
  root.write_mine(passing());
  CHECK(root.learn({"check", "01.1", "--seed", "5"}).code == 0);
  const std::string output = root.learn({"report", "--json"}).output;
  CHECK(output.substr(0, 2) == "[\n");
  CHECK_HOLDS(output, "\"id\":\"01.1\",\"title\":\"Title of 01.1\",\"passed\":true");
  CHECK_HOLDS(output, "\"seed\":5");
  CHECK_HOLDS(output, "\"id\":\"01.2\",\"title\":\"Title of 01.2\",\"passed\":false");
}

TEST_CASE("ledger says where its first row comes from, then shows its rows") {
  const MadeUpRoot root;
  CHECK_HOLDS(root.learn({"ledger"}).output, "chapter 05");
  std::filesystem::create_directories(root.path("out"));
  const std::string row =
      R"({"chapter":"05","lever":"kept memory","what":"An arena","ms_before":80,)"
      R"("ms_after":64,"machine":"a machine"})";
  put(root.path("out/ledger.jsonl"), row + "\n{\"chapter\":\"05\"\n");
  const learn::Outcome shown = root.learn({"ledger"});
  CHECK(shown.code == 0);
  CHECK_HOLDS(shown.output,
              "  1       05  kept memory     80.0  64.0          1.25    -     -     -     -");
  CHECK_HOLDS(shown.output, "1  An arena (a machine)");
  CHECK_HOLDS(shown.output, "ledger.jsonl: line 2 is no JSON object and is left out.");
  // A picture, or bars where there is no gnuplot.
  if (holds(shown.output, "out/ledger.png")) {
    CHECK_HOLDS(get(root.path("out/ledger.png")), "PNG");
  }
  const learn::Outcome bars = root.shell("PATH=/nowhere $learn ledger");
  CHECK(bars.code == 0);
  CHECK_HOLDS(bars.output, "before ################################################## 80.0 ms");
  CHECK_HOLDS(bars.output, "after  ######################################## 64.0 ms");
  put(root.path("out/ledger.jsonl"), "[]\n");
  CHECK_HOLDS(root.learn({"ledger"}).output, "The ledger is empty");
}

TEST_CASE("test counts by group, shows what failed, and ends with the sum") {
  const MadeUpRoot root;
  put(root.path("build/default/CTestTestfile.cmake"),
      "add_test(common.a /bin/true)\nadd_test(common.b /bin/sh -c \"echo the reason; exit 1\")\n"
      "add_test(chapter.01.tape /bin/true)\nadd_test(chapter.01.skip /bin/sh -c \"exit 77\")\n"
      "set_tests_properties(chapter.01.skip PROPERTIES SKIP_RETURN_CODE 77)\n"
      "add_test(exercise.01.1.stub /bin/true)\n");
  const learn::Outcome outcome = root.learn({"test"});
  CHECK(outcome.code == 1);
  CHECK_HOLDS(outcome.output, "the reason");
  CHECK_HOLDS(outcome.output, "common.b (Failed)");
  CHECK_HOLDS(outcome.output, "chapter.01");
  CHECK_HOLDS(outcome.output, "\n3 passed, 1 failed, 1 skipped\n");
  put(root.path("build/default/CTestTestfile.cmake"), "");
  const learn::Outcome none = root.learn({"test"});  // no test at all is no success
  CHECK(none.code == 1);
  CHECK_HOLDS(none.output, "CTest ran no test");
}

TEST_CASE("test --exercises: one row per exercise, and every gate counts") {
  const MadeUpRoot root;
  put(root.path("exercises/exercises.toml"), MadeUpRoot::entry("01.1", "01_first/1_add.hpp"));
  std::string ninja = get(root.path("build/default/build.ninja"));
  put(root.path("build/default/build.ninja"),
      ninja + "build ex_01_1_gates: phony\nbuild ex_01_solutions: phony\n");
  const std::string gates =
      "add_test(exercise.01.1.stub /bin/true)\nadd_test(exercise.01.1.solution /bin/true)\n"
      "add_test(exercise.01.1.mutant.a /bin/true)\nadd_test(common.x /bin/false)\n";
  put(root.path("build/default/CTestTestfile.cmake"),
      gates + "add_test(exercise.01.1.mutant.b /bin/true)\n");
  const learn::Outcome good = root.learn({"test", "--exercises"});
  CHECK(good.code == 0);
  CHECK_HOLDS(good.output, "2/2");
  CHECK_HOLDS(good.output, "1 passed, 0 failed");
  put(root.path("build/default/CTestTestfile.cmake"),
      gates + "add_test(exercise.01.1.mutant.b /bin/false)\n");
  const learn::Outcome bad = root.learn({"test", "--exercises"});
  CHECK(bad.code == 1);
  CHECK_HOLDS(bad.output, "1/2");
  put(root.path("build/default/CTestTestfile.cmake"), gates);  // one wrong solution is too few
  CHECK(root.learn({"test", "--exercises"}).code == 1);
}

TEST_CASE("in a pipe nothing is coloured or drawn over") {
  const MadeUpRoot root;
  root.write_mine(failing());
  put(root.path("build/default/CTestTestfile.cmake"), "add_test(common.a /bin/true)\n");
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{},
                                             {"check"},
                                             {"run", "01"},
                                             {"list"},
                                             {"report"},
                                             {"hint"},
                                             {"test"},
                                             {"doctor"},
                                             {"nonsense"},
                                             {"data", "list"},
                                             {"check", "--help"}}) {
    const std::string output = root.learn(words).output;
    CHECK(!output.empty());
    CHECK_LACKS(output, "\033");
    CHECK_LACKS(output, "\r");
  }
}
