// What notebook 03 trains and draws: a network so small that a cell trains it in a moment. What is
// worth changing stands in the notebook's own cells.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "common/core/rng.hpp"

namespace play {

using Vector = std::vector<double>;

/// Two half moons of points, one for each class.
struct Moons {
  std::vector<double> x, y;
  std::vector<int> label;
};
inline Moons moons(int n, double noise, std::uint64_t seed) {
  dls::Rng rng(seed, "moons");
  Moons m;
  for (int i = 0; i < n; ++i) {
    const double angle = 3.14159265358979 * rng.uniform();
    const int label = i % 2;
    m.x.push_back((label == 0 ? std::cos(angle) : 1 - std::cos(angle)) + noise * rng.normal());
    m.y.push_back((label == 0 ? std::sin(angle) : 0.5 - std::sin(angle)) + noise * rng.normal());
    m.label.push_back(label);
  }
  return m;
}

/// A network 2 - hidden - 1 with tanh: weights 2h, biases h, output weights h, output bias 1.
inline std::size_t weight_count(int hidden) { return static_cast<std::size_t>(4 * hidden + 1); }

inline Vector first_weights(int hidden, std::uint64_t seed) {
  dls::Rng rng(seed, "weights");
  Vector w(weight_count(hidden));
  for (double& value : w) value = rng.normal();
  return w;
}

/// Mean loss on the points `which`; adds its gradient to `gradient` unless that is null.
inline double loss_on(const Vector& w, const Moons& m, const std::vector<int>& which,
                      Vector* gradient = nullptr) {
  const std::size_t h = (w.size() - 1) / 4;
  const double n = static_cast<double>(which.size());
  double loss = 0;
  std::vector<double> a(h);
  for (const int i : which) {
    const std::size_t at = static_cast<std::size_t>(i);
    double z = w[4 * h];
    for (std::size_t k = 0; k < h; ++k) {
      a[k] = std::tanh(w[2 * k] * m.x[at] + w[2 * k + 1] * m.y[at] + w[2 * h + k]);
      z += w[3 * h + k] * a[k];
    }
    // -log of the probability of the label, written so that a large z does no harm
    const double s = m.label[at] == 1 ? z : -z;
    loss += std::max(-s, 0.0) + std::log1p(std::exp(-std::abs(s)));
    if (gradient == nullptr) continue;
    Vector& g = *gradient;
    const double dz = (1 / (1 + std::exp(-z)) - m.label[at]) / n;
    g[4 * h] += dz;
    for (std::size_t k = 0; k < h; ++k) {
      g[3 * h + k] += dz * a[k];
      const double da = dz * w[3 * h + k] * (1 - a[k] * a[k]);
      g[2 * k] += da * m.x[at];
      g[2 * k + 1] += da * m.y[at];
      g[2 * h + k] += da;
    }
  }
  return loss / n;
}

inline std::vector<int> all_of(const Moons& m) {
  std::vector<int> all(m.label.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
  return all;
}

/// Everything that a step changes: not one of them can be left out.
struct State {
  Vector w;                  // weights
  Vector m, v;               // Adam's two moments
  int steps = 0;             // Adam's count of steps
  std::uint64_t stream = 0;  // where the random numbers stood when the order was drawn
  int used = 0;              // how much of that order is used up
};

inline State first_state(int hidden, std::uint64_t seed) {
  State s;
  s.w = first_weights(hidden, seed);
  s.m = s.v = Vector(s.w.size(), 0.0);
  return s;
}

/// One step of Adam on the next `batch` points; returns their loss.
inline double step(State& s, const Moons& points, double rate, int batch, std::uint64_t seed) {
  dls::Rng rng(seed, "shuffle");
  rng.seek(s.stream);
  std::vector<int> order = all_of(points);
  dls::shuffle(rng, order);
  const std::vector<int> which(order.begin() + s.used, order.begin() + s.used + batch);
  s.used += batch;
  if (s.used + batch > static_cast<int>(order.size())) {  // the next epoch
    s.stream = rng.position();
    s.used = 0;
  }
  Vector g(s.w.size(), 0.0);
  const double loss = loss_on(s.w, points, which, &g);
  ++s.steps;
  for (std::size_t i = 0; i < g.size(); ++i) {
    s.m[i] = 0.9 * s.m[i] + 0.1 * g[i];
    s.v[i] = 0.999 * s.v[i] + 0.001 * g[i] * g[i];
    const double mean = s.m[i] / (1 - std::pow(0.9, s.steps));
    const double square = s.v[i] / (1 - std::pow(0.999, s.steps));
    s.w[i] -= rate * mean / (std::sqrt(square) + 1e-8);
  }
  return loss;
}

/// The losses of `count` steps.
inline Vector run(State& s, const Moons& points, int count, double rate = 0.02, int batch = 10,
                  std::uint64_t seed = 1) {
  Vector losses;
  for (int i = 0; i < count; ++i) losses.push_back(step(s, points, rate, batch, seed));
  return losses;
}

/// |a - b|, and at least `least`, so that a logarithmic axis can show it.
inline Vector distance(const Vector& a, const Vector& b, double least = 1e-18) {
  Vector d;
  for (std::size_t i = 0; i < a.size(); ++i) d.push_back(std::max(std::abs(a[i] - b[i]), least));
  return d;
}

inline Vector counting(std::size_t n) {
  Vector x;
  for (std::size_t i = 1; i <= n; ++i) x.push_back(static_cast<double>(i));
  return x;
}

/// A random direction as long as w.
inline Vector direction(const Vector& w, dls::Rng& rng) {
  Vector d;
  double ww = 0, dd = 0;
  for (const double value : w) {
    d.push_back(rng.normal());
    ww += value * value;
    dd += d.back() * d.back();
  }
  for (double& value : d) value *= std::sqrt(ww / dd);
  return d;
}

inline Vector moved(const Vector& w, double a, const Vector& u, double b, const Vector& v) {
  Vector out = w;
  for (std::size_t i = 0; i < w.size(); ++i) out[i] += a * u[i] + b * v[i];
  return out;
}

}  // namespace play
