// expect: stands in two lines
// Counts only stacks that follow each other.
#pragma once
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/core/error.hpp"

using Stack = std::vector<std::string>;  // the innermost function first

inline std::string fold(const std::vector<Stack>& stacks) {
  std::vector<std::pair<std::string, int>> counts;
  for (const Stack& stack : stacks) {
    if (stack.empty()) continue;
    std::string line;
    for (std::size_t i = stack.size(); i-- > 0;) {
      std::string name = stack[i];
      std::replace(name.begin(), name.end(), ';', ':');
      line += (line.empty() ? "" : ";") + name;
    }
    if (counts.empty() || counts.back().first != line) counts.emplace_back(line, 0);
    ++counts.back().second;
  }
  std::stable_sort(counts.begin(), counts.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string text;
  for (const auto& [line, count] : counts) text += line + " " + std::to_string(count) + "\n";
  return text;
}
