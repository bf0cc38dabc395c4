// gate: its judgement on programs that keep the contract and on programs that break it.
#include "tests/learn/made_up_root.hpp"

using namespace dls_test;  // NOLINT: a test file

namespace {

struct Judged {
  bool accepted;
  std::string output;
};

/// What the gate says of `script` as that form of 01.1.
Judged judge(const std::string& form, const std::string& script,
             const std::string& file = "// expect: too small\n") {
  const MadeUpRoot root(holds(script, "sleep") ? 1 : 30);
  put(root.path("file.hpp"), file);
  put(root.path("program"), "#!/bin/sh\n" + script);
  std::filesystem::permissions(root.path("program"), std::filesystem::perms::owner_all);
  const learn::Outcome outcome = root.learn(
      {"gate", "01.1", form, root.path("file.hpp").string(), root.path("program").string()});
  CHECK(outcome.signal == 0);
  return {outcome.ok(), outcome.output};
}

}  // namespace

TEST_CASE("a stub must fail in the ordinary way by its own NotDone") {
  CHECK(judge("stub", "echo 'not done yet: 01.1 add: ...'; exit 1").accepted);
  CHECK_HOLDS(judge("stub", "exit 1").output, "NotDone");
  CHECK_HOLDS(judge("stub", "echo 'not done yet: 01.2 mul: ...'; exit 1").output, "NotDone");
  CHECK_HOLDS(judge("stub", "echo 'test 01.1 add failed'; exit 1").output, "NotDone");
  CHECK_HOLDS(judge("stub", "echo 'not done yet: 01.1 add: ...'").output, "status 0");
  CHECK_HOLDS(judge("stub", "echo 'not done yet: 01.1 add: ...'; kill -ABRT $$").output, "Aborted");
  CHECK_HOLDS(judge("stub", "echo 'not done yet: 01.1 add: ...'; sleep 1000").output, "time limit");
}

TEST_CASE("a solution must pass, and something must have been checked") {
  const std::string summary = "echo '[doctest] assertions: 3 | 3 passed | 0 failed |'; ";
  CHECK(judge("solution", summary).accepted);
  CHECK_HOLDS(judge("solution", summary + "exit 1").output, "status 1");
  CHECK_HOLDS(judge("solution", summary + "kill -SEGV $$").output, "Segmentation fault");
  CHECK_HOLDS(judge("solution", summary + "sleep 1000").output, "time limit");
  CHECK_HOLDS(judge("solution", "echo '[doctest] assertions: 0 | 0 passed | 0 failed |'").output,
              "without a single check");
  CHECK_HOLDS(judge("solution", "true").output, "without a single check");
}

TEST_CASE("a wrong solution must be rejected with the words that name the mistake") {
  CHECK(judge("mutant.half", "echo 'it is too small by 2'; exit 1").accepted);
  CHECK(
      judge("mutant.half", "echo \"$1: too small\"; exit 1", "// expect: =mutant.half: too small\n")
          .accepted);  // the suite of that name, and no other
  CHECK_HOLDS(judge("mutant.half", "echo 'it is too large'; exit 1").output, "without the words");
  CHECK_HOLDS(judge("mutant.half", "echo 'it is too small'").output, "status 0");
  CHECK_HOLDS(judge("mutant.half", "echo 'it is too small'; kill -SEGV $$").output,
              "Segmentation fault");
  CHECK_HOLDS(judge("mutant.half", "echo 'it is too small'; sleep 1000").output, "time limit");
  CHECK_HOLDS(judge("mutant.half", "echo too small; exit 1", "#pragma once\n").output,
              "// expect: ");
  CHECK_HOLDS(judge("mutant.half", "echo too small; exit 1", "// expect: \n").output,
              "// expect: ");
}

TEST_CASE("what was printed is shown when a gate is broken") {
  CHECK_HOLDS(judge("solution", "echo these words; exit 3").output, "these words");
}

TEST_CASE("an exercise the manifest does not know, and an unknown form") {
  const MadeUpRoot root;
  CHECK_HOLDS(root.learn({"gate", "09.9", "stub", "f", "p"}).output, "There is no exercise '09.9'");
  CHECK_HOLDS(root.learn({"gate", "01.1", "half", "f", "p"}).output, "not for a 'half'");
  CHECK(root.learn({"gate", "01.1", "solution", "f", "/nowhere/program"}).code == 1);
}
