// expect: the compiler cannot run polynomial()
// constexpr was deleted.
#pragma once
#include <array>
#include <cmath>
#include <cstddef>

template <class T, std::size_t N>
T polynomial(const std::array<T, N>& c, T x) {
  T y{};
  for (std::size_t i = N; i > 0; --i) y = y * x + c[i - 1];
  return y;
}
