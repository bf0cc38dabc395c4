// Charts: lines and points over two axes, alone or several side by side (C++17, header only).
//
//   dls::Plot plot("Training loss");
//   plot.axes("epoch", "cross-entropy");
//   plot.log_y();
//   plot.line("by hand", epochs, losses);
//   std::string bytes = plot.png();
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "common/core/error.hpp"
#include "common/report/gnuplot.hpp"
#include "common/report/images.hpp"  // heat_map, picture_grid: they come with the charts

namespace dls {

/// A chart. Every method returns the chart, so that calls can be chained.
/// Values must be finite (and positive on a logarithmic axis): what cannot be drawn is refused with
/// the name of the series and the index of the value, since a curve that silently lacks its NaN
/// shows a training that never went wrong.
class Plot {
 public:
  explicit Plot(std::string title) : title_(std::move(title)) {}

  /// The names of the axes, with units.
  Plot& axes(std::string x, std::string y) {
    x_label_ = std::move(x);
    y_label_ = std::move(y);
    return *this;
  }
  Plot& log_x() {
    log_x_ = true;
    return *this;
  }
  Plot& log_y() {
    log_y_ = true;
    return *this;
  }
  /// The part of an axis to show; without it the data decide.
  Plot& x_range(double low, double high) {
    x_range_ = range(low, high);
    return *this;
  }
  Plot& y_range(double low, double high) {
    y_range_ = range(low, high);
    return *this;
  }
  /// Size in pixels (default 900 x 540).
  Plot& size(int width, int height) {
    width_ = width;
    height_ = height;
    return *this;
  }

  /// A curve through (x[i], y[i]).
  Plot& line(std::string label, std::vector<double> x, std::vector<double> y) {
    return add(std::move(label), std::move(x), std::move(y), Kind::line);
  }
  /// A curve through (1, y[0]), (2, y[1]), ...
  Plot& line(std::string label, std::vector<double> y) {
    std::vector<double> x(y.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i + 1);
    return line(std::move(label), std::move(x), std::move(y));
  }
  /// A dashed curve: a bound, a prediction, something to compare with.
  Plot& dashed(std::string label, std::vector<double> x, std::vector<double> y) {
    return add(std::move(label), std::move(x), std::move(y), Kind::dashed);
  }
  /// Separate dots.
  Plot& points(std::string label, std::vector<double> x, std::vector<double> y) {
    return add(std::move(label), std::move(x), std::move(y), Kind::points);
  }

  /// The chart as a picture. Throws Error when there is nothing to draw.
  Picture picture() const {
    if (series_.empty()) throw Error("the plot '" + title_ + "' has no line and no points");
    return Picture(script(), width_, height_);
  }
  operator Picture() const { return picture(); }

  /// The bytes of a PNG file. Throws GnuplotMissing or Error.
  std::string png() const { return picture().png(); }

 private:
  enum class Kind { line, dashed, points };
  struct Series {
    std::string label;
    std::vector<double> x, y;
    Kind kind;
  };

  static std::string range(double low, double high) {
    if (!(low < high) || !std::isfinite(high - low)) {
      throw Error("a plot's range must go from low to high, got " + gnuplot::number(low) + " to " +
                  gnuplot::number(high));
    }
    return "[" + gnuplot::number(low) + ":" + gnuplot::number(high) + "]";
  }

  Plot& add(std::string label, std::vector<double> x, std::vector<double> y, Kind kind) {
    const std::string name = "'" + label + "' of the plot '" + title_ + "'";
    if (x.size() != y.size()) {
      throw Error(name + " has " + std::to_string(x.size()) + " x values and " +
                  std::to_string(y.size()) + " y values");
    }
    if (x.empty()) throw Error(name + " is empty");
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!std::isfinite(x[i]) || !std::isfinite(y[i])) {
        throw Error(name + " cannot be drawn: value " + std::to_string(i) + " is (" +
                    gnuplot::number(x[i]) + ", " + gnuplot::number(y[i]) +
                    "); leave out what is not finite, and say so");
      }
    }
    series_.push_back({std::move(label), std::move(x), std::move(y), kind});
    return *this;
  }

  void check_log(const Series& s) const {
    for (std::size_t i = 0; i < s.x.size(); ++i) {
      if ((log_x_ && s.x[i] <= 0) || (log_y_ && s.y[i] <= 0)) {
        throw Error("'" + s.label + "' of the plot '" + title_ + "': value " + std::to_string(i) +
                    " is (" + gnuplot::number(s.x[i]) + ", " + gnuplot::number(s.y[i]) +
                    "), and a logarithmic axis shows positive numbers only");
      }
    }
  }

  // The data's range and a little more: nothing lies on the frame, and no space is wasted. An axis
  // that nearly reaches zero starts there.
  std::string shown(bool log, std::vector<double> Series::* values) const {
    double low = INFINITY;
    double high = -INFINITY;
    for (const Series& s : series_) {
      for (const double v : s.*values) {
        low = std::min(low, v);
        high = std::max(high, v);
      }
    }
    if (log) {
      const double factor = std::pow(high > low ? high / low : 10.0, 0.04);
      return range(low / factor, high * factor);
    }
    const double width = high > low ? high - low : std::max(1.0, std::abs(high));
    const bool from_zero = low >= 0 && low < 0.2 * high;
    return range(from_zero ? 0 : low - 0.04 * width, high + 0.04 * width);
  }

  // How many lines the key takes: gnuplot gives every entry the width of the longest.
  int key_rows() const {
    int entries = 0;
    std::size_t longest = 0;
    for (const Series& s : series_) {
      entries += s.label.empty() ? 0 : 1;
      longest = std::max(longest, s.label.size());
    }
    const int entry_width = 60 + 9 * static_cast<int>(longest);  // pixels
    const int in_a_row = std::max(1, (width_ - 120) / entry_width);
    return (entries + in_a_row - 1) / in_a_row;
  }

  std::string script() const;

  std::string title_, x_label_, y_label_;
  std::string x_range_, y_range_;
  bool log_x_ = false;
  bool log_y_ = false;
  int width_ = 900;
  int height_ = 540;
  std::vector<Series> series_;
};

inline std::string Plot::script() const {
  // Okabe and Ito's colours, which people with any form of colour blindness can tell apart.
  static const char* const kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                         "#E69F00", "#56B4E9", "#333333"};
  std::string data, plots;
  for (std::size_t i = 0; i < series_.size(); ++i) {
    const Series& s = series_[i];
    check_log(s);
    data += "$series" + std::to_string(i) + " << EOD\n";
    for (std::size_t k = 0; k < s.x.size(); ++k) {
      data += gnuplot::number(s.x[k]) + " " + gnuplot::number(s.y[k]) + "\n";
    }
    data += "EOD\n";

    const std::string colour = std::string(" lc rgb '") + kColours[i % 7] + "'";
    const bool alone = s.x.size() == 1;  // a line through one point would show nothing
    std::string style;
    if (s.kind == Kind::points || alone) {
      style = "with points pt 7 ps " + std::string(s.x.size() > 200 ? "0.5" : "0.9") + colour;
    } else {
      style = "with lines lw 2.2" + std::string(s.kind == Kind::dashed ? " dt (8,5)" : "") + colour;
    }
    plots += (i == 0 ? "plot " : ", ") + ("$series" + std::to_string(i)) + " using 1:2 " + style +
             (s.label.empty() ? " notitle" : " title " + gnuplot::quoted(s.label));
  }

  // Data first, little ink around them: two axis lines, a faint grid, and above the drawing a title
  // and the key, both at the left edge.
  std::string out = data;
  const double key = key_rows() * 1.25;  // in lines of text
  out += "set label 1 " + gnuplot::quoted(title_) + " at graph 0, graph 1 left offset 0," +
         gnuplot::number(1.2 + key) + " font 'DejaVu Sans Bold,14'\n";
  out += "set tmargin " + gnuplot::number(3 + 1.1 * key) + "\nset rmargin 3\n";
  out += "set xlabel " + gnuplot::quoted(x_label_) + " offset 0,0.2\n";
  out += "set ylabel " + gnuplot::quoted(y_label_) + "\n";
  out += "set border 3 lc rgb '#888888' lw 1\n";
  out += "set tics nomirror out scale 0.6 textcolor rgb '#333333'\n";
  out += "set grid xtics ytics lc rgb '#e4e4e4' lt 1 lw 0.8\n";
  out +=
      "set key at graph 0, graph 1.015 left bottom horizontal Left reverse samplen 2 "
      "textcolor rgb '#222222'\n";
  out += std::string(log_x_ ? "set" : "unset") + " logscale x\n";
  out += std::string(log_y_ ? "set" : "unset") + " logscale y\n";
  out += "set format '%g'\n";
  out += "set xrange " + (x_range_.empty() ? shown(log_x_, &Series::x) : x_range_) + "\n";
  out += "set yrange " + (y_range_.empty() ? shown(log_y_, &Series::y) : y_range_) + "\n";
  return out + plots + "\n";
}

/// Several charts (or pictures) in one picture, `columns` side by side, each in its own size.
template <class Chart = Plot>
Picture panels(const std::string& title, const std::vector<Chart>& plots, int columns) {
  if (plots.empty() || columns < 1) {
    throw Error("panels '" + title + "' needs at least one plot and one column");
  }
  const int count = static_cast<int>(plots.size());
  columns = std::min(columns, count);
  const int rows = (count + columns - 1) / columns;
  std::string script = "set multiplot layout " + std::to_string(rows) + "," +
                       std::to_string(columns) + " title " + gnuplot::quoted(title) +
                       " font 'DejaVu Sans Bold,15'\n";
  int width = 0;
  int height = 0;
  for (const Chart& plot : plots) {
    const Picture& one = plot;
    width = std::max(width, one.width());
    height = std::max(height, one.height());
    script += one.body();
  }
  return Picture(script + "unset multiplot\n", width * columns, height * rows + 40);
}

}  // namespace dls
