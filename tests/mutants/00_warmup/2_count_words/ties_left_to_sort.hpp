// expect: std::sort mixes what your comparison calls equal
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
    return a.second > b.second;
  });
  list.resize(static_cast<std::size_t>(std::min(k, static_cast<int>(list.size()))));
  return list;
}
