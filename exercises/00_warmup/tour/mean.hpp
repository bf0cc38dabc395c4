#pragma once
#include <stdexcept>
#include <vector>

// [mean]
inline double mean(const std::vector<double>& x) {
  if (x.empty())
    throw std::invalid_argument("mean: there are no numbers");
  double sum = 0;
  for (double value : x) sum += value;
  return sum / static_cast<double>(x.size());
}
// [/mean]
