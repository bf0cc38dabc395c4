// What notebook 01 generates and draws. What is worth changing stands in the notebook's own cells.
#pragma once
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "chapters/01_autograd/8_tape_network.hpp"
#include "common/core/rng.hpp"
#include "common/report/plot.hpp"

namespace play {

using dls::ch01::Index;
using dls::ch01::Matrix;

/// A 1x1 matrix.
inline Matrix number(double value) { return Matrix::Constant(1, 1, value); }

/// N samples with a yes or no each.
struct Samples {
  Matrix x;  // (N,inputs)
  Matrix y;  // (N,1), 0 or 1
};

/// `count` points of the plane on two half moons that reach into each other: moon 0 above, moon 1
/// below.
inline Samples moons(int count, std::uint64_t seed) {
  dls::Rng rng(seed, "moons");
  Samples s{Matrix(count, 2), Matrix(count, 1)};
  for (int i = 0; i < count; ++i) {
    const int moon = i % 2;
    const double angle = 3.141592653589793 * rng.uniform();
    s.x(i, 0) = (moon == 1 ? 1 - std::cos(angle) : std::cos(angle)) + 0.12 * rng.normal();
    s.x(i, 1) = (moon == 1 ? 0.4 - std::sin(angle) : std::sin(angle)) + 0.12 * rng.normal();
    s.y(i, 0) = moon;
  }
  return s;
}

/// The samples in the plane, and the line along which the network (2 inputs, 1 logit) says 50 : 50.
inline dls::Plot draw(const std::string& title, dls::ch01::TapeNetwork& net, const Samples& s) {
  std::vector<double> x[3], y[3];  // moon 0, moon 1, the line
  for (Index i = 0; i < s.x.rows(); ++i) {
    const int moon = s.y(i, 0) == 1 ? 1 : 0;
    x[moon].push_back(s.x(i, 0));
    y[moon].push_back(s.x(i, 1));
  }
  constexpr int kSide = 100;  // the network is asked at kSide x kSide spots
  Matrix spots(kSide * kSide, 2);
  for (int i = 0; i < kSide; ++i)
    for (int j = 0; j < kSide; ++j)
      spots.row(i * kSide + j) << -1.6 + 4.2 * j / kSide, -1.2 + 2.8 * i / kSide;
  dls::ch01::Tape tape;
  const Matrix logits = net.forward(tape.constant(spots)).data();  // (kSide * kSide, 1)
  const auto says_1 = [&](int i, int j) { return logits(i * kSide + j, 0) > 0; };
  for (int i = 1; i < kSide; ++i) {
    for (int j = 1; j < kSide; ++j) {
      if (says_1(i, j) == says_1(i, j - 1) && says_1(i, j) == says_1(i - 1, j)) continue;
      x[2].push_back(spots(i * kSide + j, 0));
      y[2].push_back(spots(i * kSide + j, 1));
    }
  }
  dls::Plot plot(title);
  plot.axes("", "").size(420, 360).x_range(-1.6, 2.6).y_range(-1.2, 1.6);
  plot.points("0", x[0], y[0]).points("1", x[1], y[1]);
  if (!x[2].empty()) plot.points("50 : 50", x[2], y[2]);
  return plot;
}

/// A 3x3 patch fits into 9x9 pixels at 7 x 7 places; place 7 r + c has its upper left corner in
/// row r and column c.
constexpr int kPlaces = 49;

/// Blackens a patch of row `picture` of x (N,81).
inline void draw_patch(Matrix& x, Index picture, int place) {
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) x(picture, (place / 7 + r) * 9 + place % 7 + c) = 0;
}

/// Nearly white pictures of 9x9 pixels; every second one has a patch, in one of the given places.
inline Samples pictures(const std::vector<int>& where, int count, std::uint64_t seed) {
  dls::Rng rng(seed, "pictures");
  Samples s{Matrix(count, 81), Matrix(count, 1)};
  for (int i = 0; i < count; ++i) {
    s.y(i, 0) = i % 2;
    for (int k = 0; k < 81; ++k) s.x(i, k) = 1 - 0.05 * rng.uniform();
    if (i % 2 == 1)
      draw_patch(s.x, i, where.at(rng.below(static_cast<std::uint32_t>(where.size()))));
  }
  return s;
}

/// What a network (81 inputs, 1 logit) says to a patch at each of the 49 places: probabilities.
inline std::vector<double> ask_everywhere(dls::ch01::TapeNetwork& net) {
  Matrix x = Matrix::Constant(kPlaces, 81, 0.975);
  for (int place = 0; place < kPlaces; ++place) draw_patch(x, place, place);
  dls::ch01::Tape tape;
  const Matrix p = sigmoid(net.forward(tape.constant(x))).data();
  return std::vector<double>(p.data(), p.data() + p.size());
}

/// How many of the 49 places were found.
inline int found(const std::vector<double>& probabilities) {
  int count = 0;
  for (const double p : probabilities) count += p >= 0.5 ? 1 : 0;
  return count;
}

/// `n` of the 49 places, drawn at random.
inline std::vector<int> some_places(int n, std::uint64_t seed) {
  std::vector<int> all;
  for (int place = 0; place < kPlaces; ++place) all.push_back(place);
  dls::Rng rng(seed, "places");
  dls::shuffle(rng, all);
  all.resize(static_cast<std::size_t>(n));
  return all;
}

/// 49 numbers from 0 to 1 as a small picture.
template <class Vector>
dls::Tile tile(const Vector& values, const std::string& caption) {
  return {std::vector<float>(values.begin(), values.end()), 7, 7, caption, dls::Tile::Mark::none};
}

/// The places of a list as a small picture: white where the list has them.
inline dls::Tile tile_of_places(const std::vector<int>& places, const std::string& caption) {
  std::vector<float> white(kPlaces, 0.0F);
  for (const int place : places) white.at(static_cast<std::size_t>(place)) = 1.0F;
  return tile(white, caption);
}

}  // namespace play
