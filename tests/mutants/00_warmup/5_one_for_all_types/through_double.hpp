// expect: was computed in double
// A double on the way: for floats, another number.
#pragma once
#include <array>
#include <cmath>
#include <cstddef>

template <class T>
struct Wide {
  using type = T;
};
template <>
struct Wide<float> {
  using type = double;
};

template <class T, std::size_t N>
constexpr T polynomial(const std::array<T, N>& c, T x) {
  typename Wide<T>::type y{};
  for (std::size_t i = N; i > 0; --i) y = y * x + c[i - 1];
  return static_cast<T>(y);
}
