#include "common/autograd/kernels.hpp"
#include "common/autograd/kernels_floating.hpp"
#include "common/math/rows.hpp"

namespace dls::kernels {
namespace {

/// How many rows of the last dimension x has.
std::int64_t rows_of(const Tensor& x) { return x.size(-1) == 0 ? 0 : x.elements() / x.size(-1); }

void check_layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  check_same_format("layer_norm", x, weight);
  check_same_format("layer_norm", x, bias);
  DLS_CHECK(x.rank() >= 1 && weight.shape() == Shape{x.size(-1)} && bias.shape() == weight.shape(),
            "layer_norm of x {} with weight {} and bias {}: both need one number for each place of "
            "x's last dimension",
            to_string(x.shape()), to_string(weight.shape()), to_string(bias.shape()));
}

}  // namespace

LayerNormed layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, double eps) {
  return floating("layer_norm", x, [&](auto zero) {
    using T = decltype(zero);
    check_layer_norm(x, weight, bias);
    const Tensor in = x.as_contiguous(), w = weight.as_contiguous(), b = bias.as_contiguous();
    const std::int64_t rows = rows_of(x);
    LayerNormed out{Tensor::empty(x.shape(), x.dtype()), Tensor::empty({rows}, x.dtype()),
                    Tensor::empty({rows}, x.dtype())};
    math::layer_norm(in.data<T>(), w.data<T>(), b.data<T>(), static_cast<T>(eps),
                     out.y.first_data<T>(), out.mean.first_data<T>(), out.scale.first_data<T>(),
                     rows, x.size(-1));
    return out;
  });
}

Tensor layer_norm_backward(const Tensor& x, const Tensor& weight, const LayerNormed& normed,
                           const Tensor& dy) {
  return floating("layer_norm", x, [&](auto zero) {
    using T = decltype(zero);
    check_same_format("layer_norm", x, dy);
    const Tensor in = x.as_contiguous(), w = weight.as_contiguous(), d = dy.as_contiguous();
    Tensor dx = Tensor::empty(x.shape(), x.dtype());
    math::layer_norm_backward(in.data<T>(), w.data<T>(), normed.mean.data<T>(),
                              normed.scale.data<T>(), d.data<T>(), dx.first_data<T>(), rows_of(x),
                              x.size(-1));
    return dx;
  });
}

std::pair<Tensor, Tensor> layer_norm_sums(const Tensor& x, const LayerNormed& normed,
                                          const Tensor& dy) {
  return floating("layer_norm", x, [&](auto zero) {
    using T = decltype(zero);
    check_same_format("layer_norm", x, dy);
    const Tensor in = x.as_contiguous(), d = dy.as_contiguous();
    Tensor dweight = Tensor::empty({x.size(-1)}, x.dtype());
    Tensor dbias = Tensor::empty({x.size(-1)}, x.dtype());
    math::layer_norm_sums(in.data<T>(), normed.mean.data<T>(), normed.scale.data<T>(), d.data<T>(),
                          dweight.first_data<T>(), dbias.first_data<T>(), rows_of(x), x.size(-1));
    return std::pair(dweight, dbias);
  });
}

Tensor causal_softmax(const Tensor& x, double scale) {
  return floating("causal_softmax", x, [&](auto zero) {
    using T = decltype(zero);
    DLS_CHECK(
        x.rank() >= 2 && x.size(-1) >= x.size(-2),
        "causal_softmax of scores {}: they are (...,queries,keys), with at least as many keys "
        "as queries",
        to_string(x.shape()));
    DLS_CHECK(scale > 0, "causal_softmax with scale {}: it must be positive", scale);
    const Tensor in = x.as_contiguous();
    const std::int64_t queries = x.size(-2), keys = x.size(-1);
    const std::int64_t matrices = x.elements() == 0 ? 0 : x.elements() / (queries * keys);
    Tensor y = Tensor::empty(x.shape(), x.dtype());
    math::causal_softmax(static_cast<T>(scale), in.data<T>(), y.first_data<T>(), matrices, queries,
                         keys);
    return y;
  });
}

Tensor causal_softmax_backward(const Tensor& y, const Tensor& dy, double scale) {
  return floating("causal_softmax", y, [&](auto zero) {
    using T = decltype(zero);
    check_same_format("causal_softmax", y, dy);
    const Tensor in = y.as_contiguous(), d = dy.as_contiguous();
    const std::int64_t queries = y.size(-2), keys = y.size(-1);
    const std::int64_t matrices = y.elements() == 0 ? 0 : y.elements() / (queries * keys);
    Tensor dx = Tensor::empty(y.shape(), y.dtype());
    math::causal_softmax_backward(static_cast<T>(scale), in.data<T>(), d.data<T>(),
                                  dx.first_data<T>(), matrices, queries, keys);
    return dx;
  });
}

}  // namespace dls::kernels
