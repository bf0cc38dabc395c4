// Principal components of planted ellipses; counts and scores of scripted answers.
#include <cmath>
#include <vector>

#include "chapters/01_autograd/3_metrics.hpp"
#include "chapters/01_autograd/9_pca.hpp"
#include "chapters/01_autograd/text_picture.hpp"
#include "tests/chapters/01_autograd/helpers.hpp"

using namespace ch01_test;
using namespace dls::ch01;

TEST_CASE("the components of an ellipse far from the origin") {
  // Axes (3,4,0)/5 with spread 5, (4,-3,0)/5 with spread 2, (0,0,1) with spread 0.1.
  dls::Rng rng(dls_test::seed(), "ellipse");
  Matrix x(1001, 3);
  for (Index i = 0; i < x.rows(); ++i) {
    const double a = 5 * rng.normal(), b = 2 * rng.normal(), c = 0.1 * rng.normal();
    x.row(i) << 100 + 0.6 * a + 0.8 * b, -50 + 0.8 * a - 0.6 * b, 300 + c;
  }
  const Pca p = pca(x);
  CHECK(std::abs(p.components.row(0).dot(Eigen::RowVector3d(0.6, 0.8, 0))) > 0.99);
  CHECK(std::abs(p.components.row(1).dot(Eigen::RowVector3d(0.8, -0.6, 0))) > 0.99);

  const Matrix centred = x.rowwise() - x.colwise().mean();
  const Matrix covariance = centred.transpose() * centred;
  for (int k = 0; k < 2; ++k) {
    const Matrix v = p.components.row(k);
    const double variance = (centred * v.transpose()).squaredNorm();
    CHECK_SAME(numbers(v * covariance), numbers(variance * v),
               dls::within(1e-9, 1e-6 * variance, "iterated until it moved less than 1e-12"));
    CHECK_SAME(v.norm(), 1.0, dls::ulps(16));
    CHECK_SAME(p.explained[k], variance / covariance.trace(), dls::within(1e-9, 0, "as above"));
  }
  CHECK(std::abs(p.components.row(0).dot(p.components.row(1))) < 1e-9);
  CHECK_SAME(numbers(p.points), numbers(centred * p.components.transpose()), dls::ulps(4));
  CHECK(p.explained[0] + p.explained[1] > 0.99);
}

TEST_CASE("pca of one number a sample, of equal samples, of too few") {
  const Pca line = pca((Matrix(3, 1) << 1, 2, 6).finished());
  CHECK_SAME(line.explained[0], 1.0, dls::ulps(4));
  CHECK_SAME(line.explained[1], 0.0, dls::bitwise());
  CHECK_SAME(numbers(line.points.col(0)), dls::Numbers({-2, -1, 3}, {3, 1}), dls::ulps(4));
  const Pca point = pca(Matrix::Constant(4, 3, 2.5));
  CHECK(point.points.isZero(0));
  CHECK(holds(error_of([] { pca(Matrix(1, 3)); }), "at least 2"));
}

TEST_CASE("separation: distance of the centres over the spread") {
  const Matrix y = (Matrix(4, 1) << 0, 0, 1, 1).finished();
  // Centres (1,0) and (1,8), each point 1 from its own.
  const Matrix x = (Matrix(4, 2) << 0, 0, 2, 0, 1, 7, 1, 9).finished();
  CHECK_SAME(separation(x, y), 8.0, dls::ulps(4));
  CHECK(holds(error_of([&] { separation(x, Matrix::Zero(4, 1)); }), "empty"));
}

TEST_CASE("outcomes are counted, and the scores are not rounded") {
  const Matrix p = (Matrix(7, 1) << 0.9, 0.5, 0.4, 0.2, 0.7, 0.1, 0.49).finished();
  const Matrix y = (Matrix(7, 1) << 1, 1, 1, 0, 0, 0, 0).finished();
  const Outcomes o = count_outcomes(p, y);
  CHECK(o.true_positive == 2);
  CHECK(o.false_negative == 1);
  CHECK(o.false_positive == 1);
  CHECK(o.true_negative == 3);
  CHECK_SAME(o.accuracy(), 5.0 / 7, dls::bitwise());
  const Outcomes uneven{8, 3, 7, 2};
  CHECK_SAME(uneven.precision(), 8.0 / 11, dls::bitwise());
  CHECK_SAME(uneven.recall(), 8.0 / 10, dls::bitwise());
  CHECK_SAME(uneven.f1(), 16.0 / 21, dls::bitwise());
  CHECK(holds(error_of([&] { count_outcomes(p, Matrix(6, 1)); }), "got 6x1, expected 7x1"));
}

TEST_CASE("empty classes score 0, not NaN") {
  const Outcomes none, never_yes{0, 0, 5, 3}, nothing_to_find{0, 4, 5, 0};
  for (const Outcomes& o : {none, never_yes, nothing_to_find}) {
    CHECK_SAME(o.precision(), 0.0, dls::bitwise());
    CHECK_SAME(o.recall(), 0.0, dls::bitwise());
    CHECK_SAME(o.f1(), 0.0, dls::bitwise());
  }
  CHECK_SAME(none.accuracy(), 0.0, dls::bitwise());
}

TEST_CASE("text pictures: black is ink, two pixels make a character, frames keep the margin") {
  const Matrix pixels = (Matrix(1, 8) << 1, 0, 0.49, 0.51, 1, 0.2, 0.6, 1).finished();  // 2 x 4
  CHECK(ink(pixels.row(0), 2, 4) == "  ####  \n  ##    \n");
  CHECK(shades(pixels.row(0), 2, 4) == "@.+#\n");
  CHECK(framed({{"ab\n  \n", "longer"}, {"c\n", "x"}}) ==
        "+--+      +-+\n|ab|      |c|\n|  |      +-+\n+--+      x\nlonger\n");
}
