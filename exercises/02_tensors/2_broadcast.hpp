// 02.2  Shapes that stretch, and the way back (about 35 min)
//
// Two arrays of different shapes can be multiplied when, counted from the LAST dimension, their
// sizes are equal or one of them is 1; what is missing in front counts as 1. The size 1 is then
// stretched:
//
//     (2,3) and (3)      give (2,3)       (3,1) and (4)  give (3,4)
//     (2,3) and (2)      do not fit: 3 and 2
//
// Stretching copies nothing. It is a stride of 0: one step along that dimension stays where it is.
//
// Write three functions:
//
//   broadcast_shape(a, b)       the shape of the result. Throw dls::Error when they do not fit. A
//   size
//                               of 0 is a size like every other: 0 and 1 give 0, 0 and 3 do not
//                               fit.
//   stretched_strides(shape, wanted)   strides, one for each dimension of `wanted`, under which an
//                               array of `shape`, stored row by row, looks like `wanted`.
//   sum_to(dy, shape)           the way back. dy is a gradient with the stretched shape; an element
//                               that was used k times gets the SUM of its k gradients. The result
//                               has `shape`.
//
// row_major(), each_index() and the product below are given. mul() shows how strides are used.
//
// Check it:  ./learn check 02.2        Stuck:  ./learn hint 02.2
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

inline Sizes broadcast_shape([[maybe_unused]] const Sizes& a, [[maybe_unused]] const Sizes& b) {
  throw dls::NotDone("02.2 broadcast: write broadcast_shape()");
}

inline Sizes stretched_strides([[maybe_unused]] const Sizes& shape,
                               [[maybe_unused]] const Sizes& wanted) {
  throw dls::NotDone("02.2 broadcast: write stretched_strides()");
}

inline Array sum_to([[maybe_unused]] const Array& dy, [[maybe_unused]] const Sizes& shape) {
  throw dls::NotDone("02.2 broadcast: write sum_to()");
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
