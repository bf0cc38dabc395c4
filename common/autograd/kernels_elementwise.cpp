#include <cmath>

#include "common/autograd/kernels.hpp"
#include "common/autograd/kernels_floating.hpp"
#include "common/core/parallel.hpp"
#include "common/core/strided.hpp"
#include "common/math/elementwise.hpp"

namespace dls::kernels {
namespace {

/// y = f(x) by a loop over contiguous numbers.
template <class Loop>
Tensor unary(const char* what, const Tensor& x, Loop loop) {
  return floating(what, x, [&](auto zero) {
    using T = decltype(zero);
    const Tensor rows = x.as_contiguous();
    Tensor y = Tensor::empty(x.shape(), x.dtype());
    loop(rows.data<T>(), y.first_data<T>(), y.elements());
    return y;
  });
}

/// y = f(a, b), shapes broadcast. `loop` is for contiguous rows, `one` for a pair of numbers.
template <class Loop, class One>
Tensor binary(const char* what, const Tensor& a, const Tensor& b, Loop loop, One one) {
  return floating(what, a, [&](auto zero) {
    using T = decltype(zero);
    check_same_format(what, a, b);
    if (a.shape() == b.shape() && a.contiguous() && b.contiguous()) {
      Tensor y = Tensor::empty(a.shape(), a.dtype());
      loop(a.data<T>(), b.data<T>(), y.first_data<T>(), y.elements());
      return y;
    }
    const Shape shape = broadcast(a.shape(), b.shape());
    Tensor y = Tensor::empty(shape, a.dtype());
    const T* a_data = a.data<T>();
    const T* b_data = b.data<T>();
    T* y_data = y.first_data<T>();
    StridedWalk<3>(shape, {a.expand(shape).strides(), b.expand(shape).strides(), y.strides()})
        .each_row([=](std::int64_t n, const auto& offsets, const auto& steps) {
          const T* x1 = a_data + offsets[0];
          const T* x2 = b_data + offsets[1];
          T* out = y_data + offsets[2];
          if (steps[0] == 1 && steps[1] == 1) return loop(x1, x2, out, n);
          for (std::int64_t i = 0; i < n; ++i) out[i] = one(x1[i * steps[0]], x2[i * steps[1]]);
        });
    return y;
  });
}

}  // namespace

Tensor add(const Tensor& a, const Tensor& b) {
  return binary(
      "add", a, b, [](auto... args) { math::add(args...); }, [](auto x, auto y) { return x + y; });
}

Tensor sub(const Tensor& a, const Tensor& b) {
  return binary(
      "sub", a, b, [](auto... args) { math::sub(args...); }, [](auto x, auto y) { return x - y; });
}

Tensor mul(const Tensor& a, const Tensor& b) {
  return binary(
      "mul", a, b, [](auto... args) { math::mul(args...); }, [](auto x, auto y) { return x * y; });
}

Tensor div(const Tensor& a, const Tensor& b) {
  return binary(
      "div", a, b, [](auto... args) { math::div(args...); }, [](auto x, auto y) { return x / y; });
}

void add_(Tensor& y, const Tensor& x) {
  floating("add_", y, [&](auto zero) {
    using T = decltype(zero);
    check_same_format("add_", y, x);
    if (x.shape() == y.shape() && x.contiguous() && y.contiguous()) {
      return math::accumulate(x.data<T>(), y.mutable_data<T>(), y.elements());
    }
    y.copy_from(add(y, x.expand(y.shape())));
  });
}

Tensor scale(const Tensor& x, double factor) {
  return unary("scale", x, [factor](auto* in, auto* out, std::int64_t n) {
    math::scale(static_cast<std::remove_pointer_t<decltype(out)>>(factor), in, out, n);
  });
}

Tensor add_scalar(const Tensor& x, double number) {
  return unary("add_scalar", x, [number](auto* in, auto* out, std::int64_t n) {
    math::add_scalar(static_cast<std::remove_pointer_t<decltype(out)>>(number), in, out, n);
  });
}

Tensor pow(const Tensor& x, double exponent) {
  return unary("pow", x, [exponent](auto* in, auto* out, std::int64_t n) {
    using T = std::remove_pointer_t<decltype(out)>;
    if (exponent == 2) return math::mul(in, in, out, n);
    for (std::int64_t i = 0; i < n; ++i) out[i] = std::pow(in[i], static_cast<T>(exponent));
  });
}

Tensor exp(const Tensor& x) {
  return unary("exp", x, [](auto... args) { math::exp(args...); });
}
Tensor log(const Tensor& x) {
  return unary("log", x, [](auto... args) { math::log(args...); });
}
Tensor sqrt(const Tensor& x) {
  return unary("sqrt", x, [](auto... args) { math::sqrt(args...); });
}
Tensor sigmoid(const Tensor& x) {
  return unary("sigmoid", x, [](auto... args) { math::sigmoid(args...); });
}
Tensor tanh(const Tensor& x) {
  return unary("tanh", x, [](auto... args) { math::tanh(args...); });
}
Tensor relu(const Tensor& x) {
  return unary("relu", x, [](auto... args) { math::relu(args...); });
}

Tensor relu_backward(const Tensor& y, const Tensor& dy) {
  return binary(
      "relu_backward", y, dy, [](auto... args) { math::relu_backward(args...); },
      [](auto out, auto d) { return out > 0 ? d : decltype(d){0}; });
}

Tensor gelu(const Tensor& x) {
  return unary("gelu", x, [](auto... args) { math::gelu(args...); });
}

Tensor gelu_backward(const Tensor& x, const Tensor& dy) {
  return floating("gelu", x, [&](auto zero) {
    using T = decltype(zero);
    check_same_format("gelu", x, dy);
    const Tensor in = x.as_contiguous(), gradient = dy.as_contiguous();
    Tensor dx = Tensor::empty(x.shape(), x.dtype());
    math::gelu_backward(in.data<T>(), gradient.data<T>(), dx.first_data<T>(), dx.elements());
    return dx;
  });
}

Tensor dropout(const Tensor& x, double p, Rng stream) {
  DLS_CHECK(p >= 0 && p < 1, "dropout({}): the probability must be at least 0 and below 1", p);
  return unary("dropout", x, [p, stream](auto* in, auto* out, std::int64_t n) {
    using T = std::remove_pointer_t<decltype(out)>;
    const T kept = static_cast<T>(1 / (1 - p));
    const auto dropped_below = static_cast<std::uint32_t>(p * 0x1p32);
    parallel_for(n, 16384, [=](std::int64_t begin, std::int64_t end) {
      Rng numbers = stream;
      numbers.seek(stream.position() + static_cast<std::uint64_t>(begin));
      for (std::int64_t i = begin; i < end; ++i) {
        out[i] = numbers.next() < dropped_below ? T{0} : in[i] * kept;
      }
    });
  });
}

}  // namespace dls::kernels
