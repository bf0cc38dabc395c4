// 00.6: the three functions against loops.
#include DLS_EXERCISE

#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

std::vector<double> random_numbers(Eigen::Index n, const char* purpose) {
  dls::Rng rng(dls_test::seed(), purpose);
  std::vector<double> x(static_cast<std::size_t>(n));
  for (double& value : x) value = rng.uniform(1, 2);
  return x;
}

/// Number by number, so that it does not depend on the order in memory.
Matrix matrix(const std::vector<double>& row_by_row, Eigen::Index rows, Eigen::Index cols) {
  Matrix m(rows, cols);
  for (Eigen::Index i = 0; i < rows; ++i)
    for (Eigen::Index j = 0; j < cols; ++j)
      m(i, j) = row_by_row[static_cast<std::size_t>(i * cols + j)];
  return m;
}

dls::Numbers shaped(const Matrix& m) {
  return dls::Numbers(std::vector<double>(m.data(), m.data() + m.size()), dls::Format::f64,
                      {m.rows(), m.cols()});
}

const Eigen::Index kSizes[][2] = {{4, 3}, {1, 5}, {6, 1}, {2, 2}};

}  // namespace

TEST_CASE("from_numpy keeps the order row by row") {
  for (const auto& [rows, cols] : kSizes) {
    CAPTURE(rows);
    CAPTURE(cols);
    const std::vector<double> values = random_numbers(rows * cols, "00.6 order");
    const Matrix got = from_numpy(values, rows, cols), want = matrix(values, rows, cols);
    if (rows > 1 && cols > 1 && got.rows() == rows && got(1, 0) == want(0, 1))
      FAIL("the numbers went in column by column: MatrixXd is stored that way, numpy is not");
    REQUIRE_SAME(shaped(got), shaped(want), dls::bitwise());
  }
}

TEST_CASE("centre subtracts the means and returns them") {
  for (const auto& [rows, cols] : kSizes) {
    CAPTURE(rows);
    CAPTURE(cols);
    const Matrix before = matrix(random_numbers(rows * cols, "00.6 centre"), rows, cols);
    Matrix want_mean = Matrix::Zero(1, cols), want = before;
    for (Eigen::Index i = 0; i < rows; ++i) want_mean += before.row(i) / static_cast<double>(rows);
    for (Eigen::Index i = 0; i < rows; ++i) want.row(i) -= want_mean.row(0);
    Matrix x = before;
    const Matrix mean = centre(x);
    if (mean.size() > 0 && mean.cwiseAbs().maxCoeff() < 1e-9)
      FAIL(
          "the means that came back are 0: auto kept the formula, and it was worked out after x "
          "changed");
    const auto close = dls::within(1e-12, 1e-12, "sums of at most six numbers between 1 and 2");
    REQUIRE_SAME(shaped(mean), shaped(want_mean), close);
    if (x == before) FAIL("x is as it was: the means must be subtracted from the caller's x");
    REQUIRE_SAME(shaped(x), shaped(want), close);
  }
}

TEST_CASE("shift_down moves every row one down") {
  for (const auto& [rows, cols] : kSizes) {
    CAPTURE(rows);
    CAPTURE(cols);
    const Matrix before = matrix(random_numbers(rows * cols, "00.6 shift"), rows, cols);
    Matrix want = before, got = before;
    for (Eigen::Index i = 1; i < rows; ++i) want.row(i) = before.row(i - 1);
    shift_down(got);
    if (rows > 2 && cols > 1 && got.row(2) == before.row(0))
      FAIL(
          "the first row ran down through the matrix: rows were overwritten before they were read");
    REQUIRE_SAME(shaped(got), shaped(want), dls::bitwise());
  }
}
