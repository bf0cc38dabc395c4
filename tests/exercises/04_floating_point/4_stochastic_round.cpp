// 04.4: only neighbours, the right mean on both sides of zero, a random number for each.
#include DLS_EXERCISE

#include <fmt/core.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

constexpr std::size_t kDraws = 40000;

struct Drawn {
  double below, above;  // the neighbours, below nearer to zero
  double share;         // how often it was above
  double want;          // how often it should be
};

/// x rounded kDraws times, in one call.
Drawn draw(float x, std::uint64_t id) {
  dls::Rng rng(dls_test::seed(), "04.4", id);
  const std::vector<float> y = stochastic_bf16(std::vector<float>(kDraws, x), rng);
  REQUIRE(y.size() == kDraws);
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  const auto value = [](std::uint32_t b) {
    float f;
    std::memcpy(&f, &b, sizeof f);
    return static_cast<double>(f);
  };
  Drawn d{};
  d.below = value(bits & 0xffff0000);
  d.above = value((bits & 0xffff0000) + 0x10000);
  d.want = (static_cast<double>(x) - d.below) / (d.above - d.below);
  for (const float one : y) {
    const double got = static_cast<double>(one);
    if (got != d.below && got != d.above) {
      const bool other_side = std::abs(got) < std::abs(d.below);
      FAIL(fmt::format(
          "{:.9g} became {:.9g}; its neighbours are {:.9g} and {:.9g}{}", x, got, d.below, d.above,
          other_side ? ": a negative number was taken for the neighbour on its other side, "
                       "and the mean drifts"
                     : ""));
    }
    d.share += got == d.above ? 1.0 / kDraws : 0;
  }
  return d;
}

void check_mean(float x, std::uint64_t id) {
  const Drawn d = draw(x, id);
  const double deviation = std::sqrt(d.want * (1 - d.want) / kDraws);
  if (d.share == 0 || d.share == 1)
    FAIL(fmt::format(
        "{:.9g}, rounded {} times in one call, always became {:.9g}: the variance is 0. Is "
        "there one random number for all?",
        x, kDraws, d.share == 0 ? d.below : d.above));
  if (std::abs(d.share - (1 - d.want)) < 4 * deviation && std::abs(d.want - 0.5) > 0.05)
    FAIL(fmt::format(
        "{:.9g} went away from zero in {:.3f} of the draws, want {:.3f}: the two neighbours "
        "are exchanged{}",
        x, d.share, d.want, x < 0 ? "; below zero the mean drifts" : ""));
  if (std::abs(d.share - d.want) > 5 * deviation + 2e-5)
    FAIL(fmt::format(
        "{:.9g} went away from zero in {:.3f} of the draws, want {:.3f} +- {:.3f}: the mean "
        "drifts",
        x, d.share, d.want, 5 * deviation));
}

}  // namespace

TEST_CASE("the mean, above zero and below, in all sizes") {
  std::uint64_t id = 0;
  for (const float size : {1.0F, 0x1p-60F, 0x1p40F, 3.1F, 0x1.fep0F})
    for (const float part : {0.1F, 0.25F, 0.7F, 0.9F})
      for (const float sign : {1.0F, -1.0F}) {
        std::uint32_t bits;
        std::memcpy(&bits, &size, sizeof bits);
        bits = (bits & 0xffff0000) + static_cast<std::uint32_t>(part * 65536);
        float x;
        std::memcpy(&x, &bits, sizeof x);
        check_mean(sign * x, id++);
      }
}

TEST_CASE("subnormal numbers, too") {
  check_mean(0x1p-130F + 0x1p-140F, 100);
  check_mean(-0x1.6p-134F, 101);
}

TEST_CASE("neighbouring elements do not move together") {
  dls::Rng rng(dls_test::seed(), "04.4 pairs");
  const std::vector<float> y = stochastic_bf16(std::vector<float>(kDraws, 1 + 0x1p-8F), rng);
  double together = 0;
  for (std::size_t i = 0; i + 1 < y.size(); i += 2) together += y[i] == y[i + 1] ? 2.0 / kDraws : 0;
  CHECK_MESSAGE(std::abs(together - 0.5) < 5 * std::sqrt(0.5 / kDraws),
                "two elements of the same value went the same way in "
                    << together
                    << " of the pairs, want 0.5: each needs a random number of its own");
}

TEST_CASE("what bf16 holds stays as it is") {
  std::vector<float> x = {0, -0.0F, 1, -1, 256, 0x1p-133F, -0x1p-126F, 0x1.fep100F};
  const float infinity = std::numeric_limits<float>::infinity();
  x.insert(x.end(), {infinity, -infinity, dls_test::kNan<float>});
  for (const std::uint32_t nan : {0x7f800001U, 0x7fffffffU, 0xff808000U})
    x.push_back(float_of(nan));
  for (std::uint64_t id = 0; id < 200; ++id) {
    dls::Rng rng(dls_test::seed(), "04.4 exact", id);
    const std::vector<float> y = stochastic_bf16(x, rng);
    INFO("bf16 holds these numbers, infinity and NaN: they must not change");
    REQUIRE_SAME(y, x, dls::bitwise());
  }
}

TEST_CASE("another stream gives other numbers, the same stream the same") {
  const std::vector<float> x(1000, 1.003F);
  dls::Rng first(dls_test::seed(), "04.4 stream"), again = first;
  dls::Rng other(dls_test::seed(), "04.4 stream", 1);
  const std::vector<float> y = stochastic_bf16(x, first);
  CHECK_SAME(stochastic_bf16(x, again), y, dls::bitwise());
  CHECK_MESSAGE(stochastic_bf16(x, other) != y, "another stream gave the same numbers");
  const std::vector<float> next = stochastic_bf16(x, first);
  CHECK_MESSAGE(next != y,
                "a second call with the same rng gave the same numbers: take the numbers from "
                    << "rng itself, not from a copy");
}

TEST_CASE("a thousand updates of 0.001 take a weight from 1 to about 2") {
  dls::Rng rng(dls_test::seed(), "04.4 updates");
  std::vector<float> weights(64, 1);
  for (int step = 0; step < 1000; ++step) {
    for (float& w : weights) w += 0.001F;
    weights = stochastic_bf16(weights, rng);
  }
  double mean = 0;
  for (const float w : weights) mean += static_cast<double>(w) / 64;
  CHECK_SAME(mean, 2.0, dls::within(0.03, 0, "64 weights, each with a deviation of about 0.09"));
}
