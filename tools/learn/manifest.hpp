// exercises/exercises.toml: the only source of order, titles, hints and limits.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace learn {

/// One [[exercise]] table.
struct Exercise {
  std::string id;  ///< "01.1"
  std::string
      path;  ///< "01_autograd/1_batched_backward.hpp", the same under exercises/, my/, solutions/
  std::string title;
  std::string kind;  ///< write, predict, repair, measure or diagnose
  int minutes = 0;
  std::vector<std::string> hints;  ///< at least two, each saying more
  int ranks = 1;                   ///< processes that the check runs on
  double timeout_s = 60;

  std::string chapter() const;  ///< "01_autograd"
  /// The build's name for one form of it: target("my") is "ex_01_1_my".
  std::string target(const std::string& form) const;
};

struct Manifest {
  std::vector<Exercise> exercises;  ///< in the order in which they are solved

  /// The exercise a learner means by "01.1", "1.1" or its path. Throws dls::Error with the nearest
  /// known one when there is none.
  const Exercise& find(const std::string& word) const;
};

/// Reads and checks the manifest. Throws dls::Error with line and column when the file is damaged.
Manifest read_manifest(const std::filesystem::path& path);

}  // namespace learn
