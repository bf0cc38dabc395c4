#include "common/autograd/kernels.hpp"
#include "common/autograd/node.hpp"
#include "common/autograd/ops.hpp"

namespace dls {

Variable reshape(const Variable& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  return record("reshape")(x.value().reshape(shape), {x}, [](Node& node, const Variable& dy) {
    node.give(0, reshape(dy, node.input_shape(0)));
  });
}

Variable transpose(const Variable& x, int dim_a, int dim_b) {
  return record("transpose")(x.value().transpose(dim_a, dim_b), {x},
                             [dim_a, dim_b](Node& node, const Variable& dy) {
                               node.give(0, transpose(dy, dim_a, dim_b));
                             });
}

Variable permute(const Variable& x, const Shape& order) {
  return record("permute")(x.value().permute(order), {x}, [order](Node& node, const Variable& dy) {
    Shape back = order;
    for (int i = 0; i < order.rank(); ++i) {
      back[static_cast<int>((order[i] + order.rank()) % order.rank())] = i;
    }
    node.give(0, permute(dy, back));
  });
}

Variable slice(const Variable& x, int dim, std::int64_t start, std::int64_t stop,
               std::int64_t step) {
  return record("slice")(x.value().slice(dim, start, stop, step), {x},
                         [=](Node& node, const Variable& dy) {
                           node.give(0, unslice(dy, node.input_shape(0), dim, start, stop, step));
                         });
}

Variable unslice(const Variable& x, const Shape& shape, int dim, std::int64_t start,
                 std::int64_t stop, std::int64_t step) {
  const auto op = record("unslice");
  const Tensor y = Tensor::zeros(shape, x.value().dtype());
  Tensor place = y.slice(dim, start, stop, step);
  place.copy_from(x.value());
  return op(y, {x}, [=](Node& node, const Variable& dy) {
    node.give(0, slice(dy, dim, start, stop, step));
  });
}

Variable select(const Variable& x, int dim, std::int64_t index) {
  Shape shape = x.shape();
  shape.erase(dim);
  x.value().select(dim, index);  // checks the index: a slice would be cut to the dimension
  return reshape(slice(x, dim, index, index == -1 ? kEnd : index + 1), shape);
}

Variable concat(const std::vector<Variable>& parts, int dim) {
  const auto op = record("concat");
  std::vector<Tensor> values;
  std::vector<Use> uses;
  std::vector<std::int64_t> ends;  // where each part ends along dim
  for (const Variable& part : parts) {
    values.push_back(part.value());
    uses.emplace_back(part);
    ends.push_back((ends.empty() ? 0 : ends.back()) + part.size(dim));
  }
  return op(kernels::concat(values, dim), uses.data(), uses.size(),
            [dim, ends](Node& node, const Variable& dy) {
              for (int i = 0; i < node.inputs(); ++i) {
                const std::int64_t start = i == 0 ? 0 : ends[static_cast<std::size_t>(i) - 1];
                const std::int64_t stop = ends[static_cast<std::size_t>(i)];
                if (node.wants(i)) node.give(i, slice(dy, dim, start, stop));
              }
            });
}

}  // namespace dls
