// 01.3  Backward through a graph with shared nodes: solution
//
// visit() is a depth-first search that appends a node when it leaves it. At that moment all inputs
// of the node have been left, so they stand in front of it. Read from the end, every node comes
// before its inputs, and so after all its users: when its turn comes, its gradient is complete.
//
// The += is the second half. In the diamond x -> s -> {a, b} -> loss, s hears from a and from b.
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
  for (Node* node : order) node->grad = 0;
  loss.grad = 1;
  for (auto node = order.rbegin(); node != order.rend(); ++node)
    for (std::size_t i = 0; i < (*node)->inputs.size(); ++i)
      (*node)->inputs[i]->grad += (*node)->slopes[i] * (*node)->grad;
}
