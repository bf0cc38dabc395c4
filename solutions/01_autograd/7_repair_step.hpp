// 01.7  Repair a training step: solution
//
// 1. w2 was changed before the gradient went through it: dh = dp w2 must use the w2 of the forward
//    pass. All gradients first, then all updates. (The error is of the size of the rate, so that
//    the loss still goes down: this one lives long.)
// 2. The ReLU looked at the sign of the gradient. It must look at its input: where h_in was cut
// off,
//    nothing comes back; where it was not, everything does, negative or not.
// 3. dw1 was added to (+=) and never cleared, so that each step repeated all steps before it.
#pragma once
#include <array>

struct Network {
  std::array<std::array<double, 2>, 3> w1{};
  std::array<double, 3> b1{}, w2{};
  double b2 = 0;
  // Gradients live here, so that nothing is allocated during training.
  std::array<std::array<double, 2>, 3> dw1{};
  std::array<double, 3> db1{}, dw2{};
  double db2 = 0;
};

inline double train_step(Network& net, const std::array<double, 2>& x, double y, double rate) {
  std::array<double, 3> h_in{}, h{};
  double p = net.b2;
  for (int k = 0; k < 3; ++k) {
    h_in[k] = net.w1[k][0] * x[0] + net.w1[k][1] * x[1] + net.b1[k];
    h[k] = h_in[k] > 0 ? h_in[k] : 0;
    p += net.w2[k] * h[k];
  }
  const double dp = 2 * (p - y);

  net.db2 = dp;
  for (int k = 0; k < 3; ++k) net.dw2[k] = dp * h[k];
  for (int k = 0; k < 3; ++k) {
    const double dh = dp * net.w2[k];
    const double dh_in = h_in[k] > 0 ? dh : 0;
    for (int i = 0; i < 2; ++i) net.dw1[k][i] = dh_in * x[i];
    net.db1[k] = dh_in;
  }

  net.b2 -= rate * net.db2;
  for (int k = 0; k < 3; ++k) net.w2[k] -= rate * net.dw2[k];
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 2; ++i) net.w1[k][i] -= rate * net.dw1[k][i];
    net.b1[k] -= rate * net.db1[k];
  }
  return (p - y) * (p - y);
}
