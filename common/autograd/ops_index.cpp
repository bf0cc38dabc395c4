#include "common/autograd/kernels.hpp"
#include "common/autograd/node.hpp"
#include "common/autograd/ops.hpp"

namespace dls {
namespace {

// Each of the two pairs below is its own backward pass: picking and adding back are opposites.
// Index tensors are recorded as kept inputs without a gradient, so that a write to them is noticed.

Variable add_rows(const Variable& dy, const Variable& indices, std::int64_t n);

Variable index_rows(const Variable& x, const Variable& indices) {
  return record("index_select")(kernels::index_rows(x.value(), indices.value()), {x, keep(indices)},
                                [](Node& node, const Variable& dy) {
                                  node.give(0, add_rows(dy, node.kept(1), node.input_shape(0)[0]));
                                });
}

Variable add_rows(const Variable& dy, const Variable& indices, std::int64_t n) {
  return record("add_rows")(
      kernels::add_rows(dy.value(), indices.value(), n), {dy, keep(indices)},
      [](Node& node, const Variable& dx) { node.give(0, index_rows(dx, node.kept(1))); });
}

Variable scatter_add(const Variable& dy, const Variable& indices, std::int64_t n);

Variable gather_last(const Variable& x, const Variable& indices) {
  return record("gather")(kernels::gather(x.value(), indices.value()), {x, keep(indices)},
                          [](Node& node, const Variable& dy) {
                            node.give(0, scatter_add(dy, node.kept(1), node.input_shape(0).at(-1)));
                          });
}

Variable scatter_add(const Variable& dy, const Variable& indices, std::int64_t n) {
  return record("scatter_add")(
      kernels::scatter_add(dy.value(), indices.value(), n), {dy, keep(indices)},
      [](Node& node, const Variable& dx) { node.give(0, gather_last(dx, node.kept(1))); });
}

}  // namespace

Variable index_select(const Variable& x, int dim, const Tensor& indices) {
  if (x.shape().normal_dim(dim) == 0) return index_rows(x, Variable(indices));
  return transpose(index_rows(transpose(x, 0, dim), Variable(indices)), 0, dim);
}

Variable gather(const Variable& x, int dim, const Tensor& indices) {
  if (x.shape().normal_dim(dim) == x.rank() - 1) return gather_last(x, Variable(indices));
  return transpose(gather_last(transpose(x, dim, -1), Variable(indices.transpose(dim, -1))), dim,
                   -1);
}

}  // namespace dls
