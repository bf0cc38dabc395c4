#include "tools/learn/verdict.hpp"

#include <algorithm>
#include <cstdlib>

#include "tools/learn/compiler_output.hpp"

namespace learn {

namespace {

constexpr std::string_view kNotDone = "not done yet: ";  // as common/core/error.hpp begins it

/// The place before and the message behind a mark such as ": ERROR: ".
struct Assertion {
  bool failed = false;
  bool starts = false;  ///< the line begins some message, failed or not
  std::string place, text;
};

Assertion read_assertion(const std::string& line) {
  for (const std::string mark : {": FATAL ERROR: ", ": ERROR: ", ": WARNING: ", ": MESSAGE: "}) {
    const std::size_t at = line.find(mark);
    if (at == std::string::npos || at == 0 || line[0] == ' ') continue;
    return {mark.find("ERROR") != std::string::npos, true, line.substr(0, at),
            line.substr(at + mark.size())};
  }
  return {};
}

void strip(std::string& text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
}

/// Our CHECK_SAME puts everything into the logged text; the two lines about its bool say nothing.
std::string without_the_bool(const std::string& text) {
  std::string result;
  const bool ours = text.find("dls_result.ok") != std::string::npos;
  for (std::string line : lines_of(text)) {
    if (ours &&
        (line.find("dls_result.ok") != std::string::npos || line.rfind("  values: ", 0) == 0))
      continue;
    if (ours && line.rfind("  logged: ", 0) == 0) line.erase(0, 10);
    result += line + "\n";
  }
  strip(result);
  return result;
}

}  // namespace

std::vector<FailedCheck> failed_checks(std::string_view output) {
  std::vector<FailedCheck> result;
  std::string test;
  bool in_name = false;   // in the lines under "TEST CASE:"
  bool in_check = false;  // in the lines of a failing check
  for (const std::string& line : lines_of(output)) {
    const Assertion assertion = read_assertion(line);
    if (line.rfind("=======", 0) == 0 || line.rfind("[doctest]", 0) == 0) {
      in_name = in_check = false;
    } else if (line.rfind("TEST CASE:", 0) == 0) {
      test = line.substr(std::min<std::size_t>(12, line.size()));
      in_name = true;
      in_check = false;
    } else if (assertion.starts) {
      in_name = false;
      in_check = assertion.failed;
      if (assertion.failed) result.push_back({test, assertion.place, assertion.text + "\n"});
    } else if (in_check) {
      result.back().text += line + "\n";
    } else if (in_name && line.empty()) {
      in_name = false;
    } else if (in_name) {
      test += ", " + line.substr(std::min(line.find_first_not_of(' '), line.size()));
    }
  }
  std::vector<FailedCheck> distinct;  // a test case with sub-cases repeats what stands before them
  for (FailedCheck& check : result) {
    check.text = without_the_bool(check.text);
    const bool seen = std::any_of(distinct.begin(), distinct.end(), [&](const FailedCheck& other) {
      return other.place == check.place && other.text == check.text;
    });
    if (!seen) distinct.push_back(std::move(check));
  }
  return distinct;
}

Counts counts(std::string_view output) {
  Counts result;
  for (const std::string& line : lines_of(output)) {
    const auto after = [&](std::string_view mark) {
      const std::size_t at = line.find(mark);
      return at == std::string::npos ? 0 : std::atoi(line.c_str() + at + mark.size());
    };
    if (line.rfind("[doctest] test cases:", 0) == 0) {
      result.cases += after("test cases:");
      result.cases_passed += after("|");
    }
    result.assertions += after("[doctest] assertions:");
  }
  return result;
}

std::string not_done(std::string_view output) {
  const std::size_t at = output.find(kNotDone);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = output.substr(at + kNotDone.size());
  std::string text(rest.substr(0, rest.find('\n')));
  if (!text.empty() && text.back() == '"') text.pop_back();
  return text;
}

}  // namespace learn
