// 01.4  A gradient check (about 25 min)
//
// Somebody hands you a loss, the numbers w it depends on, and what they claim to be its gradient.
// Find out how wrong the claim is. The definition of the derivative needs no calculus:
//
//     d[i]  =  ( loss at w[i] + h  -  loss at w[i] - h ) / 2h          h = 1e-5
//
// with all other numbers of w left as they are. Compare it with the claim g[i]:
//
//     error[i]  =  |g[i] - d[i]|  /  max(|g[i]|, |d[i]|, 1e-4)
//
// and return the largest error. (Why the 1e-4: a loss near 1 is known to about 1e-16, so d is known
// to about 1e-16 / 1e-5 = 1e-11. Of a gradient far below 1e-4 there would be more noise than
// digits.)
//
//   - `loss` reads w itself: change w[i], call loss(), and call it again at the other side.
//   - Afterwards w must hold the bits it held before. w[i] + h - h may differ in the last one.
//   - A NaN is never right: if the claim or the loss is NaN, return NaN. Mind that
//     std::max(0.0, NaN) is 0, and that every comparison with NaN is false.
//   - An empty w has no error: 0.
//
// Check it:  ./learn check 01.4        Stuck:  ./learn hint 01.4
#pragma once
#include <functional>
#include <vector>

#include "common/core/error.hpp"

// `claim` has the length of `w`. A right claim gives less than 1e-6.
inline double worst_gradient_error([[maybe_unused]] std::vector<double>& w,
                                   [[maybe_unused]] const std::function<double()>& loss,
                                   [[maybe_unused]] const std::vector<double>& claim) {
  throw dls::NotDone("01.4 grad_check: central differences, relative errors, the largest of them");
}
