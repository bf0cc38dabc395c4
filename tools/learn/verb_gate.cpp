// gate: does an exercise keep its contract? The stub must fail by its own message, the solution
// must pass, each wrong solution must provoke the words that name the mistake.
#include <fmt/format.h>

#include <cstring>
#include <optional>
#include <sstream>

#include "common/core/error.hpp"
#include "common/io/file.hpp"
#include "tools/learn/manifest.hpp"
#include "tools/learn/process.hpp"
#include "tools/learn/verbs.hpp"
#include "tools/learn/verdict.hpp"

namespace learn {

namespace {

std::string how_it_ended(const Outcome& outcome) {
  if (outcome.timed_out) return "it was stopped at its time limit";
  if (outcome.signal != 0) return fmt::format("a signal ended it ({})", strsignal(outcome.signal));
  return fmt::format("it ended with status {}", outcome.code);
}

/// What is wrong with a stub's run, or nothing.
std::string judge_stub(const std::string& id, const Outcome& outcome) {
  if (outcome.timed_out || outcome.signal != 0 || outcome.code == 0) {
    return fmt::format("a stub must fail in the ordinary way, but {}", how_it_ended(outcome));
  }
  if (not_done(outcome.output).rfind(id + " ", 0) != 0) {
    return fmt::format(
        "a stub must throw dls::NotDone(\"{} ...\"), and its text must come out; it did not", id);
  }
  return "";
}

std::string judge_solution(const Outcome& outcome) {
  if (!outcome.ok()) return fmt::format("the solution must pass, but {}", how_it_ended(outcome));
  // A test that checks nothing passes too.
  if (counts(outcome.output).assertions == 0)
    return "the solution passed a test without a single check";
  return "";
}

/// The words after "// expect: " in the first line of a wrong solution.
std::string expected_words(const std::string& file) {
  const std::string text = dls::read_file(file);
  const std::string first = text.substr(0, text.find('\n'));
  const std::string mark = "// expect: ";
  if (first.rfind(mark, 0) != 0 || first.size() == mark.size()) {
    throw dls::Error(fmt::format(
        "{}: the first line must be '{}' and the words its failing test prints.", file, mark));
  }
  return first.substr(mark.size());
}

std::string judge_mutant(const std::string& expected, const Outcome& outcome) {
  if (outcome.timed_out || outcome.signal != 0 || outcome.code == 0) {
    return fmt::format("a wrong solution must be rejected by a check, but {}",
                       how_it_ended(outcome));
  }
  if (outcome.output.find(expected) == std::string::npos) {
    return fmt::format("it was rejected, but without the words that name the mistake: '{}'",
                       expected);
  }
  return "";
}

}  // namespace

int gate(const Place& place, const std::string& id, const std::string& form,
         const std::string& file, const std::string& program) {
  const Manifest manifest = read_manifest(place.manifest());
  const Exercise& exercise = manifest.find(id);
  const bool mutant = form.starts_with("mutant.");
  if (form != "stub" && form != "solution" && !mutant) {
    throw dls::Error(
        fmt::format("A gate is for a stub, a solution or a mutant.NAME, not for a '{}'.", form));
  }
  const std::string expected = mutant ? expected_words(file) : "";
  const Outcome outcome = run_captured(
      with_ranks({{program, "--test-suite=" + form}, {}, exercise.timeout_s}, exercise.ranks));
  const std::string fault = form == "stub"       ? judge_stub(id, outcome)
                            : form == "solution" ? judge_solution(outcome)
                                                 : judge_mutant(expected, outcome);
  if (fault.empty()) return 0;
  fmt::print("{} {} ({}): {}.\nIt printed:\n{}\n", id, form, place.shown(file), fault,
             outcome.output);
  return 1;
}

}  // namespace learn
