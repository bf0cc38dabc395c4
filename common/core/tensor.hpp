// Tensor: numbers in memory, and a way to look at them (C++17: notebooks include this file).
#pragma once
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "common/core/dtype.hpp"
#include "common/core/shape.hpp"
#include "common/core/storage.hpp"

namespace dls {

/// The end of a dimension, for slice(): everything from `start` on.
constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();

/// An n-dimensional array: a storage, and shape, strides and offset that say which element is
/// where.
///
/// Element (i,j,...) is at storage[offset + i*stride(0) + j*stride(1) + ...]. Copying or assigning
/// a Tensor makes a second name for the same numbers; copy() makes new numbers. Views (slice,
/// transpose, ...) are tensors with the same storage and other shape, strides or offset: they cost
/// no memory, and a write through one is seen by all.
///
/// Elements are read by data<T>() and at<T>(), and written by mutable_data<T>(), set(), fill() and
/// copy_from(), each of which counts as one write (see version()).
class Tensor {
 public:
  /// No tensor at all: defined() is false and nothing else may be asked.
  Tensor() = default;

  // Making tensors -------------------------------------------------------------------------------

  /// A new tensor with undefined content. Throws Error on a negative size.
  static Tensor empty(const Shape& shape, DType dtype = DType::f32, Device device = Device::cpu);
  static Tensor zeros(const Shape& shape, DType dtype = DType::f32);
  static Tensor full(const Shape& shape, double value, DType dtype = DType::f32);
  /// 0, 1, ..., n-1.
  static Tensor arange(std::int64_t n, DType dtype = DType::f32);
  /// A copy of `values`, row by row. Throws Error when their number does not fit the shape.
  template <class T>
  static Tensor of(const Shape& shape, const std::vector<T>& values);
  template <class T>
  static Tensor of(const Shape& shape, std::initializer_list<T> values) {
    return of(shape, std::vector<T>(values));
  }

  /// Looks at memory that somebody else owns (an Eigen::Map, a std::vector, a file in memory)
  /// without copying it. The memory must stay until the last view of it is gone; `owner`, if given,
  /// is held on to for that long. Strides are in elements. Throws Error when one is negative: copy
  /// the data into its new order first.
  template <class T>
  static Tensor wrap(T* data, const Shape& shape, std::shared_ptr<void> owner = nullptr) {
    return wrap(data, shape, row_major(shape), std::move(owner));
  }
  template <class T>
  static Tensor wrap(T* data, const Shape& shape, const Strides& strides,
                     std::shared_ptr<void> owner = nullptr) {
    return wrap_bytes(data, dtype_of<T>(), Device::cpu, shape, strides, std::move(owner));
  }
  static Tensor wrap_bytes(void* data, DType dtype, Device device, const Shape& shape,
                           const Strides& strides, std::shared_ptr<void> owner = nullptr);

  // What it is -----------------------------------------------------------------------------------

  bool defined() const { return storage_ != nullptr; }
  const Shape& shape() const { return shape_; }
  const Strides& strides() const { return strides_; }
  int rank() const { return shape_.rank(); }
  /// The size of one dimension; -1 is the last. Throws Error when there is no such dimension.
  std::int64_t size(int dim) const { return shape_.at(dim); }
  std::int64_t elements() const { return shape_.elements(); }
  std::int64_t offset() const { return offset_; }  ///< of element (0,0,...), in elements
  DType dtype() const { return dtype_; }
  Device device() const { return storage_->device(); }
  const std::shared_ptr<Storage>& storage() const { return storage_; }
  bool shares_storage(const Tensor& other) const { return storage_ == other.storage_; }
  /// Writes to the storage so far, through whichever view.
  std::uint32_t version() const { return storage_->version(); }
  /// Whether the elements lie row by row without gaps.
  bool contiguous() const;

  // Elements -------------------------------------------------------------------------------------

  /// Element (0,0,...), the start for offsets by strides(). Throws Error when the elements are not
  /// of type T or have no memory here (Device::meta, Device::cuda).
  template <class T>
  const T* data() const {
    return static_cast<const T*>(data_checked(dtype_of<T>()));
  }
  /// The same for writing: counts as one write.
  template <class T>
  T* mutable_data() {
    void* data = data_checked(dtype_of<T>());
    storage_->bump_version();
    return static_cast<T*>(data);
  }
  /// The same for the first filling of a tensor that nobody else knows yet: not counted.
  template <class T>
  T* first_data() {
    return static_cast<T*>(data_checked(dtype_of<T>()));
  }

  /// One element; negative indices count from the end. Throws Error when there is none, or when T
  /// is not the type of the elements.
  template <class T>
  T at(std::initializer_list<std::int64_t> index) const {
    return data<T>()[place(index)];
  }
  template <class T>
  void set(std::initializer_list<std::int64_t> index, T value) {
    const std::int64_t where = place(index);
    mutable_data<T>()[where] = value;
  }
  /// The only element of a tensor with one element, of any dtype, as double.
  double item() const;

  /// Writes `value` to all elements, converted as by to().
  void fill(double value);
  /// Writes the elements of `source`, stretched to this shape and converted as by to(). Source and
  /// target may overlap.
  void copy_from(const Tensor& source);

  // New tensors with new memory ------------------------------------------------------------------

  /// A deep copy, contiguous.
  Tensor copy() const;
  /// This tensor when it is contiguous, else a contiguous copy.
  Tensor as_contiguous() const;
  /// The same numbers in another format (this tensor itself when it has that format already). A
  /// fraction is cut off towards zero on the way to an integer format; a number that an integer
  /// format cannot hold (NaN too) throws Error.
  Tensor to(DType dtype) const;
  /// All elements, row by row. Throws Error when T is not the type of the elements.
  template <class T>
  std::vector<T> to_vector() const;

  // Views: no memory, the same numbers -----------------------------------------------------------

  /// Index `index` along `dim`; that dimension disappears. Negative values count from the end.
  Tensor select(int dim, std::int64_t index) const;
  /// Elements start, start+step, ... before stop, as Python's start:stop:step; negative start and
  /// stop count from the end, both are cut to the dimension. Throws Error unless step >= 1.
  Tensor slice(int dim, std::int64_t start, std::int64_t stop = kEnd, std::int64_t step = 1) const;
  /// Swaps two dimensions.
  Tensor transpose(int dim_a = -2, int dim_b = -1) const;
  /// Dimension i of the result is dimension order[i] of this one.
  Tensor permute(const Shape& order) const;
  /// The same elements in another shape; one size may be -1 and is worked out. A view wherever the
  /// strides allow one, else a copy (view() throws Error instead).
  Tensor reshape(const Shape& shape) const;
  Tensor view(const Shape& shape) const;
  /// A new dimension of size 1 before `dim` (-1: at the end).
  Tensor unsqueeze(int dim) const;
  /// Takes out a dimension of size 1. Throws Error when it has another size.
  Tensor squeeze(int dim) const;
  /// Repeats dimensions of size 1 (and missing ones in front) by strides of 0.
  Tensor expand(const Shape& shape) const;
  /// Any view of the storage: for the curious. Throws Error when it would leave the storage.
  Tensor as_strided(const Shape& shape, const Strides& strides, std::int64_t offset) const;

 private:
  Tensor(std::shared_ptr<Storage> storage, const Shape& shape, const Strides& strides,
         std::int64_t offset, DType dtype)
      : storage_(std::move(storage)),
        shape_(shape),
        strides_(strides),
        offset_(offset),
        dtype_(dtype),
        item_size_(static_cast<std::uint8_t>(dls::item_size(dtype))) {}

  void* data_checked(DType wanted) const {
    if (wanted != dtype_ || !storage_ || storage_->device() != Device::cpu) refuse_data(wanted);
    return storage_->data() + offset_ * item_size_;
  }
  [[noreturn]] void refuse_data(DType wanted) const;
  std::int64_t place(std::initializer_list<std::int64_t> index) const;
  bool try_view(const Shape& shape, Strides& strides) const;
  void write(const Tensor& source);

  std::shared_ptr<Storage> storage_;
  Shape shape_;
  Strides strides_;
  std::int64_t offset_ = 0;
  DType dtype_ = DType::f32;
  std::uint8_t item_size_ = 4;
};

/// A tensor with a name: what a checkpoint is made of.
struct NamedTensor {
  std::string name;
  Tensor value;
};

/// The numbers in rows and columns, with brackets as PyTorch prints them; long dimensions are cut.
std::string to_string(const Tensor& tensor);

}  // namespace dls
