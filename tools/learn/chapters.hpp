// The chapters: the folders chapters/NN_name.
#pragma once
#include <string>
#include <vector>

#include "tools/learn/place.hpp"

namespace learn {

/// The names of all chapters, "01_autograd" first.
std::vector<std::string> chapters(const Place& place);

/// The chapter a learner means by 1, 01, 01_autograd or autograd. Throws dls::Error with the known
/// ones when there is none.
std::string find_chapter(const Place& place, const std::string& word);

}  // namespace learn
