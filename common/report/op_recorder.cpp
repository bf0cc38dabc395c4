#include "common/report/op_recorder.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "common/core/memory.hpp"
#include "common/core/tensor.hpp"

namespace dls {
namespace {

bool same_op(const OpRow& a, const OpRow& b) {
  if (a.name != b.name || a.kind != b.kind || a.inputs != b.inputs) return false;
  const int shapes = std::min(a.inputs, 3);
  return std::equal(a.shapes.begin(), a.shapes.begin() + shapes, b.shapes.begin());
}

const char* category(ProfileHook::Kind kind) {
  return kind == ProfileHook::Kind::scope ? "scope"
         : kind == ProfileHook::Kind::op  ? "op"
                                          : "backward";
}

std::string with_kind(const char* name, ProfileHook::Kind kind) {
  return std::string(name) + (kind == ProfileHook::Kind::backward ? " backward" : "");
}

}  // namespace

std::int64_t nanoseconds_now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::string OpRow::text() const {
  std::string out = with_kind(name, kind);
  for (int i = 0; i < std::min(inputs, 3); ++i)
    out += " " + to_string(shapes[static_cast<std::size_t>(i)]);
  return out + (inputs > 3 ? " ..." : "");
}

std::int64_t total_time(const std::vector<OpRow>& rows) {
  std::int64_t sum = 0;
  for (const OpRow& row : rows) sum += row.self;
  return sum;
}

OpRecorder::OpRecorder(std::size_t trace_events, Clock clock)
    : clock_(std::move(clock)),
      first_tick_(now()),
      first_nanosecond_(nanoseconds_now()),
      open_(16),
      events_wanted_(trace_events) {
  events_.reserve(trace_events);
  rows_.reserve(64);
}

std::int64_t OpRecorder::now() const {
  if (clock_) return clock_();
#if defined(__x86_64__)
  return static_cast<std::int64_t>(__builtin_ia32_rdtsc());  // counts evenly since about 2008
#else
  return nanoseconds_now();
#endif
}

double OpRecorder::nanoseconds_a_tick() const {
  const std::int64_t ticks = now() - first_tick_;
  if (clock_ || ticks <= 0) return 1;
  return static_cast<double>(nanoseconds_now() - first_nanosecond_) / static_cast<double>(ticks);
}

// [enter]
void OpRecorder::enter(const char* name, Kind kind) {
  if (depth_ == open_.size()) open_.resize(2 * depth_);
  Open& open = open_[depth_++];
  open.what.name = name;
  open.what.kind = kind;
  open.what.inputs = 0;
  open.inside = open.inside_bytes = 0;
  open.start_bytes = memory_use().current;
  open.start = now();
}

void OpRecorder::reads(const Tensor* const* first, std::size_t count) {
  if (depth_ == 0) return;
  OpRow& row = open_[depth_ - 1].what;
  row.inputs = static_cast<int>(count);
  for (std::size_t i = 0; i < std::min<std::size_t>(count, 3); ++i)
    row.shapes[i] = first[i]->shape();
}
// [/enter]

// [leave]
void OpRecorder::leave() {
  if (depth_ == 0) return;  // it was entered before we listened
  const std::int64_t end = now();
  const Open& open = open_[--depth_];
  const std::int64_t time = end - open.start;
  const std::int64_t bytes = memory_use().current - open.start_bytes;

  OpRow& row = row_of(open.what);
  ++row.calls;
  row.self += time - open.inside;
  row.bytes += bytes - open.inside_bytes;
  const bool inside_itself = std::any_of(open_.begin(), open_.begin() + depth_,
                                         [&](const Open& o) { return same_op(o.what, row); });
  if (!inside_itself) row.total += time;

  if (depth_ > 0) {
    open_[depth_ - 1].inside += time;
    open_[depth_ - 1].inside_bytes += bytes;
  }
  if (events_.size() < events_wanted_)
    events_.push_back({open.what.name, open.what.kind, open.start, time, memory_use().current});
}
// [/leave]

OpRow& OpRecorder::row_of(const OpRow& what) {
  // A training does the same again and again: what came after the last one before comes now, too.
  std::size_t at = rows_.empty() ? 0 : next_[last_];
  if (at >= rows_.size() || !same_op(rows_[at], what)) {
    at = 0;
    while (at < rows_.size() && !same_op(rows_[at], what)) ++at;
  }
  if (at == rows_.size()) {
    rows_.push_back(what);
    next_.push_back(0);
  }
  next_[last_] = at;
  last_ = at;
  return rows_[at];
}

std::vector<OpRow> OpRecorder::rows() const {
  const double tick = nanoseconds_a_tick();
  std::vector<OpRow> sorted;
  for (OpRow row : rows_) {
    row.self = std::llround(tick * static_cast<double>(row.self));
    row.total = std::llround(tick * static_cast<double>(row.total));
    // Two files may each have a literal "step" of their own: leave() knows them by address, for
    // speed, and here they become one.
    const auto same = std::find_if(sorted.begin(), sorted.end(), [&](const OpRow& r) {
      return r.kind == row.kind && r.text() == row.text();
    });
    if (same == sorted.end()) {
      sorted.push_back(row);
      continue;
    }
    same->calls += row.calls;
    same->total += row.total;
    same->self += row.self;
    same->bytes += row.bytes;
  }
  const auto longer = [](const OpRow& a, const OpRow& b) { return a.self > b.self; };
  // Each row to its place among those before it; equal ones stay in the order of their first calls.
  for (auto row = sorted.begin(); row != sorted.end(); ++row)
    std::rotate(std::upper_bound(sorted.begin(), row, *row, longer), row, row + 1);
  return sorted;
}

Table OpRecorder::table(std::size_t count, std::int64_t steps) const {
  const std::vector<OpRow> sorted = rows();
  const std::int64_t all = total_time(sorted);
  Table table({"operation, and what it reads", "calls", "self", "self %", "total", "KiB left"});
  const auto per_step = [&](std::int64_t n) {
    return static_cast<double>(n) / static_cast<double>(steps);
  };
  const auto line = [&](const std::string& text, const OpRow& r) {
    table.row({text, fmt::format("{:g}", per_step(r.calls)),
               fmt::format("{:.1f} us", per_step(r.self) / 1e3),
               fmt::format("{:.1f}", 100.0 * static_cast<double>(r.self) /
                                         std::max(1.0, static_cast<double>(all))),
               fmt::format("{:.1f} us", per_step(r.total) / 1e3),
               fmt::format("{:.1f}", per_step(r.bytes) / 1024)});
  };
  OpRow others;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i < count) {
      line(sorted[i].text(), sorted[i]);
      continue;
    }
    others.calls += sorted[i].calls;
    others.self += sorted[i].self;
    others.bytes += sorted[i].bytes;
  }
  others.total = others.self;
  if (sorted.size() > count) line(fmt::format("{} others", sorted.size() - count), others);
  return table;
}

void OpRecorder::add_to(Trace& trace) const {
  const double tick = nanoseconds_a_tick();
  const auto time = [&](std::int64_t at) {  // since the recorder was made, where nothing is lost
    return std::llround(tick * static_cast<double>(at - first_tick_));
  };
  const std::int64_t zero = clock_ ? first_tick_ : first_nanosecond_;
  for (const Event& e : events_) {
    const std::int64_t start = time(e.start), end = time(e.start + e.duration);
    trace.bar(with_kind(e.name, e.kind), category(e.kind), zero + start, end - start);
    trace.value("MiB of tensors", zero + end, static_cast<double>(e.bytes) / (1 << 20));
  }
}

void OpRecorder::clear() {
  rows_.clear();
  next_.clear();
  last_ = 0;
  events_.clear();
}

}  // namespace dls
