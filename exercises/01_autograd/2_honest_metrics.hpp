// 01.2  Metrics that do not flatter (about 15 min)
//
// A network has given a probability to every sample: "yes" when it is 0.5 or more. The label says
// whether that was true (1) or not (0). Count the four outcomes
//
//                   label 1          label 0
//     said yes      TP               FP
//     said no       FN               TN
//
// and return
//
//     precision = TP / (TP + FP)      of those it said yes to, how many were?
//     recall    = TP / (TP + FN)      of those that were, how many did it find?
//     f1        = 2 TP / (2 TP + FP + FN)
//
// exactly as they are: not rounded, and with no small number added to the denominators "for
// stability". Where a denominator is 0 (it never said yes; there was nothing to find), the answer
// is 0.
//
// Mind that TP / (TP + FP) on two ints is an int division in C++: 8 / 11 is 0.
//
// Check it:  ./learn check 01.2        Stuck:  ./learn hint 01.2
#pragma once
#include <vector>

#include "common/core/error.hpp"

struct Scores {
  double precision = 0;
  double recall = 0;
  double f1 = 0;
};

// `probability` and `label` have the same length, which may be 0.
inline Scores honest_metrics([[maybe_unused]] const std::vector<double>& probability,
                             [[maybe_unused]] const std::vector<int>& label) {
  throw dls::NotDone("01.2 honest_metrics: count the outcomes, then precision, recall and f1");
}
