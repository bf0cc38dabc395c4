// Pictures of numbers: a matrix as a heat map, small images in a grid (C++17, header only).
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/core/error.hpp"
#include "common/report/gnuplot.hpp"

namespace dls {

/// One small image of a grid.
struct Tile {
  enum class Mark { none, good, bad };  // the colour of the caption: grey, green, red

  std::vector<float> pixels;  // (height, width), 0 black to 1 white; NaN is refused
  int height = 0;
  int width = 0;
  std::string caption;  // one or two short lines below the image
  Mark mark = Mark::none;
};

namespace gnuplot {

/// `values` (rows, cols) as a named block of data, first row first. Throws Error on a value that is
/// not finite or a count that does not fit.
template <class Vector>
std::string matrix_block(const std::string& name, const std::string& what, int rows, int cols,
                         const Vector& values) {
  if (rows < 1 || cols < 1 || values.size() != static_cast<std::size_t>(rows) * cols) {
    throw Error(what + ": " + std::to_string(values.size()) + " values do not make " +
                std::to_string(rows) + " rows of " + std::to_string(cols));
  }
  std::string out = "$" + name + " << EOD\n";
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = static_cast<double>(values[i]);
    if (!std::isfinite(value)) {
      throw Error(what + ": the value in row " + std::to_string(i / cols) + ", column " +
                  std::to_string(i % cols) + " is " + number(value) + "; it has no colour");
    }
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    out += text;
    out += (i + 1) % cols == 0 ? "\n" : " ";
  }
  return out + "EOD\n";
}

}  // namespace gnuplot

/// `values` (rows, cols), row 0 at the top. Values of both signs are drawn blue - white - red
/// around zero, others from white to dark blue. `scale`: the values at the two ends of the colours,
/// for maps that are to be compared; without it the data decide.
template <class Vector>
Picture heat_map(const std::string& title, int rows, int cols, const Vector& values,
                 const std::string& x_label = "column", const std::string& y_label = "row",
                 std::optional<std::pair<double, double>> scale = std::nullopt) {
  std::string script =
      gnuplot::matrix_block("values", "heat map '" + title + "'", rows, cols, values);
  double low = static_cast<double>(values[0]);
  double high = low;
  for (const auto value : values) {
    low = std::min(low, static_cast<double>(value));
    high = std::max(high, static_cast<double>(value));
  }
  if (scale) {
    low = scale->first;
    high = scale->second;
  }
  if (low < 0 && high > 0) {
    high = std::max(-low, high);
    low = -high;
    script +=
        "set palette defined (0 '#2166ac', 0.25 '#92c5de', 0.5 '#f7f7f7', "
        "0.75 '#f4a582', 1 '#b2182b')\n";
  } else {
    script += "set palette defined (0 '#f7fbff', 0.5 '#6baed6', 1 '#08306b')\n";
  }
  if (low == high) high = low + 1;  // one colour needs a range too
  script += "set cbrange [" + gnuplot::number(low) + ":" + gnuplot::number(high) + "]\n";
  script += "set title " + gnuplot::quoted(title) + " font 'DejaVu Sans Bold,14'\n";
  script +=
      "set xlabel " + gnuplot::quoted(x_label) + "\nset ylabel " + gnuplot::quoted(y_label) + "\n";
  script += "set border lc rgb '#888888' lw 0.8\nset tics out nomirror scale 0.5\nunset key\n";
  script += "set colorbox user origin graph 1.02, graph 0 size 0.02, graph 1\nset format cb '%g'\n";
  script += "set xrange [-0.5:" + std::to_string(cols) + "-0.5]\n";
  script += "set yrange [" + std::to_string(rows) + "-0.5:-0.5]\n";
  script += "set lmargin 9\nset rmargin 11\nset tmargin 3\nset bmargin 3.5\n";
  script += "plot $values matrix with image\n";
  // About square cells, within what a page can show.
  const double cell = std::min(40.0, std::min(700.0 / cols, 640.0 / rows));
  const int width = std::max(260, static_cast<int>(cell * cols)) + 170;
  const int height = std::max(160, static_cast<int>(cell * rows)) + 110;
  return Picture(script, width, height);
}

/// Small images side by side, `columns` in a row, with a caption under each. Grey from 0 (black) to
/// 1 (white); values outside are clipped.
inline Picture picture_grid(const std::string& title, const std::vector<Tile>& tiles, int columns) {
  if (tiles.empty() || columns < 1) {
    throw Error("picture grid '" + title + "' needs at least one tile and one column");
  }
  const int count = static_cast<int>(tiles.size());
  columns = std::min(columns, count);
  const int rows = (count + columns - 1) / columns;
  bool captions = false;
  bool two_lines = false;
  for (const Tile& tile : tiles) {
    captions = captions || !tile.caption.empty();
    two_lines = two_lines || tile.caption.find('\n') != std::string::npos;
  }

  // Everything in pixels: each cell is a square image and its caption.
  const int image = columns > 8 ? 72 : 112;
  const int caption = captions ? (two_lines ? 38 : 22) : 0;
  const int gap = columns > 8 ? 8 : 16;
  const int top = title.empty() ? gap : 52;
  const int title_width = 11 * static_cast<int>(title.size()) + 40;
  const int width = std::max(columns * (image + gap) + gap, title_width);
  const int height = top + rows * (image + caption + gap) + (captions ? 4 : 0);
  const int left = (width - columns * (image + gap) + gap) / 2;
  const auto screen = [](int pixels, int all) {
    return gnuplot::number(static_cast<double>(pixels) / all);
  };

  std::string script;
  for (int i = 0; i < count; ++i) {
    const Tile& tile = tiles[static_cast<std::size_t>(i)];
    script += gnuplot::matrix_block("tile" + std::to_string(i),
                                    "tile " + std::to_string(i) + " of '" + title + "'",
                                    tile.height, tile.width, tile.pixels);
  }
  script += "set multiplot\nunset key\nunset tics\nunset colorbox\nunset xlabel\nunset ylabel\n";
  script += "set border lc rgb '#bbbbbb' lw 0.6\nset palette gray\nset cbrange [0:1]\n";
  if (!title.empty()) {
    script += "set label 1 " + gnuplot::quoted(title) + " at screen 0.5, screen " +
              gnuplot::number(1 - 24.0 / height) + " center font 'DejaVu Sans Bold,14'\n";
  }
  for (int i = 0; i < count; ++i) {
    const Tile& tile = tiles[static_cast<std::size_t>(i)];
    const int x = left + (i % columns) * (image + gap);
    const int y = top + (i / columns) * (image + caption + gap);  // from the top
    const char* colour = tile.mark == Tile::Mark::good  ? "#00704f"
                         : tile.mark == Tile::Mark::bad ? "#b3261e"
                                                        : "#444444";
    script += "set lmargin at screen " + screen(x, width) + "\nset rmargin at screen " +
              screen(x + image, width) + "\nset tmargin at screen " + screen(height - y, height) +
              "\nset bmargin at screen " + screen(height - y - image, height) + "\n";
    script += "set label 2 " + gnuplot::quoted(tile.caption) + " at screen " +
              screen(2 * x + image, 2 * width) + ", screen " +
              screen(height - y - image - 12, height) + " center font 'DejaVu Sans,10' tc rgb '" +
              colour + "'\n";
    script += "set xrange [-0.5:" + std::to_string(tile.width) + "-0.5]\nset yrange [" +
              std::to_string(tile.height) + "-0.5:-0.5]\nplot $tile" + std::to_string(i) +
              " matrix with image\n";
    if (i == 0) script += "unset label 1\n";
  }
  return Picture(script + "unset multiplot\n", width, height);
}

}  // namespace dls
