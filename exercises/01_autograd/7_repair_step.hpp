// 01.7  Repair a training step (about 30 min)
//
// A colleague wrote the training step below: a network 2 -> 3 ReLU -> 1, the loss (p - y)^2, all
// gradients by hand. It compiles, it runs, the loss goes down. It also learns worse than it should,
// because it holds THREE faults, each of a kind that is met in the wild. Find and mend them. Each
// mend changes one line or moves one.
//
// The forward pass and the loss are right. What the step should do:
//
//     h_in[k] = w1[k][0] x[0] + w1[k][1] x[1] + b1[k]        h[k] = max(h_in[k], 0)
//     p = sum over k of w2[k] h[k]  + b2                     loss = (p - y)^2
//
//     dp = 2 (p - y)
//     dw2[k] = dp h[k]     db2 = dp     dh[k] = dp w2[k]
//     dh_in[k] = dh[k] where h_in[k] > 0, else 0             <- the ReLU
//     dw1[k][i] = dh_in[k] x[i]     db1[k] = dh_in[k]
//
//     then every parameter -= rate * its gradient, all at the values of the same moment.
//
// How to find a fault you cannot see: the check compares each parameter after one step with a step
// along central differences of the loss. It tells you which parameter is off, and from when on.
//
// Delete the first line of train_step() when you start.
//
// Check it:  ./learn check 01.7        Stuck:  ./learn hint 01.7
#pragma once
#include <array>

#include "common/core/error.hpp"

struct Network {
  std::array<std::array<double, 2>, 3> w1{};
  std::array<double, 3> b1{}, w2{};
  double b2 = 0;
  // Gradients live here, so that nothing is allocated during training.
  std::array<std::array<double, 2>, 3> dw1{};
  std::array<double, 3> db1{}, dw2{};
  double db2 = 0;
};

// One step of gradient descent on one sample; returns the loss before the step.
inline double train_step(Network& net, const std::array<double, 2>& x, double y, double rate) {
  throw dls::NotDone("01.7 repair_step: three faults; delete this line and find them");

  std::array<double, 3> h_in{}, h{};
  double p = net.b2;
  for (int k = 0; k < 3; ++k) {
    h_in[k] = net.w1[k][0] * x[0] + net.w1[k][1] * x[1] + net.b1[k];
    h[k] = h_in[k] > 0 ? h_in[k] : 0;
    p += net.w2[k] * h[k];
  }
  const double dp = 2 * (p - y);

  net.db2 = dp;
  net.b2 -= rate * net.db2;
  for (int k = 0; k < 3; ++k) {
    net.dw2[k] = dp * h[k];
    net.w2[k] -= rate * net.dw2[k];
  }

  for (int k = 0; k < 3; ++k) {
    const double dh = dp * net.w2[k];
    const double dh_in = dh > 0 ? dh : 0;
    for (int i = 0; i < 2; ++i) net.dw1[k][i] += dh_in * x[i];
    net.db1[k] = dh_in;
  }
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 2; ++i) net.w1[k][i] -= rate * net.dw1[k][i];
    net.b1[k] -= rate * net.db1[k];
  }
  return (p - y) * (p - y);
}
