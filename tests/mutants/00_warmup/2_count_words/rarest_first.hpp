// expect: the rarest words come first
// std::sort with < puts the smallest first.
#pragma once
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/core/error.hpp"

using WordCount = std::pair<std::string, int>;

inline std::vector<WordCount> most_frequent(const std::vector<std::string>& words, int k) {
  if (k < 0) throw dls::Error("most_frequent: k is " + std::to_string(k) + ", below 0");
  std::map<std::string, int> counts;
  for (const std::string& word : words) ++counts[word];
  std::vector<WordCount> list(counts.begin(), counts.end());
  std::ranges::sort(list, [](const WordCount& a, const WordCount& b) {
    return a.second != b.second ? a.second < b.second : a.first < b.first;
  });
  list.resize(static_cast<std::size_t>(std::min(k, static_cast<int>(list.size()))));
  return list;
}
