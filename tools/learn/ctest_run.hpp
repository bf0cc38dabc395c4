// Running CTest and reading what it prints.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/learn/place.hpp"

namespace learn {

/// One finished test, from a line such as "3/31 Test #3: common.core_rng ....   Passed    0.03
/// sec".
struct TestResult {
  enum class End { passed, failed, skipped };
  std::string name;
  End end = End::failed;
  std::string how;  ///< CTest's word: "Failed", "Timeout", ...
};

std::optional<TestResult> read_ctest_line(std::string_view line);

/// Runs the tests whose names match `pattern` (a regular expression; empty: all of them). One line
/// of progress; what failing tests say is printed as it comes when `show_failures`. Throws
/// dls::Error when CTest finds no test.
std::vector<TestResult> run_ctest(const Place& place, const std::string& pattern,
                                  bool show_failures);

}  // namespace learn
