// expect: B times too small
// 1/B in the loss and in the layer: the mean is taken twice.
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
  const double batch = static_cast<double>(x.rows());
  LinearGradients g;
  g.dW = dy.transpose() * x / batch;
  g.db = dy.colwise().sum() / batch;
  g.dX = dy * W;
  return g;
}
