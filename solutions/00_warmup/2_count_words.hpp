// 00.2  Count the words: solution
//
// The map is sorted by word already, so std::ranges::stable_sort by count alone would do as well:
// it keeps the order of equal ones. The comparison below says the whole order in one place. A
// size() is an unsigned number; turning it into an int, rather than k into a std::size_t, keeps a
// negative k negative (see 00.4).
#pragma once
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/core/error.hpp"

using WordCount = std::pair<std::string, int>;  // .first is the word, .second its count

inline std::vector<WordCount> most_frequent(const std::vector<std::string>& words, int k) {
  if (k < 0) {
    throw dls::Error("most_frequent: k is " + std::to_string(k) +
                     ", but a number of words is 0 or more");
  }
  std::map<std::string, int> counts;
  for (const std::string& word : words) ++counts[word];

  std::vector<WordCount> list(counts.begin(), counts.end());
  std::ranges::sort(list, [](const WordCount& a, const WordCount& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  list.resize(static_cast<std::size_t>(std::min(k, static_cast<int>(list.size()))));
  return list;
}
