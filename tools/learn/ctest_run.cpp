#include "tools/learn/ctest_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <thread>

#include "common/core/error.hpp"
#include "tools/learn/process.hpp"
#include "tools/learn/terminal.hpp"

namespace learn {

namespace {

/// CTest's own lines; everything else is a failing test speaking.
bool ctests_own(std::string_view line) {
  const std::size_t text = line.find_first_not_of(' ');
  if (text == std::string_view::npos) return true;
  line.remove_prefix(text);
  for (const std::string_view begin :
       {"Start ", "Test project ", "Internal ctest changing", "UpdateCTest"}) {
    if (line.rfind(begin, 0) == 0) return true;
  }
  return false;
}

}  // namespace

std::optional<TestResult> read_ctest_line(std::string_view line) {
  const std::size_t test = line.find(" Test ");
  const std::size_t number = line.find('#');
  if (test == std::string_view::npos || number == std::string_view::npos || number < test)
    return std::nullopt;
  if (line.substr(0, test).find_first_not_of(" 0123456789/") != std::string_view::npos)
    return std::nullopt;
  const std::size_t colon = line.find(": ", number);
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view rest = line.substr(colon + 2);
  const std::size_t name_end = std::min(rest.find(' '), rest.size());
  TestResult result;
  result.name = rest.substr(0, name_end);
  // Dots lead to the word: "...   Passed  0.03 sec", "...***Failed  0.01 sec".
  const std::size_t word = rest.find_first_not_of(" .*", name_end);
  if (word == std::string_view::npos) return std::nullopt;
  const std::string_view how = rest.substr(word);
  result.how = how.substr(0, std::min({how.find("  "), how.find(':'), how.size()}));
  if (result.how == "Passed") result.end = TestResult::End::passed;
  if (result.how == "Skipped" || result.how.rfind("Not Run (Disabled)", 0) == 0)
    result.end = TestResult::End::skipped;
  return result;
}

std::vector<TestResult> run_ctest(const Place& place, const std::string& pattern,
                                  bool show_failures) {
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  Command command{{"ctest", "--test-dir", place.build.string(), "--output-on-failure", "-j",
                   std::to_string(cores)}};
  if (!pattern.empty()) command.words.insert(command.words.end(), {"-R", pattern});

  std::vector<TestResult> results;
  StatusLine status("Running the tests ...");
  status.show("Running the tests ...");
  std::string rest;
  bool summary = false;  // "The following tests FAILED" and so on: ours is better
  const auto take = [&](const std::string& line) {
    if (const std::optional<TestResult> result = read_ctest_line(line)) {
      results.push_back(*result);
      status.show(fmt::format("Running the tests: {} done, last {}", results.size(), result->name));
      if (result->end == TestResult::End::failed && show_failures) {
        status.clear();
        fmt::print("\n{}: {}\n", result->name, result->how);
      }
      return;
    }
    summary = summary || line.find("% tests passed, ") != std::string::npos;
    if (summary || !show_failures || ctests_own(line)) return;
    status.clear();
    fmt::print("  {}\n", line);
  };
  const Outcome outcome = run_captured(command, [&](std::string_view piece) {
    rest += piece;
    for (std::size_t end = 0; (end = rest.find('\n')) != std::string::npos;
         rest.erase(0, end + 1)) {
      take(rest.substr(0, end));
    }
  });
  status.clear();
  if (results.empty()) {
    throw dls::Error(
        fmt::format("CTest ran no test in {}:\n{}", place.build.string(), outcome.output));
  }
  return results;
}

}  // namespace learn
