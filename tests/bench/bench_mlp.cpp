// A training step of a small network, 784-64-64-10 with ReLUs, cross-entropy and SGD, on one
// thread: what the library costs around the arithmetic. The peer is the same training in PyTorch.
#include <fmt/format.h>
#include <stdlib.h>  // mkdtemp

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/core/check.hpp"
#include "common/core/memory.hpp"
#include "common/core/parallel.hpp"
#include "common/nn/init.hpp"
#include "common/nn/layers.hpp"
#include "common/optim/optimizer.hpp"
#include "tests/bench/heap_calls.hpp"
#include "tests/bench/peaks.hpp"
#include "tests/bench/torch_peer.hpp"

namespace {

using namespace dls_bench;
namespace fs = std::filesystem;

// peer_mlp.py has the same numbers.
constexpr std::int64_t kSizes[] = {784, 64, 64, 10};
constexpr std::int64_t kSamples = 2048;
constexpr double kRate = 0.1;

constexpr int kCompared = 100;  // losses of the first steps
constexpr double kAgree = 1e-4;

/// The data set: normal numbers, and as label which of the first ten is the largest. Something that
/// can be learned, so that the losses move, and show whether both programs do the same.
struct Data {
  dls::Tensor x, labels;
  Data() {
    dls::Rng rng(1, "bench_mlp data");
    x = dls::normal({kSamples, kSizes[0]}, 0, 1, rng);
    const std::vector<float> numbers = x.to_vector<float>();
    std::vector<std::int64_t> classes;
    for (std::int64_t i = 0; i < kSamples; ++i) {
      const float* row = numbers.data() + i * kSizes[0];
      classes.push_back(std::max_element(row, row + 10) - row);
    }
    labels = dls::Tensor::of<std::int64_t>({kSamples}, classes);
  }
};

/// Training as a user of common/ writes it.
class Training {
 public:
  Training(const Data& data, std::int64_t batch) : sgd_(net_.named_parameters(), kRate) {
    for (std::int64_t at = 0; at < kSamples; at += batch) {
      batches_.push_back(
          {dls::Variable(data.x.slice(0, at, at + batch)), data.labels.slice(0, at, at + batch)});
    }
  }

  double step() {
    const auto scope = arena_.scope();
    const Batch& batch = batches_[at_];
    at_ = (at_ + 1) % batches_.size();
    sgd_.zero_grad();
    const dls::Variable loss = dls::cross_entropy(net_(batch.x), batch.labels);
    dls::backward(loss);
    sgd_.step();
    return loss.item();
  }

  void train(int steps) {
    for (int i = 0; i < steps; ++i) step();
  }

  std::vector<dls::Variable> parameters() const { return net_.parameters(); }

 private:
  struct Batch {
    dls::Variable x;
    dls::Tensor labels;
  };
  struct Net : dls::Sequential {
    Net() {
      dls::Rng rng(1, "bench_mlp weights");
      add<dls::Linear>(kSizes[0], kSizes[1], rng).add(dls::relu);
      add<dls::Linear>(kSizes[1], kSizes[2], rng).add(dls::relu);
      add<dls::Linear>(kSizes[2], kSizes[3], rng);
    }
  };

  Net net_;
  dls::Sgd sgd_;
  dls::StepArena arena_;
  std::vector<Batch> batches_;
  std::size_t at_ = 0;
};

/// A file for the peer, gone at the end of its life: first weights, inputs, labels, all as floats.
class DataFile {
 public:
  explicit DataFile(const Data& data) {
    std::string folder = (fs::temp_directory_path() / "dls_mlp_XXXXXX").string();
    DLS_CHECK(mkdtemp(folder.data()) != nullptr, "{}: no folder can be made here", folder);
    folder_ = folder;
    std::ofstream file(path(), std::ios::binary);
    const auto write = [&](const std::vector<float>& numbers) {
      file.write(reinterpret_cast<const char*>(numbers.data()),
                 static_cast<std::streamsize>(numbers.size() * sizeof(float)));
    };
    const Training training(data, kSamples);
    for (const dls::Variable& p : training.parameters()) write(p.value().to_vector<float>());
    write(data.x.to_vector<float>());
    std::vector<float> labels;
    for (const std::int64_t label : data.labels.to_vector<std::int64_t>())
      labels.push_back(static_cast<float>(label));
    write(labels);
    DLS_CHECK(file.flush().good(), "{} could not be written: is the disk full?", path().string());
  }
  ~DataFile() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  DataFile(const DataFile&) = delete;
  DataFile& operator=(const DataFile&) = delete;

  fs::path path() const { return folder_ / "numbers"; }

 private:
  fs::path folder_;
};

struct Case {
  int batch;
  int steps;   // in one call, so that the words between two processes do not count
  double bar;  // of the ratio

  std::string metric() const { return fmt::format("mlp_b{}", batch); }

  /// Of the products: forward, the gradient of each weight, and of each input but the data.
  double operations() const {
    double products = 0;
    for (int layer = 0; layer < 3; ++layer)
      products += static_cast<double>(kSizes[layer] * kSizes[layer + 1] * (layer == 0 ? 2 : 3));
    return 2.0 * batch * products;
  }

  /// That must at least be read or written: the batch, each weight for forward and backward pass,
  /// each gradient written and read, each weight read and written by the update.
  double bytes() const {
    double weights = 0;
    for (int layer = 0; layer < 3; ++layer)
      weights += static_cast<double>((kSizes[layer] + 1) * kSizes[layer + 1]);
    return 4 * (static_cast<double>(batch * kSizes[0]) + 6 * weights);
  }
};

constexpr Case kCases[] = {{32, 200, 3.0}, {256, 40, 1.4}};

/// Counts what steps ask for, once the data was walked through twice. A row for what is ours.
void count_allocations(Session& session, const Case& c, const Data& data) {
  constexpr int steps = 100;
  Training training(data, c.batch);
  training.train(2 * static_cast<int>(kSamples / c.batch));
  const std::int64_t before = dls::memory_use().system_calls;
  const HeapCalls heap = count_heap_calls([&] { training.train(steps); });
  const std::int64_t blocks = dls::memory_use().system_calls - before;
  fmt::print("{}: in {} steps {} blocks of tensor memory, {} of the heap, and {} inside oneDNN\n",
             c.metric(), steps, blocks, heap.ours, heap.of_onednn);
  session.row({.metric = c.metric() + "_allocations",
               .value = static_cast<double>(blocks + heap.ours) / steps,
               .unit = "per step"});
}

/// The comparison is honest only if both compute the same: throws dls::Error when they do not.
void compare_losses(const Case& c, const Data& data, TorchPeer& peer) {
  Training training(data, c.batch);
  std::vector<double> ours;
  for (int i = 0; i < kCompared; ++i) ours.push_back(training.step());
  double worst = 0;
  for (const std::string& way : peer.ways()) {
    const std::vector<double> theirs = peer.losses(way, c.batch, kCompared);
    DLS_CHECK(theirs.size() == ours.size(), "{} '{}' trained {} steps instead of {}", peer.name(),
              way, theirs.size(), kCompared);
    for (int i = 0; i < kCompared; ++i) {
      const double off = std::abs(theirs[i] - ours[i]) / std::abs(ours[i]);
      DLS_CHECK(
          off <= kAgree,  // a NaN is not
          "{}, step {}: our loss is {}, that of {} '{}' is {}. They should compute the same, so "
          "the times cannot be compared.",
          c.metric(), i, ours[i], peer.name(), way, theirs[i]);
      worst = std::max(worst, off);
    }
  }
  fmt::print("{}: losses of {} steps, {:.6f} to {:.6f}, agree with {} in {} ways to {:.1e}\n",
             c.metric(), kCompared, ours.front(), ours.back(), peer.name(), peer.ways().size(),
             worst);
}

struct Peers {
  explicit Peers(const DataFile& file)
      : best(TorchPeer::Settings::at_its_best, file.path()),
        installed(TorchPeer::Settings::as_installed, file.path()) {}
  TorchPeer best, installed;
  // What most people write, for the figure as installed.
  static constexpr const char* kUsual = "module";
};

std::string best_name(const Case& c, const std::string& way) { return c.metric() + " best " + way; }
std::string installed_name(const Case& c) { return c.metric() + " as installed"; }

void measure(Session& session, const Case& c, const Data& data, Peers* peers) {
  const auto training = std::make_shared<Training>(data, c.batch);
  const double work = c.steps * c.operations();
  session.measure(c.metric(), 1, work, [=] { training->train(c.steps); });
  if (peers == nullptr) return;
  for (const std::string& way : peers->best.ways()) {
    session.measure(best_name(c, way), 1, work, [=] { peers->best.train(way, c.batch, c.steps); });
  }
  session.measure(installed_name(c), 1, work,
                  [=] { peers->installed.train(Peers::kUsual, c.batch, c.steps); });
}

void report(Session& session, const Case& c, const Peers* peers) {
  const auto micros = [&](const std::string& name) -> std::optional<double> {
    const std::optional<double> seconds = session.seconds(name);
    if (!seconds) return {};
    return *seconds / c.steps * 1e6;
  };
  const std::optional<double> ours = micros(c.metric());
  if (!ours) return;  // filtered out
  Row row{.metric = c.metric(), .value = *ours, .unit = "us"};
  if (const auto peak = fma_peak(session, 1)) row.ceiling = c.operations() / *peak / 1e3;
  if (peers != nullptr) {
    for (const std::string& way : peers->best.ways()) {
      const std::optional<double> time = micros(best_name(c, way));
      if (!time || (row.peer_value && *row.peer_value <= *time)) continue;
      row.peer_value = time;
      row.peer = fmt::format("{}, {}", peers->best.name(), way);
    }
    row.bar = c.bar;
    row.bar_is_for_ratio = true;
    session.row(row);
    row.metric += "_vs_installed";
    row.peer = peers->installed.name() + " as installed";
    row.peer_value = micros(installed_name(c));
    row.bar = {};
  }
  session.row(row);
}

}  // namespace

int main(int argc, char** argv) {
  return guarded([&] {
    Session session(argc, argv,
                    "A training step of 784-64-64-10 with SGD, one thread, against the arithmetic "
                    "alone at the machine's peak of the same run");
    dls::set_threads(1);
    const Data data;
    std::optional<DataFile> file;
    std::optional<Peers> peers;
    if (session.peer()) {
      file.emplace(data);
      peers.emplace(*file);
    }
    for (const Case& c : kCases) {
      fmt::print("{}: {:.2f} MFLOP and at least {:.2f} MB read or written in a step\n", c.metric(),
                 c.operations() / 1e6, c.bytes() / 1e6);
      count_allocations(session, c, data);
      if (peers) compare_losses(c, data, peers->best);
    }
    std::fflush(stdout);
    measure_fma(session);
    for (const Case& c : kCases) measure(session, c, data, peers ? &*peers : nullptr);
    session.run();
    for (const Case& c : kCases) report(session, c, peers ? &*peers : nullptr);
    session.finish();
  });
}
