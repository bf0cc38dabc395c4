// Long sums: what naive addition loses, and two ways to lose less.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "chapters/04_floating_point/4_encode.hpp"

namespace dls::ch04 {

// [stall]
/// Adds 1 again and again, each sum rounded to format f, until nothing changes any more. (A sum of
/// two numbers of f, computed in double and rounded to f, is the sum that hardware for f gives.)
inline double ones_until_it_stalls(const Format& f) {
  double sum = 0;
  for (;;) {
    const double next = round_to(f, sum + 1);
    if (next == sum) return sum;
    sum = next;
  }
}
// [/stall]

// [naive]
/// From the left to the right. The error grows with n.
template <class Real>
Real sum_naive(const std::vector<Real>& x) {
  Real sum = 0;
  for (const Real value : x) sum += value;
  return sum;
}
// [/naive]

// [pairwise]
/// Halves, and halves of halves: each number passes through log2(n) additions instead of n.
template <class Real>
Real sum_pairwise(const Real* x, std::size_t n) {
  if (n == 0) return 0;
  if (n == 1) return x[0];
  const std::size_t half = n / 2;
  return sum_pairwise(x, half) + sum_pairwise(x + half, n - half);
}
template <class Real>
Real sum_pairwise(const std::vector<Real>& x) {
  return sum_pairwise(x.data(), x.size());
}
// [/pairwise]

// [kahan]
/// Keeps what the last addition lost, and gives it to the next number. The error does not grow with
/// n. Source: Kahan, "Further remarks on reducing truncation errors", CACM 1965.
template <class Real>
Real sum_kahan(const std::vector<Real>& x) {
  Real sum = 0, lost = 0;
  for (const Real value : x) {
    const Real wanted = value + lost;
    const Real next = sum + wanted;
    lost = wanted - (next - sum);  // in exact arithmetic this is 0
    sum = next;
  }
  return sum;
}
// [/kahan]

}  // namespace dls::ch04
