// expect: the caller's numbers are as they were
// The parameter is a copy of the caller's vector.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

inline void scale_in_place(std::vector<double> x, double factor) {
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
