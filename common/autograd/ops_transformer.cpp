#include <cmath>

#include "common/autograd/kernels.hpp"
#include "common/autograd/node.hpp"
#include "common/autograd/ops.hpp"

namespace dls {

Variable embedding(const Variable& weight, const Tensor& indices) {
  Shape shape = indices.shape();
  for (int i = 1; i < weight.rank(); ++i) shape.push_back(weight.shape()[i]);
  return reshape(index_select(weight, 0, indices.reshape({-1})), shape);
}

Variable layer_norm(const Variable& x, const Variable& weight, const Variable& bias, double eps) {
  const Recording recording = record("layer_norm");
  kernels::LayerNormed normed = kernels::layer_norm(x.value(), weight.value(), bias.value(), eps);
  const Tensor y = std::move(normed.y);
  return recording(
      y, {keep(x), keep(weight, x.requires_grad()), bias},
      [normed, eps](Node& node, const Variable& dy) {
        const Variable& x = node.kept(0);
        if (!grad_enabled()) {  // in one pass when it is not to be differentiated again
          if (node.wants(0)) {
            node.give(0, Variable(kernels::layer_norm_backward(x.value(), node.kept(1).value(),
                                                               normed, dy.value())));
          }
          if (node.wants(1) || node.wants(2)) {
            const auto [dweight, dbias] = kernels::layer_norm_sums(x.value(), normed, dy.value());
            node.give(1, Variable(dweight));
            node.give(2, Variable(dbias));
          }
          return;
        }
        const Variable moved = sub(x, mean(x, -1, true));
        const Variable scale = pow(mean(mul(moved, moved), -1, true) + eps, -0.5);
        const Variable n = mul(moved, scale);
        if (node.wants(0)) {
          const Variable g = mul(dy, node.kept(1));
          node.give(0, mul(scale, g - mean(g, -1, true) - mul(n, mean(mul(g, n), -1, true))));
        }
        if (node.wants(1)) node.give(1, sum_to(mul(dy, n), node.input_shape(1)));
        if (node.wants(2)) node.give(2, sum_to(dy, node.input_shape(2)));
      });
}

Variable causal_softmax(const Variable& x, double factor) {
  return record("causal_softmax")(
      kernels::causal_softmax(x.value(), factor), {x},
      [factor](Node& node, const Variable& dy) {
        const Variable y = node.result();
        if (!grad_enabled()) {
          return node.give(
              0, Variable(kernels::causal_softmax_backward(y.value(), dy.value(), factor)));
        }
        node.give(0, scale(mul(y, sub(dy, sum(mul(dy, y), -1, true))), factor));
      },
      Result::keep);
}

Variable causal_attention(const Variable& q, const Variable& k, const Variable& v) {
  const double scale = 1 / std::sqrt(static_cast<double>(q.size(-1)));
  return matmul(causal_softmax(matmul(q, transpose(k)), scale), v);
}

}  // namespace dls
