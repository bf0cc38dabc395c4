// Who checks the gradient? The definition of the derivative does.
#pragma once
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "chapters/01_autograd/matrix.hpp"

namespace dls::ch01 {

/// What the check found for one parameter.
struct GradientError {
  std::string name;
  Index count = 0;      ///< how many numbers were compared: all of them
  double worst = 0;     ///< the largest relative error; NaN when either side was NaN
  Index worst_row = 0;  ///< where it is
  Index worst_col = 0;
  double formula = 0;     ///< the gradient that the backward pass gave there
  double difference = 0;  ///< the gradient that the definition gives there
};

/// Compares every entry of every parameter's grad with a central difference of the loss:
///
///     dloss/dw  =  ( loss(w + h) - loss(w - h) ) / 2h  + O(h^2),     h = 1e-5
///
/// `loss` computes the loss at the parameters' present values and must not be random; `gradient`
/// fills the parameters' grad (clearing it first). The values are restored bit by bit.
///
/// The error is relative, |a - b| / max(|a|, |b|, 1e-4): two losses of about 1 agree to 1e-16, so
/// their difference over 2h is only good to 1e-11, and an entry far below 1e-4 is noise.
inline std::vector<GradientError> grad_check(const std::vector<Parameter*>& parameters,
                                             const std::function<double()>& loss,
                                             const std::function<void()>& gradient,
                                             double h = 1e-5) {
  gradient();
  std::vector<GradientError> report;
  for (Parameter* p : parameters) {
    GradientError e;
    e.name = p->name;
    e.count = p->value.size();
    const Matrix grad = p->grad;
    for (Index i = 0; i < p->value.rows(); ++i) {
      for (Index j = 0; j < p->value.cols(); ++j) {
        // [difference]
        double& w = p->value(i, j);
        const double kept = w;
        w = kept + h;
        const double above = loss();
        w = kept - h;
        const double below = loss();
        w = kept;  // not w += h: that would not give back the same bits
        const double difference = (above - below) / (2 * h);
        const double formula = grad(i, j);
        const double size = std::max({std::abs(formula), std::abs(difference), 1e-4});
        const double error = std::abs(formula - difference) / size;
        // [/difference]
        // Written so that a NaN counts as the worst, and stays it.
        if (!std::isnan(e.worst) && !(error <= e.worst)) {
          e.worst = error;
          e.worst_row = i;
          e.worst_col = j;
          e.formula = formula;
          e.difference = difference;
        }
      }
    }
    report.push_back(e);
  }
  return report;
}

}  // namespace dls::ch01
