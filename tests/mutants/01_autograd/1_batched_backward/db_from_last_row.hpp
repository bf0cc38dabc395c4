// expect: bias gradient must add over the batch
// A loop that assigns where it should add: the last row wins.
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
  g.db = Matrix::Zero(1, W.rows());
  for (Eigen::Index s = 0; s < dy.rows(); ++s) g.db.row(0) = dy.row(s);
  g.dX = dy * W;
  return g;
}
