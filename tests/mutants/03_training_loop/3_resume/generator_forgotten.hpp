// expect: batch order differs
// The random stream starts again.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/rng.hpp"
#include "common/core/tensor.hpp"
#include "common/io/checkpoint.hpp"

struct Samples {
  std::vector<std::vector<float>> x;  // (N, features)
  std::vector<float> y;               // (N)
};

struct Trainer {
  std::vector<float> w;     // the weights, (features)
  std::vector<float> m, v;  // Adam's moments: running means of gradient and squared gradient
  std::int64_t step = 0;    // how many steps were made
  float rate = 0.01F;       // the learning rate, a little smaller after each epoch
  dls::Rng rng;             // draws the order of each epoch, and what is dropped
  std::vector<std::int32_t> order;  // the samples of this epoch, shuffled; at first none
  std::size_t next = 0;             // order[next] is the first sample not used yet

  Trainer(std::size_t features, std::uint64_t seed)
      : w(features), m(features), v(features), rng(seed, "training") {}
};

constexpr std::size_t kBatch = 4;

/// The numbers of the samples of the next batch; begins a new epoch when the last one is used up.
inline std::vector<std::int32_t> next_batch(Trainer& t, std::size_t samples) {
  if (t.next == t.order.size()) {
    if (t.step > 0) t.rate *= 0.93F;
    t.order.resize(samples);
    std::iota(t.order.begin(), t.order.end(), 0);
    dls::shuffle(t.rng, t.order);
    t.next = 0;
  }
  std::vector<std::int32_t> batch;
  while (batch.size() < kBatch && t.next < t.order.size()) batch.push_back(t.order[t.next++]);
  return batch;
}

/// One step on the mean of (prediction - y)^2 over a batch; returns the batch.
inline std::vector<std::int32_t> train_step(Trainer& t, const Samples& samples) {
  const std::vector<std::int32_t> batch = next_batch(t, samples.y.size());
  std::vector<float> gradient(t.w.size());
  for (const std::int32_t s : batch) {
    std::vector<float> x = samples.x.at(s);
    float prediction = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = t.rng.uniform() < 0.1 ? 0 : x[i] / 0.9F;  // dropout
      prediction += t.w[i] * x[i];
    }
    const float error = prediction - samples.y.at(s);
    for (std::size_t i = 0; i < x.size(); ++i) gradient[i] += 2 * error * x[i] / batch.size();
  }
  ++t.step;
  const float of_m = 1 - std::pow(0.9F, static_cast<float>(t.step));
  const float of_v = 1 - std::pow(0.999F, static_cast<float>(t.step));
  for (std::size_t i = 0; i < t.w.size(); ++i) {
    t.m[i] = 0.9F * t.m[i] + 0.1F * gradient[i];
    t.v[i] = 0.999F * t.v[i] + 0.001F * gradient[i] * gradient[i];
    t.w[i] -= t.rate * (t.m[i] / of_m) / (std::sqrt(t.v[i] / of_v) + 1e-8F);
  }
  return batch;
}

inline void save(const Trainer& trainer, const std::filesystem::path& path) {
  const auto add = [](dls::Checkpoint& c, const std::string& name, const auto& values) {
    c.tensors.push_back(
        {name, dls::Tensor::of({static_cast<std::int64_t>(values.size())}, values)});
  };
  dls::Checkpoint c;
  add(c, "w", trainer.w);
  add(c, "m", trainer.m);
  add(c, "v", trainer.v);
  add(c, "rate", std::vector<float>{trainer.rate});
  add(c, "order", trainer.order);
  c.notes["step"] = std::to_string(trainer.step);
  c.notes["next"] = std::to_string(trainer.next);
  dls::save_checkpoint(path, c);
}

inline void load(const std::filesystem::path& path, Trainer& trainer) {
  const dls::Checkpoint c = dls::load_checkpoint(path);
  Trainer t = trainer;
  t.w = c.tensor("w").to_vector<float>();
  t.m = c.tensor("m").to_vector<float>();
  t.v = c.tensor("v").to_vector<float>();
  t.rate = c.tensor("rate").to_vector<float>().at(0);
  t.order = c.tensor("order").to_vector<std::int32_t>();
  t.step = std::stoll(c.note("step"));
  t.next = std::stoull(c.note("next"));
  if (t.w.size() != trainer.w.size())
    throw dls::Error(path.string() + " holds " + std::to_string(t.w.size()) +
                     " weights, the trainer has " + std::to_string(trainer.w.size()) +
                     "; make the trainer with the same number of features");
  trainer = t;
}
