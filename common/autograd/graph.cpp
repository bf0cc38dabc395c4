#include "common/autograd/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "common/autograd/node.hpp"

namespace dls {
namespace {

/// Numbers nodes and leaves so that inputs come before what uses them.
class Numbering {
 public:
  explicit Numbering(const NamedVariables& names) {
    for (const auto& [name, variable] : names) names_.emplace_back(name, variable);
  }

  void add(const Node& root) {
    // Depth first, with a list instead of recursion: graphs can be deep. A node is numbered when it
    // is met for the second time, after all its inputs.
    std::vector<std::pair<const Node*, bool>> open = {{&root, false}};
    while (!open.empty()) {
      const auto [node, inputs_done] = open.back();
      open.pop_back();
      if (numbers_.count(node)) continue;
      if (inputs_done) {
        number(*node);
        continue;
      }
      open.emplace_back(node, true);
      for (int i = node->inputs() - 1; i >= 0; --i) {
        if (node->input_node(i)) open.emplace_back(node->input_node(i).get(), false);
      }
    }
  }

  void add_leaf(const Variable& leaf, const Shape& shape) { number_leaf(leaf, shape); }

  std::vector<GraphEntry> entries;

 private:
  void number(const Node& node) {
    GraphEntry entry{node.name(), node.shape(), false, {}};
    for (int i = 0; i < node.inputs(); ++i) {
      if (node.input_node(i)) {
        entry.inputs.push_back(numbers_.at(node.input_node(i).get()));
      } else if (node.input_leaf(i).defined()) {
        entry.inputs.push_back(number_leaf(node.input_leaf(i), node.input_shape(i)));
      }
    }
    numbers_[&node] = static_cast<int>(entries.size());
    entries.push_back(std::move(entry));
  }

  int number_leaf(const Variable& leaf, const Shape& shape) {
    for (const auto& [variable, number] : leaves_) {
      if (variable == leaf) return number;
    }
    const auto named = std::find_if(names_.begin(), names_.end(),
                                    [&](const auto& entry) { return entry.second == leaf; });
    leaves_.emplace_back(leaf, static_cast<int>(entries.size()));
    entries.push_back({named == names_.end() ? "leaf" : named->first, shape, true, {}});
    return leaves_.back().second;
  }

  NamedVariables names_;
  std::unordered_map<const Node*, int> numbers_;
  std::vector<std::pair<Variable, int>> leaves_;
};

}  // namespace

std::vector<GraphEntry> graph(const Variable& root, const NamedVariables& names) {
  Numbering numbering(names);
  if (root.node()) {
    numbering.add(*root.node());
  } else if (root.requires_grad()) {
    numbering.add_leaf(root, root.shape());
  }
  return std::move(numbering.entries);
}

std::string graph_list(const Variable& root, const NamedVariables& names) {
  std::string text;
  int number = 0;
  for (const GraphEntry& entry : graph(root, names)) {
    std::string inputs;
    for (const int input : entry.inputs) {
      inputs += fmt::format("{}%{}", inputs.empty() ? "" : ", ", input);
    }
    text += fmt::format("%{} = {}{}  {}\n", number++, entry.name,
                        entry.leaf ? "" : "(" + inputs + ")", to_string(entry.shape));
  }
  return text;
}

std::string graph_dot(const Variable& root, const NamedVariables& names) {
  std::string text = "digraph {\n  rankdir=LR;\n";
  int number = 0;
  for (const GraphEntry& entry : graph(root, names)) {
    text += fmt::format("  n{} [label=\"{}\\n{}\"{}];\n", number, entry.name,
                        to_string(entry.shape), entry.leaf ? ", shape=box" : "");
    for (const int input : entry.inputs) text += fmt::format("  n{} -> n{};\n", input, number);
    ++number;
  }
  return text + "}\n";
}

}  // namespace dls
