// expect: changed its argument: a reference is no copy
// y = x, read as in Python with .copy() forgotten.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

inline void scale_in_place(std::vector<double>& x, double factor) {
  for (double& value : x) value *= factor;
}

inline std::vector<double> scaled(std::vector<double>& x, double factor) {
  std::vector<double>& y = x;
  for (double& value : y) value *= factor;
  return y;
}

inline std::span<double> row_of(std::vector<double>& m, std::size_t columns, std::size_t r) {
  return std::span<double>(m.data() + r * columns, columns);
}
