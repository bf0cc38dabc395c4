// The sampling profiler: a planted hot function holds most of the samples, with its right name.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/report/sampler.hpp"
#include "common/report/symbols.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

namespace {

/// Processor time of this thread: what the sampler goes by, however busy the machine is.
double processor_seconds() {
  timespec t = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

[[gnu::noinline]] double planted_hot_function(int rounds) {
  volatile double sum = 0;
  for (int i = 0; i < rounds; ++i) sum = sum + std::sqrt(static_cast<double>(i));
  return sum;
}

[[gnu::noinline]] double planted_cool_function(int rounds) {
  volatile double sum = 0;
  for (int i = 0; i < rounds; ++i) sum = sum + std::sqrt(static_cast<double>(i) + 1);
  return sum;
}

/// Works until so many samples were taken. On a busy machine, where a thread keeps its core for
/// moments only, the system takes far fewer of them than were asked for.
[[gnu::noinline]] double planted_caller(const dls::Sampler& sampler, int samples) {
  double sum = 0;
  for (const double end = processor_seconds() + 30;
       sampler.samples() + sampler.lost() < samples && processor_seconds() < end;) {
    sum += planted_hot_function(95000);
    sum += planted_cool_function(5000);
  }
  return sum;
}

/// The same without being sampled.
double work(double seconds) {
  double sum = 0;
  for (const double end = processor_seconds() + seconds; processor_seconds() < end;)
    sum += planted_hot_function(1000);
  return sum;
}

}  // namespace

TEST_CASE("a planted hot function holds over 80 % of the samples, below its caller") {
  dls::Sampler sampler;
  sampler.start();
  const double used = planted_caller(sampler, 200);
  sampler.stop();
  CHECK(used > 0);
  REQUIRE_MESSAGE(sampler.samples() >= 200, "only " << sampler.samples() << " samples in 30 s");
  CHECK(sampler.lost() == 0);
  const std::string folded = sampler.folded();
  CAPTURE(folded);
  CHECK(dls::share_of(folded, "planted_hot_function") > 0.8);
  CHECK(dls::share_of(folded, "planted_cool_function") < 0.2);
  CHECK(dls::share_of(folded, "planted_caller") > 0.95);
  int below = 0, hot = 0;
  for (const auto& stack : sampler.stacks()) {
    // In a suite the function has a namespace: the end of the name counts.
    const auto ends = [](const std::string& name, const std::string& end) {
      return name.size() >= end.size() &&
             name.compare(name.size() - end.size(), end.size(), end) == 0;
    };
    for (std::size_t i = 1; i < stack.size(); ++i)
      if (ends(stack[i], "planted_hot_function")) {
        ++hot;
        below += ends(stack[i - 1], "planted_caller") ? 1 : 0;
      }
  }
  CHECK(hot > 0);
  CHECK(below == hot);
}

TEST_CASE("a thread that waits is not sampled") {
  dls::Sampler sampler;
  sampler.start();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  sampler.stop();
  CHECK(sampler.samples() < 10);
}

TEST_CASE("when it is full it counts what it had no room for") {
  dls::Sampler sampler(250, 5);
  sampler.start();
  planted_caller(sampler, 8);
  sampler.stop();
  CHECK(sampler.samples() == 5);
  CHECK(sampler.lost() > 0);
  CHECK(sampler.stacks().size() == 5);
}

TEST_CASE("one at a time for a thread; start and stop again; nothing after stop") {
  dls::Sampler first, second;
  first.start();
  CHECK(dls_test::holds(dls_test::error_of([&] { second.start(); }), "sampled already"));
  first.stop();
  first.stop();  // once more does nothing
  second.start();
  planted_caller(second, 3);
  second.stop();
  const int taken = second.samples();
  CHECK(taken >= 3);
  work(0.1);
  CHECK(second.samples() == taken);
  CHECK(first.samples() <= 1);
  CHECK(!dls_test::error_of([] { dls::Sampler none(0); }).empty());
  CHECK(!dls_test::error_of([] { dls::Sampler none(250, 0); }).empty());
}

TEST_CASE("names without parameters and template arguments") {
  const std::pair<const char*, const char*> cases[] = {
      {"main", "main"},
      {"dls::Tensor::copy() const", "dls::Tensor::copy"},
      {"void dls::gemm<float>(int, std::vector<float, std::allocator<float> >)", "dls::gemm"},
      {"(anonymous namespace)::hot(double)", "hot"},
      {"dls::(anonymous namespace)::hot(int (*)(char))", "dls::hot"},
      {"std::function<void (int)>::operator()(int) const", "std::function::operator()"},
      {"operator new(unsigned long)", "operator new"},
      {"dls::math::work(int) [clone .isra.0]", "dls::math::work"},
      {"_ZL7unknown", "_ZL7unknown"}};
  for (const auto& [from, want] : cases) {
    CAPTURE(from);
    CHECK(dls::short_function_name(from) == want);
  }
}

TEST_CASE("addresses: our own functions, those of libraries, and none at all") {
  const auto inside = reinterpret_cast<const char*>(&planted_caller) + 1;
  CHECK(dls_test::holds(dls::function_at(inside), "planted_caller"));
  CHECK(dls::function_at(reinterpret_cast<const void*>(&std::fopen)) != "[generated code]");
  int local = 0;
  CHECK(dls::function_at(&local) == "[generated code]");  // no file stands behind the stack
}

TEST_CASE("shares of folded lines") {
  const std::string folded = "main;a 3\nmain;b;a 1\nmain;b 4\n";
  CHECK_SAME(dls::share_of(folded, "a 3"), 0.0, dls::bitwise());
  CHECK_SAME(dls::share_of(folded, ";b"), 5.0 / 8, dls::bitwise());
  CHECK_SAME(dls::share_of(folded, "main"), 1.0, dls::bitwise());
  CHECK_SAME(dls::share_of("", "main"), 0.0, dls::bitwise());
}
