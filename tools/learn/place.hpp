// Where everything lies: the repository and the build folder this program belongs to.
#pragma once
#include <filesystem>
#include <string>

namespace learn {

namespace fs = std::filesystem;

/// The folders of one checkout. Every verb gets it, so that tests can point it at a made-up one.
struct Place {
  fs::path root;   ///< the repository
  fs::path build;  ///< the build folder: programs are in build/bin

  fs::path manifest() const { return root / "exercises" / "exercises.toml"; }
  fs::path my() const { return root / "my"; }
  fs::path state() const { return root / "my" / "progress.json"; }
  fs::path bin() const { return build / "bin"; }
  fs::path exercise_program(const std::string& target) const {
    return bin() / "exercises" / target;
  }

  /// `path` as a learner would write it standing at the top: without the root in front.
  std::string shown(const fs::path& path) const;
};

/// The place of this very program. The environment variable DLS_LEARN_ROOT names another root, with
/// its build folder at build/default: only the tests of this tool use that.
Place find_place();

}  // namespace learn
