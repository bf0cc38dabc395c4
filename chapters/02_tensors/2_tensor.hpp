// The tensor: a storage, and three things that say which number is where.
#pragma once
#include <algorithm>
#include <vector>

#include "chapters/02_tensors/1_storage.hpp"

namespace dls::ch02 {

/// One whole number for each dimension: a shape, strides, or an index.
using Sizes = std::vector<std::int64_t>;

/// "(2,3)".
inline std::string to_string(const Sizes& sizes) {
  std::string text = "(";
  for (std::size_t i = 0; i < sizes.size(); ++i) text += (i ? "," : "") + std::to_string(sizes[i]);
  return text + ")";
}

/// How many numbers a shape holds: the product of its sizes, 1 for the shape ().
inline std::int64_t count_of(const Sizes& shape) {
  std::int64_t count = 1;
  for (const std::int64_t size : shape) count *= size;
  return count;
}

// [row_major]
/// The strides of numbers that lie row by row without gaps: (2,3,4) gives (12,4,1).
inline Sizes row_major(const Sizes& shape) {
  Sizes strides(shape.size());
  std::int64_t step = 1;
  for (std::size_t d = shape.size(); d-- > 0;) {
    strides[d] = step;
    step *= std::max<std::int64_t>(shape[d], 1);
  }
  return strides;
}
// [/row_major]

/// Calls f(index) for every index of `shape`, row by row, as the digits of a clock.
template <class F>
void each_index(const Sizes& shape, F f) {
  Sizes index(shape.size(), 0);
  for (std::int64_t left = count_of(shape); left > 0; --left) {
    f(index);
    for (std::size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d]) break;
      index[d] = 0;
    }
  }
}

template <class T>
class Tensor {
 public:
  // [members]
  /// A way to look at `storage`. Copying a Tensor copies these four and no number.
  Tensor(std::shared_ptr<Storage<T>> storage, Sizes shape, Sizes strides, std::int64_t offset)
      : storage_(std::move(storage)),
        shape_(std::move(shape)),
        strides_(std::move(strides)),
        offset_(offset) {}
  // [/members]

  // Making tensors: new memory -------------------------------------------------------------------

  /// Undefined content. Throws Error on a negative size.
  static Tensor empty(const Sizes& shape) {
    for (const std::int64_t size : shape)
      if (size < 0) throw Error("a tensor of shape " + to_string(shape) + ": a size is negative");
    return Tensor(std::make_shared<Storage<T>>(count_of(shape)), shape, row_major(shape), 0);
  }
  static Tensor full(const Sizes& shape, double value) {
    Tensor t = empty(shape);
    std::fill_n(t.data(), t.count(), convert<T>(value));
    return t;
  }
  /// `values` row by row. Throws Error when their number does not fit the shape.
  static Tensor of(const Sizes& shape, const std::vector<T>& values) {
    Tensor t = empty(shape);
    if (t.count() != static_cast<std::int64_t>(values.size()))
      throw Error("a tensor of shape " + to_string(shape) + " has " + std::to_string(t.count()) +
                  " numbers, but " + std::to_string(values.size()) + " were given");
    std::copy(values.begin(), values.end(), t.data());
    return t;
  }
  /// 0, 1, ..., n-1.
  static Tensor arange(std::int64_t n) {
    Tensor t = empty({n});
    for (std::int64_t i = 0; i < n; ++i) t.data()[i] = static_cast<T>(i);
    return t;
  }

  // [wrap]
  /// Looks at numbers that somebody else owns and must keep: no copy. Strides are in numbers, not
  /// bytes. Throws Error when one is negative.
  static Tensor wrap(T* data, const Sizes& shape, const Sizes& strides) {
    if (shape.size() != strides.size())
      throw Error("shape " + to_string(shape) + " and strides " + to_string(strides) +
                  " must name the same number of dimensions");
    std::int64_t last = 0;  // the place of the last number
    for (std::size_t d = 0; d < shape.size(); ++d) {
      if (strides[d] < 0)
        throw Error("strides " + to_string(strides) +
                    ": a negative stride walks backwards through memory, which this tensor does "
                    "not do; copy the numbers into their new order first");
      last += (shape[d] - 1) * strides[d];
    }
    const std::int64_t count = count_of(shape) == 0 ? 0 : last + 1;
    return Tensor(std::make_shared<Storage<T>>(data, count), shape, strides, 0);
  }
  // [/wrap]

  // What it is -----------------------------------------------------------------------------------

  const Sizes& shape() const { return shape_; }
  const Sizes& strides() const { return strides_; }
  std::int64_t offset() const { return offset_; }  ///< of number (0,0,...)
  const std::shared_ptr<Storage<T>>& storage() const { return storage_; }
  int rank() const { return static_cast<int>(shape_.size()); }
  std::int64_t count() const { return count_of(shape_); }
  Device device() const { return storage_->device(); }
  int version() const { return storage_->version(); }
  bool shares_storage(const Tensor& other) const { return storage_ == other.storage_; }
  /// Dimension `dim`, negative from the end: -1 is the last. Throws Error when there is none.
  std::size_t dim(int d) const {
    if (d < -rank() || d >= rank())
      throw Error("dimension " + std::to_string(d) + " does not exist in shape " +
                  to_string(shape_));
    return static_cast<std::size_t>(d < 0 ? d + rank() : d);
  }

  // Numbers --------------------------------------------------------------------------------------

  // [place]
  /// The number at `index`. This one line is the whole secret of views.
  T& raw(const Sizes& index) const {
    std::int64_t place = offset_;
    for (std::size_t d = 0; d < index.size(); ++d) place += index[d] * strides_[d];
    return storage_->data()[place];
  }
  // [/place]

  /// The number at `index`; negative values count from the end. Throws Error outside.
  T at(const Sizes& index) const { return raw(checked(index)); }
  /// Writes one number, converted. Counts as a write, as do fill() and copy_from().
  void set(const Sizes& index, double value) {
    T& number = raw(checked(index));
    number = convert<T>(value);
    storage_->count_a_write();
  }
  void fill(double value) {
    const T number = convert<T>(value);
    each_index(shape_, [&](const Sizes& i) { raw(i) = number; });
    storage_->count_a_write();
  }
  /// All numbers, row by row, in new memory.
  std::vector<T> numbers() const {
    std::vector<T> all;
    all.reserve(static_cast<std::size_t>(count()));
    each_index(shape_, [&](const Sizes& i) { all.push_back(raw(i)); });
    return all;
  }
  /// The place of number (0,0,...) in memory.
  T* data() const { return storage_->data() + offset_; }

 private:
  Sizes checked(Sizes index) const {
    bool inside = index.size() == shape_.size();
    for (std::size_t d = 0; inside && d < shape_.size(); ++d) {
      if (index[d] < 0) index[d] += shape_[d];
      inside = index[d] >= 0 && index[d] < shape_[d];
    }
    if (!inside)
      throw Error("index " + to_string(index) + " is outside shape " + to_string(shape_));
    return index;
  }

  std::shared_ptr<Storage<T>> storage_;
  Sizes shape_, strides_;
  std::int64_t offset_;
};

}  // namespace dls::ch02
