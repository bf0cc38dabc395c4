// expect: row_of gave a copy
// A row that owns its numbers.
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

inline std::vector<double> row_of(std::vector<double>& m, std::size_t columns, std::size_t r) {
  const auto first = m.begin() + static_cast<std::ptrdiff_t>(r * columns);
  return std::vector<double>(first, first + static_cast<std::ptrdiff_t>(columns));
}
