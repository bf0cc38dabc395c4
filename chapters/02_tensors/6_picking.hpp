// Picking by lists of indices and by masks. What is picked lies nowhere in even steps, so no
// strides can describe it: these functions return new memory.
#pragma once
#include "chapters/02_tensors/5_arithmetic.hpp"

namespace dls::ch02 {

// [pick]
/// Element i of the result is x[indices[0][i], indices[1][i], ...]: one list of n indices for each
/// of the first dimensions; those that are left over stay, (n,...). Throws Error when the lists
/// differ in length or are too many, or on an index outside.
template <class T>
Tensor<T> pick(const Tensor<T>& x, const std::vector<Tensor<std::int64_t>>& indices) {
  if (indices.empty() || static_cast<int>(indices.size()) > x.rank())
    throw Error("pick from shape " + to_string(x.shape()) + " by " +
                std::to_string(indices.size()) +
                " lists of indices: one for each dimension at most");
  const std::int64_t n = indices[0].count();
  Sizes shape(x.shape().begin() + static_cast<std::ptrdiff_t>(indices.size()), x.shape().end());
  shape.insert(shape.begin(), n);
  const Tensor<T> result = Tensor<T>::empty(shape);
  for (const Tensor<std::int64_t>& list : indices)
    if (list.shape() != Sizes{n})
      throw Error("pick: every list of indices must have shape " + to_string({n}) + ", one has " +
                  to_string(list.shape()));
  for (std::int64_t i = 0; i < n; ++i) {
    Tensor<T> from = x;
    for (const Tensor<std::int64_t>& list : indices) from = select(from, 0, list.at({i}));
    Tensor<T> to = select(result, 0, i);
    each_index(to.shape(), [&](const Sizes& at) { to.raw(at) = from.raw(at); });
  }
  return result;
}
// [/pick]

/// 1 where x is larger than `limit`, else 0.
template <class T>
Tensor<std::uint8_t> greater(const Tensor<T>& x, double limit) {
  const auto mask = Tensor<std::uint8_t>::empty(x.shape());
  each_index(x.shape(),
             [&](const Sizes& i) { mask.raw(i) = static_cast<double>(x.raw(i)) > limit ? 1 : 0; });
  return mask;
}

namespace detail {
inline void check_mask(const Sizes& shape, const Sizes& mask) {
  if (shape != mask)
    throw Error("a mask of shape " + to_string(mask) + " for a tensor of shape " +
                to_string(shape) + ": they must be equal");
}
}  // namespace detail

/// The numbers of x where the mask is not 0, row by row: (count), in new memory.
template <class T>
Tensor<T> masked_select(const Tensor<T>& x, const Tensor<std::uint8_t>& mask) {
  detail::check_mask(x.shape(), mask.shape());
  std::vector<T> found;
  each_index(x.shape(), [&](const Sizes& i) {
    if (mask.raw(i) != 0) found.push_back(x.raw(i));
  });
  return Tensor<T>::of({static_cast<std::int64_t>(found.size())}, found);
}

/// Writes `value` where the mask is not 0: into x itself. One write.
template <class T>
void masked_fill(Tensor<T>& x, const Tensor<std::uint8_t>& mask, double value) {
  detail::check_mask(x.shape(), mask.shape());
  const T number = convert<T>(value);
  each_index(x.shape(), [&](const Sizes& i) {
    if (mask.raw(i) != 0) x.raw(i) = number;
  });
  x.storage()->count_a_write();
}

}  // namespace dls::ch02
