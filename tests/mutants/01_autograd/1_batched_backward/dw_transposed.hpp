// expect: dW has the shape of W
// The page's line, for a W that lies the other way round.
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
  g.dW = x.transpose() * dy;
  g.db = dy.colwise().sum();
  g.dX = dy * W;
  return g;
}
