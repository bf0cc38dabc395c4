// A machine whose faults are known, with a clock of its own: what a way of measuring is worth shows
// on a machine where the right answer is not in doubt (C++17).
#pragma once
#include <functional>

namespace dls::ch05 {

// [machine]
/// Calls cost virtual time. The first one costs `first` times as much as it should, and all become
/// slower as time goes on: after `drift_after` seconds they take 1 + `drift` times as long.
class MoodyMachine {
 public:
  explicit MoodyMachine(double first = 22, double drift = 0.1, double drift_after = 1)
      : first_(first), drift_(drift), drift_after_(drift_after) {}

  /// Runs something that takes `seconds` when nothing is wrong.
  void run(double seconds) {
    now_ += seconds * (calls_ == 0 ? first_ : 1.0) * (1 + drift_ * now_ / drift_after_);
    ++calls_;
  }

  /// For BenchOptions::clock.
  std::function<double()> clock() {
    return [this] { return now_; };
  }
  int calls() const { return calls_; }

 private:
  double first_, drift_, drift_after_;
  double now_ = 0;
  int calls_ = 0;
};
// [/machine]

}  // namespace dls::ch05
