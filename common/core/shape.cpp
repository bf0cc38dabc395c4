#include "common/core/shape.hpp"

#include <algorithm>

#include "common/core/check.hpp"

namespace dls {

Shape::Shape(const std::int64_t* sizes, std::size_t rank) {
  DLS_CHECK(rank <= kMaxRank, "a tensor has at most {} dimensions; {} were asked for", kMaxRank,
            rank);
  rank_ = static_cast<int>(rank);
  std::copy_n(sizes, rank, sizes_);
}

Shape Shape::filled(int rank, std::int64_t value) {
  Shape shape;
  for (int i = 0; i < rank; ++i) shape.push_back(value);
  return shape;
}

int Shape::normal_dim(int dim) const {
  DLS_CHECK(dim >= -rank_ && dim < rank_,
            "dimension {} does not exist in {}: it has {} dimension{}, numbered from 0 (or from -1 "
            "backwards)",
            dim, to_string(*this), rank_, rank_ == 1 ? "" : "s");
  return dim < 0 ? dim + rank_ : dim;
}

void Shape::insert(int dim, std::int64_t size) {
  DLS_CHECK(rank_ < kMaxRank, "{} has {} dimensions already, the most a tensor can have",
            to_string(*this), kMaxRank);
  DLS_CHECK(dim >= 0 && dim <= rank_,
            "no dimension can be put at place {} of {}: places are 0 to {}", dim, to_string(*this),
            rank_);
  std::copy_backward(sizes_ + dim, sizes_ + rank_, sizes_ + rank_ + 1);
  sizes_[dim] = size;
  ++rank_;
}

void Shape::erase(int dim) {
  const int place = normal_dim(dim);
  std::copy(sizes_ + place + 1, sizes_ + rank_, sizes_ + place);
  --rank_;
}

std::string to_string(const Shape& shape) {
  std::string text = "(";
  for (int i = 0; i < shape.rank(); ++i) text += (i ? "," : "") + std::to_string(shape[i]);
  return text + ")";
}

Strides row_major(const Shape& shape) {
  Strides strides = shape;
  std::int64_t step = 1;
  for (int i = shape.rank() - 1; i >= 0; --i) {
    strides[i] = step;
    step *= std::max<std::int64_t>(shape[i], 1);  // as in PyTorch, an empty dimension counts as one
  }
  return strides;
}

Shape broadcast(const Shape& a, const Shape& b) {
  const Shape& longer = a.rank() >= b.rank() ? a : b;
  const Shape& shorter = a.rank() >= b.rank() ? b : a;
  Shape result = longer;
  const int offset = longer.rank() - shorter.rank();
  for (int i = 0; i < shorter.rank(); ++i) {
    const std::int64_t have = longer[offset + i];
    const std::int64_t other = shorter[i];
    DLS_CHECK(have == other || have == 1 || other == 1,
              "shapes {} and {} do not go together: counted from the last dimension, sizes must be "
              "equal or 1, but dimension {} from the end has {} and {}",
              to_string(a), to_string(b), shorter.rank() - i, a.rank() >= b.rank() ? have : other,
              a.rank() >= b.rank() ? other : have);
    result[offset + i] = have == 1 ? other : have;
  }
  return result;
}

}  // namespace dls
