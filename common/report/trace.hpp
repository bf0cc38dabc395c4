// A timeline for ui.perfetto.dev or chrome://tracing: bars inside each other, and curves above
// them.
#pragma once
#include <cstdint>
#include <string>

#include "common/report/json_lines.hpp"

namespace dls {

/// Writes the trace-event format (JSON). Times are nanoseconds since any moment, the same for all.
/// Source: "Trace Event Format", the description by Google's Chromium project.
class Trace {
 public:
  // [events]
  /// A bar ("complete event"): from `start` on for `duration`, in the row of `thread`. Of two bars
  /// of one thread, one must lie inside the other or beside it.
  void bar(const std::string& name, const char* category, std::int64_t start, std::int64_t duration,
           int thread = 1) {
    add({{"name", name},
         {"cat", category},
         {"ph", "X"},
         {"ts", micros(start)},
         {"dur", micros(duration)},
         {"pid", 1},
         {"tid", thread}});
  }
  /// A point of a curve ("counter event"), which keeps its value until the next point.
  void value(const std::string& name, std::int64_t time, double value) {
    add({{"name", name}, {"ph", "C"}, {"ts", micros(time)}, {"pid", 1}, {"tid", 0}}, value);
  }
  // [/events]

  std::int64_t events() const { return events_; }
  /// The whole file.
  std::string json() const {
    return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[" + events_json_ + "\n]}\n";
  }

 private:
  static double micros(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e3; }
  void add(std::initializer_list<JsonField> fields) { append(json_object(fields)); }
  void add(std::initializer_list<JsonField> fields, double value) {
    std::string event = json_object(fields);
    event.pop_back();
    append(event + ",\"args\":" + json_object({{"value", value}}) + "}");
  }
  void append(const std::string& event) { events_json_ += (events_++ == 0 ? "\n" : ",\n") + event; }

  std::string events_json_;
  std::int64_t events_ = 0;
};

}  // namespace dls
