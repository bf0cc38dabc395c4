// 01.5: the components of planted ellipses, far from the origin.
#include DLS_EXERCISE

#include <cmath>
#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

/// A cloud with a mean far from 0 and orthonormal axes of known spread.
struct Ellipse {
  Matrix x;                  // (N,C)
  std::vector<Vector> axes;  // C directions, widest first
  std::vector<double> mean;  // (C)

  Ellipse(int n, int c, double first, double second, double others, double distance) {
    dls::Rng rng(dls_test::seed(), "01.5", static_cast<std::uint64_t>(c));
    for (int k = 0; k < c; ++k) {  // Gram-Schmidt on random vectors
      Vector v(c);
      for (int j = 0; j < c; ++j) v(j) = rng.normal();
      for (const Vector& u : axes) v -= u.dot(v) * u;
      v.normalize();
      axes.push_back(v);
    }
    x = Matrix(n, c);
    // The mean lies along the last, narrowest axis: whoever forgets to centre finds that one.
    for (int j = 0; j < c; ++j) mean.push_back(distance * axes.back()(j));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < c; ++j) x(i, j) = mean[static_cast<std::size_t>(j)];
    for (int k = 0; k < c; ++k) {
      const double spread = k == 0 ? first : k == 1 ? second : others;
      for (int i = 0; i < n; ++i) {
        const double along = spread * rng.normal();
        for (int j = 0; j < c; ++j) x(i, j) += along * axes[static_cast<std::size_t>(k)](j);
      }
    }
  }
};

double dot(const Matrix& rows, int row, const Vector& v) {
  double sum = 0;
  for (int j = 0; j < v.size(); ++j) sum += rows(row, j) * v(j);
  return sum;
}

/// Covariance times component k, compared with variance times component k.
void check_eigenvector(const Matrix& x, const Matrix& got, int k) {
  const int n = static_cast<int>(x.rows()), c = static_cast<int>(x.cols());
  std::vector<double> mean(static_cast<std::size_t>(c), 0.0), stretched(mean), scaled(mean);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < c; ++j) mean[static_cast<std::size_t>(j)] += x(i, j) / n;
  double variance = 0;
  for (int i = 0; i < n; ++i) {
    double along = 0;
    for (int j = 0; j < c; ++j) along += (x(i, j) - mean[static_cast<std::size_t>(j)]) * got(k, j);
    variance += along * along / n;
    for (int j = 0; j < c; ++j)
      stretched[static_cast<std::size_t>(j)] +=
          along * (x(i, j) - mean[static_cast<std::size_t>(j)]) / n;
  }
  for (int j = 0; j < c; ++j) scaled[static_cast<std::size_t>(j)] = variance * got(k, j);
  const auto settled = dls::within(1e-6, 1e-6, "300 rounds leave far less than 1e-6");
  const dls::Comparison comparison = dls::compare(stretched, scaled, settled);
  CHECK_MESSAGE(comparison.ok, "component " << k + 1
                                            << " is not the widest direction yet, it still turns: "
                                            << "more rounds? " << comparison.message);
}

void check(const Ellipse& e) {
  const int c = static_cast<int>(e.x.cols());
  const Matrix got = two_components(e.x);
  REQUIRE(got.rows() == 2);
  REQUIRE(got.cols() == c);
  for (int k = 0; k < 2; ++k) {
    double length = 0;
    for (int j = 0; j < c; ++j) length += got(k, j) * got(k, j);
    REQUIRE_MESSAGE(std::abs(std::sqrt(length) - 1) < 1e-9, "the length of component "
                                                                << k + 1 << " is "
                                                                << std::sqrt(length) << ", want 1");
  }
  if (std::abs(dot(got, 0, e.axes.back())) > 0.9 && c > 2)
    FAIL(
        "component 1 is the mean: it points from the origin to the middle of the cloud; subtract "
        "the mean of each column first");
  double same = 0;
  for (int j = 0; j < c; ++j) same += got(0, j) * got(1, j);
  if (std::abs(same) > 0.9)
    FAIL("component 2 equals 1: take component 1 out of the data before you look for the second");
  CHECK_MESSAGE(std::abs(dot(got, 0, e.axes[0])) > 0.99,
                "component 1 is not the widest direction yet: the cosine to it is "
                    << std::abs(dot(got, 0, e.axes[0])) << ", want 0.99 or more");
  CHECK_MESSAGE(std::abs(dot(got, 1, e.axes[1])) > 0.99,
                "component 2 is not the second widest direction yet: the cosine to it is "
                    << std::abs(dot(got, 1, e.axes[1])) << ", want 0.99 or more");
  check_eigenvector(e.x, got, 0);
  check_eigenvector(e.x, got, 1);
}

}  // namespace

TEST_CASE("an ellipse in five dimensions, far from the origin") {
  check(Ellipse(701, 5, 5, 2, 0.2, 40));
}

TEST_CASE("an ellipse in nineteen dimensions") { check(Ellipse(333, 19, 3, 1, 0.05, 25)); }

TEST_CASE("a flat ellipse: two dimensions around the origin") {
  check(Ellipse(150, 2, 4, 1, 0, 0));
}
