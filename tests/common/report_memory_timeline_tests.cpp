// Memory over time: counted to the byte, and the resident set from the system.
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "common/core/memory.hpp"
#include "common/core/tensor.hpp"
#include "common/report/memory_timeline.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

TEST_CASE("points by hand: time from the clock, tensors to the byte") {
  std::int64_t now = 5'000'000'000;
  dls::MemoryTimeline timeline([&] { return now; });
  const std::int64_t before = dls::memory_use().current;
  timeline.read();
  now += 250'000'000;
  {
    const dls::Tensor t = dls::Tensor::zeros({1000, 7});
    timeline.read();
  }
  now += 1;
  timeline.read();
  const auto& points = timeline.points();
  REQUIRE(points.size() == 3);
  CHECK(points[1].time - points[0].time == 250'000'000);
  CHECK(points[0].tensors == before);
  CHECK(points[1].tensors - before == 28000);
  CHECK(points[2].tensors == before);
  CHECK(points[0].resident > (1 << 20));

  dls::Trace trace;
  timeline.add_to(trace);
  const auto events = nlohmann::json::parse(trace.json()).at("traceEvents");
  REQUIRE(events.size() == 6);
  CHECK(events[3].at("name") == "MiB of tensors");
  CHECK_SAME(events[3].at("args").at("value").get<double>(),
             static_cast<double>(before + 28000) / (1 << 20), dls::bitwise());
  CHECK(dls_test::holds(timeline.plot("t").picture().body(), "0.25"));  // seconds from the start
}

TEST_CASE("the thread reads until it is stopped") {
  dls::MemoryTimeline timeline;
  timeline.start(1);
  CHECK(dls_test::holds(dls_test::error_of([&] { timeline.start(1); }), "one start()"));
  std::vector<char> used(64 << 20, 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  timeline.stop();
  timeline.stop();
  const auto& points = timeline.points();
  REQUIRE(points.size() >= 2);
  for (std::size_t i = 1; i < points.size(); ++i) CHECK(points[i].time >= points[i - 1].time);
  CHECK(points.back().resident > (60 << 20));
  CHECK(used[12345] == 1);
  const std::size_t count = points.size();
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  CHECK(timeline.points().size() == count);
}

TEST_CASE("nothing to draw, and no time between two readings") {
  CHECK(dls_test::holds(dls_test::error_of([] { dls::MemoryTimeline().plot("empty"); }), "empty"));
  CHECK(!dls_test::error_of([] { dls::MemoryTimeline().start(0); }).empty());
}
