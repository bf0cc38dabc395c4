// expect: polynomial(std::array{7}, 10) == 7
// The loop ends before the first coefficient.
#pragma once
#include <array>
#include <cmath>
#include <cstddef>

template <class T, std::size_t N>
constexpr T polynomial(const std::array<T, N>& c, T x) {
  T y{};
  for (std::size_t i = N; i > 1; --i) y = y * x + c[i - 1];
  return y;
}
