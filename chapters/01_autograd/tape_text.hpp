// A tape for people: as the list that it is, and as the graph that it describes.
#pragma once
#include <cstdio>
#include <set>
#include <string>

#include "chapters/01_autograd/5_tape.hpp"

namespace dls::ch01 {

/// "1 2 3", cut after a few numbers; "-" for an empty matrix.
inline std::string short_numbers(const Matrix& m, Index most = 4) {
  if (m.size() == 0) return "-";
  std::string out;
  for (Index i = 0; i < m.size() && i < most; ++i) {
    char text[32];
    std::snprintf(text, sizeof text, "%s%.5g", i == 0 ? "" : " ", m.data()[i]);
    out += text;
  }
  return m.size() > most ? out + " .." : out;
}

/// One line per entry, in the order of recording: id, operation, what it used, value, gradient.
inline std::string list(const Tape& tape) {
  std::string out = " id  operation      from   shape  value                 gradient\n";
  for (int id = 0; id < tape.size(); ++id) {
    const Entry& e = tape.entry(id);
    std::string from;
    for (const int input : e.inputs) from += (from.empty() ? "#" : " #") + std::to_string(input);
    const Matrix& grad = e.parameter != nullptr ? e.parameter->grad : e.own_grad;
    char line[200];
    std::snprintf(line, sizeof line, "%3d  %-13s  %-5s  %-5s  %-20s  %s\n", id, e.op.c_str(),
                  from.empty() ? "-" : from.c_str(), shape(e.value()).c_str(),
                  short_numbers(e.value()).c_str(), short_numbers(grad).c_str());
    out += line;
  }
  return out;
}

/// The same entries as a tree, from the result down to what it was made of. An entry that is used
/// again is named and not unfolded a second time: a graph, not a tree.
inline std::string graph(const Tape& tape, int id, const std::string& indent, std::set<int>& seen) {
  const Entry& e = tape.entry(id);
  const bool again = !seen.insert(id).second;
  std::string out = indent + "#" + std::to_string(id) + " " + e.op +
                    (again && !e.inputs.empty() ? " (see above)"
                     : again                    ? " (again)"
                                                : "") +
                    "\n";
  if (again) return out;
  for (const int input : e.inputs) out += graph(tape, input, indent + "    ", seen);
  return out;
}

inline std::string graph(const Value& result) {
  std::set<int> seen;
  return graph(*result.tape(), result.id(), "", seen);
}

}  // namespace dls::ch01
