// Each planted defect leaves its mark, and never on the result. Only counts are asserted, no times.
#include <cstdlib>
#include <string>
#include <vector>

#include "chapters/05_profiling/3_counters.hpp"
#include "chapters/05_profiling/training_report.hpp"
#include "tests/support/check.hpp"

using namespace dls::ch05;

namespace {

PlantedSizes small() {
  PlantedSizes sizes;
  sizes.model.layers = 2;
  sizes.model.channels = 48;
  sizes.batch = 4;
  sizes.length = 32;
  sizes.characters = 200000;
  return sizes;
}

TrainingReport report(const std::vector<Defect>& defects) {
  return report_of(small(), defects, 4, dls_test::seed());
}

const dls::OpRow* row(const TrainingReport& r, const std::string& text) {
  for (const dls::OpRow& one : r.rows)
    if (one.text() == text) return &one;
  return nullptr;
}

}  // namespace

TEST_CASE("a healthy step asks for no memory; and no defect changes the loss") {
  const TrainingReport good = report({});
  CHECK(good.blocks == 0);
  CHECK_SAME(good.bytes_first, good.bytes_last, dls::bitwise());
  for (const Defect d : {Defect::slow_loader, Defect::memory_given_back, Defect::hidden_copy})
    CHECK_SAME(report({d}).loss, good.loss, dls::bitwise());
  CHECK_SAME(report({Defect::one_thread}).loss, good.loss,
             dls::within(1e-4, 0, "sums of other lengths, over seven steps"));
}

TEST_CASE("memory that is given back has to be asked for again") {
  CHECK(report({Defect::memory_given_back}).blocks > 50);
}

TEST_CASE("copies of weights and moments are bytes to the last one, from the first step on") {
  const TrainingReport good = report({}), bad = report({Defect::hidden_copy});
  const auto parameters = static_cast<double>(dls::parameter_count(small().model));
  CHECK_SAME(bad.bytes_last - good.bytes_last, 12 * parameters + 8,  // and Adam's count of steps
             dls::bitwise());
  CHECK_SAME(bad.bytes_first, bad.bytes_last, dls::bitwise());
}

TEST_CASE("the report: five parts in a step, calls by step, no time lost") {
  const TrainingReport r = report({});
  std::int64_t parts = 0;
  for (const char* name : {"data", "forward", "backward", "update", "log"}) {
    REQUIRE(row(r, name) != nullptr);
    CHECK(row(r, name)->calls == 4);
    parts += row(r, name)->total;
  }
  const dls::OpRow& step = *row(r, "step");
  CHECK(std::abs(step.total - parts - step.self) <= 6);          // each rounded to nanoseconds
  CHECK(std::abs(dls::total_time(r.rows) - step.total) <= 200);  // and all rows
  CHECK(r.text().find("ms a step (middle of 4)") != std::string::npos);
}

TEST_CASE("what the system counts") {
  const SystemCounts before = system_counts();
  std::vector<char> fresh(64 << 20, 1);
  volatile double sum = 0;
  for (int i = 0; i < 20000000; ++i) sum = sum + 1;
  const SystemCounts after = system_counts();
  CHECK(after.page_faults > before.page_faults);
  CHECK(after.processor_seconds > before.processor_seconds);
  CHECK(fresh[12345] == 1);
}

TEST_CASE("hardware counters count, or say why not") {
  HardwareCounters counters;
  bool ran = false;
  const auto counts = counters.count([&] { ran = true; });
  CHECK(ran);
  CHECK(counts.empty() == !counters.why_not.empty());
}
