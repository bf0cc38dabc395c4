#include "common/autograd/kernels.hpp"
#include "common/autograd/node.hpp"
#include "common/autograd/ops.hpp"

namespace dls {

Variable sum(const Variable& x) {
  return record("sum")(kernels::sum(x.value()), {x}, [](Node& node, const Variable& dy) {
    node.give(0, broadcast_to(dy, node.input_shape(0)));
  });
}

Variable sum(const Variable& x, int dim, bool keep) {
  return record("sum")(kernels::sum(x.value(), dim, keep), {x},
                       [dim](Node& node, const Variable& dy) {
                         const Shape& shape = node.input_shape(0);
                         Shape with_dim = shape;  // where the sum stood, size 1
                         with_dim[shape.normal_dim(dim)] = 1;
                         node.give(0, broadcast_to(reshape(dy, with_dim), shape));
                       });
}

Variable mean(const Variable& x) {
  return scale(sum(x), 1 / static_cast<double>(x.value().elements()));
}

Variable mean(const Variable& x, int dim, bool keep) {
  return scale(sum(x, dim, keep), 1 / static_cast<double>(x.size(dim)));
}

Variable max(const Variable& x, int dim, bool keep) {
  Variable largest = gather(x, dim, kernels::argmax(x.value(), dim));
  if (keep) return largest;
  Shape shape = x.shape();
  shape.erase(dim);
  return reshape(largest, shape);
}

Variable log_softmax(const Variable& x) {
  return record("log_softmax")(
      kernels::log_softmax(x.value()), {x},
      [](Node& node, const Variable& dy) {
        const Variable y = node.result();
        if (!grad_enabled()) {  // in one pass when it is not to be differentiated again
          return node.give(0, Variable(kernels::log_softmax_backward(y.value(), dy.value())));
        }
        node.give(0, sub(dy, mul(exp(y), sum(dy, -1, true))));
      },
      Result::keep);
}

Variable softmax(const Variable& x) { return exp(log_softmax(x)); }

}  // namespace dls
