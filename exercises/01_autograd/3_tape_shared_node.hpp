// 01.3  Backward through a graph with shared nodes (about 35 min)
//
// A tape is a list in the order of computation, so it can simply be read from its end. Here you get
// the graph without that list: each node only knows its inputs, and how fast it changes with each.
//
//     value       what the node computed (not needed here)
//     inputs      the nodes it was computed from; the same node may stand there twice (x * x)
//     slopes      slopes[i] = d(this) / d(inputs[i])
//     grad        to be filled: d(loss) / d(this)
//
// Write backward(loss). The chain rule asks, for every node n, to add over everything that used n:
//
//     n.grad  =  sum over users u of n of   u.grad * slope of u with respect to n
//
// and loss.grad = 1. So a node may hand its gradient on only when ALL its users have handed theirs
// to it. Three steps:
//
//   1. find an order in which every node comes after its inputs (a topological order: visit the
//      inputs of a node first, then append the node, and visit no node twice);
//   2. set the grad of all of them to 0, and that of the loss to 1;
//   3. walk the order from its end, and let each node add to the grad of its inputs.
//
// std::vector<Node*> for the order and std::set<Node*> for "already visited" are all you need.
//
// Check it:  ./learn check 01.3        Stuck:  ./learn hint 01.3
#pragma once
#include <set>
#include <vector>

#include "common/core/error.hpp"

struct Node {
  double value = 0;
  double grad = 0;
  std::vector<Node*> inputs;
  std::vector<double> slopes;
};

// Fills grad of `loss` and of every node below it. Whatever grad held before does not count.
inline void backward([[maybe_unused]] Node& loss) {
  throw dls::NotDone("01.3 tape_shared_node: order the nodes, then walk back and add");
}
