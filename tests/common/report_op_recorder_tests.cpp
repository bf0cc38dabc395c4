// The recorder of scopes and operations, on a clock that the test sets.
#include <chrono>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "common/autograd/ops.hpp"
#include "common/core/memory.hpp"
#include "common/core/rng.hpp"
#include "common/core/tensor.hpp"
#include "common/report/op_recorder.hpp"
#include "tests/support/check.hpp"

using dls::OpRecorder;
using dls::OpRow;
using dls::ProfileHook;
using dls::ProfileScope;

namespace {

struct SetClock {
  std::int64_t now = 1000;
  OpRecorder::Clock function() {
    return [this] { return now; };
  }
};

const OpRow& row(const std::vector<OpRow>& rows, const std::string& text) {
  for (const OpRow& r : rows)
    if (r.text() == text) return r;
  throw dls::Error("no row '" + text + "'");
}

}  // namespace

TEST_CASE("time of scopes inside each other: total, self, calls") {
  SetClock clock;
  OpRecorder recorder(0, clock.function());
  {
    const auto on = recorder.on();
    for (int i = 0; i < 2; ++i) {
      const ProfileScope step("step");
      clock.now += 1;
      {
        const ProfileScope forward("forward");
        clock.now += 10;
        const ProfileScope product("product");
        clock.now += 100;
      }
      clock.now += 1000;
    }
  }
  {
    const ProfileScope nobody("listens");
  }
  const auto rows = recorder.rows();
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].text() == "step");  // the largest self first
  CHECK(row(rows, "step").calls == 2);
  CHECK(row(rows, "step").total == 2222);
  CHECK(row(rows, "step").self == 2002);
  CHECK(row(rows, "forward").total == 220);
  CHECK(row(rows, "forward").self == 20);
  CHECK(row(rows, "product").total == 200);
  CHECK(row(rows, "product").self == 200);
  CHECK(dls::total_time(rows) == 2222);
}

TEST_CASE("recursion: inside itself the total counts once, and self adds up") {
  SetClock clock;
  OpRecorder recorder(0, clock.function());
  {
    const auto on = recorder.on();
    const ProfileScope outer("f");
    clock.now += 3;
    const ProfileScope between("g");
    clock.now += 4;
    const ProfileScope inner("f");
    clock.now += 5;
  }
  const auto rows = recorder.rows();
  CHECK(row(rows, "f").calls == 2);
  CHECK(row(rows, "f").total == 12);
  CHECK(row(rows, "f").self == 8);
  CHECK(row(rows, "g").total == 9);
  CHECK(row(rows, "g").self == 4);
  CHECK(dls::total_time(rows) == 12);
}

TEST_CASE("random nests: the self of all rows add up to the time at the top, exactly") {
  dls::Rng rng(dls_test::seed(), "op recorder");
  SetClock clock;
  OpRecorder recorder(0, clock.function());
  const char* const names[] = {"a", "b", "c", "d"};
  std::int64_t at_top = 0;
  for (int round = 0; round < 200; ++round) {
    int open = 0;
    std::int64_t start = clock.now;
    for (int i = 0; i < 40 || open > 0; ++i) {
      if (i < 40 && (open == 0 || rng.below(2) == 0)) {
        if (open++ == 0) start = clock.now;
        recorder.enter(names[rng.below(4)], ProfileHook::Kind::scope);
      } else {
        recorder.leave();
        if (--open == 0) at_top += clock.now - start;
      }
      clock.now += rng.below(50);
    }
  }
  CHECK(dls::total_time(recorder.rows()) == at_top);
}

TEST_CASE("operations: one row for each name and shapes, forward and backward") {
  OpRecorder recorder;
  const dls::Variable x(dls::Tensor::full({3, 5}, 0.5));
  const dls::Variable w = dls::parameter(dls::Tensor::full({2, 5}, 0.25));
  const dls::Variable u(dls::Tensor::full({7, 5}, 0.5));
  {
    const auto on = recorder.on();
    dls::backward(dls::sum(dls::relu(dls::linear(x, w))));
    dls::linear(x, w);
    dls::linear(u, w);
  }
  dls::linear(x, w);  // nobody listens
  const auto rows = recorder.rows();
  CHECK(row(rows, "linear (3,5) (2,5)").calls == 2);
  CHECK(row(rows, "linear (7,5) (2,5)").calls == 1);
  CHECK(row(rows, "relu (3,2)").calls == 1);
  CHECK(row(rows, "sum (3,2)").calls == 1);
  CHECK(row(rows, "linear backward (3,2)").calls == 1);
  CHECK(row(rows, "matmul (2,3) (3,5)").calls == 1);  // made by the backward pass of linear
  CHECK(row(rows, "linear backward (3,2)").total >= row(rows, "matmul (2,3) (3,5)").total);
}

TEST_CASE("bytes: what an operation leaves behind, and what a scope frees") {
  OpRecorder recorder;
  const dls::Variable x(dls::Tensor::full({16, 8}, 1));
  {
    const auto on = recorder.on();
    dls::Variable kept;
    {
      const ProfileScope scope("make");
      kept = x + x;
    }
    const ProfileScope scope("free");
    kept = dls::Variable(dls::Tensor::full({1}, 0));
  }
  const auto rows = recorder.rows();
  CHECK(row(rows, "add (16,8) (16,8)").bytes == 16 * 8 * 4);
  CHECK(row(rows, "make").bytes == 0);  // it all lies in the operation
  CHECK(row(rows, "free").bytes == 4 - 16 * 8 * 4);
}

TEST_CASE("it listens to its own thread only, and gives the place back") {
  OpRecorder outer, inner;
  const auto on = outer.on();
  {
    const auto now = inner.on();
    std::thread([] { const ProfileScope other("other thread"); }).join();
    const ProfileScope scope("inside");
  }
  {
    const ProfileScope scope("outside");
  }
  CHECK(inner.rows().size() == 1);
  CHECK(row(inner.rows(), "inside").calls == 1);
  CHECK(outer.rows().size() == 1);
  CHECK(row(outer.rows(), "outside").calls == 1);
}

TEST_CASE("what was open before is not lost into nothing; and clear() forgets") {
  SetClock clock;
  OpRecorder recorder(10, clock.function());
  recorder.leave();  // entered before it listened
  CHECK(recorder.rows().empty());
  recorder.enter("a", ProfileHook::Kind::scope);
  clock.now += 2;
  recorder.leave();
  CHECK(dls::total_time(recorder.rows()) == 2);
  recorder.clear();
  CHECK(recorder.rows().empty());
  dls::Trace trace;
  recorder.add_to(trace);
  CHECK(trace.events() == 0);
}

TEST_CASE("the table: shares of 100 %, per step, and the rest in one line") {
  SetClock clock;
  OpRecorder recorder(0, clock.function());
  for (const char* name : {"a", "b", "c", "d"})
    for (int i = 0; i < 4; ++i) {
      recorder.enter(name, ProfileHook::Kind::scope);
      clock.now += 1000 * (name[0] - 'a' + 1);
      recorder.leave();
    }
  std::istringstream lines(recorder.table(2, 4).str());
  std::vector<std::string> cells;  // of all rows: name, calls, self, its share, total, KiB
  std::string line;
  std::getline(lines, line);
  for (std::getline(lines, line); std::getline(lines, line);) {
    std::istringstream words(line);
    for (std::string word; words >> word;) cells.push_back(word);
  }
  CHECK(cells == std::vector<std::string>{"d",    "1",   "4.0", "us",     "40.0", "4.0",  "us",
                                          "0.0",  "c",   "1",   "3.0",    "us",   "30.0", "3.0",
                                          "us",   "0.0", "2",   "others", "2",    "3.0",  "us",
                                          "30.0", "3.0", "us",  "0.0"});
}

TEST_CASE("without a clock of its own it measures in nanoseconds") {
  OpRecorder recorder;
  const std::int64_t start = dls::nanoseconds_now();
  recorder.enter("wait", ProfileHook::Kind::scope);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  recorder.leave();
  const std::int64_t around = dls::nanoseconds_now() - start;
  const std::int64_t got = recorder.rows().at(0).total;
  CHECK(got >= 19'000'000);
  CHECK(got <= around + 1'000'000);
}
