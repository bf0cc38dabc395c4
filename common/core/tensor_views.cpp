// The views of a tensor: each makes a new shape, strides and offset over the same storage.
#include <algorithm>

#include "common/core/check.hpp"
#include "common/core/tensor.hpp"

namespace dls {

Tensor Tensor::select(int dim, std::int64_t index) const {
  dim = shape_.normal_dim(dim);
  DLS_CHECK(index >= -shape_[dim] && index < shape_[dim],
            "index {} is outside dimension {} of shape {}", index, dim, to_string(shape_));
  Tensor result = *this;
  result.offset_ += (index < 0 ? index + shape_[dim] : index) * strides_[dim];
  result.shape_.erase(dim);
  result.strides_.erase(dim);
  return result;
}

Tensor Tensor::slice(int dim, std::int64_t start, std::int64_t stop, std::int64_t step) const {
  dim = shape_.normal_dim(dim);
  DLS_CHECK(
      step >= 1,
      "a slice with step {}: strides cannot be negative or zero here; use a step of 1 or more",
      step);
  const std::int64_t size = shape_[dim];
  const auto cut = [size](std::int64_t i) {
    return std::clamp<std::int64_t>(i < 0 ? i + size : i, 0, size);
  };
  const std::int64_t first = cut(start);
  const std::int64_t length = std::max<std::int64_t>(cut(stop) - first, 0);
  Tensor result = *this;
  result.offset_ += first * strides_[dim];
  result.shape_[dim] =
      length == 0 ? 0 : (length - 1) / step + 1;  // step may be huge: no sum with it
  result.strides_[dim] *= result.shape_[dim] > 1 ? step : 1;
  return result;
}

Tensor Tensor::transpose(int dim_a, int dim_b) const {
  dim_a = shape_.normal_dim(dim_a);
  dim_b = shape_.normal_dim(dim_b);
  Tensor result = *this;
  std::swap(result.shape_[dim_a], result.shape_[dim_b]);
  std::swap(result.strides_[dim_a], result.strides_[dim_b]);
  return result;
}

Tensor Tensor::permute(const Shape& order) const {
  const auto refuse = [&] {
    throw Error(fmt::format("permute{} of shape {}: the order must name each dimension once",
                            to_string(order), to_string(shape_)));
  };
  if (order.rank() != rank()) refuse();
  Tensor result = *this;
  bool used[Shape::kMaxRank] = {};
  for (int i = 0; i < rank(); ++i) {
    if (order[i] < -rank() || order[i] >= rank()) refuse();
    const int from = static_cast<int>(order[i] < 0 ? order[i] + rank() : order[i]);
    if (used[from]) refuse();
    used[from] = true;
    result.shape_[i] = shape_[from];
    result.strides_[i] = strides_[from];
  }
  return result;
}

namespace {

/// Replaces a size of -1 by what is left, and checks that the elements fit.
Shape complete(const Shape& wanted, const Shape& have) {
  Shape shape = wanted;
  int open = -1;
  std::int64_t known = 1;
  for (int i = 0; i < shape.rank(); ++i) {
    if (shape[i] == -1) {
      DLS_CHECK(open < 0, "reshape to {}: only one size can be left open with -1",
                to_string(wanted));
      open = i;
    } else {
      DLS_CHECK(shape[i] >= 0, "reshape to {}: sizes must not be negative", to_string(wanted));
      known *= shape[i];
    }
  }
  if (open >= 0) {
    DLS_CHECK(known > 0 && have.elements() % known == 0,
              "reshape of {} to {}: {} elements cannot be split into groups of {}", to_string(have),
              to_string(wanted), have.elements(), known);
    shape[open] = have.elements() / known;
  }
  DLS_CHECK(shape.elements() == have.elements(),
            "reshape of {} to {}: {} elements do not fill {} places", to_string(have),
            to_string(wanted), have.elements(), shape.elements());
  return shape;
}

}  // namespace

/// Works out strides for `shape` over the same memory, when there are any.
///
/// Old dimensions are taken in groups that are one piece of memory (a dimension belongs to the
/// group when its stride is the size times the stride of the next). A new shape is a view exactly
/// when its sizes fill these groups one after the other.
bool Tensor::try_view(const Shape& shape, Strides& strides) const {
  strides = row_major(shape);
  if (elements() == 0) return true;
  int next = shape.rank() - 1;  // new dimensions are given out from the back
  std::int64_t group = 1;       // elements of the old group so far
  std::int64_t filled = 1;      // elements of the new dimensions that went into it
  std::int64_t step = rank() > 0 ? strides_[rank() - 1] : 1;  // memory step of the group
  for (int dim = rank() - 1; dim >= 0; --dim) {
    group *= shape_[dim];
    const bool goes_on = dim > 0 && (shape_[dim - 1] == 1 || strides_[dim - 1] == group * step);
    if (goes_on) continue;
    while (next >= 0 && (filled < group || shape[next] == 1)) {
      strides[next] = filled * step;
      filled *= shape[next];
      --next;
    }
    if (filled != group) return false;
    group = filled = 1;
    if (dim > 0) step = strides_[dim - 1];
  }
  return true;
}

Tensor Tensor::view(const Shape& wanted) const {
  Tensor result = *this;
  result.shape_ = complete(wanted, shape_);
  DLS_CHECK(try_view(result.shape_, result.strides_),
            "shape {} with strides {} cannot be viewed as {}: the elements would not be evenly "
            "spaced; reshape() copies them into order",
            to_string(shape_), to_string(strides_), to_string(wanted));
  return result;
}

Tensor Tensor::reshape(const Shape& wanted) const {
  Tensor result = *this;
  result.shape_ = complete(wanted, shape_);
  if (try_view(result.shape_, result.strides_)) return result;
  return copy().view(result.shape_);
}

Tensor Tensor::unsqueeze(int dim) const {
  const int place = dim < 0 ? dim + rank() + 1 : dim;
  Tensor result = *this;
  result.shape_.insert(place, 1);
  result.strides_.insert(place, 1);
  return result;
}

Tensor Tensor::squeeze(int dim) const {
  dim = shape_.normal_dim(dim);
  DLS_CHECK(shape_[dim] == 1,
            "squeeze({}) of shape {}: only a dimension of size 1 can be taken out", dim,
            to_string(shape_));
  return select(dim, 0);
}

Tensor Tensor::expand(const Shape& wanted) const {
  if (wanted == shape_) return *this;
  const int front = wanted.rank() - rank();
  bool fits = front >= 0;
  Tensor result = *this;
  result.shape_ = wanted;
  result.strides_ = Shape::filled(wanted.rank(), 0);
  for (int i = 0; fits && i < rank(); ++i) {
    fits = shape_[i] == wanted[front + i] || shape_[i] == 1;
    if (shape_[i] != 1) result.strides_[front + i] = strides_[i];
  }
  DLS_CHECK(fits,
            "shape {} cannot be stretched to {}: counted from the last dimension, sizes must be "
            "equal, and only a size of 1 stretches",
            to_string(shape_), to_string(wanted));
  return result;
}

}  // namespace dls
