// 01.1  The backward pass of a linear layer, for a whole batch: solution
//
// One way to find these lines without remembering them: only one product of the matrices at hand
// has the right shape. dW (out,in) can only be dy^T (out,B) times x (B,in), and the inner dimension
// B is the sum over the batch. dX (B,in) can only be dy (B,out) times W (out,in): no transpose at
// all, which is one reason to keep W this way round. And b was used by every row, so every row of
// dy counts.
#pragma once
#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#else
#include <eigen3/Eigen/Core>
#endif

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct LinearGradients {
  Matrix dW;  // (out,in)
  Matrix db;  // (1,out)
  Matrix dX;  // (B,in)
};

inline LinearGradients linear_backward(const Matrix& x, const Matrix& W, const Matrix& dy) {
  LinearGradients g;
  g.dW = dy.transpose() * x;  // (out,B)(B,in)
  g.db = dy.colwise().sum();  // (1,out)
  g.dX = dy * W;              // (B,out)(out,in)
  return g;
}
