// 06.4: planted sigma and kappa come back; with noise, no neighbour fits better.
#include DLS_EXERCISE

#include <cmath>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

namespace {

double speed_up(const Usl& u, double n) {
  return n / (1 + u.sigma * (n - 1) + u.kappa * n * (n - 1));
}

std::vector<Point> curve(const Usl& u, double one, const std::vector<double>& workers) {
  std::vector<Point> points;
  for (const double n : workers) points.push_back({n, one * speed_up(u, n)});
  return points;
}

double squares(const Usl& u, const std::vector<Point>& points) {
  double one = 1, sum = 0;
  for (const Point& p : points)
    if (p.workers == 1) one = p.throughput;
  for (const Point& p : points) sum += std::pow(speed_up(u, p.workers) - p.throughput / one, 2);
  return sum;
}

const dls::Tolerance kSixDigits = dls::within(0, 1e-6, "exact data: six decimals are asked for");

}  // namespace

TEST_CASE("planted curves, measured relative to one worker") {
  for (const Usl& want : {Usl{0.05, 0.001}, Usl{0.2, 0.03}, Usl{0.5, 0.05}, Usl{0.01, 0.0002}}) {
    const Usl got = fit_usl(curve(want, 1, {1, 2, 3, 4, 6, 8, 12, 16, 32}));
    CAPTURE(want.sigma);
    CAPTURE(want.kappa);
    if (got.kappa == 0)
      FAIL(
          "no peak: kappa came out as 0, so more workers would always help; with the planted "
          "kappa, "
          << want.kappa << ", it is best at " << std::sqrt((1 - want.sigma) / want.kappa));
    CHECK_SAME(got.sigma, want.sigma, kSixDigits);
    CHECK_SAME(got.kappa, want.kappa, kSixDigits);
  }
}

TEST_CASE("the unit of the throughput does not matter") {
  const Usl want{0.1, 0.004};
  for (const double one : {250.0, 0.02}) {
    const Usl got = fit_usl(curve(want, one, {1, 2, 4, 8, 16}));
    const bool same = std::abs(got.sigma - want.sigma) < 1e-4;
    CHECK_MESSAGE(same, "one worker does " << one << " a second, and sigma came out as "
                                           << got.sigma << ", want " << want.sigma
                                           << ": X(n) was not divided by "
                                           << "X(1)");
    if (same) CHECK_SAME(got.kappa, want.kappa, kSixDigits);
  }
}

TEST_CASE("one worker may stand anywhere, three points are enough") {
  const Usl want{0.1, 0.01};
  const Usl got = fit_usl(curve(want, 7, {8, 3, 1}));
  CHECK_SAME(got.sigma, want.sigma, kSixDigits);
  CHECK_SAME(got.kappa, want.kappa, kSixDigits);
}

TEST_CASE("without kappa and without sigma") {
  Usl got = fit_usl(curve({0.1, 0}, 3, {1, 2, 4, 8, 16}));
  CHECK_SAME(got.sigma, 0.1, kSixDigits);
  CHECK_SAME(got.kappa, 0.0, kSixDigits);
  got = fit_usl(curve({0, 0.01}, 3, {1, 2, 4, 8, 16}));
  CHECK_SAME(got.sigma, 0.0, kSixDigits);
  CHECK_SAME(got.kappa, 0.01, kSixDigits);
}

TEST_CASE("with noise: the smallest sum of squares of the speed-up") {
  for (std::uint64_t id = 0; id < 5; ++id) {
    dls::Rng rng(dls_test::seed(), "06.4", id);
    std::vector<Point> points = curve({0.08, 0.004}, 40, {1, 2, 3, 4, 6, 8, 12, 16, 24, 32});
    for (Point& p : points)
      if (p.workers > 1) p.throughput *= 1 + 0.05 * rng.uniform(-1, 1);
    const Usl got = fit_usl(points);
    const double here = squares(got, points);
    for (const double ds : {-1e-4, 0.0, 1e-4})
      for (const double dk : {-1e-5, 0.0, 1e-5}) {
        const Usl near{got.sigma + ds, got.kappa + dk};
        if (squares(near, points) < here * (1 - 1e-9))
          FAIL("a smaller sum of squares lies nearby: at sigma "
               << near.sigma << ", kappa " << near.kappa << " it is " << squares(near, points)
               << ", at your " << got.sigma << ", " << got.kappa << " it is " << here
               << "; the squares are those of the speed-up, S(n) - X(n)/X(1)");
      }
    CHECK_SAME(got.sigma, 0.08, dls::within(0, 0.06, "5 % of noise on each point"));
  }
}

TEST_CASE("what is not enough is refused") {
  const auto refused = [](const std::vector<Point>& points) {
    return !dls_test::error_of([&] { fit_usl(points); }).empty();
  };
  CHECK_MESSAGE(refused({{2, 10}, {3, 12}, {4, 13}}), "no point of one worker: throw dls::Error");
  CHECK_MESSAGE(refused({{1, 10}, {2, 19}}),
                "two points for two unknowns and noise: throw dls::Error");
  CHECK_MESSAGE(refused({}), "no points at all: throw dls::Error");
}
