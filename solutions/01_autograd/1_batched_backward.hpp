// 01.1  The backward pass of a linear layer, for a whole batch: solution
//
// One way to find these lines without remembering them: only one product of the matrices at hand
// has the right shape. dW (in,out) can only be x^T (in,B) times dy (B,out), and the inner dimension
// B is the sum over the batch. dX (B,in) can only be dy (B,out) times W^T (out,in). And b was used
// by every row, so every row of dy counts.
#pragma once
#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#else
#include <eigen3/Eigen/Core>
#endif

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct LinearGradients {
  Matrix dW;  // (in,out)
  Matrix db;  // (1,out)
  Matrix dX;  // (B,in)
};

inline LinearGradients linear_backward(const Matrix& x, const Matrix& W, const Matrix& dy) {
  LinearGradients g;
  g.dW = x.transpose() * dy;  // (in,B)(B,out)
  g.db = dy.colwise().sum();  // (1,out)
  g.dX = dy * W.transpose();  // (B,out)(out,in)
  return g;
}
