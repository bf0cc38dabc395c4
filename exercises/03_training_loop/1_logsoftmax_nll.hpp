// 03.1  The loss of a classifier (about 30 min)
//
// A classifier of C classes gives C numbers for each picture, its logits z. The softmax makes
// probabilities of them: p[c] = exp(z[c]) / (sum over k of exp(z[k])). The loss is minus the
// logarithm of the probability that the true class got. Write three functions:
//
//   log_softmax(logits)               (B,C) to (B,C), each row for itself:
//                                     log p[c] = z[c] - log(sum over k of exp(z[k]))
//   nll(log_p, labels)                "negative log-likelihood", one number: the mean over the B
//                                     rows of  -log_p[b][labels[b]]
//   logits_gradient(log_p, labels)    (B,C): the gradient of that loss with respect to the LOGITS,
//                                     (softmax - onehot) / B
//
// Softmax is exp(log_p). The onehot is 1 at the label of the row and 0 elsewhere. Two things to
// mind:
//
//   - A logit of 1,000 is allowed, and exp(1000) is infinite in a double. Adding the same number to
//     all logits of a row changes nothing about p; add the one that makes exp() harmless. A row
//     near 1,000 and a row near -1,000 may stand in the same batch.
//   - nll() must throw dls::Error on a label below 0 or above C-1. Without that it would read
//     a number of another row, and the training would go on.
//
// B and C are at least 1. at(b, c) is number c of row b.
//
// Check it:  ./learn check 03.1        Stuck:  ./learn hint 03.1
#pragma once
#include <cmath>
#include <cstddef>
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

inline Matrix log_softmax([[maybe_unused]] const Matrix& logits) {
  throw dls::NotDone("03.1 logsoftmax_nll: write log_softmax()");
}

inline double nll([[maybe_unused]] const Matrix& log_p,
                  [[maybe_unused]] const std::vector<int>& labels) {
  throw dls::NotDone("03.1 logsoftmax_nll: write nll()");
}

inline Matrix logits_gradient([[maybe_unused]] const Matrix& log_p,
                              [[maybe_unused]] const std::vector<int>& labels) {
  throw dls::NotDone("03.1 logsoftmax_nll: write logits_gradient()");
}
