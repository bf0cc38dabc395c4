#include "tools/learn/chapters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "common/core/error.hpp"
#include "common/report/suggest.hpp"

namespace learn {

std::vector<std::string> chapters(const Place& place) {
  std::vector<std::string> names;
  std::error_code missing;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(place.root / "chapters", missing)) {
    const std::string name = entry.path().filename().string();
    const bool numbered = name.size() > 3 &&
                          std::isdigit(static_cast<unsigned char>(name[0])) != 0 &&
                          std::isdigit(static_cast<unsigned char>(name[1])) != 0 && name[2] == '_';
    if (numbered && fs::exists(entry.path() / "CMakeLists.txt")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string find_chapter(const Place& place, const std::string& word) {
  const std::vector<std::string> names = chapters(place);
  const std::string number = word.size() == 1 ? "0" + word : word;
  std::vector<std::string> known = names;
  for (const std::string& name : names) {
    if (name == word || name.substr(0, 2) == number || name.substr(3) == word) return name;
    known.push_back(name.substr(3));
  }
  if (number.size() == 2 && number >= "01" && number <= "30" && number[1] >= '0' &&
      number[1] <= '9')
    throw dls::Error(fmt::format("Chapter {} is not written yet. The chapters are {}.", number,
                                 dls::in_words(names)));
  throw dls::Error(
      fmt::format("There is no chapter '{}'.{} {}", word, dls::did_you_mean(word, known),
                  names.empty() ? "The folder chapters/ is empty."
                                : fmt::format("The chapters are {}.", dls::in_words(names))));
}

}  // namespace learn
