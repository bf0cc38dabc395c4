#include "common/autograd/kernels.hpp"
#include "common/autograd/node.hpp"
#include "common/autograd/ops.hpp"

namespace dls {

Variable pow(const Variable& x, double exponent) {
  return record("pow")(kernels::pow(x.value(), exponent), {keep(x)},
                       [exponent](Node& node, const Variable& dy) {
                         // x^0 is 1 and its derivative 0, also at x = 0, where x^-1 is infinite.
                         if (exponent == 0) return node.give(0, scale(dy, 0));
                         node.give(0, mul(dy, scale(pow(node.kept(0), exponent - 1), exponent)));
                       });
}

Variable exp(const Variable& x) {
  return record("exp")(
      kernels::exp(x.value()), {x},
      [](Node& node, const Variable& dy) { node.give(0, mul(dy, node.result())); }, Result::keep);
}

Variable log(const Variable& x) {
  return record("log")(kernels::log(x.value()), {keep(x)},
                       [](Node& node, const Variable& dy) { node.give(0, div(dy, node.kept(0))); });
}

Variable sqrt(const Variable& x) {
  return record("sqrt")(
      kernels::sqrt(x.value()), {x},
      [](Node& node, const Variable& dy) { node.give(0, scale(div(dy, node.result()), 0.5)); },
      Result::keep);
}

Variable sigmoid(const Variable& x) {
  return record("sigmoid")(
      kernels::sigmoid(x.value()), {x},
      [](Node& node, const Variable& dy) {
        const Variable y = node.result();
        node.give(0, mul(dy, mul(y, 1 - y)));
      },
      Result::keep);
}

Variable tanh(const Variable& x) {
  return record("tanh")(
      kernels::tanh(x.value()), {x},
      [](Node& node, const Variable& dy) {
        const Variable y = node.result();
        node.give(0, mul(dy, 1 - mul(y, y)));
      },
      Result::keep);
}

Variable relu(const Variable& x) {
  return record("relu")(
      kernels::relu(x.value()), {x},
      [](Node& node, const Variable& dy) { node.give(0, relu_backward(node.result(), dy)); },
      Result::keep);
}

Variable relu_backward(const Variable& y, const Variable& dy) {
  // y gets no gradient: a small change of it changes nothing.
  return record("relu_backward")(kernels::relu_backward(y.value(), dy.value()), {keep(y), dy},
                                 [](Node& node, const Variable& ddx) {
                                   if (node.wants(1))
                                     node.give(1, relu_backward(node.kept(0), ddx));
                                 });
}

Variable gelu(const Variable& x) {
  return record("gelu")(kernels::gelu(x.value()), {keep(x)}, [](Node& node, const Variable& dy) {
    const Variable& x = node.kept(0);
    // In one pass when it is not to be differentiated again.
    if (!grad_enabled()) {
      return node.give(0, Variable(kernels::gelu_backward(x.value(), dy.value())));
    }
    constexpr double twice = 1.5957691216057308, cubic = 0.044715;  // gelu = x sigmoid(2u)
    const Variable square = mul(x, x);
    const Variable s = sigmoid(mul(x, twice + (twice * cubic) * square));
    const Variable slope_of_2u = twice + (3 * twice * cubic) * square;
    node.give(0, mul(dy, s + mul(mul(x, slope_of_2u), mul(s, 1 - s))));
  });
}

Variable dropout(const Variable& x, double p, const Rng& stream) {
  return record("dropout")(
      kernels::dropout(x.value(), p, stream), {x},
      [p, stream](Node& node, const Variable& dy) { node.give(0, dropout(dy, p, stream)); });
}

}  // namespace dls
