// Views: another shape, other strides, another offset, the same numbers. None of these functions
// touches a number or takes memory.
#pragma once
#include "chapters/02_tensors/2_tensor.hpp"

namespace dls::ch02 {

/// The end of a dimension, for slice().
constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();

// [select]
/// x[index] along `dim`, which disappears. Negative counts from the end. Throws Error outside.
template <class T>
Tensor<T> select(const Tensor<T>& x, int dim, std::int64_t index) {
  const std::size_t d = x.dim(dim);
  const std::int64_t size = x.shape()[d];
  if (index < -size || index >= size)
    throw Error("index " + std::to_string(index) + " is outside dimension " + std::to_string(dim) +
                " of shape " + to_string(x.shape()));
  Sizes shape = x.shape(), strides = x.strides();
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(d));
  strides.erase(strides.begin() + static_cast<std::ptrdiff_t>(d));
  if (index < 0) index += size;
  return Tensor<T>(x.storage(), shape, strides, x.offset() + index * x.strides()[d]);
}
// [/select]

// [slice]
/// x[start:stop:step] along `dim`, as in Python: stop is the first index that is left out, negative
/// ones count from the end, both are cut to the dimension. Throws Error unless step >= 1.
template <class T>
Tensor<T> slice(const Tensor<T>& x, int dim, std::int64_t start, std::int64_t stop = kEnd,
                std::int64_t step = 1) {
  const std::size_t d = x.dim(dim);
  const std::int64_t size = x.shape()[d];
  if (step < 1)
    throw Error("a slice with step " + std::to_string(step) +
                ": strides cannot be negative or zero here; use 1 or more");
  if (start < 0) start += size;
  if (stop < 0) stop += size;
  start = std::min(std::max<std::int64_t>(start, 0), size);
  stop = std::min(std::max(stop, start), size);

  Sizes shape = x.shape(), strides = x.strides();
  shape[d] = stop == start ? 0 : (stop - start - 1) / step + 1;
  if (shape[d] > 1) strides[d] *= step;
  return Tensor<T>(x.storage(), shape, strides, x.offset() + start * x.strides()[d]);
}
// [/slice]

// [transpose]
/// Swaps two dimensions: their sizes and their strides.
template <class T>
Tensor<T> transpose(const Tensor<T>& x, int a = -2, int b = -1) {
  Sizes shape = x.shape(), strides = x.strides();
  std::swap(shape[x.dim(a)], shape[x.dim(b)]);
  std::swap(strides[x.dim(a)], strides[x.dim(b)]);
  return Tensor<T>(x.storage(), shape, strides, x.offset());
}
// [/transpose]

/// A new dimension of size 1 before dimension `at` (0 to rank).
template <class T>
Tensor<T> new_axis(const Tensor<T>& x, int at) {
  if (at < 0 || at > x.rank())
    throw Error("a new axis at place " + std::to_string(at) + " of shape " + to_string(x.shape()) +
                ": places are 0 to " + std::to_string(x.rank()));
  Sizes shape = x.shape(), strides = x.strides();
  shape.insert(shape.begin() + at, 1);
  strides.insert(strides.begin() + at, 1);  // never used: the only index is 0
  return Tensor<T>(x.storage(), shape, strides, x.offset());
}

// [expand]
/// Stretches sizes of 1, and missing dimensions in front, to `wanted`, by a stride of 0: a step
/// along such a dimension stays where it is. Throws Error when a size fits neither way.
template <class T>
Tensor<T> expand(const Tensor<T>& x, const Sizes& wanted) {
  Sizes strides(wanted.size(), 0);
  bool fits = wanted.size() >= x.shape().size();
  const std::size_t front = fits ? wanted.size() - x.shape().size() : 0;
  for (std::size_t d = 0; fits && d < x.shape().size(); ++d) {
    fits = x.shape()[d] == wanted[front + d] || x.shape()[d] == 1;
    if (x.shape()[d] == wanted[front + d]) strides[front + d] = x.strides()[d];
  }
  if (!fits)
    throw Error("shape " + to_string(x.shape()) + " cannot be stretched to " + to_string(wanted) +
                ": counted from the last dimension, sizes must be equal, and only 1 stretches");
  return Tensor<T>(x.storage(), wanted, strides, x.offset());
}
// [/expand]

// [as_strided]
/// Any shape and strides over the storage of x. Throws Error when that would leave the storage.
template <class T>
Tensor<T> as_strided(const Tensor<T>& x, const Sizes& shape, const Sizes& strides,
                     std::int64_t offset = 0) {
  const Tensor<T> check = Tensor<T>::wrap(nullptr, shape, strides);  // refuses negative strides
  const std::int64_t end = offset + check.storage()->count();
  if (offset < 0 || end > x.storage()->count())
    throw Error("shape " + to_string(shape) + " with strides " + to_string(strides) +
                " reaches number " + std::to_string(end - 1) + " of a storage of " +
                std::to_string(x.storage()->count()));
  return Tensor<T>(x.storage(), shape, strides, offset);
}
// [/as_strided]

}  // namespace dls::ch02
