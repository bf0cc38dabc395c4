// 06.3: the same bits for every number of threads, also when some pieces take longer than others.
#include DLS_EXERCISE

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

std::vector<float> random_numbers(std::size_t n) {
  dls::Rng rng(dls_test::seed(), "06.3", n);
  std::vector<float> x(n);
  for (float& v : x) v = static_cast<float>(rng.uniform(0, 3));
  return x;
}

float plain(const float* x, std::size_t n) {
  float sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += x[i];
  return sum;
}

double exact(const std::vector<float>& x) {
  double sum = 0;
  for (const float v : x) sum += static_cast<double>(v);
  return sum;
}

/// Some pieces take longer, others in each run, so that they end in another order.
SumOf uneven(std::uint64_t run) {
  return [run](const float* x, std::size_t n) {
    const float sum = plain(x, n);
    std::uint32_t bits = 0;
    __builtin_memcpy(&bits, &sum, sizeof bits);
    const std::uint32_t turn = dls::philox({bits, static_cast<std::uint32_t>(run)}, {1, 2})[0] % 4;
    std::this_thread::sleep_for(std::chrono::microseconds(200 * turn));
    return sum;
  };
}

}  // namespace

TEST_CASE("the sum is right, whatever the length") {
  for (const std::size_t n : {0, 1, 2, 4095, 4096, 4097, 100'003}) {
    const std::vector<float> x = random_numbers(n);
    for (const int threads : {1, 2, 5}) {
      const float got = parallel_sum(x, threads, plain);
      const double missing = exact(x) - static_cast<double>(got);
      CAPTURE(n);
      CAPTURE(threads);
      if (n > 0 && missing > 1e-3 * exact(x))
        FAIL("numbers are missing from the sum, " << missing << " of " << exact(x)
                                                  << ": is the last, shorter piece there?");
      CHECK_SAME(got, static_cast<float>(exact(x)),
                 dls::within(3e-4, 0, "up to 65,536 roundings of a float in a row"));
    }
  }
}

TEST_CASE("1 to 8 threads give the same bits") {
  const std::vector<float> x = random_numbers(200'003);
  const float want = parallel_sum(x, 1, plain);
  for (int threads = 2; threads <= 8; ++threads) {
    const float got = parallel_sum(x, threads, plain);
    const float before = parallel_sum(x, threads - 1, plain);
    if (got != parallel_sum(x, threads, plain)) continue;  // another fault: the next test names it
    if (got != before)
      FAIL("" << threads - 1 << " and " << threads << " threads differ, " << before << " and "
              << got << ": the pieces must not depend on the number of threads");
  }
  CHECK_SAME(parallel_sum(x, 7, plain), want, dls::bitwise());
}

TEST_CASE("every run gives the same bits, whoever is faster") {
  const std::vector<float> x = random_numbers(200'003);
  const float want = parallel_sum(x, 4, uneven(0));
  for (std::uint64_t run = 1; run < 8; ++run) {
    const float got = parallel_sum(x, 4, uneven(run));
    if (got != want)
      FAIL("two runs with 4 threads differ, " << want << " and " << got
                                              << ": the sums of the pieces "
                                              << "were added in the order in which they arrived");
  }
  CHECK_SAME(parallel_sum(x, 4, uneven(9)), want, dls::bitwise());
}

TEST_CASE("the threads work at the same time, on all of x, each number once") {
  const int threads = 3;
  const std::vector<float> x = random_numbers(50'001);
  std::mutex mutex;
  std::condition_variable met;
  int inside = 0, most = 0;
  bool over = false;
  std::vector<int> seen(x.size());
  std::size_t largest = 0;
  parallel_sum(x, threads, [&](const float* piece, std::size_t n) {
    std::unique_lock lock(mutex);
    for (std::size_t i = 0; i < n; ++i) ++seen.at(static_cast<std::size_t>(piece - x.data()) + i);
    largest = std::max(largest, n);
    most = std::max(most, ++inside);
    if (inside >= threads) over = true;
    met.notify_all();
    met.wait_for(lock, std::chrono::seconds(3), [&] { return over; });
    over = true;
    --inside;
    return plain(piece, n);
  });
  CHECK_MESSAGE(most == threads, most << " of " << threads << " threads worked at the same time");
  CHECK_MESSAGE(largest <= 65'536, "a piece of " << largest << " numbers: 65,536 at most");
  int once = 0;
  for (const int s : seen) once += s == 1 ? 1 : 0;
  CHECK_MESSAGE(once == static_cast<int>(x.size()),
                once << " of " << x.size() << " numbers were added up exactly once");
}
