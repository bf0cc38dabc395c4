// expect: gradient (2,3), want (3)
// The gradient keeps the stretched shape.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/core/error.hpp"

using Sizes = std::vector<std::int64_t>;

struct Array {
  Sizes shape;
  std::vector<double> values;  // row by row
};

/// The strides of numbers stored row by row: (2,3,4) gives (12,4,1).
inline Sizes row_major(const Sizes& shape) {
  Sizes strides(shape.size(), 1);
  for (std::size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
  return strides;
}

/// Calls f(index) for every index of `shape`, row by row.
template <class F>
void each_index(const Sizes& shape, F f) {
  std::int64_t left = 1;
  for (const std::int64_t size : shape) left *= size;
  Sizes index(shape.size(), 0);
  for (; left > 0; --left) {
    f(index);
    for (std::size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d]) break;
      index[d] = 0;
    }
  }
}

inline std::size_t place(const Sizes& index, const Sizes& strides) {
  std::int64_t p = 0;
  for (std::size_t d = 0; d < index.size(); ++d) p += index[d] * strides.at(d);
  return static_cast<std::size_t>(p);
}

inline Sizes broadcast_shape(const Sizes& a, const Sizes& b) {
  Sizes result(std::max(a.size(), b.size()));
  for (std::size_t back = 1; back <= result.size(); ++back) {
    const std::int64_t from_a = back <= a.size() ? a[a.size() - back] : 1;
    const std::int64_t from_b = back <= b.size() ? b[b.size() - back] : 1;
    if (from_a != from_b && from_a != 1 && from_b != 1)
      throw dls::Error("the shapes do not go together");
    result[result.size() - back] = from_a == 1 ? from_b : from_a;
  }
  return result;
}

inline Sizes stretched_strides(const Sizes& shape, const Sizes& wanted) {
  const Sizes own = row_major(shape);
  const std::size_t front = wanted.size() - shape.size();
  Sizes strides(wanted.size(), 0);
  for (std::size_t d = 0; d < shape.size(); ++d)
    if (shape[d] == wanted[front + d]) strides[front + d] = own[d];
  return strides;
}

inline Array sum_to(const Array& dy, const Sizes& shape) {
  if (dy.shape != shape) return dy;
  std::size_t count = 1;
  for (const std::int64_t size : shape) count *= static_cast<std::size_t>(size);
  Array result{shape, std::vector<double>(count, 0.0)};
  const Sizes from = row_major(dy.shape), to = stretched_strides(shape, dy.shape);
  each_index(dy.shape, [&](const Sizes& i) {
    result.values.at(place(i, to)) += dy.values.at(place(i, from));
  });
  return result;
}

// Given: the product, and its gradients
// ------------------------------------------------------------

/// a b, number by number.
inline Array mul(const Array& a, const Array& b) {
  Array y{broadcast_shape(a.shape, b.shape), {}};
  const Sizes strides_a = stretched_strides(a.shape, y.shape);
  const Sizes strides_b = stretched_strides(b.shape, y.shape);
  each_index(y.shape, [&](const Sizes& i) {
    y.values.push_back(a.values.at(place(i, strides_a)) * b.values.at(place(i, strides_b)));
  });
  return y;
}

/// dL/da for y = a b, when dy = dL/dy: each use of a number of a contributes dy times its partner.
inline Array mul_backward_a(const Array& dy, const Array& a, const Array& b) {
  return sum_to(mul(dy, b), a.shape);
}
