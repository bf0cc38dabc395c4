// How numbers are spread over powers of two, and what a format would make of each.
#pragma once
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "chapters/04_floating_point/4_encode.hpp"
#include "common/report/gnuplot.hpp"

namespace dls::ch04 {

/// What becomes of a number that is not 0.
enum class Fate { zero, subnormal, normal, infinity };

inline Fate fate_of(const Format& f, double x) {
  switch (kind_of(f, encode(f, x))) {
    case Kind::zero:
      return Fate::zero;
    case Kind::subnormal:
      return Fate::subnormal;
    case Kind::normal:
      return Fate::normal;
    default:
      return Fate::infinity;
  }
}

/// The shares of the numbers of `x`, zeros left out, times `scale`, by exponent and by fate.
struct Histogram {
  std::map<int, double> shares[4];  ///< [fate][exponent]
  double share(Fate fate) const {
    double sum = 0;
    for (const auto& [exponent, part] : shares[static_cast<int>(fate)]) sum += part;
    return sum;
  }
};

inline Histogram histogram(const Format& f, const std::vector<float>& x, double scale) {
  Histogram h;
  std::int64_t count = 0;
  for (const float value : x) count += value != 0 ? 1 : 0;
  for (const float value : x) {
    if (value == 0) continue;
    const double scaled = static_cast<double>(value) * scale;
    h.shares[static_cast<int>(fate_of(f, scaled))][std::ilogb(scaled)] +=
        1 / static_cast<double>(count);
  }
  return h;
}

/// A panel of bars, one for each power of two, coloured by fate; `key` says which colour is which.
inline Picture draw(const Histogram& h, const std::string& title, double highest, bool key) {
  static const char* const kColours[] = {"#D55E00", "#E69F00", "#009E73", "#CC79A7"};
  static const char* const kNames[] = {"becomes 0", "keeps fewer digits", "fits",
                                       "becomes infinity"};
  std::string data, plots;
  for (int fate = 0; fate < 4; ++fate) {
    const std::string name = "$fate" + std::to_string(fate);
    data += name + " << EOD\n-1000 0\n";  // a line outside the picture, so that none is empty
    for (const auto& [exponent, share] : h.shares[fate])
      data += std::to_string(exponent) + " " + gnuplot::number(100 * share) + "\n";
    data += "EOD\n";
    plots += (fate == 0 ? "plot " : ", ") + name + " using 1:2 with boxes lc rgb '" +
             kColours[fate] + "' title " + gnuplot::quoted(kNames[fate]);
  }
  return Picture(
      data + "unset label\nset label 1 " + gnuplot::quoted(title) +
          " at graph 0, graph 1.06 left font 'DejaVu Sans Bold,12'\n"
          "set tmargin 3\nset bmargin 3\nset lmargin 9\nset rmargin 3\n"
          "set border 3 lc rgb '#888888'\nset tics nomirror out scale 0.6\n"
          "set style fill solid 0.9 noborder\nset boxwidth 0.86\nset xtics 8\nset ytics 4\n"
          "set grid ytics lc rgb '#e4e4e4' lt 1\n" +
          (key ? "set key top right samplen 1\n" : "unset key\n") +
          "set xrange [-48:24]\nset yrange [0:" + gnuplot::number(highest) +
          "]\nset ylabel '% of gradients'\nset xlabel 'power of two' offset 0,0.6\n" + plots + "\n",
      900, 220);
}

}  // namespace dls::ch04
