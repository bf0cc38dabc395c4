// 00.6  Repair: three traps of Eigen (about 10 min)
//
// Eigen is to C++ what numpy's arrays are to Python: a * b, a.transpose(), a.row(i) read as
// formulas. Three things differ, and all three go wrong without a message:
//
//   order      numpy stores a matrix row by row. Eigen's own types (MatrixXd) store it column by
//              column; the type Matrix below is told to go row by row.
//   laziness   a + b is no matrix yet, but a note "to be added", which is worked out when it is
//              stored in a matrix. `auto s = a + b;` keeps the note, and works it out at each use,
//              with the a and b of that moment. `Matrix s = a + b;` keeps the numbers.
//   overlap    where the left side of = also stands on the right, Eigen may overwrite what it still
//              has to read. numpy notices; in Eigen you write  left = (right).eval();  which
//              computes the right side into memory of its own first.
//
// In each of the three functions one of these went wrong. Each mend changes one line.
//
//     from_numpy(values, rows, cols)   np.array(values).reshape(rows, cols)
//     centre(x)                        m = x.mean(axis=0, keepdims=True);  x -= m;  return m
//     shift_down(x)                    x[1:] = x[:-1]       (row 0 stays)
//
// Delete the lines that throw when you start.
//
// Check it:  ./learn check 00.6        Stuck:  ./learn hint 00.6
#pragma once
#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#else
#include <eigen3/Eigen/Core>
#endif
#include <vector>

#include "common/core/error.hpp"

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline Matrix from_numpy(const std::vector<double>& values, Eigen::Index rows, Eigen::Index cols) {
  throw dls::NotDone("00.6 eigen_traps: delete the lines that throw, mend three functions");
  return Eigen::Map<const Eigen::MatrixXd>(values.data(), rows, cols);
}

// x (N,C) -> the means of its columns, (1,C), which are subtracted from x.
inline Matrix centre(Matrix& x) {
  throw dls::NotDone("00.6 eigen_traps: centre");
  const auto mean = x.colwise().mean();
  x.rowwise() -= mean;
  return mean;
}

inline void shift_down(Matrix& x) {
  throw dls::NotDone("00.6 eigen_traps: shift_down");
  x.bottomRows(x.rows() - 1) = x.topRows(x.rows() - 1);
}
