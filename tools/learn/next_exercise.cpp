#include "tools/learn/next_exercise.hpp"

#include <algorithm>

#include "common/core/error.hpp"

namespace learn {

namespace {

/// Whether the learner has begun the warm-up and is still at it. Nobody else is sent there.
bool warms_up(const Manifest& manifest, const Progress& progress) {
  const auto any_solved = [&](bool of_warmup) {
    return std::any_of(manifest.exercises.begin(), manifest.exercises.end(),
                       [&](const Exercise& exercise) {
                         return is_warmup(exercise) == of_warmup && progress.solved(exercise.id);
                       });
  };
  return any_solved(true) && !any_solved(false);
}

}  // namespace

bool is_warmup(const Exercise& exercise) { return exercise.id.rfind("00.", 0) == 0; }

std::optional<Exercise> next_unsolved(const Manifest& manifest, const Progress& progress) {
  const bool warming_up = warms_up(manifest, progress);
  for (const Exercise& exercise : manifest.exercises) {
    if (is_warmup(exercise) && !warming_up) continue;
    if (!progress.solved(exercise.id)) return exercise;
  }
  return std::nullopt;
}

Exercise chosen_exercise(const Manifest& manifest, const Progress& progress,
                         const std::string& word) {
  if (!word.empty()) return manifest.find(word);
  const std::optional<Exercise> next = next_unsolved(manifest, progress);
  if (!next)
    throw dls::Error(
        "All exercises are solved. Name one to work on it again: ./learn list shows them.");
  return *next;
}

}  // namespace learn
