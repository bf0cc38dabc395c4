// expect: c[0] belongs to x^0
// Horner's scheme from the wrong end.
#pragma once
#include <array>
#include <cmath>
#include <cstddef>

template <class T, std::size_t N>
constexpr T polynomial(const std::array<T, N>& c, T x) {
  T y{};
  for (const T& value : c) y = y * x + value;
  return y;
}
