// Which exercise a verb is about.
#pragma once
#include <optional>
#include <string>

#include "tools/learn/manifest.hpp"
#include "tools/learn/progress.hpp"

namespace learn {

/// Whether it belongs to the warm-up (00.K), which has exercises and a page but no chapter.
bool is_warmup(const Exercise& exercise);

/// The first exercise that is not solved, in the manifest's order; nothing when all are. Those of
/// the warm-up come only to those who have begun it, by name, and have solved nothing later yet.
std::optional<Exercise> next_unsolved(const Manifest& manifest, const Progress& progress);

/// The exercise named by `word`, or the next unsolved one when `word` is empty. Throws dls::Error
/// when there is none.
Exercise chosen_exercise(const Manifest& manifest, const Progress& progress,
                         const std::string& word);

}  // namespace learn
