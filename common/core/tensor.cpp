#include "common/core/tensor.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "common/core/check.hpp"
#include "common/core/strided.hpp"

namespace dls {
namespace {

/// A whole number of type To out of `value`, which may be a fraction: cut off towards zero.
template <class To>
To to_integer(double value) {
  // Comparing after cutting off, and with limits that double holds exactly, also for int64.
  const double whole = std::trunc(value);
  const double low = static_cast<double>(std::numeric_limits<To>::min());
  const double past = std::ldexp(1.0, std::numeric_limits<To>::digits);
  DLS_CHECK(whole >= low && whole < past,
            "{} cannot be stored as {}: it holds whole numbers from {} to {}", value,
            name(dtype_of<To>()), std::numeric_limits<To>::min(), std::numeric_limits<To>::max());
  return static_cast<To>(whole);
}

template <class To, class From>
To convert(From value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (std::is_same_v<From, BF16> || std::is_same_v<From, F16>) {
    return convert<To>(to_float(value));
  } else if constexpr (std::is_same_v<To, BF16>) {
    return to_bf16(static_cast<float>(value));
  } else if constexpr (std::is_same_v<To, F16>) {
    return to_f16(static_cast<float>(value));
  } else if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
    DLS_CHECK(std::in_range<To>(value), "{} cannot be stored as {}", value, name(dtype_of<To>()));
    return static_cast<To>(value);
  } else if constexpr (std::is_integral_v<To>) {
    return to_integer<To>(static_cast<double>(value));
  } else {
    return static_cast<To>(value);
  }
}

std::int64_t bytes_of(const Shape& shape, DType dtype) {
  for (const std::int64_t size : shape) {
    DLS_CHECK(size >= 0, "a tensor of shape {}: sizes must not be negative", to_string(shape));
  }
  return shape.elements() * item_size(dtype);
}

/// One past the furthest element that a view reaches, counted from its first.
std::int64_t extent(const Shape& shape, const Strides& strides) {
  std::int64_t last = 0;
  for (int i = 0; i < shape.rank(); ++i) {
    if (shape[i] == 0) return 0;
    last += (shape[i] - 1) * strides[i];
  }
  return last + 1;
}

}  // namespace

Tensor Tensor::empty(const Shape& shape, DType dtype, Device device) {
  auto storage = std::allocate_shared<Storage>(detail::BlockAllocator<Storage>(),
                                               bytes_of(shape, dtype), device);
  return Tensor(std::move(storage), shape, row_major(shape), 0, dtype);
}

Tensor Tensor::zeros(const Shape& shape, DType dtype) {
  const Tensor result = empty(shape, dtype);
  // Zero is all bits zero in every format.
  std::memset(result.storage_->data(), 0, static_cast<std::size_t>(result.storage_->bytes()));
  return result;
}

Tensor Tensor::full(const Shape& shape, double value, DType dtype) {
  Tensor result = empty(shape, dtype);
  visit_dtype(dtype, [&](auto zero) {
    using T = decltype(zero);
    std::fill_n(result.first_data<T>(), result.elements(), convert<T>(value));
  });
  return result;
}

Tensor Tensor::arange(std::int64_t n, DType dtype) {
  Tensor result = empty({n}, dtype);
  visit_dtype(dtype, [&](auto zero) {
    using T = decltype(zero);
    T* data = result.first_data<T>();
    for (std::int64_t i = 0; i < n; ++i) data[i] = convert<T>(i);
  });
  return result;
}

template <class T>
Tensor Tensor::of(const Shape& shape, const std::vector<T>& values) {
  DLS_CHECK(shape.elements() == static_cast<std::int64_t>(values.size()),
            "a tensor of shape {} has {} elements, but {} values were given", to_string(shape),
            shape.elements(), values.size());
  Tensor result = empty(shape, dtype_of<T>());
  std::copy(values.begin(), values.end(), result.first_data<T>());
  return result;
}

template <class T>
std::vector<T> Tensor::to_vector() const {
  const Tensor rows = as_contiguous();
  const T* data = rows.data<T>();
  return std::vector<T>(data, data + rows.elements());
}

#define DLS_TENSOR_OF(T)                                           \
  template Tensor Tensor::of(const Shape&, const std::vector<T>&); \
  template std::vector<T> Tensor::to_vector() const;
DLS_TENSOR_OF(float)
DLS_TENSOR_OF(double)
DLS_TENSOR_OF(std::int32_t)
DLS_TENSOR_OF(std::int64_t)
DLS_TENSOR_OF(std::uint8_t)
DLS_TENSOR_OF(BF16)
DLS_TENSOR_OF(F16)
#undef DLS_TENSOR_OF

Tensor Tensor::wrap_bytes(void* data, DType dtype, Device device, const Shape& shape,
                          const Strides& strides, std::shared_ptr<void> owner) {
  DLS_CHECK(shape.rank() == strides.rank(), "shape {} has {} dimensions but {} strides were given",
            to_string(shape), shape.rank(), strides.rank());
  bytes_of(shape, dtype);  // checks the sizes
  for (const std::int64_t stride : strides) {
    DLS_CHECK(stride >= 0,
              "strides {} of a wrapped tensor: a negative stride walks backwards through memory, "
              "which this library does not do; copy the data into its new order first",
              to_string(strides));
  }
  auto storage = std::make_shared<Storage>(data, extent(shape, strides) * dls::item_size(dtype),
                                           device, std::move(owner));
  return Tensor(std::move(storage), shape, strides, 0, dtype);
}

Tensor Tensor::as_strided(const Shape& shape, const Strides& strides, std::int64_t offset) const {
  const Tensor checked = wrap_bytes(nullptr, dtype_, Device::meta, shape, strides);
  const std::int64_t end = offset + checked.storage_->bytes() / item_size_;
  const std::int64_t have = storage_->bytes() / item_size_;
  DLS_CHECK(
      offset >= 0 && end <= have,
      "shape {} with strides {} from element {} on reaches up to element {} of a storage that "
      "has {}",
      to_string(shape), to_string(strides), offset, end, have);
  return Tensor(storage_, shape, strides, offset, dtype_);
}

bool Tensor::contiguous() const {
  std::int64_t step = 1;
  for (int i = rank() - 1; i >= 0; --i) {
    if (shape_[i] == 0) return true;
    if (shape_[i] != 1 && strides_[i] != step) return false;
    step *= shape_[i];
  }
  return true;
}

void Tensor::refuse_data(DType wanted) const {
  DLS_CHECK(defined(), "this tensor is empty: it was declared but never given a value");
  DLS_CHECK(wanted == dtype_, "the elements of this tensor {} are {}, not {}: convert with to()",
            to_string(shape_), name(dtype_), name(wanted));
  throw Error(fmt::format("this tensor {} is on device {}: the CPU cannot read its elements",
                          to_string(shape_), name(device())));
}

std::int64_t Tensor::place(std::initializer_list<std::int64_t> index) const {
  DLS_CHECK(static_cast<int>(index.size()) == rank(),
            "{} indices were given for a tensor of shape {}, which needs {}", index.size(),
            to_string(shape_), rank());
  std::int64_t where = 0;
  int dim = 0;
  for (const std::int64_t i : index) {
    DLS_CHECK(i >= -shape_[dim] && i < shape_[dim], "index {} is outside dimension {} of shape {}",
              i, dim, to_string(shape_));
    where += (i < 0 ? i + shape_[dim] : i) * strides_[dim];
    ++dim;
  }
  return where;
}

double Tensor::item() const {
  DLS_CHECK(elements() == 1, "item() reads a tensor with one element; this one has shape {}",
            to_string(shape_));
  return visit_dtype(dtype_, [&](auto zero) { return convert<double>(*data<decltype(zero)>()); });
}

void Tensor::fill(double value) { copy_from(full({}, value, dtype_)); }

void Tensor::copy_from(const Tensor& source) {
  write(shares_storage(source) ? source.copy() : source);  // they might overlap
  storage_->bump_version();
}

void Tensor::write(const Tensor& source) {
  const Tensor from = source.expand(shape_);
  visit_dtype(dtype_, [&](auto to_zero) {
    using To = decltype(to_zero);
    visit_dtype(from.dtype(), [&](auto from_zero) {
      using From = decltype(from_zero);
      const From* in = from.data<From>();
      To* out = first_data<To>();
      StridedWalk<2>(shape_, {from.strides_, strides_})
          .each_row([=](std::int64_t n, const auto& offsets, const auto& steps) {
            const From* x = in + offsets[0];
            To* y = out + offsets[1];
            if (std::is_same_v<From, To> && steps[0] == 1 && steps[1] == 1) {
              std::memcpy(y, x, static_cast<std::size_t>(n) * sizeof(To));
            } else {
              for (std::int64_t i = 0; i < n; ++i) y[i * steps[1]] = convert<To>(x[i * steps[0]]);
            }
          });
    });
  });
}

Tensor Tensor::copy() const {
  Tensor result = empty(shape_, dtype_, device());
  if (device() == Device::meta) return result;
  result.write(*this);
  return result;
}

Tensor Tensor::as_contiguous() const { return contiguous() ? *this : copy(); }

Tensor Tensor::to(DType dtype) const {
  if (dtype == dtype_) return *this;
  Tensor result = empty(shape_, dtype, device());
  if (device() == Device::meta) return result;
  result.write(*this);
  return result;
}

}  // namespace dls
