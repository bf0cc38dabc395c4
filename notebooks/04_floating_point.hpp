// What notebook 04 generates and prints. What is worth changing stands in the notebook's own cells.
#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "chapters/04_floating_point/4_encode.hpp"
#include "chapters/04_floating_point/8_nf4.hpp"
#include "common/core/rng.hpp"

namespace play {

using dls::ch04::Bits;
using dls::ch04::Format;

/// The lowest `count` bits, the highest of them first.
inline std::string binary(Bits bits, int count) {
  std::string text;
  for (int i = count - 1; i >= 0; --i) text += (bits >> i & 1) != 0 ? '1' : '0';
  return text;
}

/// One line: format, bits, value, relative error.
inline std::string line(const Format& f, double x) {
  const Bits bits = dls::ch04::encode(f, x);
  const double value = dls::ch04::decode(f, bits);
  char text[200];
  std::snprintf(text, sizeof text, "%-9s %s %11s %-23s  %-14.9g %+.1e\n", f.name,
                binary(bits >> (f.exponent_bits + f.fraction_bits), 1).c_str(),
                binary(bits >> f.fraction_bits, f.exponent_bits).c_str(),
                binary(bits, f.fraction_bits).c_str(), value, (value - x) / x);
  return text;
}

/// All positive finite numbers of a format.
inline std::vector<double> numbers(const Format& f) {
  std::vector<double> all;
  for (Bits bits = 1; bits <= f.largest(); ++bits) all.push_back(dls::ch04::decode(f, bits));
  return all;
}

/// n numbers whose logarithms are normal: a picture of gradients around 2^middle.
inline std::vector<double> made_up_gradients(int n, double middle, double width,
                                             std::uint64_t seed) {
  dls::Rng rng(seed, "gradients");
  std::vector<double> g;
  for (int i = 0; i < n; ++i)
    g.push_back(std::exp2(middle + width * rng.normal()) * (rng.below(2) == 0 ? 1 : -1));
  return g;
}

enum class Shape { normal, uniform, two_sided_exponential };

/// n weights of a shape, deviation about 1.
inline std::vector<float> weights(Shape shape, std::size_t n, std::uint64_t seed) {
  dls::Rng rng(seed, "weights");
  std::vector<float> w;
  for (std::size_t i = 0; i < n; ++i) {
    double x = rng.normal();
    if (shape == Shape::uniform) x = rng.uniform(-1.7, 1.7);
    if (shape == Shape::two_sided_exponential)
      x = -std::log(1 - rng.uniform()) * (rng.below(2) == 0 ? 0.7 : -0.7);
    w.push_back(static_cast<float>(x));
  }
  return w;
}

/// Relative error of 4 bits in blocks, with a codebook of any sixteen numbers from -1 to 1.
inline double error_of(const std::array<double, 16>& code, const std::vector<float>& w,
                       std::size_t block) {
  const std::vector<float> maxima = dls::ch04::block_maxima(w, block);
  std::vector<float> back;
  for (std::size_t i = 0; i < w.size(); ++i) {
    const double m = static_cast<double>(maxima[i / block]);
    const int q = dls::ch04::nf4_encode(code, static_cast<double>(w[i]) / m);
    back.push_back(static_cast<float>(code[static_cast<std::size_t>(q)] * m));
  }
  return dls::ch04::relative_rms(back, w);
}

}  // namespace play
