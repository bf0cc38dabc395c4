// Time that a worker waits: real, or counted on a virtual clock that no busy machine can disturb.
#pragma once
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

namespace dls::ch06 {

class Clock {
 public:
  virtual ~Clock() = default;
  /// The calling worker waits.
  virtual void wait(double seconds) = 0;
  /// The calling worker will not wait any more.
  virtual void leave() {}
};

/// Waits in earnest.
class RealClock : public Clock {
 public:
  void wait(double seconds) override {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  }
};

// [virtual_clock]
/// Time that stands still while any of its workers works, and jumps to the next one's waking when
/// all of them wait. So the time that a schedule takes is the same on every machine: what a test
/// can assert.
class VirtualClock : public Clock {
 public:
  /// That many threads will call wait(), and each leave() in the end.
  explicit VirtualClock(int workers) : working_(workers) {}

  void wait(double seconds) override {
    std::unique_lock lock(mutex_);
    const double until = now_ + seconds;
    const auto mine = waking_.insert(until);
    --working_;
    advance();
    woken_.wait(lock, [&] { return now_ >= until; });
    waking_.erase(mine);
  }
  void leave() override {
    const std::lock_guard lock(mutex_);
    --working_;
    advance();
  }
  double now() const {
    const std::lock_guard lock(mutex_);
    return now_;
  }

 private:
  /// Called with the lock held.
  void advance() {
    if (working_ > 0 || waking_.empty()) return;
    now_ = *waking_.begin();
    working_ = static_cast<int>(waking_.count(now_));  // these will go on, all at the same moment
    woken_.notify_all();
  }

  mutable std::mutex mutex_;
  std::condition_variable woken_;
  std::multiset<double> waking_;
  double now_ = 0;
  int working_;
};
// [/virtual_clock]

}  // namespace dls::ch06
