// The same numbers, in the same order, in another shape: a view if the strides allow, else a copy.
#pragma once
#include "chapters/02_tensors/3_views.hpp"

namespace dls::ch02 {

/// The same numbers in new memory, row by row.
template <class T>
Tensor<T> copy(const Tensor<T>& x) {
  return Tensor<T>::of(x.shape(), x.numbers());
}

/// Writes the numbers of `source`, stretched and converted, into y. One write. They may overlap.
template <class T, class S>
void copy_from(Tensor<T>& y, const Tensor<S>& source) {
  const Tensor<S> from = expand(copy(source), y.shape());
  each_index(y.shape(),
             [&](const Sizes& i) { y.raw(i) = convert<T>(static_cast<double>(from.raw(i))); });
  y.storage()->count_a_write();
}

// [view_strides]
/// Fills `result` with strides under which the numbers of (shape, strides) appear in `wanted`, in
/// the same order. False when there are none, that is when they would not be evenly spaced.
///
/// Both shapes are cut into the smallest groups of dimensions with equal products: (4,6) and
/// (2,2,6) into 4 | 6 and 2 2 | 6. Within a group the old numbers must be evenly spaced: one step
/// of a dimension as far as all steps of the next. Then the new dimensions share that spacing.
inline bool view_strides(const Sizes& shape, const Sizes& strides, const Sizes& wanted,
                         Sizes& result) {
  result = row_major(wanted);
  if (count_of(shape) == 0) return true;
  Sizes old_size, old_stride;  // without sizes of 1, whose strides mean nothing
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 1) continue;
    old_size.push_back(shape[d]);
    old_stride.push_back(strides[d]);
  }
  std::size_t i = 0, j = 0;  // where the next group begins, in the old shape and in the new
  while (i < old_size.size()) {
    std::int64_t old_count = old_size[i], new_count = wanted[j];
    std::size_t i_end = i + 1, j_end = j + 1;
    while (old_count != new_count) {
      if (old_count < new_count) {
        if (old_stride[i_end - 1] != old_size[i_end] * old_stride[i_end]) return false;
        old_count *= old_size[i_end++];
      } else {
        new_count *= wanted[j_end++];
      }
    }
    std::int64_t step = old_stride[i_end - 1];
    for (std::size_t d = j_end; d-- > j;) {
      result[d] = step;
      step *= wanted[d];
    }
    i = i_end;
    j = j_end;
  }
  return true;
}
// [/view_strides]

// [reshape]
/// The numbers of x, in their order, in another shape; one size may be -1 and is worked out. A view
/// wherever the strides allow one, else a copy. Throws Error when the counts differ.
template <class T>
Tensor<T> reshape(const Tensor<T>& x, Sizes wanted) {
  for (std::int64_t& size : wanted) {
    const std::int64_t others = -count_of(wanted);  // the product, with -1 for the open size
    if (size == -1 && others > 0 && x.count() % others == 0) size = x.count() / others;
  }
  const bool negative = std::any_of(wanted.begin(), wanted.end(), [](auto s) { return s < 0; });
  if (negative || count_of(wanted) != x.count())
    throw Error("reshape of " + to_string(x.shape()) + " to " + to_string(wanted) + ": " +
                std::to_string(x.count()) + " numbers do not fill it");
  Sizes strides;
  if (view_strides(x.shape(), x.strides(), wanted, strides))
    return Tensor<T>(x.storage(), wanted, strides, x.offset());
  return reshape(copy(x), wanted);
}
// [/reshape]

}  // namespace dls::ch02
