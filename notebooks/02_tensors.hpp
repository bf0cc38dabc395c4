// What notebook 02 generates and draws. What is worth changing stands in the notebook's own cells.
#pragma once
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "chapters/02_tensors/7_version.hpp"
#include "common/core/rng.hpp"
#include "common/report/images.hpp"

namespace play {

using dls::ch02::Sizes;
using dls::ch02::Tensor;

/// A sine of three periods under noise: (n).
inline Tensor<double> noisy_sine(std::int64_t n, double noise, std::uint64_t seed) {
  dls::Rng rng(seed, "noisy sine");
  auto x = Tensor<double>::empty({n});
  for (std::int64_t i = 0; i < n; ++i)
    x.data()[i] =
        std::sin(18.85 * static_cast<double>(i) / static_cast<double>(n)) + noise * rng.normal();
  return x;
}

/// A ring and a bar, 40 rows of 37 pixels, 0 black to 1 white, as one long row of numbers: (1480).
inline Tensor<float> a_picture_that_lost_its_shape() {
  auto x = Tensor<float>::empty({40 * 37});
  for (int r = 0; r < 40; ++r)
    for (int c = 0; c < 37; ++c) {
      const double radius = std::hypot(r - 19.0, c - 20.0);
      const bool white = std::abs(radius - 13) < 2.5 || (std::abs(r - c) < 2 && radius < 10);
      x.data()[r * 37 + c] = white ? 1.0F : 0.1F;
    }
  return x;
}

/// A matrix of numbers from 0 to 1 as a small picture.
inline dls::Tile tile(const Tensor<float>& x, const std::string& caption) {
  return {x.numbers(), static_cast<int>(x.shape()[0]), static_cast<int>(x.shape()[1]), caption,
          dls::Tile::Mark::none};
}

/// The numbers 0 to rank-1 in every order.
inline std::vector<Sizes> orders(int rank) {
  std::vector<Sizes> all = {{}};
  for (int d = 0; d < rank; ++d) {
    std::vector<Sizes> longer;
    for (const Sizes& order : all)
      for (std::size_t at = 0; at <= order.size(); ++at) {
        Sizes next = order;
        next.insert(next.begin() + static_cast<std::ptrdiff_t>(at), d);
        longer.push_back(next);
      }
    all = longer;
  }
  return all;
}

/// Dimension i of the result is dimension order[i] of x: a view.
template <class T>
Tensor<T> permute(const Tensor<T>& x, const Sizes& order) {
  Sizes shape, strides;
  for (const std::int64_t d : order) {
    shape.push_back(x.shape()[static_cast<std::size_t>(d)]);
    strides.push_back(x.strides()[static_cast<std::size_t>(d)]);
  }
  return Tensor<T>(x.storage(), shape, strides, x.offset());
}

}  // namespace play
