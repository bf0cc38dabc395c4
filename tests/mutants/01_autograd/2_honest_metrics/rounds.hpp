// expect: 0.73 became 1
// What the book's program prints: whole numbers, so that everything looks perfect.
#pragma once
#include <cmath>
#include <cstddef>
#include <vector>

struct Scores {
  double precision = 0;
  double recall = 0;
  double f1 = 0;
};

inline Scores honest_metrics(const std::vector<double>& probability,
                             const std::vector<int>& label) {
  int tp = 0, fp = 0, fn = 0;
  for (std::size_t i = 0; i < label.size(); ++i) {
    const bool said = probability[i] >= 0.5;
    if (said && label[i] == 1) ++tp;
    if (said && label[i] == 0) ++fp;
    if (!said && label[i] == 1) ++fn;
  }
  const auto ratio = [](int part, int whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / whole;
  };
  return {std::round(ratio(tp, tp + fp)), std::round(ratio(tp, tp + fn)),
          std::round(ratio(2 * tp, 2 * tp + fp + fn))};
}
