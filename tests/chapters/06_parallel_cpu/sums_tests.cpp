// Sums by many threads, counters, and dot products on every instruction set.
#include <cstring>

#include "chapters/06_parallel_cpu/5_false_sharing.hpp"
#include "chapters/06_parallel_cpu/8_dot.hpp"
#include "chapters/06_parallel_cpu/isa.hpp"
#include "common/core/parallel.hpp"
#include "common/core/rng.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

namespace {

using namespace dls::ch06;

std::vector<float> random_numbers(std::size_t n, std::uint64_t id = 0) {
  dls::Rng rng(dls_test::seed(), "chapter 06 sums", id);
  std::vector<float> x(n);
  for (float& v : x) v = static_cast<float>(rng.uniform(-1, 2));
  return x;
}

const std::vector<std::size_t> kLengths = {0,  1,  3,   15,   16,   17,   31,   32,     33,     63,
                                           64, 65, 127, 4095, 4096, 4097, 8193, 70'001, 200'003};

}  // namespace

TEST_CASE("chunks cover everything once, whatever the threads") {
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    for (const std::size_t n : {0, 1, 7, 100, 101})
      for (const std::size_t grain : {1, 10, 100, 1000}) {
        std::vector<std::atomic<int>> seen(n);
        for_chunks(pool, n, grain, [&](std::size_t c, std::size_t begin, std::size_t end) {
          if (begin != c * grain || end > n) ++seen.at(n);  // throws
          for (std::size_t i = begin; i < end; ++i) ++seen[i];
        });
        bool once = true;
        for (const auto& s : seen) once = once && s == 1;
        CHECK(once);
      }
  }
}

TEST_CASE("what a chunk throws comes out, after all threads have stopped") {
  ThreadPool pool(3);
  const std::string said = dls_test::error_of([&] {
    for_chunks(pool, 50, 1, [](std::size_t c, std::size_t, std::size_t) {
      if (c == 20) throw dls::Error("chunk 20");
    });
  });
  CHECK(said == "chunk 20");
}

TEST_CASE("the bytes of an ordered sum do not depend on the number of threads") {
  for (const std::size_t n : kLengths) {
    const std::vector<float> x = random_numbers(n, n);
    double exact = 0;
    for (const float v : x) exact += static_cast<double>(v);
    ThreadPool one(1);
    const float want = sum_in_order(one, x);
    CAPTURE(n);
    CHECK_SAME(
        want, static_cast<float>(exact),
        dls::within(1e-4, 1e-6, "4096 roundings of a float in a row, at most 2e-4 of a sum"));
    for (int threads = 2; threads <= 8; ++threads) {
      ThreadPool pool(threads);
      const float got = sum_in_order(pool, x);
      CHECK_SAME(got, want, dls::bitwise());
      CHECK_SAME(sum_by_threads(pool, x), want,
                 dls::within(1e-4, 1e-4, "the same numbers in another order"));
    }
  }
}

TEST_CASE("one chunk for each thread: 2 and 3 threads differ") {
  const std::vector<float> x = random_numbers(1'000'003);
  ThreadPool two(2), three(3);
  CHECK_FALSE(dls::compare(sum_by_threads(two, x), sum_by_threads(three, x), dls::bitwise()).ok);
}

TEST_CASE("counting: at most so many, and with one step exactly so many") {
  for (const int threads : {1, 2, 4}) {
    const std::int64_t times = 20'000;
    CHECK(count_atomically(threads, times) == threads * times);
    const std::int64_t counted = count_with_lost_updates(threads, times);
    CHECK(counted >= times);  // the last to write has seen all of its own
    CHECK(counted <= threads * times);
  }
}

TEST_CASE("counters on one line or on lines of their own count alike") {
  for (const int threads : {1, 2, 3}) {
    ThreadPool pool(threads);
    for (const std::size_t apart : {8, 64, 128})
      CHECK(count_apart(pool, apart, 1000) == threads * 1000);
  }
}

TEST_CASE("dot products agree on every instruction set, tails included") {
  ThreadPool pool(2);
  for (const std::size_t n : kLengths) {
    const std::vector<float> x = random_numbers(n, n), y = random_numbers(n, n + 1);
    double exact = 0, size = 0;
    for (std::size_t i = 0; i < n; ++i) {
      exact += static_cast<double>(x[i]) * static_cast<double>(y[i]);
      size += std::abs(static_cast<double>(x[i]) * static_cast<double>(y[i]));
    }
    const auto close = dls::within(0, 1e-5 * size + 1e-30, "1e-5 of the sum of sizes");
    CAPTURE(n);
    CHECK_SAME(dot_scalar(x.data(), y.data(), n), static_cast<float>(exact),
               dls::within(0, 1e-3 * size + 1e-30, "one sum of 200,003 terms, no help"));
    for (const Simd simd : available_simd()) {
      CAPTURE(name(simd));
      if (n <= 70'001)
        CHECK_SAME(dot_simd(x.data(), y.data(), n, simd), static_cast<float>(exact), close);
      const float two = dot_mimd(pool, x.data(), y.data(), n, simd);
      CHECK_SAME(two, static_cast<float>(exact), close);
      ThreadPool five(5);
      CHECK_SAME(dot_mimd(five, x.data(), y.data(), n, simd), two, dls::bitwise());
    }
  }
}

TEST_CASE("the plain sum and common/core's parallel_for: the same chunks, the same bits") {
  const std::vector<float> x = random_numbers(100'003);
  std::vector<float> sums((x.size() + 4095) / 4096);
  dls::parallel_for(static_cast<std::int64_t>(x.size()), 4096, [&](std::int64_t b, std::int64_t e) {
    sums[static_cast<std::size_t>(b / 4096)] =
        sum_of(x.data() + b, static_cast<std::size_t>(e - b));
  });
  ThreadPool pool(3);
  CHECK_SAME(sum_in_order(pool, x), sum_of(sums.data(), sums.size()), dls::bitwise());
}
