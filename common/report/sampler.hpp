// A sampling profiler: looks at the running program at regular moments and notes which functions
// were being run, each inside the one that called it.
//
//   dls::Sampler sampler;
//   sampler.start();
//   train();
//   sampler.stop();
//   lesson.write("stacks.folded", sampler.folded());
#pragma once
#include <signal.h>
#include <time.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace dls {

/// Samples the thread that calls start(), in proportion to the processor time that it uses: while
/// it waits it is not seen. Nothing has to be built into what is sampled.
class Sampler {
 public:
  static constexpr int kDeepest = 64;

  /// Asks for this many samples in each second of processor time (Linux gives at most as many as
  /// its clock ticks, often 250), and has room for `capacity` of them. Throws Error when there is
  /// nothing to do.
  explicit Sampler(int per_second = 250, int capacity = 8192);
  ~Sampler();
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  /// Throws Error when another one samples this thread already, or when the system has no timer.
  void start();
  /// To be called by the same thread.
  void stop();

  /// How many were taken, and how many more there was no room for.
  int samples() const;
  int lost() const;
  /// The functions of each sample, the outermost first.
  std::vector<std::vector<std::string>> stacks() const;
  /// The stacks as lines "main;train;gemm 17", equal ones counted, sorted: what other programs draw
  /// flame graphs from, and flame_graph.hpp.
  std::string folded() const;

 private:
  struct Sample {
    int depth;
    void* frames[kDeepest];  // innermost first
  };
  void take(void* interrupted);

  int per_second_;
  std::vector<Sample> samples_;
  std::atomic<int> taken_{0};
  timer_t timer_ = {};
  std::vector<char> stack_;  // the signal handler runs on this one
  stack_t stack_before_ = {};
};

/// How many of the samples in folded lines have a function whose name contains `part`, as a share.
double share_of(const std::string& folded, const std::string& part);

}  // namespace dls
