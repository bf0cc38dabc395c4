// 03.2: who is dropped, what the others become, evaluation, the way back, impossible p.
#include DLS_EXERCISE

#include <cmath>
#include <limits>
#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

using Values = std::vector<double>;

dls::Rng stream(std::uint64_t id = 0) { return dls::Rng(dls_test::seed(), "03.2", id); }

Values random_values(std::size_t n) {
  dls::Rng rng(dls_test::seed(), "03.2 values");
  Values x;
  for (std::size_t i = 0; i < n; ++i) x.push_back(rng.uniform(0.5, 1.5));
  return x;
}

double mean(const Values& x) {
  double sum = 0;
  for (const double v : x) sum += v;
  return sum / static_cast<double>(x.size());
}

double dropped_share(const Values& x) {
  double zeros = 0;
  for (const double v : x) zeros += v == 0 ? 1 : 0;
  return zeros / static_cast<double>(x.size());
}

/// What a training pass makes of x when its stream is `rng`.
Values by_loop(const Values& x, double p, dls::Rng rng) {
  Values y;
  for (const double v : x) y.push_back(rng.uniform() < p ? 0 : v / (1 - p));
  return y;
}

const auto kClose = dls::ulps(4);

}  // namespace

TEST_CASE("20,000 ones, p = 0.1: a tenth becomes 0, the mean stays 1") {
  dls::Rng rng = stream();
  Dropout dropout(0.1);
  const Values y = dropout.forward(Values(20000, 1.0), rng);
  REQUIRE(y.size() == 20000);
  const double zeros = dropped_share(y);
  if (zeros == 0 || zeros == 1) FAIL("all or nothing: draw one number for each x[i]");
  if (std::abs(zeros - 0.9) < 0.05)
    FAIL("the share of dropped numbers is " << zeros << ", want 0.1: p is the probability to go, "
                                            << "not that to stay");
  CHECK_SAME(zeros, 0.1, dls::within(0, 5 * 0.0022, "5 standard deviations of 20,000 draws"));
  // One number is 0 or 1/0.9: its standard deviation is sqrt(p / (1 - p)) = 1/3.
  if (std::abs(mean(y) - 0.9) < 0.01)
    FAIL("mean 0.90, want 1: what is left must be divided by 1 - p");
  if (std::abs(mean(y) - 9) < 0.5)
    FAIL("mean " << mean(y) << ", want 1: what is left was divided by p, not by 1 - p");
  CHECK_SAME(mean(y), 1.0, dls::within(0, 5 * 0.0024, "5 standard deviations of 20,000 draws"));
}

TEST_CASE("each number by itself") {
  for (const std::size_t n : {std::size_t{1}, std::size_t{7}, std::size_t{257}}) {
    const Values x = random_values(n);
    dls::Rng rng = stream(n);
    Dropout dropout(0.3);
    CHECK_SAME(dropout.forward(x, rng), by_loop(x, 0.3, stream(n)), kClose);
  }
}

TEST_CASE("the next pass drops others") {
  const Values x = random_values(200);
  dls::Rng rng = stream(), copy = stream();
  Dropout dropout(0.5);
  const Values first = dropout.forward(x, rng);
  const Values second = dropout.forward(x, rng);
  if (first == second)
    FAIL("two training passes dropped the same numbers: draw anew in each forward()");
  by_loop(x, 0.5, copy);  // draws from its own copy
  for (std::size_t i = 0; i < x.size(); ++i) copy.uniform();
  CHECK_SAME(second, by_loop(x, 0.5, copy), kClose);
}

TEST_CASE("evaluation changes nothing and draws nothing") {
  const Values x = random_values(300);
  dls::Rng rng = stream();
  Dropout dropout(0.1);
  dropout.training = false;
  const Values first = dropout.forward(x, rng), second = dropout.forward(x, rng);
  if (first != second)
    FAIL("two evaluations differ: nothing may be dropped when `training` is false");
  if (std::abs(mean(first) - 0.9 * mean(x)) < 1e-6)
    FAIL(
        "evaluation returned 0.9 x, want x itself: the factor 1 / (1 - p) of training has already "
        "put the mean right");
  CHECK_SAME(first, x, dls::bitwise());
  CHECK_MESSAGE(rng.position() == 0,
                "an evaluation drew " << rng.position() << " random numbers, want 0: else looking "
                                      << "at the test set would change the training");
}

TEST_CASE("backward: the same factors as in forward") {
  const Values x = random_values(61), dy = random_values(61);
  dls::Rng rng = stream();
  Dropout dropout(0.4);
  const Values y = dropout.forward(x, rng);
  const Values dx = dropout.backward(dy);
  REQUIRE(dx.size() == dy.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    if (y[i] == 0 && dx[i] != 0)
      FAIL("a gradient came back through a dropped number: x[" << i << "] was set to 0, dx is "
                                                               << dx[i] << ", want 0");
  for (std::size_t i = 0; i < x.size(); ++i)
    if (y[i] != 0 && dx[i] == dy[i])
      FAIL("dx[" << i << "] is dy[" << i << "] itself, but x[" << i << "] was divided by 1 - p: "
                 << "so must its gradient be");
  CHECK_SAME(dx, by_loop(dy, 0.4, stream()), kClose);
}

TEST_CASE("backward after an evaluation, and after the mode was changed") {
  const Values x = random_values(61), dy = random_values(61);
  dls::Rng rng = stream();
  Dropout dropout(0.4);
  dropout.forward(x, rng);
  dropout.training = false;
  if (dropout.backward(dy) == dy)
    FAIL(
        "backward() looked at `training`: the last forward() was a training pass, and its factors "
        "count");
  CHECK_SAME(dropout.backward(dy), by_loop(dy, 0.4, stream()), kClose);

  dropout.forward(x, rng);  // an evaluation now
  if (dropout.backward(dy) != dy)
    FAIL(
        "after an evaluation the gradient went through the factors of an older pass: all are 1 "
        "now");
  CHECK_SAME(dropout.backward(dy), dy, dls::bitwise());
}

TEST_CASE("p = 0 drops nothing; no numbers at all are no error") {
  const Values x = random_values(50);
  dls::Rng rng = stream();
  Dropout dropout(0);
  CHECK_SAME(dropout.forward(x, rng), x, dls::bitwise());
  CHECK_SAME(dropout.backward(x), x, dls::bitwise());
  CHECK(dropout.forward({}, rng).empty());
  CHECK(dropout.backward({}).empty());
}

TEST_CASE("an impossible p is refused") {
  for (const double p : {1.0, 1.5, -0.1, std::numeric_limits<double>::quiet_NaN()}) {
    bool refused = false;
    try {
      Dropout dropout(p);
    } catch (const dls::Error&) {
      refused = true;
    }
    CHECK_MESSAGE(refused, "p = " << p << " was not refused: want dls::Error unless 0 <= p < 1 "
                                  << "(1 / (1 - p) would be no use)");
  }
}
