// 00.7: the learner's test cases against right and wrong functions. This program holds them beside
// the cases below. Run as it is, they meet the right function; each case below runs the program
// once more, with a variable that picks another function, and looks at how the learner's cases end.
#include DLS_EXERCISE

#include <stdlib.h>  // setenv
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/support/check.hpp"

namespace {

struct Function {
  const char* name;
  int (*call)(int samples, int size);
  std::string what;  ///< for a wrong one: what is wrong with it
};

int right(int samples, int size) {
  if (samples < 0 || size < 1) throw dls::Error("no such batches");
  return samples / size + (samples % size > 0 ? 1 : 0);
}

int counted(int samples, int size) {  // the same, another way
  if (samples < 0 || size < 1) throw dls::Error("no such batches");
  int count = 0;
  for (int done = 0; done < samples; done += size) ++count;
  return count;
}

const Function kFunctions[] = {
    {"right", right, ""},
    {"counted", counted, ""},
    {"rounds_down", [](int n, int b) { return right(n, b) - (n % b > 0 ? 1 : 0); },
     "it rounds down, so that the last samples never get their turn"},
    {"one_more", [](int n, int b) { return right(n, b) + (n > 0 && n % b == 0 ? 1 : 0); },
     "it gives one batch too many when the samples divide evenly"},
    {"nearest", [](int n, int b) { return right(n, b) - (n % b > 0 && 2 * (n % b) < b ? 1 : 0); },
     "it rounds to the nearest: less than half a batch at the end is dropped"},
    {"at_least_one", [](int n, int b) { return n == 0 ? 1 : right(n, b); },
     "it gives one batch where there is no sample"},
    {"size_zero", [](int n, int b) { return b < 1 ? 0 : right(n, b); },
     "it answers 0 for a size below 1 and should throw"},
    {"negative", [](int n, int b) { return n < 0 ? 0 : right(n, b); },
     "it answers 0 for a negative number of samples and should throw"},
};

const Function& chosen() {
  const char* name = std::getenv("DLS_WARMUP_FUNCTION");
  for (const Function& function : kFunctions) {
    if (name != nullptr && std::string(name) == function.name) return function;
  }
  return kFunctions[0];
}

struct Run {
  bool passed;
  std::string output;
};

/// The learner's cases, and only they, against `function`. Where one program holds several
/// learners' cases as suites (that of the gates does), those of this suite.
Run learners_cases(const Function& function) {
  setenv("DLS_WARMUP_FUNCTION", function.name, 1);
  const std::string suite = doctest::getContextOptions()->currentTest->m_test_suite;
  const std::string command =
      "/proc/$PPID/exe --no-colors --test-case-exclude='gate: *' --test-suite='" + suite + "'";
  std::FILE* pipe = popen(command.c_str(), "r");
  unsetenv("DLS_WARMUP_FUNCTION");
  REQUIRE(pipe != nullptr);
  std::string output;
  char text[4096];
  while (std::fgets(text, sizeof text, pipe) != nullptr) output += text;
  const int status = pclose(pipe);
  return {WIFEXITED(status) && WEXITSTATUS(status) == 0, output};
}

}  // namespace

int batches(int samples, int size) { return chosen().call(samples, size); }

TEST_CASE("gate: there are checks, and right functions pass them") {
  for (const Function& function : kFunctions) {
    if (!function.what.empty()) continue;
    const Run run = learners_cases(function);
    CHECK_MESSAGE(run.passed, "a right function does not pass your tests. They said:\n"
                                  << run.output);
    CHECK_MESSAGE(run.output.find("assertions: 0 ") == std::string::npos,
                  "your tests hold no check: CHECK(batches(8, 4) == 2); is one");
  }
}

TEST_CASE("gate: wrong functions do not pass") {
  for (const Function& function : kFunctions) {
    if (function.what.empty()) continue;
    CHECK_MESSAGE(!learners_cases(function).passed,
                  "your tests let a wrong function pass: " << function.what);
  }
}
