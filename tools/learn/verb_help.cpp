// hint, solution and reset.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "common/core/error.hpp"
#include "common/io/file.hpp"
#include "tools/learn/my_files.hpp"
#include "tools/learn/next_exercise.hpp"
#include "tools/learn/progress.hpp"
#include "tools/learn/verbs.hpp"

namespace learn {

int hint(const Place& place, const std::string& word) {
  const Manifest manifest = read_manifest(place.manifest());
  const Progress progress = read_progress(place.state());
  const Exercise exercise = chosen_exercise(manifest, progress, word);
  const int all = static_cast<int>(exercise.hints.size());
  const int shown = std::min(progress.of(exercise.id).hints_shown + 1, all);
  change_progress(place.state(),
                  [&](Progress& changed) { changed.exercises[exercise.id].hints_shown = shown; });
  for (int i = 0; i < shown; ++i) {
    fmt::print("{} hint {} of {}: {}\n", exercise.id, i + 1, all,
               exercise.hints[static_cast<std::size_t>(i)]);
  }
  if (shown < all) {
    fmt::print("\n./learn hint {} again says more.\n", exercise.id);
  } else {
    fmt::print("\nThat was the last one. ./learn solution {} --show shows how we did it.\n",
               exercise.id);
  }
  return 0;
}

int solution(const Place& place, const std::string& word, bool show) {
  const Manifest manifest = read_manifest(place.manifest());
  const Progress progress = read_progress(place.state());
  const Exercise exercise = chosen_exercise(manifest, progress, word);
  if (!show && !progress.of(exercise.id).passed()) {
    throw dls::Error(
        fmt::format("The solution of {0} opens when your own passes. ./learn hint {0} helps on; "
                    "./learn solution {0} --show shows it anyway.",
                    exercise.id));
  }
  fmt::print("// solutions/{}\n{}", exercise.path, dls::read_file(solution_file(place, exercise)));
  return 0;
}

int reset(const Place& place, const std::string& word) {
  const Manifest manifest = read_manifest(place.manifest());
  const Exercise& exercise = manifest.find(word);
  const fs::path backup = reset_my_file(place, exercise);
  fmt::print("my/{} is as at the beginning.\n", exercise.path);
  if (!backup.empty()) fmt::print("What you had written is kept as {}.\n", place.shown(backup));
  std::fflush(stdout);
  if (read_progress(place.state()).of(exercise.id).passed()) {
    change_progress(place.state(),
                    [&](Progress& progress) { progress.exercises[exercise.id].begun_anew = true; });
  }
  return 0;
}

}  // namespace learn
