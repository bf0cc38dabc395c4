// expect: scale layer by layer
// One factor for the whole network.
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

inline Values axis(int n) {
  if (n < 1 || n % 2 == 0)
    throw dls::Error("a map of " + std::to_string(n) +
                     " points along each side has no centre; take an odd number");
  const int middle = n / 2;
  Values a(n, 0.0);
  for (int i = 0; i < n; ++i)
    if (i != middle) a[i] = static_cast<double>(i - middle) / middle;
  return a;
}

/// The length of v[from], ..., v[from + count - 1].
inline double length(const Values& v, std::size_t from, std::size_t count) {
  double sum = 0;
  for (std::size_t k = from; k < from + count; ++k) sum += v[k] * v[k];
  return std::sqrt(sum);
}

inline Directions directions(const Values& w, const std::vector<std::size_t>&, std::uint64_t seed) {
  Directions both;
  for (std::size_t id = 0; id < 2; ++id) {
    dls::Rng rng(seed, "landscape", id);
    Values& d = both[id];
    for (std::size_t k = 0; k < w.size(); ++k) d.push_back(rng.normal());
    const double factor = length(w, 0, w.size()) / length(d, 0, w.size());
    for (double& v : d) v *= factor;
  }
  return both;
}

inline Values surface(Values& w, const Directions& d, const std::function<double()>& loss, int n) {
  const Values trained = w, a = axis(n);
  Values map;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < w.size(); ++k)
        w[k] = trained[k] + a[i] * d[0][k] + a[j] * d[1][k];
      map.push_back(loss());
    }
  w = trained;
  return map;
}
