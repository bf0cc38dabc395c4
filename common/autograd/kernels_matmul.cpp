#include <algorithm>

#include "common/autograd/kernels.hpp"
#include "common/autograd/kernels_floating.hpp"
#include "common/core/parallel.hpp"
#include "common/math/elementwise.hpp"
#include "common/math/gemm.hpp"

namespace dls::kernels {
namespace {

/// Multiplications that take longer than waking a thread.
constexpr std::int64_t kWorthSharing = 1'000'000;

/// A matrix as gemm takes it: the memory of a (rows,cols) tensor, read by rows or by columns.
struct Matrix {
  Tensor tensor;
  Transpose transpose = Transpose::no;
  std::int64_t leading = 1;  // elements from one stored row to the next

  /// The last two dimensions of `x`; copied only when neither of them lies in one piece.
  explicit Matrix(const Tensor& x) : tensor(x) {
    if (take(x)) return;
    tensor = x.copy();
    take(tensor);
  }

 private:
  bool take(const Tensor& x) {
    const int r = x.rank() - 2;
    const int c = x.rank() - 1;
    const std::int64_t rows = x.shape()[r];
    const std::int64_t cols = x.shape()[c];
    // The stride along a dimension of size 1 is never walked, so it may be anything.
    const bool by_rows = cols == 1 || x.strides()[c] == 1;
    const bool by_cols = rows == 1 || x.strides()[r] == 1;
    if (by_rows && (rows == 1 || x.strides()[r] >= cols)) {
      transpose = Transpose::no;
      leading = rows == 1 ? cols : x.strides()[r];
    } else if (by_cols && (cols == 1 || x.strides()[c] >= rows)) {
      transpose = Transpose::yes;
      leading = cols == 1 ? rows : x.strides()[c];
    } else {
      return false;
    }
    leading = leading < 1 ? 1 : leading;
    return true;
  }
};

template <class T>
void product(const Matrix& a, const T* a_data, const Matrix& b, const T* b_data, std::int64_t m,
             std::int64_t n, std::int64_t k, T* c) {
  gemm(a.transpose, b.transpose, m, n, k, T{1}, a_data, a.leading, b_data, b.leading, T{0}, c,
       n < 1 ? 1 : n);
}

/// The shape without its last two dimensions.
Shape leading_shape(const Shape& shape) {
  return Shape(shape.begin(), static_cast<std::size_t>(shape.rank() - 2));
}

Tensor stretch(const Tensor& x, Shape leading) {
  leading.push_back(x.size(-2));
  leading.push_back(x.size(-1));
  return x.expand(leading);
}

}  // namespace

Tensor matmul(const Tensor& a, const Tensor& b) {
  return floating("matmul", a, [&](auto zero) {
    using T = decltype(zero);
    check_same_format("matmul", a, b);
    DLS_CHECK(a.rank() >= 2 && b.rank() >= 2 && a.size(-1) == b.size(-2),
              "matmul of {} and {}: it takes (...,m,k) and (...,k,n) with the same k",
              to_string(a.shape()), to_string(b.shape()));
    const std::int64_t m = a.size(-2), k = a.size(-1), n = b.size(-1);
    if (a.rank() == 2 && b.rank() == 2) {
      const Matrix left(a), right(b);
      Tensor c = Tensor::empty({m, n}, a.dtype());
      product(left, left.tensor.data<T>(), right, right.tensor.data<T>(), m, n, k,
              c.first_data<T>());
      return c;
    }
    // A stack of products, one for each place of the leading dimensions.
    Shape shape = broadcast(leading_shape(a.shape()), leading_shape(b.shape()));
    const Matrix left(stretch(a, shape)), right(stretch(b, shape));
    const std::int64_t count = shape.elements();
    const Tensor places = Tensor::empty(shape, DType::u8, Device::meta);  // counts through shape
    shape.push_back(m);
    shape.push_back(n);
    Tensor c = Tensor::empty(shape, a.dtype());
    const T* a_data = left.tensor.data<T>();
    const T* b_data = right.tensor.data<T>();
    T* c_data = c.first_data<T>();
    const auto one = [&](std::int64_t i) {
      std::int64_t a_offset = 0, b_offset = 0;
      for (int dim = 0; dim < places.rank(); ++dim) {
        const std::int64_t index = i / places.strides()[dim] % places.shape()[dim];
        a_offset += index * left.tensor.strides()[dim];
        b_offset += index * right.tensor.strides()[dim];
      }
      product(left, a_data + a_offset, right, b_data + b_offset, m, n, k, c_data + i * m * n);
    };
    // Threads share the stack where one product is too small to be shared; else each in turn.
    const std::int64_t work = std::max<std::int64_t>(1, m * n * k);
    const std::int64_t grain =
        work < kWorthSharing ? (kWorthSharing + work - 1) / work : std::max<std::int64_t>(1, count);
    parallel_for(count, grain, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) one(i);
    });
    return c;
  });
}

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  return floating("linear", x, [&](auto zero) {
    using T = decltype(zero);
    check_same_format("linear", x, weight);
    DLS_CHECK(x.rank() >= 1 && weight.rank() == 2 && x.size(-1) == weight.size(1),
              "linear of x {} with weight {}: x is (...,in) and the weight (out,in), with the same "
              "number of inputs",
              to_string(x.shape()), to_string(weight.shape()));
    const std::int64_t in = weight.size(1), out = weight.size(0);
    std::int64_t rows = 1;
    for (int i = 0; i + 1 < x.rank(); ++i) rows *= x.shape()[i];
    Shape shape = x.shape();
    shape[x.rank() - 1] = out;
    Tensor y = Tensor::empty(shape, x.dtype());
    const Matrix left(x.rank() == 2 ? x : x.reshape({rows, in})), right(weight.transpose());
    product(left, left.tensor.data<T>(), right, right.tensor.data<T>(), rows, out, in,
            y.first_data<T>());
    if (bias.defined()) {
      check_same_format("linear", x, bias);
      DLS_CHECK(bias.shape() == Shape{out},
                "linear with weight {} and bias {}: the bias needs one number per output, ({})",
                to_string(weight.shape()), to_string(bias.shape()), out);
      const Tensor row = bias.as_contiguous();
      math::add_bias(y.data<T>(), row.data<T>(), y.first_data<T>(), rows, out);
    }
    return y;
  });
}

}  // namespace dls::kernels
