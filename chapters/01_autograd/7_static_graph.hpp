// The other way to get a graph: draw it first, run it later.
//
// On the tape, the C++ `if` decides while the numbers flow: the graph is what happened. Here the
// graph is complete before any number exists, so the branch has to be a node of its own. This is
// how TensorFlow 1 worked, and what a compiler wants (chapter 10).
#pragma once
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/core/error.hpp"

namespace dls::ch01 {

/// A graph over plain numbers. Nodes are named by their id; inputs have smaller ids.
class StaticGraph {
 public:
  using Node = int;
  using Feeds = std::map<Node, double>;

  /// A number that run() will be given.
  Node placeholder() { return add("placeholder", {}); }
  Node constant(double value) { return add("constant", {}, value); }
  Node plus(Node a, Node b) { return add("add", {a, b}); }
  Node times(Node a, Node b) { return add("mul", {a, b}); }
  /// 1 when a is an even number, else 0.
  Node is_even(Node a) { return add("is_even", {a}); }
  /// The value of `yes` where `condition` is not 0, else the value of `no`. Only the branch that is
  /// taken is run.
  Node branch(Node condition, Node yes, Node no) { return add("branch", {condition, yes, no}); }

  /// What one run computed.
  struct Result {
    double value = 0;
    Feeds gradient;  ///< d(output)/d(placeholder), for every placeholder that was fed
    int ran = 0;     ///< how many nodes were evaluated
  };

  // [run]
  /// Evaluates `output` for these values of the placeholders, then walks back over what was
  /// evaluated.
  Result run(Node output, const Feeds& feeds) const {
    std::map<Node, double> value;  // by rising id: an order in which inputs come before users
    Result r;
    r.value = evaluate(output, feeds, value);
    r.ran = static_cast<int>(value.size());

    std::map<Node, double> grad{{output, 1.0}};
    for (auto it = value.rbegin(); it != value.rend(); ++it) {
      const auto& [op, in, constant] = nodes_[static_cast<std::size_t>(it->first)];
      const double dy = grad[it->first];
      if (op == "add") {
        grad[in[0]] += dy;
        grad[in[1]] += dy;
      } else if (op == "mul") {
        grad[in[0]] += dy * value.at(in[1]);
        grad[in[1]] += dy * value.at(in[0]);
      } else if (op == "branch") {
        grad[value.at(in[0]) != 0 ? in[1] : in[2]] += dy;  // the other branch never ran
      }
    }
    for (const auto& [node, fed] : feeds) r.gradient[node] = grad[node];
    return r;
  }
  // [/run]

 private:
  struct Definition {
    std::string op;
    std::vector<Node> inputs;
    double constant = 0;
  };

  Node add(std::string op, std::vector<Node> inputs, double constant = 0) {
    const Node id = static_cast<Node>(nodes_.size());
    for (const Node in : inputs)
      if (in < 0 || in >= id)
        throw Error("StaticGraph: input " + std::to_string(in) + " of '" + op + "' does not exist");
    nodes_.push_back({std::move(op), std::move(inputs), constant});
    return id;
  }

  double evaluate(Node node, const Feeds& feeds, std::map<Node, double>& value) const {
    if (const auto known = value.find(node); known != value.end()) return known->second;
    const Definition& d = nodes_.at(static_cast<std::size_t>(node));
    const auto input = [&](std::size_t i) { return evaluate(d.inputs[i], feeds, value); };
    double y = d.constant;
    if (d.op == "placeholder") {
      const auto fed = feeds.find(node);
      if (fed == feeds.end())
        throw Error("StaticGraph.run: placeholder " + std::to_string(node) + " was not fed");
      y = fed->second;
    } else if (d.op == "add") {
      y = input(0) + input(1);
    } else if (d.op == "mul") {
      y = input(0) * input(1);
    } else if (d.op == "is_even") {
      y = std::fmod(input(0), 2.0) == 0.0 ? 1.0 : 0.0;
    } else if (d.op == "branch") {
      y = input(0) != 0 ? input(1) : input(2);
    }
    value[node] = y;
    return y;
  }

  std::vector<Definition> nodes_;
};

}  // namespace dls::ch01
