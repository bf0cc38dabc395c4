// One check of the learner's file: build that one file, run its test, say how it went.
#pragma once
#include <cstdint>
#include <string>

#include "tools/learn/manifest.hpp"
#include "tools/learn/place.hpp"

namespace learn {

struct Attempt {
  bool passed = false;
  std::string verdict;  ///< what the learner reads, several lines
};

/// Checks my/<path> with inputs drawn from `seed`. `everything`: show all failing checks, not only
/// the first two.
Attempt attempt(const Place& place, const Exercise& exercise, std::uint64_t seed, bool everything);

}  // namespace learn
