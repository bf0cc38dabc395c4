// What profiling costs: a training step of 784-64-64-10 with the op recorder listening, against the
// same step without, in turns.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "common/core/memory.hpp"
#include "common/core/parallel.hpp"
#include "common/nn/init.hpp"
#include "common/nn/layers.hpp"
#include "common/optim/optimizer.hpp"
#include "common/report/bench.hpp"
#include "common/report/op_recorder.hpp"
#include "common/report/sampler.hpp"
#include "tests/bench/session.hpp"

namespace {

using namespace dls_bench;

constexpr int kSteps = 100;  // in one timed call

/// Training as a user of common/ writes it.
class Training {
 public:
  explicit Training(std::int64_t batch) : sgd_(net_.named_parameters(), 0.1) {
    dls::Rng rng(1, "bench_profiler data");
    x_ = dls::Variable(dls::normal({batch, 784}, 0, 1, rng));
    std::vector<std::int64_t> labels;
    for (std::int64_t i = 0; i < batch; ++i) labels.push_back(i % 10);
    labels_ = dls::Tensor::of<std::int64_t>({batch}, labels);
  }

  void train() {
    for (int i = 0; i < kSteps; ++i) {
      const auto memory = arena_.scope();
      const dls::ProfileScope scope("step");
      sgd_.zero_grad();
      dls::backward(dls::cross_entropy(net_(x_), labels_));
      sgd_.step();
    }
  }

 private:
  struct Net : dls::Sequential {
    Net() {
      dls::Rng rng(1, "bench_profiler weights");
      add<dls::Linear>(784, 64, rng).add(dls::relu);
      add<dls::Linear>(64, 64, rng).add(dls::relu);
      add<dls::Linear>(64, 10, rng);
    }
  };

  Net net_;
  dls::Sgd sgd_;
  dls::StepArena arena_;
  dls::Variable x_;
  dls::Tensor labels_;
};

/// The step with a profiler (`b`); its peer is the step without (`a`), so that a ratio of 0.97
/// means 3 % of overhead.
template <class A, class B>
Row overhead(const std::string& metric, A a, B b) {
  dls::BenchOptions options;
  options.rounds = 101;
  const dls::BenchRatio with = dls::compare_times(a, b, options);
  fmt::print("{}: {:.4f} times as long (95 %: {:.4f} to {:.4f})\n", metric, with.ratio, with.low,
             with.high);
  const double micros = with.a.median / kSteps * 1e6;
  return {.metric = metric,
          .value = micros * with.ratio,
          .unit = "us",
          .peer = "without a profiler",
          .peer_value = micros,
          .bar = 0.97,
          .bar_is_for_ratio = true};
}

}  // namespace

int main(int argc, char** argv) {
  return guarded([&] {
    Session session(argc, argv,
                    "What profiling adds to a training step of 784-64-64-10 with SGD, one thread");
    dls::set_threads(1);
    for (const std::int64_t batch : {32, 256}) {
      Training training(batch);
      const auto plain = [&] { training.train(); };
      const std::string size = batch == 32 ? std::string() : fmt::format("_b{}", batch);
      dls::OpRecorder recorder;
      session.row(overhead("profiler_overhead" + size, plain, [&] {
        const auto on = recorder.on();
        training.train();
      }));
      dls::Sampler sampler(250, 1 << 16);
      session.row(overhead("sampler_overhead" + size, plain, [&] {
        sampler.start();
        training.train();
        sampler.stop();
      }));
    }
    session.finish();
  });
}
