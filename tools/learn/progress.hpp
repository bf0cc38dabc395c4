// my/progress.json: which exercises are solved. The one file of the learner's state.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

namespace learn {

struct ExerciseRecord {
  std::string passed_at;   ///< "2025-03-01T12:00:00Z" of the last pass; empty: never passed
  std::uint64_t seed = 0;  ///< with which that pass was made
  int hints_shown = 0;
  bool begun_anew = false;  ///< reset since then: counts as open, though the pass stays on record

  bool passed() const { return !passed_at.empty(); }
};

struct Progress {
  std::map<std::string, ExerciseRecord> exercises;  ///< by id

  ExerciseRecord of(const std::string& id) const;
  bool solved(const std::string& id) const;
};

/// Reads the state; a missing file is an empty state. A damaged file is kept beside it as
/// progress.json.damaged, says so on standard error, and the state begins anew. A file that cannot
/// be read stays where it is, and counts as empty.
Progress read_progress(const std::filesystem::path& path);

/// Reads the state, applies `change`, and writes it back in one step; two calls at once take turns.
/// When it cannot be written, a sentence on standard error says so: what the learner asked for is
/// shown all the same.
void change_progress(const std::filesystem::path& path,
                     const std::function<void(Progress&)>& change);

/// Now, as the state writes it: UTC, to the second.
std::string now_utc();

}  // namespace learn
