// test: everything is built, every test is run.
#include <fmt/format.h>

#include <cstdio>
#include <map>

#include "common/core/error.hpp"
#include "common/report/table.hpp"
#include "tools/learn/build.hpp"
#include "tools/learn/ctest_run.hpp"
#include "tools/learn/process.hpp"
#include "tools/learn/verbs.hpp"

namespace learn {

namespace {

struct Tally {
  int passed = 0, failed = 0, skipped = 0;
  void count(const TestResult& result) {
    if (result.end == TestResult::End::passed) ++passed;
    if (result.end == TestResult::End::failed) ++failed;
    if (result.end == TestResult::End::skipped) ++skipped;
  }
};

/// "common" of "common.core_rng"; "chapter.01" of "chapter.01.tape".
std::string group_of(const std::string& test) {
  const std::size_t dot = test.find('.');
  std::string first = test.substr(0, dot);
  if (first != "chapter" || dot == std::string::npos) return first;
  return test.substr(0, test.find('.', dot + 1));
}

}  // namespace

int test(const Place& place, bool all) {
  const BuildResult built = build(place, {"all"}, "everything");
  fmt::print("{}", built.output);
  if (!built.ok) throw dls::Error("Not everything could be built; the compiler's words are above.");

  Tally sum;
  std::map<std::string, Tally> groups;
  std::string failed;
  for (const TestResult& result : run_ctest(place, "", true)) {
    sum.count(result);
    groups[group_of(result.name)].count(result);
    if (result.end == TestResult::End::failed)
      failed += fmt::format("  {} ({})\n", result.name, result.how);
  }
  dls::Table table({"tests of", "passed", "failed", "skipped"});
  for (const auto& [group, tally] : groups) {
    table.row({group, std::to_string(tally.passed), std::to_string(tally.failed),
               std::to_string(tally.skipped)});
  }
  fmt::print("\n{}\n", table.str());
  if (!failed.empty()) fmt::print("Failed:\n{}\n", failed);
  fmt::print("{} passed, {} failed, {} skipped\n", sum.passed, sum.failed, sum.skipped);
  std::fflush(stdout);
  if (sum.failed > 0) return 1;
  if (all) become({{(place.root / "tools" / "test_all.sh").string()}});
  return 0;
}

}  // namespace learn
