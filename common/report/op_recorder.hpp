// A profile of what a program does: each scope and each operation with its time, the time of it
// alone, what it read and what memory it left behind.
//
//   dls::OpRecorder recorder;
//   {
//     const auto on = recorder.on();   // listens to this thread until the end of the block
//     train();
//   }
//   lesson.show(recorder.table());
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/core/profile_hook.hpp"
#include "common/core/shape.hpp"
#include "common/report/table.hpp"
#include "common/report/trace.hpp"

namespace dls {

/// Nanoseconds since some moment, on a clock that only goes forward.
std::int64_t nanoseconds_now();

/// All calls of one operation on inputs of the same shapes, or all runs of a scope.
struct OpRow {
  const char* name = "";
  ProfileHook::Kind kind = ProfileHook::Kind::scope;
  int inputs = 0;               ///< how many it reads; the first three are in `shapes`
  std::array<Shape, 3> shapes;  ///< of a backward pass: that of the gradient that comes in
  std::int64_t calls = 0;
  std::int64_t total = 0;  ///< nanoseconds in it; when it calls itself, of the outer one only
  std::int64_t self = 0;   ///< of these, in nothing that was entered inside it
  std::int64_t bytes = 0;  ///< of tensors: made minus freed, in it itself

  /// "linear (32,784) (64,784) (64)", "linear backward (32,64)".
  std::string text() const;
};

/// The sum of their `self`: the nanoseconds in scopes and operations that lie in no other.
std::int64_t total_time(const std::vector<OpRow>& rows);

/// Listens, and adds up: no time is counted twice, and none is lost.
///
/// A small operation takes less than a microsecond, and asking the system for the time twice would
/// be a tenth of that. So it reads the processor's own counter, where there is one, and turns
/// counts into nanoseconds at the end.
class OpRecorder : public ProfileHook {
 public:
  using Clock = std::function<std::int64_t()>;
  /// Keeps the first `trace_events` bars for a trace. A test brings a clock of its own, in
  /// nanoseconds.
  explicit OpRecorder(std::size_t trace_events = 0, Clock clock = nullptr);

  /// Listens to a thread for as long as it lives.
  class On {
   public:
    explicit On(ProfileHook* hook) : before_(profile_hook()) { profile_hook() = hook; }
    ~On() { profile_hook() = before_; }
    On(const On&) = delete;
    On& operator=(const On&) = delete;

   private:
    ProfileHook* before_;
  };
  [[nodiscard]] On on() { return On(this); }

  void enter(const char* name, Kind kind) override;
  void reads(const Tensor* const* first, std::size_t count) override;
  void leave() override;

  /// Those with the largest time of themselves first.
  std::vector<OpRow> rows() const;
  /// The first `count` of them for people, and the others as one line; per step when there are
  /// several.
  Table table(std::size_t count = 12, std::int64_t steps = 1) const;
  /// Puts the bars, and the bytes of tensors as a curve, into a trace.
  void add_to(Trace& trace) const;
  /// Forgets everything but what is open.
  void clear();

 private:
  struct Open {
    OpRow what;
    std::int64_t start = 0, inside = 0;              // of now()
    std::int64_t start_bytes = 0, inside_bytes = 0;  // of tensors
  };
  struct Event {
    const char* name;
    Kind kind;
    std::int64_t start, duration, bytes;
  };

  std::int64_t now() const;
  OpRow& row_of(const OpRow& what);
  double nanoseconds_a_tick() const;

  Clock clock_;  // null: the processor's counter
  std::int64_t first_tick_, first_nanosecond_;
  std::vector<Open> open_;
  std::size_t depth_ = 0;  // how many of open_ are in use: they are kept, for speed
  std::vector<OpRow> rows_;
  std::vector<std::size_t> next_;  // for each row, the one that was left after it
  std::size_t last_ = 0;           // the row that was left last
  std::vector<Event> events_;
  std::size_t events_wanted_;
};

}  // namespace dls
