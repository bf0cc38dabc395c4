// Small pictures made of characters: for a terminal, a pipe, a page (C++17, header only).
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include "common/core/error.hpp"

namespace dls {

/// A grey image (height, width) as text: ' ' is the smallest value, '@' the largest, '?' is NaN or
/// infinite. Each pixel is two characters wide, since characters are about twice as high as wide.
template <class Vector>
std::string ascii_image(const Vector& values, int height, int width) {
  if (height < 1 || width < 1 || values.size() != static_cast<std::size_t>(height) * width) {
    throw Error("ascii_image: " + std::to_string(values.size()) + " values do not make " +
                std::to_string(height) + " x " + std::to_string(width) + " pixels");
  }
  static const char kShades[] = " .:-=+*#%@";
  double low = INFINITY;
  double high = -INFINITY;
  for (const auto value : values) {
    const double v = static_cast<double>(value);
    if (std::isfinite(v)) {
      low = std::min(low, v);
      high = std::max(high, v);
    }
  }
  std::string out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double v = static_cast<double>(values[i]);
    char shade = '?';
    if (std::isfinite(v)) {
      shade = kShades[high > low ? std::lround(9.0 * ((v - low) / (high - low))) : 0];
    }
    out.append(2, shade);
    if ((i + 1) % static_cast<std::size_t>(width) == 0) out += '\n';
  }
  return out;
}

namespace ascii_detail {

/// Where `value` falls on an axis of `cells` cells from `low` to `high`.
inline int cell(double value, double low, double high, int cells) {
  if (!(high > low)) return cells / 2;
  return std::min(cells - 1, static_cast<int>((value - low) / (high - low) * cells));
}

inline std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

}  // namespace ascii_detail

/// Points (x[i], y[i]) drawn with the character of their class: 'o', 'x', '+', ... for 0, 1, 2,
/// ...;
/// '#' where points of different classes share a cell. Points that are not finite are left out and
/// counted in the last line.
inline std::string ascii_scatter(const std::vector<double>& x, const std::vector<double>& y,
                                 const std::vector<int>& classes, int width = 60, int height = 20) {
  if (x.size() != y.size() || x.size() != classes.size() || width < 2 || height < 2) {
    throw Error("ascii_scatter: " + std::to_string(x.size()) + " x, " + std::to_string(y.size()) +
                " y and " + std::to_string(classes.size()) +
                " classes must be as many, in at "
                "least 2 x 2 characters");
  }
  static const char kMarks[] = "ox+*%&=@ab";
  double x_low = INFINITY, x_high = -INFINITY, y_low = INFINITY, y_high = -INFINITY;
  const auto finite = [&](std::size_t i) { return std::isfinite(x[i]) && std::isfinite(y[i]); };
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!finite(i)) {
      ++left_out;
      continue;
    }
    x_low = std::min(x_low, x[i]);
    x_high = std::max(x_high, x[i]);
    y_low = std::min(y_low, y[i]);
    y_high = std::max(y_high, y[i]);
  }
  std::vector<std::string> rows(static_cast<std::size_t>(height),
                                std::string(static_cast<std::size_t>(width), ' '));
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!finite(i)) continue;
    const char mark = kMarks[static_cast<unsigned>(classes[i]) % 10u];
    const int row = height - 1 - ascii_detail::cell(y[i], y_low, y_high, height);
    char& at = rows[static_cast<std::size_t>(row)]
                   [static_cast<std::size_t>(ascii_detail::cell(x[i], x_low, x_high, width))];
    at = at == ' ' || at == mark ? mark : '#';
  }
  const std::string edge = "+" + std::string(static_cast<std::size_t>(width), '-') + "+\n";
  std::string out = edge;
  for (const std::string& row : rows) out += "|" + row + "|\n";
  out += edge;
  if (left_out != 0) out += std::to_string(left_out) + " points are not finite and not drawn\n";
  return out;
}

/// A curve of y over its index, with the largest and the smallest value at the axis. Values that
/// are not finite leave a gap. With more values than `width`, each column shows a mean.
inline std::string ascii_curve(const std::vector<double>& y, int width = 60, int height = 12) {
  if (y.empty() || width < 2 || height < 2) {
    throw Error("ascii_curve needs at least one value and 2 x 2 characters");
  }
  const std::size_t columns = std::min(y.size(), static_cast<std::size_t>(width));
  std::vector<double> means(columns);
  double low = INFINITY;
  double high = -INFINITY;
  for (std::size_t c = 0; c < columns; ++c) {
    const std::size_t begin = c * y.size() / columns;
    const std::size_t end = (c + 1) * y.size() / columns;
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += y[i];
    means[c] = sum / static_cast<double>(end - begin);
    if (std::isfinite(means[c])) {
      low = std::min(low, means[c]);
      high = std::max(high, means[c]);
    }
  }
  std::vector<std::string> rows(static_cast<std::size_t>(height), std::string(columns, ' '));
  for (std::size_t c = 0; c < columns; ++c) {
    if (!std::isfinite(means[c])) continue;
    rows[static_cast<std::size_t>(height - 1 - ascii_detail::cell(means[c], low, high, height))]
        [c] = '*';
  }
  std::string out;
  for (int r = 0; r < height; ++r) {
    const std::string label = r == 0            ? ascii_detail::number(high)
                              : r == height - 1 ? ascii_detail::number(low)
                                                : "";
    std::string line = std::string(10 - std::min<std::size_t>(10, label.size()), ' ') + label +
                       " |" + rows[static_cast<std::size_t>(r)];
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

}  // namespace dls
