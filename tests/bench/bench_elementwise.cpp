// How close the elementwise loops come to the speed of memory.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/core/rng.hpp"
#include "common/math/elementwise.hpp"
#include "tests/bench/peaks.hpp"

namespace {

using namespace dls_bench;
namespace math = dls::math;

constexpr std::int64_t kLong = 16 << 20;  // 64 MiB an array: from memory
constexpr std::int64_t kShort = 8192;     // 32 KiB an array: from the second cache, one thread

/// Arrays that the loops work on, filled, so that every page is there before the clock starts.
struct Arrays {
  std::vector<float> x, y, z, w;
  explicit Arrays(std::int64_t n) : x(n), y(n), z(n, 0.5f), w(n, 0.5f) {
    dls::Rng rng(1, "elementwise");
    for (std::int64_t i = 0; i < n; ++i) y[i] = x[i] = static_cast<float>(rng.uniform(0.1, 4));
  }
};

struct Loop {
  const char* name;
  double bytes;  // that the loop names, for each number
  std::function<void(Arrays&, std::int64_t n)> call;
};

std::vector<Loop> loops() {
  const auto at = [](Arrays& a) { return a.x.data(); };
  return {
      {"add", 12, [=](Arrays& a, std::int64_t n) { math::add(at(a), a.y.data(), a.z.data(), n); }},
      {"relu", 8, [=](Arrays& a, std::int64_t n) { math::relu(at(a), a.z.data(), n); }},
      {"sum", 4, [=](Arrays& a, std::int64_t n) { a.z[0] = math::sum(at(a), n); }},
      {"exp", 8, [=](Arrays& a, std::int64_t n) { math::exp(at(a), a.z.data(), n); }},
      {"log", 8, [=](Arrays& a, std::int64_t n) { math::log(at(a), a.z.data(), n); }},
      {"tanh", 8, [=](Arrays& a, std::int64_t n) { math::tanh(at(a), a.z.data(), n); }},
      {"log_softmax", 8,
       [=](Arrays& a, std::int64_t n) { math::log_softmax(at(a), a.z.data(), n / 64, 64); }},
      {"adam", 28,
       [=](Arrays& a, std::int64_t n) {
         math::adam_update({}, at(a), a.z.data(), a.w.data(), a.y.data(), n);
       }},
  };
}

/// The same by the C library, one number at a time: what std::exp in a loop costs.
void plain_exp(Arrays& a, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) a.z[i] = std::exp(a.x[i]);
}

std::string long_name(const Loop& loop, int threads) {
  return fmt::format("{}_f32_16m_t{}", loop.name, threads);
}
std::string short_name(const Loop& loop) { return fmt::format("{}_f32_8k_t1", loop.name); }

}  // namespace

int main(int argc, char** argv) {
  return guarded([&] {
    Session session(argc, argv,
                    "Elementwise loops: arrays of 16 million against the memory triad of the same "
                    "run; a loop that "
                    "writes where it reads may pass 100 %");
    const auto far = std::make_shared<Arrays>(kLong), near = std::make_shared<Arrays>(kShort);
    const int most = hardware_threads() > 1 ? 2 : 1;
    measure_triad(session);
    for (const Loop& loop : loops()) {
      for (int threads = 1; threads <= most; ++threads) {
        session.measure(long_name(loop, threads), threads, loop.bytes * kLong,
                        [=] { loop.call(*far, kLong); });
      }
      session.measure(short_name(loop), 1, kShort, [=] { loop.call(*near, kShort); });
    }
    if (session.peer()) session.measure("libm exp", 1, kShort, [=] { plain_exp(*near, kShort); });
    session.run();
    for (const Loop& loop : loops()) {
      for (int threads = 1; threads <= most; ++threads) {
        const std::string name = long_name(loop, threads);
        if (const auto rate = session.giga_per_second(name)) {
          session.row({.metric = name,
                       .value = *rate,
                       .unit = "GB/s",
                       .ceiling = triad_peak(session, threads)});
        }
      }
    }
    for (const Loop& loop : loops()) {
      Row row{.metric = short_name(loop), .value = 0, .unit = "G numbers/s"};
      const auto rate = session.giga_per_second(row.metric);
      if (!rate) continue;
      row.value = *rate;
      if (session.peer() && std::string(loop.name) == "exp") {
        row.peer = "std::exp in a loop";
        row.peer_value = session.giga_per_second("libm exp");
      }
      session.row(row);
    }
    session.finish();
  });
}
