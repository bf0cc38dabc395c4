// One check as check and watch both make it.
#pragma once
#include "tools/learn/manifest.hpp"
#include "tools/learn/verbs.hpp"

namespace learn {

/// Makes the learner's copy if there is none, checks it, prints the verdict and what is next, and
/// records a pass. Returns whether it passed.
bool check_and_say(const Place& place, const Manifest& manifest, const Exercise& exercise,
                   const CheckOptions& options);

}  // namespace learn
