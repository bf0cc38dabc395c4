// 03.7  Repair a program that uses a network: solution
//
// 1. The pixels were brought to 0 ... 1, but not to the scale of the training. The
//    network then sees pictures that are greyer than any it knows. Mean and deviation belong into
//    the checkpoint, beside the weights: typed in a second time, they become those of other data.
// 2. The network was in training mode, as every new one is, so that a tenth of its hidden numbers
//    was dropped: each answer was that of another, damaged network.
// 3. The last epoch's weights were loaded, although the best ones lie beside them.
//
// All three are silent: shapes fit, probabilities add up to 1. Only a comparison with the
// evaluation of the training shows them. So the first test of a program that uses a network is:
// does it reach the reported accuracy on the same pictures?
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/rng.hpp"
#include "common/core/tensor.hpp"
#include "common/io/checkpoint.hpp"

using Values = std::vector<double>;

struct Network {
  std::size_t inputs = 0, hidden = 0, classes = 0;
  Values w1, b1, w2, b2;           // (inputs,hidden), (hidden), (hidden,classes), (classes)
  double mean = 0, deviation = 1;  // of the training pictures
  bool training = true;            // as a new network is made
  dls::Rng rng{42, "dropout"};
};

/// The network of a checkpoint. Throws dls::Error when the file is missing or damaged.
inline Network load_network(const std::filesystem::path& path) {
  const dls::Checkpoint c = dls::load_checkpoint(path);
  const auto values = [&](const char* name) { return c.tensor(name).to_vector<double>(); };
  Network net;
  net.w1 = values("w1"), net.b1 = values("b1"), net.w2 = values("w2"), net.b2 = values("b2");
  net.hidden = net.b1.size(), net.classes = net.b2.size();
  net.inputs = net.w1.size() / net.hidden;
  const Values scale = values("mean_and_deviation");
  net.mean = scale.at(0), net.deviation = scale.at(1);
  return net;
}

/// y = x w + b, one picture.
inline Values linear(const Values& x, const Values& w, const Values& b) {
  Values y = b;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < y.size(); ++j) y[j] += x[i] * w.at(i * y.size() + j);
  return y;
}

/// The logarithms of the probabilities of the classes, for scaled pixels.
inline Values log_probabilities(Network& net, const Values& x) {
  Values h = linear(x, net.w1, net.b1);
  for (double& v : h) {
    v = std::max(v, 0.0);
    if (net.training) v = net.rng.uniform() < 0.1 ? 0 : v / 0.9;
  }
  Values z = linear(h, net.w2, net.b2);
  const double largest = *std::max_element(z.begin(), z.end());
  double sum = 0;
  for (const double v : z) sum += std::exp(v - largest);
  for (double& v : z) v -= largest + std::log(sum);
  return z;
}

struct Answer {
  int label = 0;
  double probability = 0;
};

// `pixels` are 0 to 255, as many as the network has inputs.
inline Answer classify(const std::filesystem::path& folder,
                       const std::vector<std::uint8_t>& pixels) {
  Network net = load_network(folder / "best.ckpt");
  net.training = false;
  Values x;
  for (const std::uint8_t pixel : pixels) x.push_back((pixel / 255.0 - net.mean) / net.deviation);
  const Values log_p = log_probabilities(net, x);
  const auto best = std::max_element(log_p.begin(), log_p.end());
  return {static_cast<int>(best - log_p.begin()), std::exp(*best)};
}
