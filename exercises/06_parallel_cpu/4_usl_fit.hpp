// 06.4  Fit a law of scaling (about 40 min)
//
// The universal scalability law says how much faster n workers are than one:
//
//     S(n) = n / (1 + sigma (n - 1) + kappa n (n - 1))
//
// You are given measured throughputs X(n), in any unit (documents a second, say), one of them for
// n = 1. The measured speed-up is X(n) / X(1). Find the sigma and kappa for which
//
//     the sum over all points of (S(n) - X(n) / X(1))^2        is smallest.
//
// (The chapter takes an easier road: it fits n X(1) / X(n), which is a straight line in sigma and
// kappa. With noise that is not the same: it listens mostly to the largest n.)
//
// Gauss-Newton finds the smallest sum of squares in steps. With D(n) the denominator of S(n), a
// small change of sigma and kappa changes S(n) by  ds dsigma + dk dkappa,
//
//     ds = -n (n - 1) / D(n)^2          dk = -n n (n - 1) / D(n)^2
//
// so each step solves, for the residuals r = X(n) / X(1) - S(n), the two equations
//
//     [ sum ds ds   sum ds dk ] [ dsigma ]   [ sum ds r ]
//     [ sum ds dk   sum dk dk ] [ dkappa ] = [ sum dk r ]
//
// and adds dsigma and dkappa. Start at sigma = 0 and kappa = 0: from there the steps are rather too
// short than too long, while a start beyond the solution may jump to where S(n) makes no sense. 50
// steps are enough for all data of the check.
//
// Throw dls::Error when no point has n = 1, or when there are fewer than three points.
//
// Check it:  ./learn check 06.4        Stuck:  ./learn hint 06.4
#pragma once
#include <vector>

#include "common/core/error.hpp"

struct Point {
  double workers, throughput;
};

struct Usl {
  double sigma, kappa;
};

inline Usl fit_usl([[maybe_unused]] const std::vector<Point>& points) {
  throw dls::NotDone("06.4 usl_fit: write fit_usl()");
}
