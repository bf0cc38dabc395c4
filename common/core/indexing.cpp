#include "common/core/indexing.hpp"

#include <algorithm>

#include "common/core/check.hpp"
#include "common/core/strided.hpp"

namespace dls {
namespace {

void check_mask(const char* what, const Tensor& x, const Tensor& mask) {
  DLS_CHECK(mask.dtype() == DType::u8 && mask.shape() == x.shape(),
            "{} of {} with a mask of {} {}: the mask must be uint8 and of the same shape", what,
            to_string(x.shape()), name(mask.dtype()), to_string(mask.shape()));
}

template <class Compare>
Tensor compared(const Tensor& x, Compare compare) {
  const Tensor values = x.to(DType::f64).as_contiguous();
  Tensor mask = Tensor::empty(x.shape(), DType::u8);
  std::transform(values.data<double>(), values.data<double>() + values.elements(),
                 mask.first_data<std::uint8_t>(),
                 [compare](double v) -> std::uint8_t { return compare(v) ? 1 : 0; });
  return mask;
}

}  // namespace

Tensor index(const Tensor& x, const std::vector<Tensor>& indices) {
  const int picked = static_cast<int>(indices.size());
  DLS_CHECK(picked >= 1 && picked <= x.rank(),
            "index of shape {} by {} index tensors: it takes from one to {}", to_string(x.shape()),
            picked, x.rank());
  Shape shape = {indices[0].elements()};
  for (int dim = picked; dim < x.rank(); ++dim) shape.push_back(x.shape()[dim]);
  for (const Tensor& numbers : indices) {
    DLS_CHECK(
        numbers.rank() == 1 && numbers.elements() == shape[0] && !is_floating(numbers.dtype()),
        "index: each index tensor must be whole numbers of shape ({}), but one is {} {}", shape[0],
        name(numbers.dtype()), to_string(numbers.shape()));
  }
  const Tensor result = Tensor::empty(shape, x.dtype());
  for (std::int64_t i = 0; i < shape[0]; ++i) {
    Tensor from = x;
    for (const Tensor& numbers : indices) {
      from = from.select(0, static_cast<std::int64_t>(numbers.select(0, i).item()));
    }
    Tensor to = result.select(0, i);
    to.copy_from(from);
  }
  return result;
}

Tensor masked_select(const Tensor& x, const Tensor& mask) {
  check_mask("masked_select", x, mask);
  const Tensor values = x.as_contiguous(), marks = mask.as_contiguous();
  const std::uint8_t* mark = marks.data<std::uint8_t>();
  const std::int64_t n = marks.elements();
  const std::int64_t count = std::count_if(mark, mark + n, [](std::uint8_t m) { return m != 0; });
  Tensor result = Tensor::empty({count}, x.dtype());
  visit_dtype(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* in = values.data<T>();
    T* out = result.first_data<T>();
    for (std::int64_t i = 0; i < n; ++i) {
      if (mark[i] != 0) *out++ = in[i];
    }
  });
  return result;
}

void masked_fill(Tensor& x, const Tensor& mask, double value) {
  check_mask("masked_fill", x, mask);
  const Tensor converted = Tensor::full({}, value, x.dtype());
  visit_dtype(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T number = *converted.data<T>();
    const std::uint8_t* marks = mask.data<std::uint8_t>();
    T* data = x.mutable_data<T>();
    StridedWalk<2>(x.shape(), {mask.strides(), x.strides()})
        .each_row([=](std::int64_t n, const auto& offsets, const auto& steps) {
          for (std::int64_t i = 0; i < n; ++i) {
            if (marks[offsets[0] + i * steps[0]] != 0) data[offsets[1] + i * steps[1]] = number;
          }
        });
  });
}

Tensor greater(const Tensor& x, double limit) {
  return compared(x, [limit](double v) { return v > limit; });
}
Tensor less(const Tensor& x, double limit) {
  return compared(x, [limit](double v) { return v < limit; });
}

}  // namespace dls
