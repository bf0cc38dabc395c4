// The loss around a trained network: a grid in two random directions, with the network in its
// middle.
#pragma once
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "chapters/03_training_loop/2_net.hpp"

namespace dls::ch03 {

/// Losses on a grid; row 0 is the lowest `b`.
struct Landscape {
  int side = 0;                ///< odd, so that there is a middle
  double reach = 0;            ///< a and b go from -reach to reach
  std::vector<double> losses;  ///< (side,side)

  double at(int row, int column) const {
    return losses[static_cast<std::size_t>(row * side + column)];
  }
  double centre() const { return at(side / 2, side / 2); }
  /// -reach for place 0, exactly 0 for the middle, reach for the last.
  double coordinate(int place) const { return reach * (2 * place - (side - 1)) / (side - 1); }
};

// [direction]
/// A direction in the space of all weights: random, and in each tensor as long as the weights
/// there. So a step of 1 means the same to a layer with small weights as to one with large ones.
inline std::vector<Tensor> direction(const NamedVariables& weights, Rng rng) {
  std::vector<Tensor> d;
  for (const auto& [name, weight] : weights) {
    Tensor random = Tensor::empty(weight.shape());
    float* r = random.mutable_data<float>();
    const float* w = weight.value().data<float>();
    double squares_w = 0, squares_r = 0;
    for (std::int64_t i = 0; i < random.elements(); ++i) {
      r[i] = static_cast<float>(rng.normal());
      squares_r += static_cast<double>(r[i]) * static_cast<double>(r[i]);
      squares_w += static_cast<double>(w[i]) * static_cast<double>(w[i]);
    }
    const double factor = squares_r > 0 ? std::sqrt(squares_w / squares_r) : 0;
    for (std::int64_t i = 0; i < random.elements(); ++i)
      r[i] = static_cast<float>(factor * static_cast<double>(r[i]));
    d.push_back(random);
  }
  return d;
}
// [/direction]

// [landscape]
/// loss() of `net` at weights + a u + b v, for all a and b of a grid. The two directions are drawn
/// once. Every point starts from the same kept copy of the weights, which is put back at the end,
/// whatever happens. Throws Error when `side` is even: the trained point would not be on the grid.
inline Landscape landscape(Classifier& net, const std::function<double()>& loss, int side,
                           double reach, std::uint64_t seed) {
  if (side < 3 || side % 2 == 0)
    throw Error("landscape: a grid of " + std::to_string(side) +
                " points a side has no middle; take an odd number from 3 on");
  const NamedVariables weights = net.named_parameters();
  const std::vector<Tensor> u = direction(weights, Rng(seed, "direction", 0));
  const std::vector<Tensor> v = direction(weights, Rng(seed, "direction", 1));
  std::vector<Tensor> kept;
  for (const auto& [name, weight] : weights) kept.push_back(weight.value().copy());

  const auto move = [&](float a, float b) {
    for (std::size_t k = 0; k < weights.size(); ++k) {
      Tensor w = weights[k].second.value();
      float* to = w.mutable_data<float>();
      const float *from = kept[k].data<float>(), *du = u[k].data<float>(), *dv = v[k].data<float>();
      for (std::int64_t i = 0; i < w.elements(); ++i) to[i] = from[i] + (a * du[i] + b * dv[i]);
    }
  };
  struct PutBack {
    const std::function<void()> f;
    ~PutBack() { f(); }
  } const put_back{[&] {
    for (std::size_t k = 0; k < weights.size(); ++k) {
      Tensor w = weights[k].second.value();
      w.copy_from(kept[k]);
    }
  }};

  Landscape l;
  l.side = side;
  l.reach = reach;
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      move(static_cast<float>(l.coordinate(column)), static_cast<float>(l.coordinate(row)));
      l.losses.push_back(loss());
    }
  return l;
}
// [/landscape]

}  // namespace dls::ch03
