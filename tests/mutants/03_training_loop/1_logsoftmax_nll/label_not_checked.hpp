// expect: was not refused
// Reads a number of the next row.
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
