// watch: a check at every save.
#include <fmt/format.h>
#include <sys/stat.h>

#include <cstdio>
#include <map>

#include "tools/learn/checked.hpp"
#include "tools/learn/file_watch.hpp"
#include "tools/learn/my_files.hpp"
#include "tools/learn/next_exercise.hpp"
#include "tools/learn/progress.hpp"

namespace learn {

namespace {

using Stamps = std::map<std::string, FileStamp>;  // by exercise id

Stamps stamps_of(const Place& place, const Manifest& manifest) {
  Stamps stamps;
  for (const Exercise& exercise : manifest.exercises)
    stamps[exercise.id] = file_stamp(my_file(place, exercise));
  return stamps;
}

}  // namespace

int watch(const Place& place, const CheckOptions& options, bool poll) {
  const Manifest manifest = read_manifest(place.manifest());
  Exercise current = chosen_exercise(manifest, read_progress(place.state()), options.exercise);
  ensure_my_file(place, current);
  FolderWatch folder(poll);
  fmt::print("Watching my/: every save is checked. Ctrl-C ends.\n\n");
  for (;;) {
    folder.add(my_file(place, current).parent_path());
    // Taken before the check: a save during it is seen right after.
    const Stamps before = stamps_of(place, manifest);
    if (check_and_say(place, manifest, current, options)) {
      const std::optional<Exercise> next = next_unsolved(manifest, read_progress(place.state()));
      if (!next) return 0;
      if (next->id != current.id) {
        current = *next;
        fmt::print("\n");
        continue;
      }
    }
    fmt::print("\n");
    std::fflush(stdout);
    for (bool changed = false; !changed;) {
      folder.wait();
      for (const auto& [id, stamp] : stamps_of(place, manifest)) {
        if (stamp == before.at(id) || !stamp.exists) continue;
        current = manifest.find(id);  // also when the learner went back to another exercise
        changed = true;
      }
    }
  }
}

}  // namespace learn
