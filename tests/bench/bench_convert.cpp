// How close the conversions of common/math come to the speed of memory.
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/core/rng.hpp"
#include "common/math/convert.hpp"
#include "tests/bench/peaks.hpp"

namespace {

using namespace dls_bench;
using dls::BF16, dls::F16;

constexpr std::int64_t kCount = 16 << 20;  // 64 MiB of float: from memory
constexpr double kBytes = 6;               // a number: four on one side, two on the other

/// Arrays that the conversions work on, filled, so that every page is there before the clock
/// starts.
struct Arrays {
  std::vector<float> x;
  std::vector<BF16> bf16;
  std::vector<F16> f16;
  Arrays() : x(kCount), bf16(kCount), f16(kCount) {
    dls::Rng rng(1, "convert");
    for (float& value : x) value = static_cast<float>(rng.uniform(-4, 4));
    for (std::int64_t i = 0; i < kCount; ++i) {
      bf16[i] = dls::to_bf16(x[i]);
      f16[i] = dls::to_f16(x[i]);
    }
  }
};

struct Conversion {
  const char* name;
  std::function<void(Arrays&)> call;
};

std::vector<Conversion> conversions() {
  using dls::math::convert;
  return {
      {"convert_f32_bf16", [](Arrays& a) { convert(a.x.data(), a.bf16.data(), kCount); }},
      {"convert_bf16_f32", [](Arrays& a) { convert(a.bf16.data(), a.x.data(), kCount); }},
      {"convert_f32_f16", [](Arrays& a) { convert(a.x.data(), a.f16.data(), kCount); }},
      {"convert_f16_f32", [](Arrays& a) { convert(a.f16.data(), a.x.data(), kCount); }},
  };
}

/// The rows of one thread have no suffix: "convert_f32_bf16"; of two, "convert_f32_bf16_t2".
std::string row_name(const Conversion& conversion, int threads) {
  return threads == 1 ? conversion.name : fmt::format("{}_t{}", conversion.name, threads);
}

/// One number at a time, as core/dtype.hpp does it.
void one_by_one(Arrays& a) {
  for (std::int64_t i = 0; i < kCount; ++i) a.f16[i] = dls::to_f16(a.x[i]);
}

}  // namespace

int main(int argc, char** argv) {
  return guarded([&] {
    Session session(argc, argv,
                    "Conversions of 16 million numbers, the bytes read and written, against the "
                    "memory triad of the same run");
    const auto arrays = std::make_shared<Arrays>();
    const int most = hardware_threads() > 1 ? 2 : 1;
    measure_triad(session);
    for (const Conversion& conversion : conversions())
      for (int threads = 1; threads <= most; ++threads)
        session.measure(row_name(conversion, threads), threads, kBytes * kCount,
                        [=] { conversion.call(*arrays); });
    if (session.peer()) session.measure("to_f16", 1, kBytes * kCount, [=] { one_by_one(*arrays); });
    session.run();
    for (const Conversion& conversion : conversions())
      for (int threads = 1; threads <= most; ++threads) {
        Row row{.metric = row_name(conversion, threads), .value = 0, .unit = "GB/s"};
        const auto rate = session.giga_per_second(row.metric);
        if (!rate) continue;
        row.value = *rate;
        row.ceiling = triad_peak(session, threads);
        row.bar = 0.5;
        if (session.peer() && row.metric == "convert_f32_f16") {
          row.peer = "to_f16() in a loop";
          row.peer_value = session.giga_per_second("to_f16");
        }
        session.row(row);
      }
    session.finish();
  });
}
