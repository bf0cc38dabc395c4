// expect: calls itself
// A function that calls itself stands once.
#pragma once
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "common/core/error.hpp"

using Stack = std::vector<std::string>;  // the innermost function first

inline std::string fold(const std::vector<Stack>& stacks) {
  std::map<std::string, int> counts;
  for (const Stack& stack : stacks) {
    if (stack.empty()) continue;
    std::string line;
    for (std::size_t i = stack.size(); i-- > 0;) {
      if (i + 1 < stack.size() && stack[i] == stack[i + 1]) continue;
      std::string name = stack[i];
      std::replace(name.begin(), name.end(), ';', ':');
      line += (line.empty() ? "" : ";") + name;
    }
    ++counts[line];
  }
  std::string text;
  for (const auto& [line, count] : counts) text += line + " " + std::to_string(count) + "\n";
  return text;
}
