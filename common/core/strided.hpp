// Walks several tensors of one shape together, whatever their strides (C++17).
#pragma once
#include <array>
#include <cstdint>

#include "common/core/shape.hpp"

namespace dls {

/// The elements of K tensors with the same shape (broadcasting is a stride of 0), as few and as
/// long rows as the strides allow: neighbouring dimensions that are one piece in all tensors are
/// merged, so that contiguous tensors are a single row.
template <int K>
class StridedWalk {
 public:
  using Numbers = std::array<std::int64_t, K>;

  StridedWalk(const Shape& shape, const std::array<Strides, K>& strides) {
    for (int dim = 0; dim < shape.rank(); ++dim) {
      if (shape[dim] == 1) continue;
      if (shape[dim] == 0) empty_ = true;
      Numbers steps;
      for (int k = 0; k < K; ++k) steps[k] = strides[k][dim];
      if (rank_ > 0 && continues(shape[dim], steps)) {
        sizes_[rank_ - 1] *= shape[dim];
        steps_[rank_ - 1] = steps;
      } else {
        sizes_[rank_] = shape[dim];
        steps_[rank_++] = steps;
      }
    }
    if (rank_ == 0) {  // a single element
      sizes_[0] = 1;
      steps_[0].fill(1);
      rank_ = 1;
    }
  }

  /// Calls row(n, offsets, steps) for each row: element i of tensor k is at offsets[k] +
  /// i*steps[k].
  template <class Row>
  void each_row(Row&& row) const {
    if (empty_) return;
    const int inner = rank_ - 1;
    std::array<std::int64_t, Shape::kMaxRank> index{};
    Numbers offsets{};
    while (true) {
      row(sizes_[inner], offsets, steps_[inner]);
      int dim = inner - 1;
      for (; dim >= 0; --dim) {  // count up, as the digits of a clock
        for (int k = 0; k < K; ++k) offsets[k] += steps_[dim][k];
        if (++index[dim] < sizes_[dim]) break;
        for (int k = 0; k < K; ++k) offsets[k] -= steps_[dim][k] * sizes_[dim];
        index[dim] = 0;
      }
      if (dim < 0) return;
    }
  }

 private:
  bool continues(std::int64_t size, const Numbers& steps) const {
    for (int k = 0; k < K; ++k) {
      if (steps_[rank_ - 1][k] != steps[k] * size) return false;
    }
    return true;
  }

  std::array<std::int64_t, Shape::kMaxRank> sizes_;
  std::array<Numbers, Shape::kMaxRank> steps_;
  int rank_ = 0;
  bool empty_ = false;
};

}  // namespace dls
