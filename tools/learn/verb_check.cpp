// check: the learner's file against its test, and what to do next.
#include <fmt/format.h>

#include <cstdio>

#include "tools/learn/attempt.hpp"
#include "tools/learn/checked.hpp"
#include "tools/learn/my_files.hpp"
#include "tools/learn/next_exercise.hpp"
#include "tools/learn/progress.hpp"
#include "tools/learn/terminal.hpp"
#include "tools/learn/verbs.hpp"

namespace learn {

namespace {

/// The verdict's first word pair in colour, on a terminal.
void print_verdict(const Exercise& exercise, const Attempt& result) {
  const Style style = stdout_style();
  std::string text = result.verdict;
  if (text.rfind(exercise.id, 0) == 0) {
    text = (result.passed ? style.good : style.bad) + exercise.id + style.off +
           text.substr(exercise.id.size());
  }
  fmt::print("{}", text);
}

}  // namespace

bool check_and_say(const Place& place, const Manifest& manifest, const Exercise& exercise,
                   const CheckOptions& options) {
  if (ensure_my_file(place, exercise)) {
    fmt::print("{} {}: your copy is my/{}. The task is written at its top.\n", exercise.id,
               exercise.title, exercise.path);
  }
  std::fflush(stdout);
  const Attempt result = attempt(place, exercise, options.seed, options.everything);
  if (result.passed) {  // recorded before it is said: whoever reads (head, less) may stop reading
    change_progress(place.state(), [&](Progress& progress) {
      ExerciseRecord& record = progress.exercises[exercise.id];
      record.passed_at = now_utc();
      record.seed = options.seed;
      record.begun_anew = false;
    });
  }
  print_verdict(exercise, result);
  if (!result.passed) {
    fmt::print("\nEdit my/{0}, then ./learn check {1}      a hint: ./learn hint {1}\n",
               exercise.path, exercise.id);
    std::fflush(stdout);
    return false;
  }
  fmt::print("Well done. Compare with ours: ./learn solution {}\n", exercise.id);
  Progress progress = read_progress(place.state());
  progress.exercises[exercise.id] = {now_utc(), options.seed, 0,
                                     false};  // even when it was not saved
  if (const std::optional<Exercise> next = next_unsolved(manifest, progress)) {
    fmt::print("Next: ./learn check {}      {} ({}, {} minutes)\n", next->id, next->title,
               next->kind, next->minutes);
  } else {
    fmt::print("That was the last one: all {} exercises are solved.\n", manifest.exercises.size());
  }
  std::fflush(stdout);
  return true;
}

int check(const Place& place, const CheckOptions& options) {
  const Manifest manifest = read_manifest(place.manifest());
  const Exercise exercise =
      chosen_exercise(manifest, read_progress(place.state()), options.exercise);
  return check_and_say(place, manifest, exercise, options) ? 0 : 1;
}

}  // namespace learn
