// Adding and multiplying, with shapes that stretch; and the way back, where what stretched adds up.
#pragma once
#include "chapters/02_tensors/4_reshape.hpp"

namespace dls::ch02 {

// [broadcast]
/// The shape of an operation on a and b: aligned at the LAST dimension, a size of 1 stretches, what
/// is missing in front counts as 1. Throws Error when they do not fit.
inline Sizes broadcast(const Sizes& a, const Sizes& b) {
  Sizes result(std::max(a.size(), b.size()), 1);
  for (std::size_t back = 1; back <= result.size(); ++back) {
    const std::int64_t from_a = back <= a.size() ? a[a.size() - back] : 1;
    const std::int64_t from_b = back <= b.size() ? b[b.size() - back] : 1;
    if (from_a != from_b && from_a != 1 && from_b != 1)
      throw Error("shapes " + to_string(a) + " and " + to_string(b) +
                  " do not go together: counted from the last dimension, sizes must be equal or 1");
    result[result.size() - back] = from_a == 1 ? from_b : from_a;
  }
  return result;
}
// [/broadcast]

// [elementwise]
/// f(a, b) number by number, in new memory. The stretching costs nothing: strides of 0.
template <class T, class F>
Tensor<T> elementwise(const Tensor<T>& a, const Tensor<T>& b, F f) {
  Tensor<T> result = Tensor<T>::empty(broadcast(a.shape(), b.shape()));
  const Tensor<T> wide_a = expand(a, result.shape()), wide_b = expand(b, result.shape());
  each_index(result.shape(),
             [&](const Sizes& i) { result.raw(i) = f(wide_a.raw(i), wide_b.raw(i)); });
  return result;
}
// [/elementwise]

template <class T>
Tensor<T> add(const Tensor<T>& a, const Tensor<T>& b) {
  return elementwise(a, b, [](T p, T q) { return static_cast<T>(p + q); });
}
template <class T>
Tensor<T> mul(const Tensor<T>& a, const Tensor<T>& b) {
  return elementwise(a, b, [](T p, T q) { return static_cast<T>(p * q); });
}
template <class T>
Tensor<T> operator+(const Tensor<T>& a, const Tensor<T>& b) {
  return add(a, b);
}
template <class T>
Tensor<T> operator*(const Tensor<T>& a, const Tensor<T>& b) {
  return mul(a, b);
}

// [add_in_place]
/// y += x, x stretched to y: no new memory, one write. Whoever shares y's storage sees it.
template <class T>
void add_in_place(Tensor<T>& y, const Tensor<T>& x) {
  // x may look at the same numbers in another order: then it must be read before y is written.
  const Tensor<T> from = expand(x.shares_storage(y) ? copy(x) : x, y.shape());
  each_index(y.shape(), [&](const Sizes& i) { y.raw(i) = static_cast<T>(y.raw(i) + from.raw(i)); });
  y.storage()->count_a_write();
}
// [/add_in_place]

// [sum_to]
/// The way back of a stretch: a number that was used in many places hears from all of them. dy has
/// the stretched shape; the result has `shape`. Its view with strides of 0 does the adding.
template <class T>
Tensor<T> sum_to(const Tensor<T>& dy, const Sizes& shape) {
  const Tensor<T> result = Tensor<T>::full(shape, 0);
  const Tensor<T> wide = expand(result, dy.shape());
  each_index(dy.shape(), [&](const Sizes& i) { wide.raw(i) += dy.raw(i); });
  return result;
}
// [/sum_to]

}  // namespace dls::ch02
