#include <cmath>

#include "common/autograd/kernels.hpp"
#include "common/autograd/kernels_floating.hpp"
#include "common/core/parallel.hpp"
#include "common/math/elementwise.hpp"

namespace dls::kernels {
namespace {

/// A contiguous tensor seen as (outer, size of dim, inner): element (o,i,j) is at (o*n + i)*inner +
/// j.
struct Around {
  std::int64_t outer = 1, n = 1, inner = 1;
  Around(const Shape& shape, int dim) : n(shape[dim]) {
    for (int i = 0; i < dim; ++i) outer *= shape[i];
    for (int i = dim + 1; i < shape.rank(); ++i) inner *= shape[i];
  }
};

Shape without(Shape shape, int dim, bool keep) {
  if (keep) {
    shape[dim] = 1;
  } else {
    shape.erase(dim);
  }
  return shape;
}

}  // namespace

Tensor sum(const Tensor& x) {
  return floating("sum", x, [&](auto zero) {
    using T = decltype(zero);
    const Tensor rows = x.as_contiguous();
    Tensor y = Tensor::empty({}, x.dtype());
    *y.first_data<T>() = math::sum(rows.data<T>(), rows.elements());
    return y;
  });
}

Tensor sum(const Tensor& x, int dim, bool keep) {
  return floating("sum", x, [&](auto zero) {
    using T = decltype(zero);
    dim = x.shape().normal_dim(dim);
    const Tensor rows = x.as_contiguous();
    const Around around(x.shape(), dim);
    Tensor y = Tensor::empty(without(x.shape(), dim, keep), x.dtype());
    const T* in = rows.data<T>();
    T* out = y.first_data<T>();
    for (std::int64_t o = 0; o < around.outer; ++o, in += around.n * around.inner) {
      if (around.inner == 1) {
        out[o] = math::sum(in, around.n);
      } else {
        math::column_sums(in, out + o * around.inner, around.n, around.inner);
      }
    }
    return y;
  });
}

Tensor sum_to(const Tensor& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  const Shape stretched = broadcast(shape, x.shape());
  DLS_CHECK(stretched == x.shape(),
            "{} is not what {} becomes by broadcasting, so it cannot be added up to it",
            to_string(x.shape()), to_string(shape));
  Tensor y = x;
  // All new dimensions in front at once: they are one when the tensor is contiguous.
  const int front = x.rank() - shape.rank();
  if (front > 0) {
    Shape flat = shape;
    for (int i = 0; i < shape.rank(); ++i) flat[i] = x.shape()[front + i];
    flat.insert(0, flat.elements() == 0 ? 0 : x.elements() / flat.elements());
    y = sum(y.reshape(flat), 0, false);
  }
  for (int i = 0; i < shape.rank(); ++i) {
    if (shape[i] == 1 && y.shape()[i] != 1) y = sum(y, i, true);
  }
  return y;
}

Tensor argmax(const Tensor& x, int dim) {
  return floating("max", x, [&](auto zero) {
    using T = decltype(zero);
    dim = x.shape().normal_dim(dim);
    DLS_CHECK(x.shape()[dim] > 0 || x.elements() > 0,
              "max over dimension {} of shape {}: there is nothing in it", dim,
              to_string(x.shape()));
    const Tensor rows = x.as_contiguous();
    const Around around(x.shape(), dim);
    Tensor y = Tensor::empty(without(x.shape(), dim, true), DType::i64);
    const T* in = rows.data<T>();
    std::int64_t* out = y.first_data<std::int64_t>();
    for (std::int64_t o = 0; o < around.outer; ++o, in += around.n * around.inner) {
      for (std::int64_t j = 0; j < around.inner; ++j) {
        std::int64_t best = 0;
        for (std::int64_t i = 1; i < around.n; ++i) {
          const T value = in[i * around.inner + j];
          const T largest = in[best * around.inner + j];
          if (value > largest || (std::isnan(value) && !std::isnan(largest))) best = i;
        }
        *out++ = best;
      }
    }
    return y;
  });
}

namespace {
/// How many rows the last dimension stands in.
std::int64_t row_count(const Tensor& x) {
  const std::int64_t cols = x.size(-1);
  return cols == 0 ? 0 : x.elements() / cols;
}
}  // namespace

Tensor log_softmax(const Tensor& x) {
  return floating("log_softmax", x, [&](auto zero) {
    using T = decltype(zero);
    const Tensor in = x.as_contiguous();
    Tensor y = Tensor::empty(x.shape(), x.dtype());
    math::log_softmax(in.data<T>(), y.first_data<T>(), row_count(x), x.size(-1));
    return y;
  });
}

Tensor log_softmax_backward(const Tensor& y, const Tensor& dy) {
  return floating("log_softmax", y, [&](auto zero) {
    using T = decltype(zero);
    check_same_format("log_softmax", y, dy);
    const Tensor rows = y.as_contiguous(), gradient = dy.as_contiguous();
    Tensor dx = Tensor::empty(y.shape(), y.dtype());
    math::log_softmax_backward(rows.data<T>(), gradient.data<T>(), dx.first_data<T>(), row_count(y),
                               y.size(-1));
    return dx;
  });
}

}  // namespace dls::kernels
