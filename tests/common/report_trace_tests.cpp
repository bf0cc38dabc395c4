// The trace against the trace-event format: keys, types, and bars that nest.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/autograd/ops.hpp"
#include "common/core/tensor.hpp"
#include "common/report/op_recorder.hpp"
#include "common/report/trace.hpp"
#include "tests/support/check.hpp"

namespace {

using Json = nlohmann::json;

/// What Perfetto's importer needs of each event, as "Trace Event Format" describes it. Empty: fine.
std::string fault_of(const Json& event) {
  if (!event.is_object()) return "an event is no object";
  const auto is = [&](const char* key, bool (Json::*type)() const noexcept) {
    return event.contains(key) && (event.at(key).*type)();
  };
  if (!is("name", &Json::is_string) || event.at("name").get<std::string>().empty()) return "name";
  if (!is("ph", &Json::is_string)) return "ph";
  if (!is("ts", &Json::is_number) || event.at("ts").get<double>() < 0) return "ts";
  if (!is("pid", &Json::is_number_integer) || !is("tid", &Json::is_number_integer)) return "pid";
  if (event.at("ph") == "X")
    return is("dur", &Json::is_number) && event.at("dur").get<double>() >= 0 &&
                   is("cat", &Json::is_string)
               ? ""
               : "dur or cat";
  if (event.at("ph") != "C") return "a phase that we do not write";
  if (!is("args", &Json::is_object) || event.at("args").empty()) return "args";
  for (const auto& [key, value] : event.at("args").items())
    if (!value.is_number()) return "an arg that is no number: " + key;
  return "";
}

/// Two bars of one thread lie inside each other or beside each other.
bool nest(const Json& events) {
  std::vector<std::pair<double, double>> bars;
  for (const Json& e : events)
    if (e.at("ph") == "X")
      bars.emplace_back(e.at("ts").get<double>(),
                        e.at("ts").get<double>() + e.at("dur").get<double>());
  for (const auto& [a, b] : bars)
    for (const auto& [c, d] : bars)
      if (a < c - 1e-6 && c < b - 1e-6 && b < d - 1e-6) return false;
  return true;
}

}  // namespace

TEST_CASE("bars and values as the format wants them, in microseconds") {
  dls::Trace trace;
  trace.bar("a \"name\" \\ with\nthings", "op", 1234567, 2500);
  trace.bar("b", "scope", 0, 0, 7);
  trace.value("bytes", 5000, 0.25);
  CHECK(trace.events() == 3);
  const Json json = Json::parse(trace.json());
  CHECK(json.at("displayTimeUnit") == "ms");
  const Json& events = json.at("traceEvents");
  REQUIRE(events.size() == 3);
  for (const Json& e : events) CHECK(fault_of(e) == "");
  CHECK(events[0].at("name") == "a \"name\" \\ with\nthings");
  CHECK_SAME(events[0].at("ts").get<double>(), 1234.567, dls::ulps(1));
  CHECK_SAME(events[0].at("dur").get<double>(), 2.5, dls::bitwise());
  CHECK(events[0].at("cat") == "op");
  CHECK(events[1].at("tid") == 7);
  CHECK_SAME(events[2].at("args").at("value").get<double>(), 0.25, dls::bitwise());
  CHECK(Json::parse(dls::Trace().json()).at("traceEvents").empty());
}

TEST_CASE("a recorded training step parses, is complete, and nests") {
  dls::OpRecorder recorder(1000);
  const dls::Variable x(dls::Tensor::full({4, 6}, 0.5));
  const dls::Variable w = dls::parameter(dls::Tensor::full({3, 6}, 0.25));
  {
    const auto on = recorder.on();
    for (int i = 0; i < 3; ++i) {
      const dls::ProfileScope step("step");
      dls::backward(dls::sum(dls::relu(dls::linear(x, w))));
    }
  }
  dls::Trace trace;
  recorder.add_to(trace);
  const Json events = Json::parse(trace.json()).at("traceEvents");
  CHECK(static_cast<std::int64_t>(events.size()) == trace.events());
  int bars = 0, calls = 0, backward = 0;
  for (const Json& e : events) {
    CHECK(fault_of(e) == "");
    bars += e.at("ph") == "X" ? 1 : 0;
    backward += e.value("cat", "") == "backward" && e.at("name") == "relu backward" ? 1 : 0;
  }
  for (const dls::OpRow& row : recorder.rows()) calls += static_cast<int>(row.calls);
  CHECK(bars == calls);
  CHECK(backward == 3);
  CHECK(nest(events));
}

TEST_CASE("the nesting check itself can fail") {
  dls::Trace trace;
  trace.bar("a", "op", 0, 2000);
  trace.bar("b", "op", 1000, 2000);
  CHECK_FALSE(nest(Json::parse(trace.json()).at("traceEvents")));
}

TEST_CASE("only as many bars as were asked for") {
  dls::OpRecorder recorder(2);
  for (int i = 0; i < 5; ++i) {
    recorder.enter("a", dls::ProfileHook::Kind::scope);
    recorder.leave();
  }
  dls::Trace trace;
  recorder.add_to(trace);
  CHECK(trace.events() == 4);  // each with a point of the memory curve
}
