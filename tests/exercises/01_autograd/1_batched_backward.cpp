// 01.1: dW, db and dX of a linear layer against the sum over samples and against finite
// differences.
#include DLS_EXERCISE

#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

Matrix random_matrix(dls::Rng& rng, int rows, int cols) {
  Matrix m(rows, cols);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) m(i, j) = rng.normal();
  return m;
}

std::vector<double> numbers(const Matrix& m) {
  return std::vector<double>(m.data(), m.data() + m.size());
}

dls::Numbers shaped(const Matrix& m) {
  return dls::Numbers(numbers(m), dls::Format::f64, {m.rows(), m.cols()});
}

bool same(const Matrix& a, const Matrix& b) {
  return dls::compare(shaped(a), shaped(b), dls::rounding(dls::Format::f64, 100)).ok;
}

/// The three gradients as sums, one sample and one number at a time.
LinearGradients by_loops(const Matrix& x, const Matrix& W, const Matrix& dy) {
  LinearGradients g{Matrix::Zero(W.rows(), W.cols()), Matrix::Zero(1, W.rows()),
                    Matrix::Zero(x.rows(), x.cols())};
  for (int s = 0; s < x.rows(); ++s)
    for (int j = 0; j < W.rows(); ++j) {
      g.db(0, j) += dy(s, j);
      for (int i = 0; i < W.cols(); ++i) {
        g.dW(j, i) += x(s, i) * dy(s, j);
        g.dX(s, i) += dy(s, j) * W(j, i);
      }
    }
  return g;
}

/// Known mistakes first, since they have a name; then the plain comparison.
void check(const LinearGradients& got, const LinearGradients& want, const Matrix& dy) {
  const double batch = static_cast<double>(dy.rows());
  if (got.dW.rows() == want.dW.cols() && got.dW.cols() == want.dW.rows() &&
      got.dW.rows() != got.dW.cols())
    FAIL("dW has the shape of W, (out,in): yours is " << got.dW.rows() << "x" << got.dW.cols()
                                                      << ", it lies the other way round");
  if (dy.rows() > 1 && (same(got.db, dy.row(0)) || same(got.db, dy.row(dy.rows() - 1))))
    FAIL("bias gradient must add over the batch: db is one row of dy, but all "
         << dy.rows() << " samples used b");
  if (dy.rows() > 1 && (same(got.db * batch, want.db) || same(got.dW * batch, want.dW)))
    FAIL("dW or db is B times too small (B = "
         << dy.rows() << "): the mean's 1/B is in dy already, so the layer only adds");
  if (dy.rows() > 1 && got.dX.rows() == want.dX.rows() && got.dX.cols() == want.dX.cols() &&
      same(got.dX, want.dX.colwise().sum().replicate(dy.rows(), 1)))
    FAIL("each sample has its own dX: yours is the sum over the batch in every row");
  const auto close = dls::rounding(dls::Format::f64, 16);
  REQUIRE_SAME(shaped(got.dW), shaped(want.dW), close);
  REQUIRE_SAME(shaped(got.db), shaped(want.db), close);
  REQUIRE_SAME(shaped(got.dX), shaped(want.dX), close);
}

}  // namespace

TEST_CASE("the gradients of a batch are sums over its samples") {
  dls::Rng rng(dls_test::seed(), "01.1");
  const int sizes[][3] = {{5, 4, 3}, {2, 1, 7}, {7, 3, 1}, {1, 4, 2}, {0, 2, 3}};  // B, in, out
  for (const auto& [batch, in, out] : sizes) {
    CAPTURE(batch);
    CAPTURE(in);
    CAPTURE(out);
    const Matrix x = random_matrix(rng, batch, in), W = random_matrix(rng, out, in),
                 dy = random_matrix(rng, batch, out);
    check(linear_backward(x, W, dy), by_loops(x, W, dy), dy);
  }
}

TEST_CASE("the gradients agree with finite differences of a mean loss") {
  // L = mean over the batch of sum_j y[s][j]^2, so dy = 2 y / B.
  dls::Rng rng(dls_test::seed(), "01.1 differences");
  Matrix x = random_matrix(rng, 3, 4), W = random_matrix(rng, 2, 4), b = random_matrix(rng, 1, 2);
  const auto forward = [&] {
    Matrix y(3, 2);
    for (int s = 0; s < 3; ++s)
      for (int j = 0; j < 2; ++j) {
        y(s, j) = b(0, j);
        for (int i = 0; i < 4; ++i) y(s, j) += x(s, i) * W(j, i);
      }
    return y;
  };
  const auto differences = [&](Matrix& m) {
    std::vector<double> d;
    for (int i = 0; i < m.rows(); ++i)
      for (int j = 0; j < m.cols(); ++j) {
        const double kept = m(i, j), h = 1e-5;
        m(i, j) = kept + h;
        const double above = forward().squaredNorm() / 3;
        m(i, j) = kept - h;
        const double below = forward().squaredNorm() / 3;
        m(i, j) = kept;
        d.push_back((above - below) / (2 * h));
      }
    return d;
  };
  const LinearGradients got = linear_backward(x, W, 2.0 / 3.0 * forward());
  const auto close = dls::within(1e-6, 1e-9, "central differences with a step of 1e-5");
  CHECK_SAME(numbers(got.dW), differences(W), close);
  CHECK_SAME(numbers(got.db), differences(b), close);
  CHECK_SAME(numbers(got.dX), differences(x), close);
}
