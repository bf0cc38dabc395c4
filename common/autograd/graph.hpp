// The computation behind a variable, to be looked at: as a list and as a picture (C++17).
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "common/autograd/variable.hpp"

namespace dls {

/// One entry of the graph: an operation, or a leaf that wants a gradient.
struct GraphEntry {
  std::string name;         ///< of the operation, or of the leaf
  Shape shape;              ///< of its result
  bool leaf = false;        ///< whether it is a leaf
  std::vector<int> inputs;  ///< numbers of the entries it was computed from
};

/// Names for leaves, as Module::parameters() gives them; others are called "leaf".
using LeafNames = std::vector<std::pair<std::string, Variable>>;

/// All that `root` was computed from, inputs before what uses them, root last. Empty when nothing
/// was recorded (NoGrad), or when a backward pass has used the graph up.
std::vector<GraphEntry> graph(const Variable& root, const LeafNames& names = {});

/// One line an entry: "%4 = linear(%1, %2, %3)  (32,64)".
std::string graph_list(const Variable& root, const LeafNames& names = {});

/// For Graphviz: `dot -Tsvg` draws it. Leaves are boxes.
std::string graph_dot(const Variable& root, const LeafNames& names = {});

}  // namespace dls
