// Optimisers against the formulas of their papers, written out in double.
#include <array>
#include <cmath>

#include "common/autograd/ops.hpp"
#include "common/core/error.hpp"
#include "common/core/tensor_numbers.hpp"
#include "common/optim/optimizer.hpp"
#include "common/optim/schedule.hpp"
#include "tests/support/check.hpp"

using namespace dls;

namespace {

const std::vector<double> kStart = {1.0, -2.0, 0.5};

Variable weights() { return parameter(Tensor::of({3}, kStart)); }

/// The gradient of step t for a weight w: depends on w, so that a wrong step shows in later ones.
double gradient(double w, int t) { return w * w - 0.3 * t + 0.1; }

void set_gradient(Variable& w, int t) {
  std::vector<double> g;
  for (const double v : w.value().to_vector<double>()) g.push_back(gradient(v, t));
  w.set_grad(Variable(Tensor::of({3}, g)));
}

/// Runs five steps and compares with `reference(w, g, state, t)`, which returns the new weight;
/// `state` are two numbers of its own for each weight, at first 0.
template <class Reference>
void check_against(Optimizer& optimizer, Variable w, Reference reference) {
  std::vector<double> want = kStart;
  std::vector<std::array<double, 2>> state(3);
  for (int t = 1; t <= 5; ++t) {
    set_gradient(w, t);
    optimizer.step();
    for (std::size_t i = 0; i < 3; ++i)
      want[i] = reference(want[i], gradient(want[i], t), state[i], t);
    CHECK_SAME(numbers(w.value()), Numbers(want, {3}),
               within(1e-12, 0, "a few roundings of double"));
  }
}

}  // namespace

TEST_CASE("SGD") {
  const Variable w = weights();
  Sgd sgd({{"w", w}}, 0.1);
  check_against(sgd, w, [](double v, double g, auto&, int) { return v - 0.1 * g; });
  CHECK(sgd.state().empty());
}

TEST_CASE("SGD with momentum and weight decay") {
  const Variable w = weights();
  Sgd sgd({{"w", w}}, 0.1, {0.9, 0.01});
  check_against(sgd, w, [](double v, double g, auto& s, int) {
    s[0] = 0.9 * s[0] + g + 0.01 * v;
    return v - 0.1 * s[0];
  });
}

TEST_CASE("Adam and AdamW") {
  const auto step = [](double g, auto& s, int t) {
    s[0] = 0.8 * s[0] + 0.2 * g;
    s[1] = 0.95 * s[1] + 0.05 * g * g;
    return 0.01 * (s[0] / (1 - std::pow(0.8, t))) /
           (std::sqrt(s[1] / (1 - std::pow(0.95, t))) + 1e-7);
  };
  const AdamOptions options{0.8, 0.95, 1e-7, 0.1};
  const Variable w = weights();
  Adam adam({{"w", w}}, 0.01, options);
  check_against(adam, w,
                [&](double v, double g, auto& s, int t) { return v - step(g + 0.1 * v, s, t); });
  const Variable u = weights();
  AdamW adam_w({{"u", u}}, 0.01, options);
  check_against(adam_w, u, [&](double v, double g, auto& s, int t) {
    return v * (1 - 0.01 * 0.1) - step(g, s, t);
  });
}

TEST_CASE("Adam's first step is lr, whatever the scale of the gradient") {
  for (const double scale : {1e-3, 1.0, 1e5}) {
    Variable w = weights();
    w.set_grad(Variable(Tensor::of<double>({3}, {scale, -scale, 2 * scale})));
    Adam adam({{"w", w}}, 0.02);
    adam.step();
    CHECK_SAME(numbers(w.value()), Numbers({0.98, -1.98, 0.48}, {3}),
               within(0, 0.02 * 1e-8 / scale * 2, "epsilon against the gradient"));
  }
}

TEST_CASE("parameters without a gradient stay, and zero_grad clears") {
  Variable w = weights();
  const Variable idle = weights();
  Adam adam({{"w", w}, {"idle", idle}}, 0.1);
  set_gradient(w, 1);
  adam.step();
  CHECK_SAME(numbers(idle.value()), Numbers(kStart, {3}), bitwise());
  CHECK_FALSE(compare(numbers(w.value()), Numbers(kStart, {3}), bitwise()).ok);
  adam.zero_grad();
  CHECK_FALSE(w.grad().defined());
}

TEST_CASE("a restored optimiser goes on bit for bit") {
  const auto run = [](bool restore) {
    Variable w = weights();
    AdamW first({{"w", w}}, 0.1);
    for (int t = 1; t <= 3; ++t) {
      set_gradient(w, t);
      first.step();
    }
    Variable v = parameter(w.value().copy());
    AdamW second({{"w", v}}, 0.1);
    if (restore) second.load_state(first.state());
    set_gradient(v, 4);
    second.step();
    set_gradient(w, 4);
    first.step();
    return compare(numbers(v.value()), numbers(w.value()), bitwise()).ok;
  };
  CHECK(run(true));
  CHECK_FALSE(run(false));
  const Variable w = weights();
  Adam adam({{"w", w}}, 0.1);
  CHECK(adam.state().size() == 3);
  CHECK(adam.state()[0].name == "mean.w");
  CHECK_THROWS_AS(adam.load_state({}), Error);
}

TEST_CASE("an update is a write: a graph that saved the weights notices") {
  Variable w = weights();
  const Variable loss = sum(w * w);
  set_gradient(w, 1);
  Sgd sgd({{"w", w}}, 0.1);
  sgd.step();
  CHECK_THROWS_AS(backward(loss), Error);
}

TEST_CASE("clipping") {
  Variable a = weights(), b = weights();
  a.set_grad(Variable(Tensor::of<double>({3}, {3, 0, 0})));
  CHECK_SAME(clip_gradients({a, b}, 5), 3.0, bitwise());
  CHECK_SAME(numbers(a.grad().value()), Numbers({3, 0, 0}, {3}), bitwise());
  b.set_grad(Variable(Tensor::of<double>({3}, {0, -4, 0})));
  CHECK_SAME(clip_gradients({a, b}, 2.5), 5.0, bitwise());
  CHECK_SAME(numbers(a.grad().value()), Numbers({1.5, 0, 0}, {3}), bitwise());
  CHECK_SAME(numbers(b.grad().value()), Numbers({0, -2, 0}, {3}), bitwise());
  b.set_grad(Variable(Tensor::full({3}, NAN, DType::f64)));
  CHECK(std::isnan(clip_gradients({a, b}, 1)));
  CHECK(std::isnan(a.grad().value().at<double>({0})));
}

TEST_CASE("clipping counts every number of a long gradient once") {
  for (const DType dtype : {DType::f32, DType::f64}) {
    for (const std::int64_t n : {1, 7, 8, 9, 37, 64}) {
      Variable w = parameter(Tensor::zeros({n}, dtype));
      w.set_grad(Variable(Tensor::arange(n + 1, dtype).slice(0, 1)));  // 1, 2, ..., n
      const double size = static_cast<double>(n);
      const double want = std::sqrt(size * (size + 1) * (2 * size + 1) / 6);
      CHECK_SAME(clip_gradients({w}, 1e9), want, ulps(2));
    }
  }
}

TEST_CASE("schedules") {
  const StepSchedule steps{0.8, 3, 0.5};
  for (const auto& [step, lr] : {std::pair{0, 0.8}, {2, 0.8}, {3, 0.4}, {5, 0.4}, {6, 0.2}}) {
    CHECK_SAME(steps(step), lr, ulps(1));
  }
  const CosineSchedule cosine{1.0, 12, 4, 0.1};
  CHECK_SAME(cosine(0), 0.25, bitwise());
  CHECK_SAME(cosine(3), 1.0, bitwise());
  CHECK_SAME(cosine(4), 1.0, bitwise());
  CHECK_SAME(cosine(8), 0.55, ulps(2));
  CHECK_SAME(cosine(12), 0.1, bitwise());
  CHECK_SAME(cosine(1000), 0.1, bitwise());
  CHECK(cosine(11) > 0.1);
  CHECK_SAME(CosineSchedule({1.0, 4, 4, 0.5})(4), 0.5, bitwise());
  CHECK_THROWS_AS(cosine(-1), Error);
  CHECK_THROWS_AS(StepSchedule({1.0, 0, 0.5})(1), Error);
  CHECK_THROWS_AS(CosineSchedule({1.0, 4, 5, 0.5})(1), Error);
}

TEST_CASE("what optimisers refuse") {
  CHECK_THROWS_AS(Sgd({}, 0.1), Error);
  CHECK_THROWS_AS(Sgd({{"constant", Variable(Tensor::zeros({1}))}}, 0.1), Error);
}
