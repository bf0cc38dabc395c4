// How many floating-point operations a step really does: counted on the recorded graph.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "chapters/03_training_loop/2_net.hpp"
#include "common/autograd/node.hpp"

namespace dls::ch03 {

// [count]
/// Floating-point operations of the matrix products among all that `root` was computed from: two
/// (one product, one sum) for each multiply-add.
inline std::int64_t product_flops(const Variable& root) {
  std::int64_t flops = 0;
  std::vector<const Node*> open = {root.node().get()};
  std::unordered_set<const Node*> seen(open.begin(), open.end());
  while (!open.empty()) {
    const Node* node = open.back();
    open.pop_back();
    if (node == nullptr) continue;
    const std::string name = node->name();
    if (name == "linear") flops += 2 * node->shape().elements() * node->input_shape(1).at(1);
    if (name == "matmul")  // (m,k)(k,n): one of the two inputs is known, both tell k
      flops += 2 * node->shape().elements() *
               (node->wants(0) ? node->input_shape(0).at(-1) : node->input_shape(1).at(-2));
    for (int i = 0; i < node->inputs(); ++i)
      if (seen.insert(node->input_node(i).get()).second) open.push_back(node->input_node(i).get());
  }
  return flops;
}
// [/count]

/// The same by formula, for a batch of B.
struct FlopFormula {
  std::int64_t forward = 0, backward = 0;
};

// [formula]
/// Forward: 2 B for each weight. Backward: as much again for the gradients of the weights, and once
/// more for those of the inputs, except that nobody wants the gradient of the pictures.
inline FlopFormula flop_formula(const std::vector<std::int64_t>& sizes, std::int64_t batch) {
  FlopFormula f;
  for (const LayerRow& row : summary(sizes)) f.forward += 2 * batch * row.multiply_add;
  f.backward = 2 * f.forward - 2 * batch * sizes[0] * sizes[1];
  return f;
}
// [/formula]

}  // namespace dls::ch03
