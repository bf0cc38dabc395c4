// The profiler with a scripted clock, its schedule, and its trace as JSON.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "chapters/03_training_loop/7_profiler.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls::ch03;

namespace {

std::string phases(const Schedule& schedule, int steps) {
  std::string text;
  for (int i = 0; i < steps; ++i) {
    const Phase p = schedule.at(i);
    text += p == Phase::off ? '.' : p == Phase::warm_up ? 'w' : 'a';
  }
  return text;
}

/// A clock that the test sets, in eighths of a second: no rounding.
struct Clock {
  double now = 100;
  Profiler::Clock function() {
    return [this] { return now; };
  }
};

}  // namespace

TEST_CASE("the original's schedule: wait 1, warm up 1, active 5, ten times, then nothing") {
  std::string want;
  for (int i = 0; i < 10; ++i) want += ".waaaaa";
  CHECK(phases(Schedule(), 80) == want + "..........");
  Schedule other;
  other.wait = 2;
  other.warm_up = 0;
  other.active = 1;
  other.repeat = 2;
  CHECK(phases(other, 9) == "..a..a...");
  CHECK(Schedule().at(-1) == Phase::off);
}

TEST_CASE("times of scopes inside each other, and what is left for a scope itself") {
  Clock clock;
  Profiler p(clock.function());
  p.set_phase(Phase::active);
  for (int i = 0; i < 2; ++i) {
    const Scope step(&p, "step");
    clock.now += 0.125;
    {
      const Scope forward(&p, "forward");
      clock.now += 0.5;
      {
        const Scope product(&p, "product");
        clock.now += 0.25;
      }
    }
    {
      const Scope backward(&p, "backward");
      clock.now += 1;
      const Scope product(&p, "product");  // the same name elsewhere is another line
      clock.now += 2;
    }
  }
  struct Want {
    const char* name;
    int depth, calls;
    double total, self;
  };
  const Want want[] = {{"step", 0, 2, 7.75, 0.25},
                       {"forward", 1, 2, 1.5, 1},
                       {"product", 2, 2, 0.5, 0.5},
                       {"backward", 1, 2, 6, 2},
                       {"product", 2, 2, 4, 4}};
  REQUIRE(p.tree().size() == 5);
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(p.tree()[i].name == want[i].name);
    CHECK(p.tree()[i].depth == want[i].depth);
    CHECK(p.tree()[i].calls == want[i].calls);
    CHECK_SAME(p.tree()[i].total, want[i].total, dls::bitwise());
    CHECK_SAME(p.tree()[i].self, want[i].self, dls::bitwise());
  }
}

TEST_CASE("what is off or warming up leaves nothing behind") {
  Clock clock;
  Profiler p(clock.function());
  for (const Phase phase : {Phase::off, Phase::warm_up}) {
    p.set_phase(phase);
    const Scope step(&p, "step");
    clock.now += 1;
  }
  CHECK(p.tree().empty());
  CHECK(p.events().empty());
  p.set_phase(Phase::active);
  {
    const Scope step(&p, "step");
    clock.now += 1;
    CHECK(dls_test::holds(dls_test::error_of([&] { p.set_phase(Phase::off); }), "'step'"));
  }
  CHECK(p.tree()[0].calls == 1);
  {
    const Scope nobody(nullptr, "step");
  }  // without a profiler nothing happens
}

TEST_CASE("the trace is JSON that a browser's viewer understands") {
  Clock clock;
  Profiler p(clock.function());
  clock.now += 0.25;
  p.set_phase(Phase::active);
  {
    const Scope step(&p, "step");
    clock.now += 0.5;
    const Scope inner(&p, "forward");
    clock.now += 0.125;
  }
  const auto json = nlohmann::json::parse(p.trace_json());
  const auto& events = json.at("traceEvents");
  REQUIRE(events.size() == 3);
  CHECK(events[0].at("ph") == "C");
  CHECK(events[0].at("args").at("MiB") > 1);
  CHECK(events[1].at("name") == "forward");  // it ended first
  CHECK(events[1].at("ph") == "X");
  CHECK_SAME(events[1].at("ts").get<double>(), 750000.0, dls::bitwise());
  CHECK_SAME(events[1].at("dur").get<double>(), 125000.0, dls::bitwise());
  CHECK(events[2].at("name") == "step");
  CHECK_SAME(events[2].at("ts").get<double>(), 250000.0, dls::bitwise());
  CHECK_SAME(events[2].at("dur").get<double>(), 625000.0, dls::bitwise());
}

TEST_CASE("resident memory grows when memory is used") {
  const std::int64_t before = resident_bytes();
  const std::vector<char> used(64 << 20, 1);
  CHECK(resident_bytes() - before > (60 << 20));
  CHECK(used[1234567] == 1);
}
