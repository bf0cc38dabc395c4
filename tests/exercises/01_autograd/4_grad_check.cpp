// 01.4: right claims pass, planted faults are found, w is left as it was.
#include DLS_EXERCISE

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

/// A loss with a known gradient: sum over i of c[i] (w[i]^3 + 2 w[i] w[i+1]), the last with the
/// first.
struct Example {
  std::vector<double> w, c;

  explicit Example(std::size_t count) {
    dls::Rng rng(dls_test::seed(), "01.4");
    for (std::size_t i = 0; i < count; ++i) {
      w.push_back(rng.uniform(0.5, 1.5));
      c.push_back(rng.uniform(0.5, 2.0));
    }
  }
  double loss() const {
    double sum = 0;
    for (std::size_t i = 0; i < w.size(); ++i)
      sum += c[i] * (w[i] * w[i] * w[i] + 2 * w[i] * w[(i + 1) % w.size()]);
    return sum;
  }
  std::vector<double> gradient() const {
    std::vector<double> g(w.size(), 0.0);
    for (std::size_t i = 0; i < w.size(); ++i) {
      g[i] += c[i] * (3 * w[i] * w[i] + 2 * w[(i + 1) % w.size()]);
      g[(i + 1) % w.size()] += c[i] * 2 * w[i];
    }
    return g;
  }
  double error(const std::vector<double>& claim) {
    return worst_gradient_error(w, [this] { return loss(); }, claim);
  }
};

}  // namespace

TEST_CASE("w is left as it was, to the last bit") {
  // Numbers of every size: next to h = 1e-5, a small one loses digits and cannot be computed back.
  std::vector<double> w{0.7, 3.3e-9, -12.5, 1e-7, 0};
  const std::vector<double> before = w;
  const auto loss = [&] { return w[0] * w[1] + w[2] * w[3] + w[4]; };
  worst_gradient_error(w, loss, {w[1], w[0], w[3], w[2], 1});
  for (std::size_t i = 0; i < before.size(); ++i)
    REQUIRE_MESSAGE(w[i] == before[i], "parameter not restored: w["
                                           << i << "] was " << before[i] << " and is off by "
                                           << w[i] - before[i]
                                           << " after the check; put the kept value back");
}

TEST_CASE("a right gradient is accepted") {
  Example e(7);
  const double error = e.error(e.gradient());
  CHECK_MESSAGE(error < 1e-6, "correct gradient rejected: the error came out as "
                                  << error << ", want less than 1e-6; is the difference two-sided, "
                                  << "and divided by 2h?");
}

TEST_CASE("faults are found, wherever they are, and their size is reported") {
  for (const std::size_t fault : {std::size_t{0}, std::size_t{3}, std::size_t{6}}) {
    Example e(7);
    std::vector<double> claim = e.gradient();
    claim[fault] *= 1.25;  // |1.25 - 1| / 1.25 = 0.2
    const double error = e.error(claim);
    if (fault == 6 && error < 1e-6)
      FAIL("the fault in the last entry was missed: check every number, not a sample");
    CAPTURE(fault);
    CHECK_SAME(error, 0.2, dls::within(1e-5, 0, "the difference is good to about 1e-6"));
  }
}

TEST_CASE("errors are relative") {
  // A loss of 0.001 w: the claim is off by a tenth, which is 0.0001.
  std::vector<double> w{0.3};
  const double small = worst_gradient_error(w, [&] { return 0.001 * w[0]; }, {0.0011});
  if (small < 0.01)
    FAIL("a fault in a small gradient was missed: claimed 0.0011 for 0.001, error " << small
                                                                                    << "; divide");
  CHECK_SAME(small, 1.0 / 11, dls::within(1e-5, 0, "the difference is good to about 1e-6"));
  // A gradient of a million, right to nine digits.
  const double large = worst_gradient_error(w, [&] { return 1e6 * w[0]; }, {1e6 + 1e-3});
  CHECK_MESSAGE(large < 1e-6,
                "a gradient of a million that is right to nine digits was rejected, "
                "error "
                    << large << "; divide by its size");
}

TEST_CASE("what is smaller than the noise of the difference does not count") {
  std::vector<double> w{0.3};
  const double error = worst_gradient_error(w, [&] { return 1 + 0 * w[0]; }, {1e-12});
  CHECK_MESSAGE(error < 1e-6, "claimed 1e-12 for a gradient of 0 and got error "
                                  << error << "; the denominator is never below 1e-4");
}

TEST_CASE("NaN is never right") {
  Example e(3);
  std::vector<double> claim = e.gradient();
  claim[1] = std::numeric_limits<double>::quiet_NaN();
  const double error = e.error(claim);
  CHECK_MESSAGE(std::isnan(error),
                "NaN passed: one claimed gradient was NaN, and the error came out as "
                    << error << ", want NaN");
}

TEST_CASE("nothing to check is no error") {
  std::vector<double> w;
  CHECK_SAME(worst_gradient_error(w, [] { return 1.0; }, {}), 0.0, dls::bitwise());
}
