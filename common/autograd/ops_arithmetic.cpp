#include "common/autograd/kernels.hpp"
#include "common/autograd/node.hpp"
#include "common/autograd/ops.hpp"

namespace dls {

Variable add(const Variable& a, const Variable& b) {
  return record("add")(kernels::add(a.value(), b.value()), {a, b},
                       [](Node& node, const Variable& dy) {
                         if (node.wants(0)) node.give(0, sum_to(dy, node.input_shape(0)));
                         if (node.wants(1)) node.give(1, sum_to(dy, node.input_shape(1)));
                       });
}

Variable sub(const Variable& a, const Variable& b) {
  return record("sub")(kernels::sub(a.value(), b.value()), {a, b},
                       [](Node& node, const Variable& dy) {
                         if (node.wants(0)) node.give(0, sum_to(dy, node.input_shape(0)));
                         if (node.wants(1)) node.give(1, neg(sum_to(dy, node.input_shape(1))));
                       });
}

Variable mul(const Variable& a, const Variable& b) {
  // Each factor is saved only if the other one's gradient will ask for it.
  return record("mul")(kernels::mul(a.value(), b.value()),
                       {keep(a, b.requires_grad()), keep(b, a.requires_grad())},
                       [](Node& node, const Variable& dy) {
                         if (node.wants(0)) {
                           node.give(0, sum_to(mul(dy, node.kept(1)), node.input_shape(0)));
                         }
                         if (node.wants(1)) {
                           node.give(1, sum_to(mul(dy, node.kept(0)), node.input_shape(1)));
                         }
                       });
}

Variable div(const Variable& a, const Variable& b) {
  return record("div")(kernels::div(a.value(), b.value()), {keep(a, b.requires_grad()), keep(b)},
                       [](Node& node, const Variable& dy) {
                         const Variable& b = node.kept(1);
                         const Variable da = div(dy, b);
                         if (node.wants(0)) node.give(0, sum_to(da, node.input_shape(0)));
                         if (node.wants(1)) {  // -dy a / b^2
                           const Variable db = neg(mul(da, div(node.kept(0), b)));
                           node.give(1, sum_to(db, node.input_shape(1)));
                         }
                       });
}

Variable scale(const Variable& x, double factor) {
  return record("scale")(
      kernels::scale(x.value(), factor), {x},
      [factor](Node& node, const Variable& dy) { node.give(0, scale(dy, factor)); });
}

Variable add_scalar(const Variable& x, double number) {
  return record("add_scalar")(kernels::add_scalar(x.value(), number), {x},
                              [](Node& node, const Variable& dy) { node.give(0, dy); });
}

Variable neg(const Variable& x) { return scale(x, -1); }

Variable broadcast_to(const Variable& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  return record("broadcast_to")(x.value().expand(shape), {x}, [](Node& node, const Variable& dy) {
    node.give(0, sum_to(dy, node.input_shape(0)));
  });
}

Variable sum_to(const Variable& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  return record("sum_to")(
      kernels::sum_to(x.value(), shape), {x},
      [](Node& node, const Variable& dy) { node.give(0, broadcast_to(dy, node.input_shape(0))); });
}

}  // namespace dls
