#include "tools/learn/next_exercise.hpp"

#include "common/core/error.hpp"

namespace learn {

std::optional<Exercise> next_unsolved(const Manifest& manifest, const Progress& progress) {
  for (const Exercise& exercise : manifest.exercises) {
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
