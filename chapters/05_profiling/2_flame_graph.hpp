// Stacks as a picture (C++17, header only). Each function is a box as wide as its share of the
// samples, and stands on the one that called it: look for wide boxes with nothing above them.
// Source: Brendan Gregg, "The Flame Graph", ACM Queue 14 (2), 2016.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "common/core/error.hpp"
#include "common/report/gnuplot.hpp"

namespace dls::ch05 {

/// A function under those that called it, with the samples in which it was seen there.
struct FlameBox {
  std::string name;
  std::int64_t samples = 0;  ///< with what it called
  std::int64_t start = 0;    ///< samples to the left of it
  int level = 0;             ///< 0: everything
};

// [boxes]
/// The boxes of folded lines ("main;train;gemm 17"), from the bottom up, each level from left to
/// right by name. The first box is everything. Throws Error when a line has no number at its end.
inline std::vector<FlameBox> flame_boxes(const std::string& folded) {
  std::map<std::vector<std::string>, std::int64_t> samples;  // of each path from the bottom
  std::istringstream lines(folded);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.rfind(' ');
    const std::int64_t count =
        space == std::string::npos ? 0 : std::strtoll(line.c_str() + space, nullptr, 10);
    if (count <= 0)
      throw Error("'" + line +
                  "' is no folded stack: it reads \"outer;inner 17\", the number last");
    std::vector<std::string> path;
    samples[path] += count;
    std::istringstream names(line.substr(0, space));
    for (std::string name; std::getline(names, name, ';');) {
      path.push_back(name);
      samples[path] += count;
    }
  }
  // The map's order puts a path right before the paths that begin with it: so each box begins where
  // its left neighbour on that level ended, or where the box below begins.
  std::vector<FlameBox> boxes;
  std::vector<std::int64_t> next = {0};  // by level: where the next box begins
  for (const auto& [path, count] : samples) {
    const std::size_t level = path.size();
    next.resize(level + 1);
    boxes.push_back(
        {path.empty() ? "all" : path.back(), count, next[level], static_cast<int>(level)});
    next.push_back(next[level]);
    next[level] += count;
  }
  return boxes;
}
// [/boxes]

/// Boxes of less than `least` of all samples are left out.
inline Picture flame_graph(const std::string& title, const std::string& folded,
                           double least = 0.004) {
  const std::vector<FlameBox> boxes = flame_boxes(folded);
  if (boxes.empty()) throw Error("the flame graph '" + title + "' has no sample");
  const double all = static_cast<double>(boxes.front().samples);
  constexpr int width = 1200, row = 22;
  int levels = 1;
  std::string script;
  for (const FlameBox& box : boxes) {
    const double share = static_cast<double>(box.samples) / all;
    if (share < least) continue;
    levels = box.level + 1 > levels ? box.level + 1 : levels;
    const double left = static_cast<double>(box.start) / all;
    unsigned hash = 0;
    for (const char c : box.name) hash = 31 * hash + static_cast<unsigned char>(c);
    static const char* const kColours[] = {"#f6c28b", "#f2a65a", "#f0d9a0", "#e88d67",
                                           "#f4b183", "#ecc46a", "#f7d6c4", "#e9a27c"};
    const std::string y = std::to_string(box.level);
    script += "set object rect from " + gnuplot::number(left) + "," + y + " to " +
              gnuplot::number(left + share) + "," + std::to_string(box.level + 1) + " fc rgb '" +
              kColours[hash % 8] + "' fs solid border rgb '#ffffff'\n";
    const std::size_t letters = static_cast<std::size_t>(share * (width - 40) / 7.2);
    if (letters < 4) continue;
    std::string label = box.name;
    if (label.size() > letters) label = label.substr(0, letters - 2) + "..";
    script += "set label " + gnuplot::quoted(label) + " at " + gnuplot::number(left + 0.003) + "," +
              y + ".5 left font 'DejaVu Sans,9'\n";
  }
  script += "set title " + gnuplot::quoted(title) + " font 'DejaVu Sans Bold,14'\n";
  script += "unset border\nunset tics\nunset key\nset lmargin 1\nset rmargin 1\n";
  script += "plot [0:1] [0:" + std::to_string(levels) + "] 2*" + std::to_string(levels) + "\n";
  return Picture(script, width, row * levels + 80);
}

}  // namespace dls::ch05
