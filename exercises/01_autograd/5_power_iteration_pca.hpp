// 01.5  The two widest directions of a cloud of points (about 35 min)
//
// x (N,C) holds N points with C coordinates. Find the direction v1 (length 1) along which they vary
// most, and then v2 (length 1), the widest of the directions perpendicular to v1. These are the
// first two principal components. Power iteration finds the first with nothing but products:
//
//   1. Centre:   Z = x minus the mean of each column.        Without this the mean itself wins.
//   2. Start with any vector v of length 1 that is not zero in the wrong place; for example
//      v[j] = 1 / (j + 1), normalised.
//   3. Repeat 300 times:   v = Z^T (Z v),  then divide v by its length.
//      Z^T Z stretches every vector most along v1, so that v turns towards v1.
//   4. Deflate:  Z = Z - (Z v1) v1^T   takes v1 out of every point. Now 2 and 3 again give v2.
//
// Eigen in five lines:  x.colwise().mean() is the row of means;  x.rowwise() - row  subtracts it
// from every row;  Z * v and Z.transpose() * u are products with a vector;  v.normalize() makes the
// length 1;  v * u.transpose() of two vectors is a matrix. result.row(0) = v.transpose()  stores a
// vector as a row.
//
// Check it:  ./learn check 01.5        Stuck:  ./learn hint 01.5
#pragma once
#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#else
#include <eigen3/Eigen/Core>
#endif

#include "common/core/error.hpp"

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

// x (N,C) with N >= 3, C >= 2 -> (2,C): row 0 is v1, row 1 is v2. The sign of each is free.
inline Matrix two_components([[maybe_unused]] const Matrix& x) {
  throw dls::NotDone("01.5 power_iteration_pca: centre, iterate, deflate, iterate again");
}
