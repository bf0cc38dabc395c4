// 00.1  Copies, references, views: solution
//
// scale_in_place needs two &: one for x, or the loop works on a copy that dies at the closing
// brace, and one for value, or each number is copied before it is changed. scaled wants a copy, and
// a copy is what plain assignment makes; a parameter `const std::vector<double>&` promises that x
// stays as it is, and the compiler holds us to it. row_of must own nothing: a span is a pointer and
// a count. (It also dangles like a pointer: when m grows or dies, the view looks at nothing.)
#pragma once
#include <cstddef>
#include <span>
#include <vector>

inline void scale_in_place(std::vector<double>& x, double factor) {
  for (double& value : x) value *= factor;
}

inline std::vector<double> scaled(const std::vector<double>& x, double factor) {
  std::vector<double> y = x;
  for (double& value : y) value *= factor;
  return y;
}

inline std::span<double> row_of(std::vector<double>& m, std::size_t columns, std::size_t r) {
  return std::span<double>(m.data() + r * columns, columns);
}
