// The steps of the optimisers against their formulas, over several steps and on every instruction
// set.
#include <algorithm>
#include <cmath>
#include <vector>

#include "common/math/elementwise.hpp"
#include "tests/common/isa_cases.hpp"

namespace {

using namespace dls_test;
using dls::math::AdamStep;

/// Weights and the optimiser's memory after a few steps, computed by the library in T.
template <class T>
struct State {
  std::vector<T> w, m, v;
  explicit State(std::int64_t n) : w(uniform<T>(n, "w")), m(n), v(n) {}
};

template <class T>
std::vector<T> gradient(std::int64_t n, int step) {
  std::vector<T> g = uniform<T>(n, "g");
  for (T& x : g) x *= T(1 + step) / 4;
  return g;
}

constexpr int kSteps = 4;
constexpr double kLr = 0.1, kDecay = 0.02, kMomentum = 0.9;

/// The few roundings of each step, on numbers of at most 4.
template <class T>
dls::Tolerance rounding_of_steps() {
  return dls::rounding(sizeof(T) == 4 ? dls::Format::f32 : dls::Format::f64, 8 * kSteps);
}

template <class T>
void check_sgd() {
  for (const std::int64_t n : kLengths) {
    State<T> got(n), plain(n);
    for (int step = 0; step < kSteps; ++step) {
      const std::vector<T> g = gradient<T>(n, step);
      dls::math::sgd_update(T(kLr), T(kDecay), g.data(), got.w.data(), n);
      for (std::int64_t i = 0; i < n; ++i) {
        plain.w[i] = plain.w[i] - T(kLr) * (g[i] + T(kDecay) * plain.w[i]);
      }
    }
    CHECK_SAME(got.w, plain.w, dls::bitwise());
  }
}

template <class T>
void check_momentum() {
  for (const std::int64_t n : kLengths) {
    State<T> got(n), plain(n);
    for (int step = 0; step < kSteps; ++step) {
      const std::vector<T> g = gradient<T>(n, step);
      dls::math::momentum_update(T(kLr), T(kMomentum), T(kDecay), g.data(), got.v.data(),
                                 got.w.data(), n);
      for (std::int64_t i = 0; i < n; ++i) {
        plain.v[i] = T(kMomentum) * plain.v[i] + (g[i] + T(kDecay) * plain.w[i]);
        plain.w[i] = plain.w[i] - T(kLr) * plain.v[i];
      }
    }
    CHECK_SAME(got.w, plain.w, dls::bitwise());
    CHECK_SAME(got.v, plain.v, dls::bitwise());
  }
}

/// Kingma and Ba's algorithm 1 as printed, in double.
void plain_adam(const AdamStep& adam, const std::vector<double>& g, State<double>& s) {
  for (std::size_t i = 0; i < g.size(); ++i) {
    double slope = g[i];
    if (adam.decoupled) {
      s.w[i] -= adam.lr * adam.weight_decay * s.w[i];
    } else {
      slope += adam.weight_decay * s.w[i];
    }
    s.m[i] = adam.beta1 * s.m[i] + (1 - adam.beta1) * slope;
    s.v[i] = adam.beta2 * s.v[i] + (1 - adam.beta2) * slope * slope;
    const double m = s.m[i] / (1 - std::pow(adam.beta1, double(adam.step)));
    const double v = s.v[i] / (1 - std::pow(adam.beta2, double(adam.step)));
    s.w[i] -= adam.lr * m / (std::sqrt(v) + adam.eps);
  }
}

template <class T>
void check_adam(bool decoupled) {
  // A large eps, so that leaving it out, or adding it before the correction, shows.
  AdamStep adam{.lr = kLr,
                .beta1 = 0.8,
                .beta2 = 0.95,
                .eps = 0.3,
                .weight_decay = kDecay,
                .step = 1,
                .decoupled = decoupled};
  for (const std::int64_t n : kLengths) {
    State<T> got(n);
    State<double> plain(n);
    plain.w.assign(got.w.begin(), got.w.end());
    for (int step = 0; step < kSteps; ++step) {
      adam.step = step + 1;
      const std::vector<T> g = gradient<T>(n, step);
      dls::math::adam_update(adam, g.data(), got.m.data(), got.v.data(), got.w.data(), n);
      plain_adam(adam, std::vector<double>(g.begin(), g.end()), plain);
    }
    CHECK_SAME(got.w, plain.w, rounding_of_steps<T>());
    CHECK_SAME(got.m, plain.m, rounding_of_steps<T>());
    CHECK_SAME(got.v, plain.v, rounding_of_steps<T>());
  }
}

/// Every instruction set gives the baseline's bits.
template <class T>
void check_isas() {
  const dls::math::AdamFactors<T> factors{T(0.9), T(0.1),  T(0.99), T(0.01), T(0.02),
                                          T(3),   T(1e-3), T(0.01), T(0.98)};
  const auto& baseline = dls::math::kernels_for<T>(dls::math::Isa::baseline);
  for (const dls::math::Isa isa : available_isas()) {
    const auto& kernels = dls::math::kernels_for<T>(isa);
    for (const std::int64_t n : kLengths) {
      INFO(dls::math::name(isa) << ", n=" << n);
      const std::vector<T> g = gradient<T>(n, 1);
      const auto run = [&](const dls::math::KernelTable<T>& k) {
        State<T> s(n);
        k.adam(factors, g.data(), s.m.data(), s.v.data(), s.w.data(), n);
        k.adam(factors, g.data(), s.m.data(), s.v.data(), s.w.data(), n);
        k.momentum(T(kLr), T(kMomentum), T(kDecay), g.data(), s.v.data(), s.w.data(), n);
        k.sgd(T(kLr), T(kDecay), g.data(), s.w.data(), n);
        s.w.insert(s.w.end(), s.m.begin(), s.m.end());
        s.w.insert(s.w.end(), s.v.begin(), s.v.end());
        return s.w;
      };
      CHECK_SAME(run(kernels), run(baseline), dls::bitwise());
    }
  }
}

}  // namespace

TEST_CASE("gradient descent") {
  check_sgd<float>();
  check_sgd<double>();
}

TEST_CASE("momentum") {
  check_momentum<float>();
  check_momentum<double>();
}

TEST_CASE("Adam and AdamW") {
  for (const bool decoupled : {false, true}) {
    check_adam<float>(decoupled);
    check_adam<double>(decoupled);
  }
}

TEST_CASE("updates on every instruction set") {
  check_isas<float>();
  check_isas<double>();
}

TEST_CASE("a long Adam update, shared by threads") {
  const std::int64_t n = 150'001;
  const std::vector<float> g = gradient<float>(n, 0);
  const AdamStep adam;
  State<float> whole(n), parts(n);
  dls::math::adam_update(adam, g.data(), whole.m.data(), whole.v.data(), whole.w.data(), n);
  for (std::int64_t i = 0; i < n; i += 1000) {  // short enough for one thread each
    const std::int64_t count = std::min<std::int64_t>(1000, n - i);
    dls::math::adam_update(adam, g.data() + i, parts.m.data() + i, parts.v.data() + i,
                           parts.w.data() + i, count);
  }
  CHECK_SAME(whole.w, parts.w, dls::bitwise());
  CHECK_SAME(whole.v, parts.v, dls::bitwise());
}
