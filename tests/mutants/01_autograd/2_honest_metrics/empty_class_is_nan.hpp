// expect: 0 divided by 0
// Nobody thought of the network that never says yes.
#pragma once
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
  const auto ratio = [](int part, int whole) { return static_cast<double>(part) / whole; };
  return {ratio(tp, tp + fp), ratio(tp, tp + fn), ratio(2 * tp, 2 * tp + fp + fn)};
}
