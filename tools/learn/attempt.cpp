#include "tools/learn/attempt.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstring>

#include "common/io/file.hpp"
#include "tools/learn/build.hpp"
#include "tools/learn/compiler_output.hpp"
#include "tools/learn/my_files.hpp"
#include "tools/learn/process.hpp"
#include "tools/learn/verdict.hpp"

namespace learn {

namespace {

/// The build tool compares times, so a file put back with an older time (mv of a backup) would be
/// taken for built. Whenever the content differs from the one built last, its object goes.
void forget_other_content(const Place& place, const Exercise& exercise,
                          const fs::path& built_from) {
  std::error_code missing;
  if (!fs::exists(built_from) ||
      dls::read_file(built_from) == dls::read_file(my_file(place, exercise)))
    return;
  fs::remove_all(place.build / "tests" / "exercises" / exercise.chapter() / "CMakeFiles" /
                     (exercise.target("my") + ".dir"),
                 missing);
  fs::remove(place.exercise_program(exercise.target("my")), missing);
}

std::string indented(const std::string& text) {
  std::string result;
  for (const std::string& line : lines_of(text)) result += line.empty() ? "\n" : "  " + line + "\n";
  return result;
}

/// The beginning and the end of what a program printed.
std::string shortened(const std::string& output) {
  constexpr std::size_t kEachEnd = 1500;
  if (output.size() <= 2 * kEachEnd) return output;
  return fmt::format("{}\n... {} bytes left out ...\n{}", output.substr(0, kEachEnd),
                     output.size() - 2 * kEachEnd, output.substr(output.size() - kEachEnd));
}

/// Whether the compiler failed for want of room, not over the code.
bool could_not_write(const std::string& output) {
  for (const char* sign : {"error writing to", "No space left on device", "File too large"}) {
    if (output.find(sign) != std::string::npos) return true;
  }
  return false;
}

std::string not_compiled(const Place& place, const Exercise& exercise, const std::string& output) {
  const std::string mine = place.shown(my_file(place, exercise));
  if (could_not_write(output)) {
    return fmt::format(
        "The compiler could not write its files, so nothing is known about {}. Is the disk full, "
        "or "
        "a limit set (ulimit -f)?\n\n{}",
        mine, indented(output));
  }
  std::string text =
      fmt::format("{} does not compile yet:\n\n{}", mine, indented(file_first(output, mine)));
  if (output.find(mine + ":") == std::string::npos) {
    text += fmt::format(
        "\nThe message is not in your file but in its check, which calls what your file defines: "
        "keep names and parameters as in exercises/{}.\n",
        exercise.path);
  }
  return text;
}

std::string failed(const Place& place, const Exercise& exercise, const std::string& output,
                   bool everything) {
  const std::vector<FailedCheck> checks = failed_checks(output);
  const std::size_t shown = everything ? checks.size() : std::min<std::size_t>(checks.size(), 2);
  std::string text;
  std::string test;
  for (std::size_t i = 0; i < shown; ++i) {
    if (checks[i].test != test) text += fmt::format("\n  {}\n", checks[i].test);
    test = checks[i].test;
    text += indented(indented(fmt::format("{}\n{}", checks[i].text, place.shown(checks[i].place))));
  }
  if (shown < checks.size()) {
    text += fmt::format("\n  {} more checks fail; ./learn check {} --all shows them.\n",
                        checks.size() - shown, exercise.id);
  }
  // A crash, or a test that is no doctest program: what it said, but no flood.
  return checks.empty() ? "\n" + indented(shortened(output)) : text;
}

/// What a signal most often means, for somebody who has not seen one before.
std::string likely_cause(int signal) {
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
      return "crashed: it read or wrote outside an array, followed a pointer that leads nowhere, "
             "or called itself without end";
    case SIGABRT:
      return "gave up: an assertion failed, an exception left a place that allows none, or memory "
             "was freed twice or overrun; its last words below may say which";
    case SIGFPE:
      return "crashed: it divided a whole number by zero";
    case SIGILL:
    case SIGTRAP:
      return "crashed: it ran into code that must never be reached, such as the end of a function "
             "that promises a value and returns none";
    case SIGKILL:
      return "was killed from outside, most often by the system because it took all the memory: "
             "look for something that grows without end";
    default:
      return "was ended by a signal from outside";
  }
}

/// Of a program that says "std::bad_alloc": where its limit was.
std::string memory_note(const std::string& output, std::uint64_t limit) {
  if (output.find("std::bad_alloc") == std::string::npos) return "";
  return fmt::format(
      "\n  std::bad_alloc means that memory ran out: a check may take {:.1f} GiB. Look for a size "
      "that is far too large, or for something that grows without end.\n",
      static_cast<double>(limit) / (1 << 30));
}

/// A program that takes memory without end shall fail before the machine does, and soon.
std::uint64_t memory_limit() {
  constexpr std::uint64_t kMost = std::uint64_t{4} << 30;
  const std::uint64_t machine = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                                static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
  return std::min(kMost, machine / 2);
}

std::string verdict(const Place& place, const Exercise& exercise, const Outcome& outcome,
                    bool everything) {
  const Counts tally = counts(outcome.output);
  if (outcome.timed_out) {
    return fmt::format(
        "{}  stopped after {:g} s: an endless loop, far too much work, or processes that wait for "
        "each other.\n",
        exercise.id, exercise.timeout_s);
  }
  if (outcome.signal != 0) {
    return fmt::format("{}  the program {} ({}).\n{}{}\n  In a debugger: gdb -ex run {}\n",
                       exercise.id, likely_cause(outcome.signal), strsignal(outcome.signal),
                       failed(place, exercise, outcome.output, everything),
                       memory_note(outcome.output, memory_limit()),
                       place.shown(place.exercise_program(exercise.target("my"))));
  }
  if (const std::string task = not_done(outcome.output); !task.empty()) {
    return fmt::format("{}  not written yet: {}\n", exercise.id,
                       task.substr(std::min(task.find(' ') + 1, task.size())));
  }
  if (tally.cases == 0) {  // no summary
    return fmt::format(
        "{}  not yet: the program ended with status {} before its tests did. Does something in "
        "your file call exit()?\n{}",
        exercise.id, outcome.code, failed(place, exercise, outcome.output, everything));
  }
  return fmt::format("{}  not yet: {} of {} test cases pass.\n{}{}", exercise.id,
                     tally.cases_passed, tally.cases,
                     failed(place, exercise, outcome.output, everything),
                     memory_note(outcome.output, memory_limit()));
}

}  // namespace

Attempt attempt(const Place& place, const Exercise& exercise, std::uint64_t seed, bool everything) {
  const fs::path program = place.exercise_program(exercise.target("my"));
  const fs::path built_from = program.string() + ".source";
  forget_other_content(place, exercise, built_from);
  const std::string content = dls::read_file(my_file(place, exercise));
  const BuildResult built = build(place, {exercise.target("my")}, exercise.id);
  if (!built.ok) return {false, not_compiled(place, exercise, built.output)};
  dls::write_file(built_from, content);

  const Command command{{program.string()},
                        {{"DLS_TEST_SEED", std::to_string(seed)}},
                        exercise.timeout_s,
                        memory_limit()};
  const Outcome outcome = run_captured(with_ranks(command, exercise.ranks));
  // A warning about the learner's file often is the cause of what follows.
  std::string text =
      built.output.find(exercise.path) == std::string::npos ? "" : built.output + "\n";
  if (!outcome.ok()) return {false, text + verdict(place, exercise, outcome, everything)};
  const Counts tally = counts(outcome.output);
  if (tally.assertions == 0 || tally.cases != tally.cases_passed) {
    return {false, text + fmt::format("{}  not yet: the program ended before its tests did. Does "
                                      "something in your file call exit()?\n",
                                      exercise.id)};
  }
  text += fmt::format("{}  passed: {} checks in {} test cases, {:.1f} s, seed {}.\n", exercise.id,
                      tally.assertions, tally.cases, outcome.seconds, seed);
  return {true, text};
}

}  // namespace learn
