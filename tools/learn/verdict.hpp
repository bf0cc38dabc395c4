// What a check printed, cut down to what helps: the failing checks' own words.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace learn {

/// One failing check of a doctest program.
struct FailedCheck {
  std::string test;   ///< the test case's name, with its sub-case
  std::string place;  ///< file:line
  std::string text;   ///< the message
};

/// The failing checks in a doctest program's output, each message once.
std::vector<FailedCheck> failed_checks(std::string_view output);

/// How many assertions and test cases the doctest program reports; all zero when it reports none.
struct Counts {
  int cases = 0, cases_passed = 0, assertions = 0;
};
Counts counts(std::string_view output);

/// The text of dls::NotDone in the output ("01.1 batched_backward: ..."), or nothing.
std::string not_done(std::string_view output);

}  // namespace learn
