// expect: x is as it was
// auto where a reference was meant: the caller sees nothing.
#pragma once
#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#else
#include <eigen3/Eigen/Core>
#endif
#include <vector>

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline Matrix from_numpy(const std::vector<double>& values, Eigen::Index rows, Eigen::Index cols) {
  return Eigen::Map<const Matrix>(values.data(), rows, cols);
}

inline Matrix centre(Matrix& x) {
  Matrix y = x;
  const Eigen::RowVectorXd mean = y.colwise().mean();
  y.rowwise() -= mean;
  return mean;
}

inline void shift_down(Matrix& x) { x.bottomRows(x.rows() - 1) = x.topRows(x.rows() - 1).eval(); }
