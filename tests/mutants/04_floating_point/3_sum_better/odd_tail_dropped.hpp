// expect: missing; an odd number out
// Two halves of n / 2.
#pragma once
#include <cstddef>

#include "common/core/error.hpp"

template <class Real>
Real sum_pairwise(const Real* x, std::size_t n) {
  if (n == 0) return 0;
  if (n == 1) return x[0];
  const std::size_t half = n / 2;
  return sum_pairwise(x, half) + sum_pairwise(x + half, half);
}

template <class Real>
Real sum_kahan(const Real* x, std::size_t n) {
  Real sum = 0, lost = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Real wanted = x[i] + lost;
    const Real next = sum + wanted;
    lost = wanted - (next - sum);
    sum = next;
  }
  return sum;
}
