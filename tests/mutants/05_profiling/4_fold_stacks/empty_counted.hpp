// expect: no function at all
// An empty stack becomes a line.
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
    std::string line;
    for (std::size_t i = stack.size(); i-- > 0;) {
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
