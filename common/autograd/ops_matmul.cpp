#include "common/autograd/kernels.hpp"
#include "common/autograd/node.hpp"
#include "common/autograd/ops.hpp"

namespace dls {

Variable matmul(const Variable& a, const Variable& b) {
  // c = a b: da = dc b', db = a' dc; leading dimensions that were broadcast are added up.
  return record("matmul")(
      kernels::matmul(a.value(), b.value()),
      {keep(a, b.requires_grad()), keep(b, a.requires_grad())}, [](Node& node, const Variable& dc) {
        if (node.wants(0)) {
          node.give(0, sum_to(matmul(dc, transpose(node.kept(1))), node.input_shape(0)));
        }
        if (node.wants(1)) {
          node.give(1, sum_to(matmul(transpose(node.kept(0)), dc), node.input_shape(1)));
        }
      });
}

namespace {
/// (...,n) as (rows,n).
Variable as_rows(const Variable& x) { return x.rank() == 2 ? x : reshape(x, {-1, x.size(-1)}); }
}  // namespace

Variable linear(const Variable& x, const Variable& weight, const Variable& bias) {
  const auto backward = [](Node& node, const Variable& dy) {
    // y = x w' + b: dx = dy w, dw = dy' x, db = the sum of dy's rows
    if (node.wants(0)) node.give(0, matmul(dy, node.kept(1)));
    if (node.wants(1)) node.give(1, matmul(transpose(as_rows(dy)), as_rows(node.kept(0))));
    if (node.inputs() == 3 && node.wants(2)) node.give(2, sum_to(dy, node.input_shape(2)));
  };
  const Use x_use = keep(x, weight.requires_grad());
  const Use weight_use = keep(weight, x.requires_grad());
  if (!bias.defined()) {
    return record("linear")(kernels::linear(x.value(), weight.value(), Tensor()),
                            {x_use, weight_use}, backward);
  }
  return record("linear")(kernels::linear(x.value(), weight.value(), bias.value()),
                          {x_use, weight_use, bias}, backward);
}

}  // namespace dls
