// expect: bias gradient must add over the batch
// Right for a batch of one, which is how it slips in: db is the first row of dy.
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
  g.dW = dy.transpose() * x;
  g.db = dy.row(0);
  g.dX = dy * W;
  return g;
}
