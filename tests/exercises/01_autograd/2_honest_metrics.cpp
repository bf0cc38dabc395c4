// 01.2: precision, recall and F1 of scripted outcomes.
#include DLS_EXERCISE

#include <fmt/core.h>

#include <cmath>
#include <string>
#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

struct Script {
  int tp, fp, tn, fn;
};

/// Runs the learner's function on samples with exactly these outcomes, in random order.
Scores run(const Script& s) {
  dls::Rng rng(dls_test::seed(), "01.2");
  struct Sample {
    double probability;
    int label;
  };
  std::vector<Sample> samples;
  const auto add = [&](int count, bool said, int label) {
    for (int i = 0; i < count; ++i)
      samples.push_back({said ? rng.uniform(0.5, 1.0) : rng.uniform(0.0, 0.5), label});
  };
  add(s.tp, true, 1);
  add(s.fp, true, 0);
  add(s.tn, false, 0);
  add(s.fn, false, 1);
  dls::shuffle(rng, samples);
  std::vector<double> probability;
  std::vector<int> label;
  for (const Sample& sample : samples) {
    probability.push_back(sample.probability);
    label.push_back(sample.label);
  }
  return honest_metrics(probability, label);
}

double ratio(int part, int whole) { return whole == 0 ? 0.0 : static_cast<double>(part) / whole; }

void check_one(const std::string& name, double got, double want) {
  if (std::isnan(got))
    FAIL_CHECK(name << " is NaN: 0 divided by 0. Where the denominator is 0, return 0");
  else if (got != want && got == std::round(want) && got != 0)
    FAIL_CHECK(name << ": " << fmt::format("{:.2f} became {:g}", want, got) << "; do not round");
  else if (got != want && got == 0)
    FAIL_CHECK(name << ": " << fmt::format("{:.2f} became 0", want)
                    << "; an int division? 8 / 11 is 0, static_cast<double>(8) / 11 is 0.727");
  else if (got < want && got > want * (1 - 1e-5))
    FAIL_CHECK(name << fmt::format(" is {:.9f}, want {:.9f}", got, want)
                    << ": a small number was added to the denominator");
  else
    CHECK_SAME(got, want, dls::ulps(2));
}

void check(const Script& s) {
  CAPTURE(s.tp);
  CAPTURE(s.fp);
  CAPTURE(s.tn);
  CAPTURE(s.fn);
  const double precision = ratio(s.tp, s.tp + s.fp), recall = ratio(s.tp, s.tp + s.fn);
  const Scores got = run(s);
  if (precision != recall && got.precision == recall && got.recall == precision)
    FAIL("precision and recall are swapped: precision divides by what it SAID, recall by what IS");
  check_one("precision", got.precision, precision);
  check_one("recall", got.recall, recall);
  check_one("f1", got.f1, ratio(2 * s.tp, 2 * s.tp + s.fp + s.fn));
}

}  // namespace

TEST_CASE("a middling network") {
  check({8, 3, 7, 2});     // precision 0.73, recall 0.80
  check({3, 9, 100, 13});  // many true negatives change nothing
}

TEST_CASE("a perfect network scores exactly 1") { check({600, 0, 17, 0}); }

TEST_CASE("empty classes score 0") {
  check({0, 0, 5, 3});  // never said yes
  check({0, 4, 5, 0});  // nothing to find
  check({0, 0, 5, 0});
  check({0, 0, 0, 0});  // no samples at all
}

TEST_CASE("a probability of exactly 0.5 is a yes") {
  const Scores got = honest_metrics({0.5, 0.25}, {1, 1});
  CHECK_MESSAGE(got.recall == 0.5, "recall of the probabilities 0.5 and 0.25, both labelled 1: got "
                                       << got.recall << ", want 0.5 (0.5 or more is a yes)");
}
