// The one matrix type of this chapter (C++17: notebooks include this file and those that follow).
#pragma once
#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#else
#include <eigen3/Eigen/Core>
#endif
#include <string>
#include <utility>

#include "common/core/error.hpp"

namespace dls::ch01 {

/// Rows are samples: a batch of B inputs of size C is (B,C). Row-major, so that one sample lies
/// together in memory. Double, so that a gradient can be checked to six digits and more.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Index = Eigen::Index;

/// "2x3": the shape of a matrix as an error message shows it.
inline std::string shape(Index rows, Index cols) {
  return std::to_string(rows) + "x" + std::to_string(cols);
}
inline std::string shape(const Matrix& m) { return shape(m.rows(), m.cols()); }

/// Throws dls::Error "WHO: got 2x3, expected 2x4" when the shapes differ.
inline void check_shape(const char* who, Index rows, Index cols, Index want_rows, Index want_cols) {
  if (rows != want_rows || cols != want_cols)
    throw Error(std::string(who) + ": got " + shape(rows, cols) + ", expected " +
                shape(want_rows, want_cols));
}

/// A matrix that training changes, with the gradient of the loss with respect to it.
struct Parameter {
  std::string name;
  Matrix value;
  Matrix grad;  ///< same shape as value; backward passes ADD to it, zero_grad() clears it

  Parameter(std::string its_name, Matrix its_value)
      : name(std::move(its_name)),
        value(std::move(its_value)),
        grad(Matrix::Zero(value.rows(), value.cols())) {}

  void zero_grad() { grad.setZero(); }
};

}  // namespace dls::ch01
