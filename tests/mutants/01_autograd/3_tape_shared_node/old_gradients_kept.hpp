// expect: left over from before
// Nobody clears the gradients of the last call.
#pragma once
#include <set>
#include <vector>

struct Node {
  double value = 0;
  double grad = 0;
  std::vector<Node*> inputs;
  std::vector<double> slopes;
};

// Appends `node` after everything it was computed from.
inline void visit(Node* node, std::vector<Node*>& order, std::set<Node*>& seen) {
  if (!seen.insert(node).second) return;
  for (Node* input : node->inputs) visit(input, order, seen);
  order.push_back(node);
}

inline void backward(Node& loss) {
  std::vector<Node*> order;
  std::set<Node*> seen;
  visit(&loss, order, seen);
  loss.grad = 1;
  for (auto node = order.rbegin(); node != order.rend(); ++node)
    for (std::size_t i = 0; i < (*node)->inputs.size(); ++i)
      (*node)->inputs[i]->grad += (*node)->slopes[i] * (*node)->grad;
}
