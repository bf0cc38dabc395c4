// Every operation tells a profiler when it begins, what it reads, and when it ends.
#include <algorithm>
#include <string>
#include <vector>

#include "common/autograd/ops.hpp"
#include "common/core/memory.hpp"
#include "common/core/profile_hook.hpp"
#include "common/core/tensor.hpp"
#include "tests/common/autograd_op_cases.hpp"
#include "tests/support/check.hpp"

namespace {

/// Writes down what it hears.
class Log : public dls::ProfileHook {
 public:
  struct Entry {
    std::string name;
    Kind kind = Kind::scope;
    std::size_t inputs = 0;
    std::vector<dls::Shape> shapes;
    bool asked = false, left = false;
    std::int64_t at_start = 0;  // tensor bytes when it was entered
  };

  Log() { dls::profile_hook() = this; }
  ~Log() override { dls::profile_hook() = nullptr; }

  void enter(const char* name, Kind kind) override {
    open_.push_back(entries.size());
    entries.emplace_back();
    entries.back().name = name;
    entries.back().kind = kind;
    entries.back().at_start = dls::memory_use().current;
  }
  void reads(const dls::Tensor* const* first, std::size_t count) override {
    Entry& e = entries[open_.back()];
    e.asked = true;
    e.inputs = count;
    for (std::size_t i = 0; i < std::min<std::size_t>(count, 3); ++i)
      e.shapes.push_back(first[i]->shape());
  }
  void leave() override {
    entries[open_.back()].left = true;
    open_.pop_back();
  }

  std::vector<Entry> entries;

 private:
  std::vector<std::size_t> open_;
};

}  // namespace

TEST_CASE("every operation enters before it computes, says what it reads, and leaves") {
  for (const dls_test::OpCase& c : dls_test::op_cases()) {
    CAPTURE(c.op);
    CAPTURE(c.about);
    std::vector<dls::Variable> inputs;
    for (const dls::Tensor& t : c.inputs) inputs.emplace_back(t, true);
    const std::int64_t before = dls::memory_use().current;
    Log log;
    const dls::Variable y = c.f(inputs);
    REQUIRE(!log.entries.empty());
    for (const Log::Entry& e : log.entries) {
      CHECK(e.kind == dls::ProfileHook::Kind::op);
      CHECK(e.left);
      CHECK_MESSAGE(e.asked, e.name << " does not say what it reads");
      CHECK(e.inputs >= 1);
    }
    // Its result is made inside: record("name") comes before the kernel.
    // (max first looks for the places, which is no operation: places have no gradient.)
    if (c.op != "max") CHECK(log.entries.front().at_start == before);
  }
}

TEST_CASE("a backward pass: each node with the gradient that comes in, its operations inside") {
  const dls::Variable x(dls::Tensor::full({3, 5}, 0.5));
  const dls::Variable w = dls::parameter(dls::Tensor::full({2, 5}, 0.25));
  const dls::Variable loss = dls::sum(dls::linear(x, w));
  Log log;
  dls::backward(loss);
  std::vector<std::string> backward;
  for (const Log::Entry& e : log.entries) {
    CHECK(e.left);
    if (e.kind == dls::ProfileHook::Kind::backward) {
      backward.push_back(e.name);
      CHECK(e.inputs == 1);
    }
  }
  CHECK(backward == std::vector<std::string>{"sum", "linear"});
  CHECK(log.entries.back().name == "matmul");  // dW = dy' x
  CHECK(log.entries.back().shapes.at(1) == dls::Shape{3, 5});
}

TEST_CASE("an operation that throws leaves, too") {
  Log log;
  const dls::Variable a(dls::Tensor::zeros({2, 3})), b(dls::Tensor::zeros({4, 5}));
  CHECK_THROWS_AS(dls::matmul(a, b), dls::Error);
  REQUIRE(log.entries.size() == 1);
  CHECK(log.entries[0].left);
}
