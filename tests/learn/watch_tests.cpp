// watch: a verdict at every save, with and without notices from the kernel.
#include "tests/learn/made_up_root.hpp"

using namespace dls_test;  // NOLINT: a test file

namespace {

/// Runs watch, and saves the next text into the learner's file whenever a verdict has come.
learn::Outcome watch(const MadeUpRoot& root, std::vector<std::string> words, bool by_rename) {
  put(root.path("exercises/exercises.toml"), MadeUpRoot::entry("01.1", "01_first/1_add.hpp") +
                                                 MadeUpRoot::entry("01.2", "01_first/2_mul.hpp"));
  std::string seen;
  int saves = 0;
  words.insert(words.begin(), "watch");
  return learn::run_captured(root.command(words), [&](std::string_view piece) {
    seen += piece;
    const auto save = [&](int number, const std::string& after, const std::string& name,
                          const std::string& text) {
      if (saves != number || !holds(seen, after)) return;
      ++saves;
      // As some editors do: a new file that takes the place of the old one.
      put(root.path(by_rename ? "new" : name), text);
      if (by_rename) std::filesystem::rename(root.path("new"), root.path(name));
    };
    save(0, "a hint: ./learn hint 01.1", "my/01_first/1_add.hpp", failing());
    save(1, "1 of 2 test cases pass", "my/01_first/1_add.hpp", passing());
    save(2, "a hint: ./learn hint 01.2", "my/01_first/2_mul.hpp", passing());
  });
}

}  // namespace

TEST_CASE("each save is checked and a pass goes on to the next exercise") {
  for (const bool poll : {false, true}) {
    for (const bool by_rename : {false, true}) {
      CAPTURE(poll);
      CAPTURE(by_rename);
      const MadeUpRoot root;
      const learn::Outcome outcome = watch(
          root, poll ? std::vector<std::string>{"--poll"} : std::vector<std::string>{}, by_rename);
      CHECK(outcome.code == 0);
      CHECK(!outcome.timed_out);
      CHECK_HOLDS(outcome.output, "01.1  not written yet");
      CHECK_HOLDS(outcome.output, "01.1  not yet: 1 of 2");
      CHECK_HOLDS(outcome.output, "01.1  passed");
      CHECK_HOLDS(outcome.output, "01.2  not written yet");
      CHECK_HOLDS(outcome.output, "01.2  passed");
      CHECK_HOLDS(outcome.output, "all 2 exercises are solved");
    }
  }
}
