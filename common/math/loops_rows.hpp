// Private to the elementwise_<isa>.cpp files: the loops over rows that a transformer needs.
#pragma once
#include "common/math/functions.hpp"

namespace dls::math::DLS_MATH_ISA {

template <class T>
struct Loops;

template <class T>
struct RowLoops {
  using V = Vec<T>;

  /// The sum of value(i, whole or part) for i in [0, n); the padding of `value` must add 0.
  template <class Value>
  [[gnu::always_inline]] static T total(std::int64_t n, Value value) {
    return reduce(n, T(0), value, [](auto a, auto b) { return a + b; });
  }

  static void layer_norm(const T* x, const T* weight, const T* bias, T eps, T* y, T* mean, T* scale,
                         std::int64_t rows, std::int64_t cols) {
    for (; rows > 0; --rows, x += cols, y += cols, ++mean, ++scale) {
      const T m = Loops<T>::sum(x, cols) / cols;
      // The mean comes out first: the mean of squares less the squared mean would cancel.
      const T squares = total(cols, [=](std::int64_t i, auto part) {
        const V d = load(x + i, part, m) - m;
        return d * d;
      });
      const T s = T(1) / DLS_MATH_ISA::sqrt(splat(squares / cols + eps))[0];
      map(cols, y, [=](V x, V w, V b) { return (x - m) * s * w + b; }, x, weight, bias);
      *mean = m;
      *scale = s;
    }
  }

  static void layer_norm_backward(const T* x, const T* weight, const T* mean, const T* scale,
                                  const T* dy, T* dx, std::int64_t rows, std::int64_t cols) {
    for (; rows > 0; --rows, x += cols, dy += cols, dx += cols, ++mean, ++scale) {
      const T m = *mean, s = *scale;
      const T of_g = total(cols, [=](std::int64_t i, auto part) {
        return load(dy + i, part, T(0)) * load(weight + i, part, T(0));
      });
      const T of_gx = total(cols, [=](std::int64_t i, auto part) {
        const V g = load(dy + i, part, T(0)) * load(weight + i, part, T(0));
        return g * ((load(x + i, part, m) - m) * s);
      });
      const T mean_g = of_g / cols, mean_gx = of_gx / cols;
      map(
          cols, dx, [=](V x, V w, V dy) { return s * (dy * w - mean_g - (x - m) * s * mean_gx); },
          x, weight, dy);
    }
  }

  static void layer_norm_sums(const T* x, const T* mean, const T* scale, const T* dy, T* dweight,
                              T* dbias, std::int64_t rows, std::int64_t cols, std::int64_t ld) {
    each_register<T>(cols, [=](std::int64_t i, auto part) {
      V of_weight = {}, of_bias = {};
      for (std::int64_t r = 0; r < rows; ++r) {
        const V d = load(dy + r * ld + i, part);
        of_weight += d * ((load(x + r * ld + i, part) - mean[r]) * scale[r]);
        of_bias += d;
      }
      store(dweight + i, of_weight, part);
      store(dbias + i, of_bias, part);
    });
  }

  /// How many keys the query of a row may look at: all that are not after it.
  static std::int64_t visible(std::int64_t query, std::int64_t queries, std::int64_t keys) {
    return query % queries + 1 + keys - queries;
  }

  static void causal_softmax(T scale, const T* x, T* y, std::int64_t first, std::int64_t rows,
                             std::int64_t queries, std::int64_t keys) {
    for (std::int64_t r = 0; r < rows; ++r, x += keys, y += keys) {
      const std::int64_t n = visible(first + r, queries, keys);
      const T top = Loops<T>::max(x, n);
      map(n, y, [=](V x) { return DLS_MATH_ISA::exp<T>((x - top) * scale); }, x);
      const T sum = Loops<T>::sum(y, n);
      map(n, y, [=](V e) { return e / sum; }, y);
      for (std::int64_t i = n; i < keys; ++i) y[i] = 0;
    }
  }

  static void causal_softmax_backward(T scale, const T* y, const T* dy, T* dx, std::int64_t first,
                                      std::int64_t rows, std::int64_t queries, std::int64_t keys) {
    for (std::int64_t r = 0; r < rows; ++r, y += keys, dy += keys, dx += keys) {
      const std::int64_t n = visible(first + r, queries, keys);
      const T sum = total(n, [=](std::int64_t i, auto part) {
        return load(y + i, part, T(0)) * load(dy + i, part, T(0));
      });
      map(n, dx, [=](V y, V dy) { return scale * (y * (dy - sum)); }, y, dy);
      for (std::int64_t i = n; i < keys; ++i) dx[i] = 0;
    }
  }
};

}  // namespace dls::math::DLS_MATH_ISA
