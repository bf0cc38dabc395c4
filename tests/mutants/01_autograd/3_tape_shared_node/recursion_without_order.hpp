// expect: diamond counted twice
// Each arrival at a shared node hands on everything that has arrived so far, again.
#pragma once
#include <set>
#include <vector>

struct Node {
  double value = 0;
  double grad = 0;
  std::vector<Node*> inputs;
  std::vector<double> slopes;
};

inline void clear(Node& node) {
  node.grad = 0;
  for (Node* input : node.inputs) clear(*input);
}

inline void hand_on(Node& node) {
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    node.inputs[i]->grad += node.slopes[i] * node.grad;
    hand_on(*node.inputs[i]);
  }
}

inline void backward(Node& loss) {
  clear(loss);
  loss.grad = 1;
  hand_on(loss);
}
