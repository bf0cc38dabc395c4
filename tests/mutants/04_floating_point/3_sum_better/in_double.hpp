// expect: no better than adding from the left
// Adds up in double, whatever Real is.
#pragma once
#include <cstddef>

#include "common/core/error.hpp"

template <class Real>
Real sum_pairwise(const Real* x, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += static_cast<double>(x[i]);
  return static_cast<Real>(sum);
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
