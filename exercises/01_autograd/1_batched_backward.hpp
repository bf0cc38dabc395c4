// 01.1  The backward pass of a linear layer, for a whole batch (about 25 min)
//
// The page has three formulas for y = x W + b. PyTorch's nn.Linear keeps its weights the other way
// round, one ROW for each output, so the page's lines do not fit. Work out those that do. The layer
// computes, for a batch of B samples,
//
//     y = x W^T + b      x (B,in)   W (out,in)   b (1,out), the same row for all   y (B,out)
//
// Some loss L depends on y, and somebody hands you dy = dL/dy, shape (B,out). Write the three
// gradients. Each has the shape of the thing it belongs to:
//
//     dW (out,in)    W[j][i] took part in every sample:  dW[j][i] = sum over s of dy[s][j] x[s][i]
//     db (1,out)     b[j] was added to every sample
//     dX (B,in)      x[s][i] took part in every output of its own sample
//
// If the loss is a mean over the batch, its 1/B is in dy already. It must not appear here again.
//
// Eigen in five lines:  a * b is the matrix product,  a.transpose(),  a.colwise().sum() adds the
// rows of a and gives one row,  a.rows(), a.cols(),  a(i, j) is one number. Three lines are enough;
// loops are fine, too.
//
// Check it:  ./learn check 01.1        Stuck:  ./learn hint 01.1
#pragma once
#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#else
#include <eigen3/Eigen/Core>
#endif

#include "common/core/error.hpp"

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct LinearGradients {
  Matrix dW;  // (out,in)
  Matrix db;  // (1,out)
  Matrix dX;  // (B,in)
};

inline LinearGradients linear_backward([[maybe_unused]] const Matrix& x,
                                       [[maybe_unused]] const Matrix& W,
                                       [[maybe_unused]] const Matrix& dy) {
  throw dls::NotDone("01.1 batched_backward: write dW, db and dX of the linear layer");
}
