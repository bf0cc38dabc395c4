// 00.6  Three traps of Eigen: solution
//
// order      A Map looks at numbers that lie somewhere in the order of its own type. MatrixXd goes
//            column by column, so a matrix that was stored row by row came out scrambled.
// laziness   With auto, `mean` was a note, worked out again on the return line: from the x that was
//            centred already, which gives zeros.
// overlap    Row 1 became row 0, then row 2 became row 1, which by then was row 0: the first row
// ran
//            down through the matrix.
//
// A fourth trap announces itself: a = a.transpose(); stops a program with assertions on, with a
// message of its own. a.transposeInPlace() or .eval() help.
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

// x (N,C) -> the means of its columns, (1,C), which are subtracted from x.
inline Matrix centre(Matrix& x) {
  const Eigen::RowVectorXd mean = x.colwise().mean();
  x.rowwise() -= mean;
  return mean;
}

inline void shift_down(Matrix& x) { x.bottomRows(x.rows() - 1) = x.topRows(x.rows() - 1).eval(); }
