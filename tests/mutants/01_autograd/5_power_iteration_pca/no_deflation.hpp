// expect: component 2 equals 1
// The same iteration on the same data finds the same direction.
#pragma once
#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#else
#include <eigen3/Eigen/Core>
#endif

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

// Turns a start vector towards the widest direction of Z.
inline Vector widest(const Matrix& Z) {
  Vector v(Z.cols());
  for (Eigen::Index j = 0; j < v.size(); ++j) v(j) = 1.0 / static_cast<double>(j + 1);
  v.normalize();
  for (int round = 0; round < 300; ++round) {
    v = Z.transpose() * (Z * v);
    v.normalize();
  }
  return v;
}

inline Matrix two_components(const Matrix& x) {
  Matrix Z = x.rowwise() - x.colwise().mean();
  Matrix result(2, x.cols());
  for (int k = 0; k < 2; ++k) {
    const Vector v = widest(Z);
    result.row(k) = v.transpose();
  }
  return result;
}
