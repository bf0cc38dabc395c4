#include "tools/learn/my_files.hpp"

#include <fmt/format.h>

#include "common/core/error.hpp"
#include "common/io/file.hpp"

namespace learn {

namespace {

void copy_stub(const Place& place, const Exercise& exercise) {
  const fs::path target = my_file(place, exercise);
  make_folder(target.parent_path());
  dls::write_file(target, dls::read_file(stub_file(place, exercise)));
}

}  // namespace

void make_folder(const fs::path& folder) {
  std::error_code failed;
  for (fs::path above = folder; above.has_relative_path(); above = above.parent_path()) {
    if (fs::exists(above, failed) && !fs::is_directory(above, failed)) {
      throw dls::Error(fmt::format(
          "{} is a file, but your own files need a folder of this name: move it out of the way.",
          above.string()));
    }
  }
  fs::create_directories(folder, failed);
  if (failed) {
    throw dls::Error(fmt::format("The folder {} for your own files cannot be made: {}.",
                                 folder.string(), failed.message()));
  }
}

fs::path stub_file(const Place& place, const Exercise& exercise) {
  return place.root / "exercises" / exercise.path;
}

fs::path my_file(const Place& place, const Exercise& exercise) {
  return place.my() / exercise.path;
}

fs::path solution_file(const Place& place, const Exercise& exercise) {
  return place.root / "solutions" / exercise.path;
}

bool ensure_my_file(const Place& place, const Exercise& exercise) {
  if (fs::exists(fs::symlink_status(my_file(place, exercise)))) return false;
  copy_stub(place, exercise);
  return true;
}

fs::path reset_my_file(const Place& place, const Exercise& exercise) {
  const fs::path file = my_file(place, exercise);
  fs::path backup;
  if (fs::exists(file)) {
    if (dls::read_file(file) == dls::read_file(stub_file(place, exercise))) return {};
    backup = unused_name(file.string() + ".~1~");
    fs::copy_file(file, backup);
  }
  copy_stub(place, exercise);
  return backup;
}

fs::path unused_name(const fs::path& path) {
  std::string stem = path.string();
  if (stem.ends_with(".~1~")) stem.resize(stem.size() - 4);
  fs::path name = path;
  for (int i = 1; fs::exists(fs::symlink_status(name)); ++i) name = fmt::format("{}.~{}~", stem, i);
  return name;
}

}  // namespace learn
