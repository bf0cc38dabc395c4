// 01.7: one step and two against steps along central differences of the loss.
#include DLS_EXERCISE

#include <array>
#include <cmath>
#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

using Input = std::array<double, 2>;

double loss_of(const Network& net, const Input& x, double y) {
  double p = net.b2;
  for (int k = 0; k < 3; ++k)
    p += net.w2[k] * std::max(0.0, net.w1[k][0] * x[0] + net.w1[k][1] * x[1] + net.b1[k]);
  return (p - y) * (p - y);
}

/// All 13 parameters: w1 (3,2), b1 (3), w2 (3), b2.
std::vector<double*> parameters(Network& net) {
  std::vector<double*> all;
  for (auto& row : net.w1)
    for (double& w : row) all.push_back(&w);
  for (double& b : net.b1) all.push_back(&b);
  for (double& w : net.w2) all.push_back(&w);
  all.push_back(&net.b2);
  return all;
}

std::vector<double> values(Network net) {
  std::vector<double> all;
  for (const double* p : parameters(net)) all.push_back(*p);
  return all;
}

void honest_step(Network& net, const Input& x, double y, double rate) {
  std::vector<double> gradient;
  for (double* p : parameters(net)) {
    const double kept = *p, h = 1e-5;
    *p = kept + h;
    const double above = loss_of(net, x, y);
    *p = kept - h;
    gradient.push_back((above - loss_of(net, x, y)) / (2 * h));
    *p = kept;
  }
  std::size_t i = 0;
  for (double* p : parameters(net)) *p -= rate * gradient[i++];
}

/// Neuron 0 is cut off (its input is negative), 1 and 2 are not; w2 has both signs, so that dh has.
Network example() {
  dls::Rng rng(dls_test::seed(), "01.7");
  Network net;
  for (int k = 0; k < 3; ++k) {
    for (double& w : net.w1[k]) w = rng.uniform(0.2, 0.9);
    net.b1[k] = k == 0 ? -4 : rng.uniform(0.1, 0.4);
  }
  net.w2 = {rng.uniform(0.3, 0.8), rng.uniform(0.3, 0.8), rng.uniform(-0.8, -0.3)};
  net.b2 = rng.uniform(-0.2, 0.2);
  return net;
}

const auto kClose = dls::within(1e-6, 1e-8, "central differences with a step of 1e-5");

/// What w1 of neuron k, input 0 changed by in the step, divided by -rate.
double dw1(const Network& before, const Network& after, int k, double rate) {
  return (before.w1[k][0] - after.w1[k][0]) / rate;
}

}  // namespace

TEST_CASE("the loss before the step is returned") {
  Network net = example();
  const double want = loss_of(net, {0.5, 0.8}, 1);
  CHECK_SAME(train_step(net, {0.5, 0.8}, 1, 0.1), want, dls::ulps(8));
}

TEST_CASE("one step goes along the gradient") {
  for (const double y : {2.0, -2.0}) {  // p - y, and so dp, has either sign
    const Input x{0.5, 0.8};
    const double rate = 0.05;
    Network net = example(), want = example();
    const Network before = example();
    train_step(net, x, y, rate);
    honest_step(want, x, y, rate);
    CAPTURE(y);

    if (net.w1[0] != before.w1[0])
      FAIL(
          "neuron 0 was cut off by its ReLU, but its weights moved: where h_in was negative "
          "nothing "
          "comes back; the ReLU must look at its input");
    for (int k = 1; k < 3; ++k) {
      const double got = dw1(before, net, k, rate), right = dw1(before, want, k, rate);
      // What comes out when w2 is used after its own update.
      const double late = right / before.w2[k] * want.w2[k];
      if (got == 0 && right != 0)
        FAIL("neuron " << k
                       << " let its input through, but its weights did not move: the ReLU must "
                       << "look at its input h_in, not at the sign of the gradient");
      if (std::abs(got - right) > 1e-6 && std::abs(got - late) < 1e-6)
        FAIL("dw1 of neuron " << k << " is " << got << ", want " << right
                              << ": w2 was changed before the gradient went through it; first all "
                              << "gradients, then all updates");
    }
    CHECK_SAME(values(net), values(want), kClose);
  }
}

TEST_CASE("a second step, on another sample") {
  const Input first{0.5, 0.8}, second{0.9, 0.3};
  const double rate = 0.02;
  Network net = example();
  train_step(net, first, 2, rate);
  Network want = net;
  const Network before = net;
  train_step(net, second, -1, rate);
  honest_step(want, second, -1, rate);
  const double got = dw1(before, net, 1, rate), right = dw1(before, want, 1, rate);
  if (std::abs(got - right) > 1e-6 && std::abs(got - right - before.dw1[1][0]) < 1e-6)
    FAIL("the second step still carries the gradient of the step before: dw1 of neuron 1 is "
         << got << ", want " << right << "; it must be set, not added to");
  CHECK_SAME(values(net), values(want), kClose);
}
