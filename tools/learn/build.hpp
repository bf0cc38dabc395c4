// Building exactly what a verb needs, quietly.
#pragma once
#include <string>
#include <vector>

#include "tools/learn/place.hpp"

namespace learn {

struct BuildResult {
  bool ok = false;
  std::string output;  ///< what the compiler said, without the build tool's own lines
};

/// Builds `targets` (names of the build, such as "01_autograd"). One line of progress on standard
/// error names `what`; nothing is shown when nothing is to be done. Two builds at once wait for
/// each other. Throws dls::Error when the build folder cannot be used at all.
BuildResult build(const Place& place, const std::vector<std::string>& targets,
                  const std::string& what);

/// The names of all targets that begin with `prefix`.
std::vector<std::string> targets_with_prefix(const Place& place, const std::string& prefix);

}  // namespace learn
