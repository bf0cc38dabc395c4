// Small grey pictures for the terminal, side by side in frames.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include "chapters/01_autograd/matrix.hpp"

namespace dls::ch01 {

/// A picture as lines of text, and what is written below it.
struct Framed {
  std::string lines;
  std::string caption;
};

/// The pixels (height * width, row by row) as text, two characters a pixel: '##' is darker than
/// middle grey. Drawn as ink, so that black can be seen on a dark terminal as on a light one.
template <class Pixels>
std::string ink(const Pixels& pixels, int height, int width) {
  std::string out;
  for (int r = 0; r < height; ++r) {
    for (int c = 0; c < width; ++c) out += pixels(r * width + c) < 0.5 ? "##" : "  ";
    out += '\n';
  }
  return out;
}

/// The pixels (height * width, row by row, 0 to 1) as text, one character for two pixels that lie
/// above each other, since characters are twice as high as wide: ' ' is 0, '@' is 1.
template <class Pixels>
std::string shades(const Pixels& pixels, int height, int width) {
  static const char kShades[] = " .:-=+*#%@";
  std::string out;
  for (int r = 0; r + 1 < height; r += 2) {
    for (int c = 0; c < width; ++c) {
      const double grey = (pixels(r * width + c) + pixels((r + 1) * width + c)) / 2;
      out += kShades[std::lround(9.0 * std::clamp(grey, 0.0, 1.0))];
    }
    out += '\n';
  }
  return out;
}

/// The pictures next to each other, each in a frame with its caption below: without the frame
/// nobody could tell a white margin from the end of the picture.
inline std::string framed(const std::vector<Framed>& pictures) {
  std::vector<std::vector<std::string>> columns;
  std::size_t height = 0;
  for (const Framed& f : pictures) {
    std::vector<std::string> column;
    std::istringstream in(f.lines);
    for (std::string line; std::getline(in, line);) column.push_back("|" + line + "|");
    const std::size_t width = column.empty() ? 2 : column[0].size();
    const std::string edge = "+" + std::string(width - 2, '-') + "+";
    column.insert(column.begin(), edge);
    column.push_back(edge);
    column.push_back(f.caption);
    const std::size_t widest = std::max(width, f.caption.size());
    for (std::string& line : column) line.resize(widest, ' ');
    height = std::max(height, column.size());
    columns.push_back(column);
  }
  std::string out;
  for (std::size_t r = 0; r < height; ++r) {
    std::string line;
    for (const auto& column : columns)
      line += (line.empty() ? "" : "    ") +
              (r < column.size() ? column[r] : std::string(column[0].size(), ' '));
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

}  // namespace dls::ch01
