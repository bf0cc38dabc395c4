// The learner's own copies of the exercises, under my/.
#pragma once
#include <filesystem>

#include "tools/learn/manifest.hpp"
#include "tools/learn/place.hpp"

namespace learn {

fs::path stub_file(const Place& place, const Exercise& exercise);
fs::path my_file(const Place& place, const Exercise& exercise);
fs::path solution_file(const Place& place, const Exercise& exercise);

/// Makes a folder for files of the learner, with those above it. Throws dls::Error when it cannot.
void make_folder(const fs::path& folder);

/// Makes the learner's copy of the stub unless there is one. Returns whether it made one. An
/// existing file is never touched. Throws dls::Error when my/ cannot be written.
bool ensure_my_file(const Place& place, const Exercise& exercise);

/// Puts the stub in place of the learner's copy, which is kept as NAME.~1~ (2, 3, ...). Returns the
/// backup's path; empty when there was nothing to keep.
fs::path reset_my_file(const Place& place, const Exercise& exercise);

/// `path` itself, or `path`.~1~, .~2~ ... when that exists: a name that overwrites nothing.
fs::path unused_name(const fs::path& path);

}  // namespace learn
