// 03.5  A loss landscape (about 35 min)
//
// A network has thousands of weights, a map has two directions. So two random directions d1, d2 are
// drawn once, and the loss is written down on an n by n grid of the plane around the trained
// weights w. With a = n evenly spaced numbers from -1 to 1:
//
//     surface[i][j] = loss at  w + a[i] d1 + a[j] d2
//
// The original of this program has four faults: it draws new directions at every point, it lets the
// changes pile up in the weights, it divides a mean loss again, and its 20 numbers from -1 to 1 do
// not contain 0, so that the trained network is not on its own map. Write
//
//   axis(n)  the n numbers a. The middle one is exactly 0, the ends are exactly -1 and 1; n = 1
//       gives {0}. n must be odd and at least 1, otherwise throw dls::Error.
//
//   directions(w, layers, seed)  d1 and d2, each with as many numbers as w. d1 draws them, in
//       order, by normal() of a dls::Rng(seed, "landscape", 0), d2 of a dls::Rng(seed, "landscape",
//       1). Then each layer's part of a direction is scaled to the length of the layer's weights,
//       length(v) = sqrt(sum of v[k]^2). layers = {4, 2} says: the first 4 numbers of w are one
//       layer, the next 2 another. (Why: a step of 1 is much for a layer of weights near 0.01, and
//       nothing for one of weights near 100.)
//
//   surface(w, d, loss, n)  (n,n), row by row. loss() reads w itself: change w, and call loss()
//       once for each point. At the centre it must see the very bits of the trained w, and when
//       surface() returns, w must hold them again.
//
// Source: Li et al., "Visualizing the Loss Landscape of Neural Nets", NeurIPS 2018 (they scale each
// filter, we each layer).
//
// Check it:  ./learn check 03.5        Stuck:  ./learn hint 03.5
#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/rng.hpp"

using Values = std::vector<double>;
using Directions = std::array<Values, 2>;

inline Values axis([[maybe_unused]] int n) {
  throw dls::NotDone("03.5 loss_landscape: write axis()");
}

inline Directions directions([[maybe_unused]] const Values& w,
                             [[maybe_unused]] const std::vector<std::size_t>& layers,
                             [[maybe_unused]] std::uint64_t seed) {
  throw dls::NotDone("03.5 loss_landscape: write directions()");
}

inline Values surface([[maybe_unused]] Values& w, [[maybe_unused]] const Directions& d,
                      [[maybe_unused]] const std::function<double()>& loss,
                      [[maybe_unused]] int n) {
  throw dls::NotDone("03.5 loss_landscape: write surface()");
}
