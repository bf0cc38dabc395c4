#include <algorithm>

#include "common/autograd/kernels.hpp"
#include "common/autograd/kernels_floating.hpp"
#include "common/math/elementwise.hpp"

namespace dls::kernels {

Tensor checked_indices(const Tensor& indices, std::int64_t size, const char* what) {
  DLS_CHECK(indices.defined() && !is_floating(indices.dtype()),
            "{} must be whole numbers, but the tensor holds {}", what,
            indices.defined() ? name(indices.dtype()) : "nothing");
  const Tensor result = indices.to(DType::i64).as_contiguous();
  const std::int64_t* data = result.data<std::int64_t>();
  for (std::int64_t i = 0; i < result.elements(); ++i) {
    DLS_CHECK(data[i] >= 0 && data[i] < size, "{}: number {} is {}, but must be from 0 to {}", what,
              i, data[i], size - 1);
  }
  return result;
}

namespace {
/// Elements of one row of x (n,...).
std::int64_t row_length(const Shape& shape) {
  std::int64_t length = 1;
  for (int i = 1; i < shape.rank(); ++i) length *= shape[i];
  return length;
}

void check_same_rows(const char* what, const Tensor& x, const Tensor& indices) {
  bool same = x.rank() == indices.rank() && x.rank() >= 1;
  for (int i = 0; same && i + 1 < x.rank(); ++i) same = x.shape()[i] == indices.shape()[i];
  DLS_CHECK(same, "{} of {} with indices {}: all dimensions but the last must agree", what,
            to_string(x.shape()), to_string(indices.shape()));
}
}  // namespace

Tensor index_rows(const Tensor& x, const Tensor& indices) {
  DLS_CHECK(x.rank() >= 1 && indices.rank() == 1,
            "index_select of {} with indices {}: x needs a dimension and the indices exactly one",
            to_string(x.shape()), to_string(indices.shape()));
  const Tensor rows = x.as_contiguous();
  const Tensor numbers = checked_indices(indices, x.size(0), "index_select's indices");
  Shape shape = x.shape();
  shape[0] = numbers.elements();
  Tensor y = Tensor::empty(shape, x.dtype());
  const std::int64_t length = row_length(shape);
  visit_dtype(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    for (std::int64_t i = 0; i < numbers.elements(); ++i) {
      std::copy_n(rows.data<T>() + numbers.data<std::int64_t>()[i] * length, length,
                  y.first_data<T>() + i * length);
    }
  });
  return y;
}

Tensor add_rows(const Tensor& dy, const Tensor& indices, std::int64_t n) {
  return floating("add_rows", dy, [&](auto zero) {
    using T = decltype(zero);
    const Tensor rows = dy.as_contiguous();
    const Tensor numbers = checked_indices(indices, n, "add_rows' indices");
    Shape shape = dy.shape();
    shape[0] = n;
    Tensor x = Tensor::zeros(shape, dy.dtype());
    const std::int64_t length = row_length(shape);
    for (std::int64_t i = 0; i < numbers.elements(); ++i) {
      math::accumulate(rows.data<T>() + i * length,
                       x.first_data<T>() + numbers.data<std::int64_t>()[i] * length, length);
    }
    return x;
  });
}

Tensor gather(const Tensor& x, const Tensor& indices) {
  check_same_rows("gather", x, indices);
  const std::int64_t n = x.size(-1), k = indices.size(-1);
  const Tensor rows = x.as_contiguous();
  const Tensor numbers = checked_indices(indices, n, "gather's indices");
  Tensor y = Tensor::empty(numbers.shape(), x.dtype());
  visit_dtype(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* in = rows.data<T>();
    const std::int64_t* index = numbers.data<std::int64_t>();
    T* out = y.first_data<T>();
    for (std::int64_t i = 0; i < y.elements(); ++i) out[i] = in[i / k * n + index[i]];
  });
  return y;
}

Tensor scatter_add(const Tensor& dy, const Tensor& indices, std::int64_t n) {
  return floating("scatter_add", dy, [&](auto zero) {
    using T = decltype(zero);
    DLS_CHECK(dy.shape() == indices.shape() && dy.rank() >= 1,
              "scatter_add of {} with indices {}: the shapes must be the same",
              to_string(dy.shape()), to_string(indices.shape()));
    const std::int64_t k = dy.size(-1);
    const Tensor rows = dy.as_contiguous();
    const Tensor numbers = checked_indices(indices, n, "scatter_add's indices");
    Shape shape = dy.shape();
    shape[dy.rank() - 1] = n;
    Tensor x = Tensor::zeros(shape, dy.dtype());
    const T* in = rows.data<T>();
    const std::int64_t* index = numbers.data<std::int64_t>();
    T* out = x.first_data<T>();
    for (std::int64_t i = 0; i < dy.elements(); ++i) out[i / k * n + index[i]] += in[i];
    return x;
  });
}

Tensor concat(const std::vector<Tensor>& parts, int dim) {
  DLS_CHECK(!parts.empty(), "concat needs at least one tensor");
  dim = parts[0].shape().normal_dim(dim);
  Shape shape = parts[0].shape();
  shape[dim] = 0;
  for (const Tensor& part : parts) {
    Shape expected = part.shape();
    if (part.rank() == shape.rank()) expected[dim] = shape[dim];
    DLS_CHECK(expected == shape && part.dtype() == parts[0].dtype(),
              "concat along dimension {}: {} {} does not fit {} {}; all other dimensions and the "
              "format must agree",
              dim, name(part.dtype()), to_string(part.shape()), name(parts[0].dtype()),
              to_string(parts[0].shape()));
    shape[dim] += part.shape()[dim];
  }
  const Tensor result = Tensor::empty(shape, parts[0].dtype());
  std::int64_t start = 0;
  for (const Tensor& part : parts) {
    const std::int64_t stop = start + part.shape()[dim];
    Tensor place = result.slice(dim, start, stop);
    place.copy_from(part);
    start = stop;
  }
  return result;
}

}  // namespace dls::kernels
