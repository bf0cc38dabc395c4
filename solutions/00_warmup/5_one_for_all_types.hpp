// 00.5  One function for all number types: solution
//
// T and N are found from the arguments: polynomial(std::array{1.0f, 2.0f}, 3.0f) makes the compiler
// write the function for T = float, N = 2. With i counting down, mind that a std::size_t never gets
// below 0: `for (i = N - 1; i >= 0; --i)` would not end (00.4), and N - 1 is no index when N is 0.
#pragma once
#include <array>
#include <cstddef>

template <class T, std::size_t N>
constexpr T polynomial(const std::array<T, N>& c, T x) {
  T y{};
  for (std::size_t i = N; i > 0; --i) y = y * x + c[i - 1];
  return y;
}
