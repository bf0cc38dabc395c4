// 03.3  Stop, and go on as if nothing had happened (about 40 min)
//
// A training was killed. It goes on from its checkpoint, and from there every weight must have the
// bits that it would have had without the kill. So the file must hold EVERYTHING that a step reads
// and changes. Weights alone are not enough.
//
// Below is a small training: linear regression with Adam and dropout. train_step() is given. Read
// it: which members of Trainer does it use? Which of them does it change? Then write
//
//   save(trainer, path)    writes a checkpoint
//   load(path, trainer)    puts it back into `trainer`, which was made anew by Trainer(features,
//                          seed), with the same features and seed. If the file belongs to another
//                          number of features, or is damaged or missing: throw dls::Error, and
//                          leave the trainer as it was. Half a state is worse than none.
//
// Use the chapter's file format, common/io/checkpoint.hpp: named tensors for arrays, and notes (a
// text under a name) for single numbers.
//
//     dls::Checkpoint c;
//     c.tensors.push_back({"w", dls::Tensor::of({n}, vector)});  // n numbers, also 0
//     c.notes["step"] = "7";
//     dls::save_checkpoint(path, c);
//
//     const dls::Checkpoint c = dls::load_checkpoint(path);  // throws dls::Error
//     c.tensor("w").to_vector<float>();           // of a vector of int32_t: std::int32_t
//     c.note("step");                             // a std::string
//
// A note is text. std::to_string(x) of a float keeps six digits behind the point; a tensor of one
// element keeps all bits. A random stream is restored by one number: rng.position(), rng.seek(n).
//
// Check it:  ./learn check 03.3        Stuck:  ./learn hint 03.3
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

inline void save([[maybe_unused]] const Trainer& trainer,
                 [[maybe_unused]] const std::filesystem::path& path) {
  throw dls::NotDone("03.3 resume: write save()");
}

inline void load([[maybe_unused]] const std::filesystem::path& path,
                 [[maybe_unused]] Trainer& trainer) {
  throw dls::NotDone("03.3 resume: write load()");
}
