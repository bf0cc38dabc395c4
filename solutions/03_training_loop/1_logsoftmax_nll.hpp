// 03.1  The loss of a classifier: solution
//
// The largest logit of the row is subtracted first. Then the largest exponential is exp(0) = 1: the
// sum is finite, and it is at least 1, so that its logarithm is finite too. What underflows to 0
// beside it was too small to matter. Taking the logarithm of a finished softmax would not do: a
// probability that has become 0 has the logarithm -inf.
//
// The gradient is short because two long ones cancel: the slope of the loss is -1/B at log_p of the
// label, and the way back through log_softmax adds p times (minus the sum of what comes in) to each
// logit, which is p/B.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "common/core/error.hpp"

struct Matrix {
  int rows = 0, cols = 0;
  std::vector<double> values;  // row by row

  Matrix(int rows, int cols)
      : rows(rows), cols(cols), values(static_cast<std::size_t>(rows) * cols) {}
  double& at(int r, int c) { return values.at(static_cast<std::size_t>(r) * cols + c); }
  double at(int r, int c) const { return values.at(static_cast<std::size_t>(r) * cols + c); }
};

inline Matrix log_softmax(const Matrix& logits) {
  Matrix log_p = logits;
  for (int b = 0; b < logits.rows; ++b) {
    double largest = logits.at(b, 0);
    for (int c = 1; c < logits.cols; ++c) largest = std::max(largest, logits.at(b, c));
    double sum = 0;
    for (int c = 0; c < logits.cols; ++c) sum += std::exp(logits.at(b, c) - largest);
    for (int c = 0; c < logits.cols; ++c)
      log_p.at(b, c) = logits.at(b, c) - largest - std::log(sum);
  }
  return log_p;
}

inline double nll(const Matrix& log_p, const std::vector<int>& labels) {
  double sum = 0;
  for (int b = 0; b < log_p.rows; ++b) {
    const int label = labels.at(b);
    if (label < 0 || label >= log_p.cols)
      throw dls::Error("row " + std::to_string(b) + " has the label " + std::to_string(label) +
                       "; with " + std::to_string(log_p.cols) + " classes it must be 0 to " +
                       std::to_string(log_p.cols - 1));
    sum -= log_p.at(b, label);
  }
  return sum / log_p.rows;
}

inline Matrix logits_gradient(const Matrix& log_p, const std::vector<int>& labels) {
  Matrix dz = log_p;
  for (int b = 0; b < log_p.rows; ++b)
    for (int c = 0; c < log_p.cols; ++c)
      dz.at(b, c) = (std::exp(log_p.at(b, c)) - (c == labels.at(b) ? 1 : 0)) / log_p.rows;
  return dz;
}
