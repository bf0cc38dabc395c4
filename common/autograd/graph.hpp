// The computation behind a variable, to be looked at: as a list and as a picture (C++17).
#pragma once
#include <string>
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

/// All that `root` was computed from, inputs before what uses them, root last. Leaves
/// are called by their `names`, others "leaf". Empty when nothing was recorded (NoGrad); a backward
/// pass that does not retain the graph cuts it off behind root.
std::vector<GraphEntry> graph(const Variable& root, const NamedVariables& names = {});

/// One line an entry: "%4 = linear(%1, %2, %3)  (32,64)".
std::string graph_list(const Variable& root, const NamedVariables& names = {});

/// For Graphviz: `dot -Tsvg` draws it. Leaves are boxes.
std::string graph_dot(const Variable& root, const NamedVariables& names = {});

}  // namespace dls
