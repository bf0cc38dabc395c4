// 04.3  Better sums (about 25 min)
//
// Adding n numbers from the left to the right loses up to n roundings. Write two sums that lose
// less. Both are templates: Real is float or double, and all of the arithmetic is in Real. (Adding
// floats in double would be a third way, but there is no such way for double.)
//
//   sum_pairwise(x, n)   the sum of the first half plus the sum of the second, each summed in the
//                        same way. n may be odd, 1 or 0. Each number passes through about log2(n)
//                        additions. For speed you may add up short pieces, of 32 numbers at most,
//                        from the left to the right.
//
//   sum_kahan(x, n)      keeps beside the sum what the last addition has lost, and gives it to the
//                        next number. With the sum s and the new number v, computed one after the
//                        other, (s + v) - s is the part of v that arrived.
//
// The compiler must not "simplify" (s + v) - s to v. It does not, unless it is told -ffast-math.
//
// Check it:  ./learn check 04.3        Stuck:  ./learn hint 04.3
#pragma once
#include <cstddef>

#include "common/core/error.hpp"

template <class Real>
Real sum_pairwise([[maybe_unused]] const Real* x, [[maybe_unused]] std::size_t n) {
  throw dls::NotDone("04.3 sum_better: write sum_pairwise()");
}

template <class Real>
Real sum_kahan([[maybe_unused]] const Real* x, [[maybe_unused]] std::size_t n) {
  throw dls::NotDone("04.3 sum_better: write sum_kahan()");
}
