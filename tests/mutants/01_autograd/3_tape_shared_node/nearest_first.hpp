// expect: handed its gradient on before
// Breadth first: a node near the loss has its turn although a user further away has not.
#pragma once
#include <set>
#include <vector>

struct Node {
  double value = 0;
  double grad = 0;
  std::vector<Node*> inputs;
  std::vector<double> slopes;
};

inline void backward(Node& loss) {
  std::vector<Node*> order{&loss};
  std::set<Node*> seen{&loss};
  for (std::size_t n = 0; n < order.size(); ++n)
    for (Node* input : std::vector<Node*>(order[n]->inputs))
      if (seen.insert(input).second) order.push_back(input);
  for (Node* node : order) node->grad = 0;
  loss.grad = 1;
  for (Node* node : order)
    for (std::size_t i = 0; i < node->inputs.size(); ++i)
      node->inputs[i]->grad += node->slopes[i] * node->grad;
}
