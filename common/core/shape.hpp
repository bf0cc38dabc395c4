// The sizes of a tensor's dimensions (C++17: notebooks include this file).
#pragma once
#include <cstdint>
#include <initializer_list>
#include <string>

namespace dls {

/// Up to eight whole numbers in place, without heap memory: a shape, or strides. Shapes are made
/// several times per operation, so that a std::vector would cost more than a small sum.
class Shape {
 public:
  static constexpr int kMaxRank = 8;

  Shape() = default;
  Shape(std::initializer_list<std::int64_t> sizes) : Shape(sizes.begin(), sizes.size()) {}
  /// `rank` numbers read from `sizes`. Throws Error when rank is above kMaxRank.
  Shape(const std::int64_t* sizes, std::size_t rank);

  /// `rank` times `value`.
  static Shape filled(int rank, std::int64_t value);

  int rank() const { return rank_; }
  std::int64_t operator[](int dim) const { return sizes_[dim]; }
  std::int64_t& operator[](int dim) { return sizes_[dim]; }
  /// The size of dimension `dim`; negative counts from the end, as in at(-1). Throws Error outside.
  std::int64_t at(int dim) const { return sizes_[normal_dim(dim)]; }
  /// `dim` with negative values counted from the end: -1 is the last. Throws Error outside.
  int normal_dim(int dim) const;

  const std::int64_t* begin() const { return sizes_; }
  const std::int64_t* end() const { return sizes_ + rank_; }

  /// The number of elements: the product of all sizes, 1 for rank 0.
  std::int64_t elements() const {
    std::int64_t product = 1;
    for (const std::int64_t size : *this) product *= size;
    return product;
  }

  void push_back(std::int64_t size) { insert(rank_, size); }
  /// Puts `size` before dimension `dim` (0 <= dim <= rank). Throws Error when full.
  void insert(int dim, std::int64_t size);
  void erase(int dim);

  friend bool operator==(const Shape& a, const Shape& b) {
    if (a.rank_ != b.rank_) return false;
    for (int i = 0; i < a.rank_; ++i) {
      if (a.sizes_[i] != b.sizes_[i]) return false;
    }
    return true;
  }
  friend bool operator!=(const Shape& a, const Shape& b) { return !(a == b); }

 private:
  std::int64_t sizes_[kMaxRank];  // only the first rank_ are set
  int rank_ = 0;
};

/// Elements to walk in memory for one step along each dimension.
using Strides = Shape;

/// "(2,3)".
std::string to_string(const Shape& shape);

/// The strides of a tensor stored row by row without gaps: (2,3,4) gives (12,4,1).
Strides row_major(const Shape& shape);

/// The shape of an element-wise operation on a and b, aligned at the last dimension; a size of 1
/// stretches. Throws Error when they do not fit.
Shape broadcast(const Shape& a, const Shape& b);

}  // namespace dls
