// 03.1: known values, huge logits, labels out of range, and the gradient against differences.
#include DLS_EXERCISE

#include <cmath>
#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

struct Example {
  Matrix logits;
  std::vector<int> labels;
};

/// Logits in [-2, 2) around `centre`, and random labels.
Example random_example(int B, int C, double centre = 0) {
  dls::Rng rng(dls_test::seed(), "03.1", static_cast<std::uint64_t>(B));
  Example e{Matrix(B, C), {}};
  for (double& z : e.logits.values) z = centre + rng.uniform(-2, 2);
  for (int b = 0; b < B; ++b)
    e.labels.push_back(static_cast<int>(rng.below(static_cast<std::uint32_t>(C))));
  return e;
}

/// The formula as it is written, in long double, whose exp() reaches 11,356.
Matrix by_formula(const Matrix& logits) {
  Matrix log_p = logits;
  for (int b = 0; b < logits.rows; ++b) {
    long double sum = 0;
    for (int c = 0; c < logits.cols; ++c)
      sum += std::exp(static_cast<long double>(logits.at(b, c)));
    for (int c = 0; c < logits.cols; ++c)
      log_p.at(b, c) = static_cast<double>(logits.at(b, c) - std::log(sum));
  }
  return log_p;
}

dls::Numbers numbers(const Matrix& m) { return {m.values, {m.rows, m.cols}}; }

double loss_of(const Matrix& logits, const std::vector<int>& labels) {
  return nll(log_softmax(logits), labels);
}

Matrix row(std::vector<double> values) {
  Matrix m(1, static_cast<int>(values.size()));
  m.values = std::move(values);
  return m;
}

const auto kClose = dls::within(1e-13, 1e-15, "a dozen roundings of numbers near 1 in float64");

}  // namespace

TEST_CASE("log_softmax of small logits") {
  for (const auto& [B, C] : {std::pair{5, 3}, std::pair{1, 7}, std::pair{3, 1}, std::pair{2, 10}}) {
    const Example e = random_example(B, C);
    const Matrix got = log_softmax(e.logits);
    REQUIRE(got.rows == B);
    REQUIRE(got.cols == C);
    CHECK_SAME(numbers(got), numbers(by_formula(e.logits)), kClose);
  }
}

TEST_CASE("four equal logits: each class has a quarter, the loss is log 4") {
  CHECK_SAME(numbers(log_softmax(row({3, 3, 3, 3}))),
             dls::Numbers(std::vector<double>(4, -std::log(4.0)), {1, 4}), kClose);
  CHECK_SAME(loss_of(row({3, 3, 3, 3}), {2}), std::log(4.0), kClose);
}

TEST_CASE("the loss is the mean over the batch of what the truth was given") {
  Matrix log_p(3, 2);
  log_p.values = {-0.5, -1.5, -0.25, -2, -1, -0.75};
  const double got = nll(log_p, {1, 0, 1});  // 1.5, 0.25, 0.75
  if (got < 0) FAIL("the loss is negative: it is MINUS the logarithm of a probability");
  if (got == 2.5) FAIL("the loss is the sum of the 3 rows, 2.5; want their mean, 2.5 / 3");
  CHECK_SAME(got, 2.5 / 3, kClose);
}

TEST_CASE("logits of 1,000") {
  const double loss = loss_of(row({1000, 999, 0}), {1});
  if (!std::isfinite(loss))
    FAIL("logits of 1,000: loss " << loss << ", want 1.313; exp(1000) is infinite in a double. "
                                  << "Subtract the largest logit of the row first");
  CHECK_SAME(loss, 1 + std::log1p(std::exp(-1.0)), kClose);

  // The truth has a probability of exp(-1000), which is 0 in a double; its logarithm is -1000.
  const double unlikely = loss_of(row({1000, 0}), {1});
  if (!std::isfinite(unlikely))
    FAIL("logits 1000 and 0, the label is the 0: loss "
         << unlikely << ", want 1000; take no logarithm of a finished softmax, which has become 0: "
         << "log p = z - largest - log(sum)");
  CHECK_SAME(unlikely, 1000.0, kClose);
}

TEST_CASE("a row near 1,000 and one near -1,000 in the same batch") {
  Matrix logits(2, 3);
  logits.values = {1000, 1001, 1002, -1002, -1001, -1000};
  const double loss = loss_of(logits, {2, 2});
  if (!std::isfinite(loss))
    FAIL("rows near 1,000 and near -1,000: loss "
         << loss << ", want 0.408; each row needs the largest of its own logits, not that of the "
         << "whole batch or the largest amount");
  const double want = std::log1p(std::exp(-1.0) + std::exp(-2.0));
  CHECK_SAME(loss, want, kClose);
}

TEST_CASE("a label that is no class is refused") {
  const Matrix log_p = log_softmax(random_example(3, 4).logits);
  for (const std::vector<int>& labels : {std::vector<int>{0, 4, 1}, {0, -1, 1}}) {
    bool refused = false;
    try {
      nll(log_p, labels);
    } catch (const dls::Error&) {
      refused = true;
    } catch (const std::exception&) {
      refused = false;  // a bounds check of std::vector is no sentence
    }
    CHECK_MESSAGE(refused, "the label " << labels[1] << " of row 1 was not refused: there are 4 "
                                        << "classes, 0 to 3; throw dls::Error");
  }
}

TEST_CASE("the gradient is that of the loss") {
  for (const auto& [B, C] : {std::pair{5, 3}, std::pair{1, 7}, std::pair{4, 2}}) {
    Example e = random_example(B, C);
    const Matrix got = logits_gradient(log_softmax(e.logits), e.labels);
    Matrix want = e.logits, times_batch = e.logits;
    for (std::size_t i = 0; i < want.values.size(); ++i) {
      const double kept = e.logits.values[i], h = 1e-5;
      e.logits.values[i] = kept + h;
      const double above = loss_of(e.logits, e.labels);
      e.logits.values[i] = kept - h;
      want.values[i] = (above - loss_of(e.logits, e.labels)) / (2 * h);
      times_batch.values[i] = want.values[i] * B;
      e.logits.values[i] = kept;
    }
    const auto close = dls::within(1e-6, 1e-9, "central differences with a step of 1e-5");
    CAPTURE(B);
    if (B > 1 && dls::compare(numbers(got), numbers(times_batch), close).ok)
      FAIL("the gradient is B times too large (B = " << B
                                                     << "): the loss is a mean over the batch");
    double sum = 0;
    for (int c = 0; c < C; ++c) sum += got.at(0, c);
    if (std::abs(sum) > 1e-9 / B)
      FAIL("row 0 of the gradient adds up to "
           << sum << ", want 0: probabilities add up to 1, so what one class wins the others lose. "
           << "It is the gradient of the logits, softmax - onehot, not that of log_p");
    CHECK_SAME(numbers(got), numbers(want), close);
  }
}

TEST_CASE("the gradient at logits of 1,000") {
  const Matrix got = logits_gradient(log_softmax(row({1000, 1000, -1000})), {1});
  CHECK_SAME(numbers(got), dls::Numbers({0.5, -0.5, 0}, {1, 3}), kClose);
}
