// Principal components by power iteration: the two directions in which a cloud of points is widest.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "chapters/01_autograd/matrix.hpp"
#include "common/core/rng.hpp"

namespace dls::ch01 {

struct Pca {
  Matrix components;             ///< (2,C): two directions of length 1
  Matrix points;                 ///< (N,2): each sample's place along them
  double explained[2] = {0, 0};  ///< the share of the total variance along each
};

// [power]
/// The first two principal components of x (N,C), N >= 2.
///
/// Multiply any vector by the covariance matrix again and again: the part along the widest
/// direction grows fastest and soon is all that is left. Taking that direction out of the data
/// (deflation) lets the second widest win the next round.
inline Pca pca(const Matrix& x, std::uint64_t seed = 1, int max_rounds = 500) {
  if (x.rows() < 2) throw Error("pca: needs at least 2 samples, got " + std::to_string(x.rows()));
  const Matrix centred = x.rowwise() - x.colwise().mean();
  Matrix rest = centred;
  Pca result;
  result.components = Matrix::Zero(2, x.cols());
  const double total = centred.squaredNorm();
  Rng rng(seed, "pca");
  for (int k = 0; k < 2 && rest.squaredNorm() > 1e-20 * total; ++k) {
    Eigen::VectorXd v(x.cols());
    for (Index j = 0; j < v.size(); ++j) v(j) = rng.normal();
    v.normalize();
    for (int round = 0; round < max_rounds; ++round) {
      Eigen::VectorXd next = rest.transpose() * (rest * v);  // X^T X v without forming X^T X
      next.normalize();
      const double moved = (next - v).norm();
      v = next;
      if (moved < 1e-12) break;
    }
    Index widest = 0;  // v and -v are the same direction: let its largest entry be positive
    v.cwiseAbs().maxCoeff(&widest);
    if (v(widest) < 0) v = -v;
    result.components.row(k) = v.transpose();
    result.explained[k] = (rest * v).squaredNorm() / total;
    rest -= (rest * v) * v.transpose();  // deflation
  }
  result.points = centred * result.components.transpose();
  return result;
}
// [/power]

/// How well two classes are apart in x (N,C) with labels y (N,1), 0 or 1: the distance between the
/// two class centres, divided by the root mean square distance of a point from its own centre.
inline double separation(const Matrix& x, const Matrix& y) {
  Matrix centre = Matrix::Zero(2, x.cols());
  double count[2] = {0, 0};
  for (Index i = 0; i < x.rows(); ++i) {
    const int c = y(i, 0) == 1.0 ? 1 : 0;
    centre.row(c) += x.row(i);
    count[c] += 1;
  }
  if (count[0] == 0 || count[1] == 0) throw Error("separation: one of the two classes is empty");
  centre.row(0) /= count[0];
  centre.row(1) /= count[1];
  double spread = 0;
  for (Index i = 0; i < x.rows(); ++i)
    spread += (x.row(i) - centre.row(y(i, 0) == 1.0 ? 1 : 0)).squaredNorm();
  return (centre.row(1) - centre.row(0)).norm() / std::sqrt(spread / static_cast<double>(x.rows()));
}

}  // namespace dls::ch01
