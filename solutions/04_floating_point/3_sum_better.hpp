// 04.3  Better sums: solution
//
// Pairwise: n / 2 and n - n / 2, so that an odd number out is in the second half. An error of each
// of log2(n) levels, instead of n.
//
// Kahan: `lost` is what must still be added. wanted = v + lost is added to the sum, (next - sum)
// arrived, and wanted - (next - sum) is lost again, exactly, as long as the sum is the larger of
// the two. The errors of single additions do not add up any more; about two roundings are left.
#pragma once
#include <cstddef>

#include "common/core/error.hpp"

template <class Real>
Real sum_pairwise(const Real* x, std::size_t n) {
  if (n == 0) return 0;
  if (n == 1) return x[0];
  const std::size_t half = n / 2;
  return sum_pairwise(x, half) + sum_pairwise(x + half, n - half);
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
