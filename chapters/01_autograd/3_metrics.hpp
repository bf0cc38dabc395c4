// How good are yes/no answers? Counted, and never rounded.
#pragma once
#include <string>

#include "chapters/01_autograd/matrix.hpp"

namespace dls::ch01 {

/// The four ways in which a yes/no answer can end.
struct Outcomes {
  int true_positive = 0;   ///< said yes, and it was
  int false_positive = 0;  ///< said yes, but it was not
  int true_negative = 0;   ///< said no, and it was not
  int false_negative = 0;  ///< said no, but it was

  int count() const { return true_positive + false_positive + true_negative + false_negative; }

  // [metrics]
  /// Share of right answers; 0 when there were no samples.
  double accuracy() const { return ratio(true_positive + true_negative, count()); }
  /// Of those it said yes to, the share that was right; 0 when it never said yes.
  double precision() const { return ratio(true_positive, true_positive + false_positive); }
  /// Of those that are, the share it found; 0 when there are none.
  double recall() const { return ratio(true_positive, true_positive + false_negative); }
  /// The harmonic mean of precision and recall: 2 TP / (2 TP + FP + FN).
  double f1() const {
    return ratio(2 * true_positive, 2 * true_positive + false_positive + false_negative);
  }
  // [/metrics]

 private:
  static double ratio(int part, int whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / whole;
  }
};

/// Counts the answers "yes when the probability is 0.5 or more". p (N,1), labels y (N,1), 0 or 1.
inline Outcomes count_outcomes(const Matrix& p, const Matrix& y) {
  check_shape("count_outcomes: labels y", y.rows(), y.cols(), p.rows(), 1);
  Outcomes o;
  for (Index i = 0; i < p.rows(); ++i) {
    const bool said = p(i, 0) >= 0.5, is = y(i, 0) == 1.0;
    int& cell = said ? (is ? o.true_positive : o.false_positive)
                     : (is ? o.false_negative : o.true_negative);
    ++cell;
  }
  return o;
}

}  // namespace dls::ch01
