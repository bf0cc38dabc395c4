#include <atomic>
#include <set>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/parallel.hpp"
#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

using namespace dls;

namespace {
/// Sets a number of threads for a scope.
struct Threads {
  int before = threads();
  explicit Threads(int count) { set_threads(count); }
  ~Threads() { set_threads(before); }
};
}  // namespace

TEST_CASE("every index once, chunks by n and grain alone") {
  for (const int count : {1, 2, 3, 5}) {
    const Threads scope(count);
    CHECK(threads() == count);
    for (const std::int64_t n : {0, 1, 6, 7, 8, 49, 50}) {
      std::vector<std::atomic<int>> hits(static_cast<std::size_t>(n));
      std::atomic<int> wrong{0};
      parallel_for(n, 7, [&](std::int64_t begin, std::int64_t end) {
        if (begin % 7 != 0 || end != std::min(begin + 7, n)) ++wrong;
        for (std::int64_t i = begin; i < end; ++i) ++hits[static_cast<std::size_t>(i)];
      });
      CHECK(wrong == 0);
      for (const auto& hit : hits) CHECK(hit == 1);
    }
  }
}

TEST_CASE("sums by chunk have the same bits for every number of threads") {
  Rng rng(dls_test::seed(), "parallel");
  std::vector<float> x(10007);
  for (float& v : x) v = static_cast<float>(rng.normal());
  const auto sum = [&](int count) {
    const Threads scope(count);
    std::vector<float> parts((x.size() + 99) / 100);
    parallel_for(static_cast<std::int64_t>(x.size()), 100,
                 [&](std::int64_t begin, std::int64_t end) {
                   float part = 0;
                   for (std::int64_t i = begin; i < end; ++i)
                     part += x[static_cast<std::size_t>(i)];
                   parts[static_cast<std::size_t>(begin / 100)] = part;
                 });
    float total = 0;
    for (const float part : parts) total += part;
    return total;
  };
  for (const int count : {2, 3, 8}) CHECK_SAME(sum(count), sum(1), bitwise());
}

TEST_CASE("an exception reaches the caller, also from several threads") {
  for (const int count : {1, 3}) {
    const Threads scope(count);
    CHECK_THROWS_WITH_AS(parallel_for(100, 1,
                                      [](std::int64_t begin, std::int64_t) {
                                        if (begin >= 5) throw Error("chunk refused");
                                      }),
                         "chunk refused", Error);
  }
}

TEST_CASE("a loop inside a loop") {
  const Threads scope(3);
  std::atomic<int> hits{0};
  parallel_for(5, 1, [&](std::int64_t, std::int64_t) {
    parallel_for(10, 2, [&](std::int64_t begin, std::int64_t end) {
      hits += static_cast<int>(end - begin);
    });
  });
  CHECK(hits == 50);
}

TEST_CASE("what is refused") {
  CHECK_THROWS_AS(set_threads(0), Error);
  CHECK_THROWS_AS(parallel_for(3, 0, [](std::int64_t, std::int64_t) {}), Error);
}
