// Conversions of whole arrays, on every instruction set, against those of one number.
#include <fmt/core.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "common/math/convert.hpp"
#include "common/math/convert_table.hpp"
#include "tests/common/isa_cases.hpp"

namespace {

using namespace dls_test;
using dls::BF16, dls::F16;

/// All upper halves of a float, with lower halves around every place where a rounding changes.
std::vector<float> interesting_floats() {
  std::vector<float> x;
  const std::uint32_t low[] = {0,      1,      0x0fff, 0x1000, 0x1001, 0x1fff, 0x2000, 0x2fff,
                               0x3000, 0x5000, 0x7000, 0x7fff, 0x8000, 0x8001, 0xb000, 0xffff};
  for (std::uint32_t high = 0; high < 65536; ++high)
    for (const std::uint32_t half : low) x.push_back(std::bit_cast<float>(high << 16 | half));
  dls::Rng rng(seed(), "convert");  // and any bits at all
  for (int i = 0; i < 1000003; ++i) x.push_back(std::bit_cast<float>(rng.next()));
  return x;
}

/// What is wrong with `got`: the first place where its bits differ from f(x); empty when nowhere.
template <class From, class To, class F>
std::string first_difference(const std::vector<From>& x, const std::vector<To>& got, F f) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const To want = f(x[i]);
    if (std::memcmp(&got[i], &want, sizeof want) != 0) {
      std::uint32_t from = 0, is = 0, should = 0;
      std::memcpy(&from, &x[i], sizeof x[i]);
      std::memcpy(&is, &got[i], sizeof want);
      std::memcpy(&should, &want, sizeof want);
      return fmt::format("number {}, bits 0x{:x}: got 0x{:x}, want 0x{:x}", i, from, is, should);
    }
  }
  return "";
}

/// All lengths around a register's width: the same numbers, and nothing written beyond the end.
template <class From, class To, class F>
void check_lengths(void (*loop)(const From*, To*, std::int64_t), const std::vector<From>& x, F f) {
  for (const std::int64_t n : kLengths) {
    std::vector<To> y(n + 1);
    std::memset(y.data(), 0xa5, y.size() * sizeof(To));
    const To poison = y.back();
    const std::vector<From> some(x.begin(), x.begin() + n);
    loop(some.data(), y.data(), n);
    CAPTURE(n);
    CHECK(first_difference(some, y, f) == "");
    CHECK_MESSAGE(std::memcmp(&y.back(), &poison, sizeof poison) == 0, "written beyond the end");
  }
}

template <class From, class To, class F>
void check(void (*loop)(const From*, To*, std::int64_t), const std::vector<From>& x, F f) {
  std::vector<To> y(x.size());
  loop(x.data(), y.data(), static_cast<std::int64_t>(x.size()));
  CHECK(first_difference(x, y, f) == "");
  check_lengths(loop, std::vector<From>(x.end() - 2000, x.end()), f);
}

template <class Half>
std::vector<Half> all_halves() {
  std::vector<Half> x;
  for (std::uint32_t bits = 0; bits < 65536; ++bits)
    x.push_back({static_cast<std::uint16_t>(bits)});
  return x;
}

}  // namespace

TEST_CASE("float to 16 bits: two million numbers, every kind of tie, on every instruction set") {
  const std::vector<float> x = interesting_floats();
  for (const dls::math::Isa isa : available_isas()) {
    CAPTURE(dls::math::name(isa));
    const dls::math::ConvertTable table = dls::math::conversions_for(isa);
    check(table.f32_to_bf16, x, dls::to_bf16);
    check(table.f32_to_f16, x, dls::to_f16);
  }
}

TEST_CASE("16 bits to float: all patterns, NaN with its payload, on every instruction set") {
  for (const dls::math::Isa isa : available_isas()) {
    CAPTURE(dls::math::name(isa));
    const dls::math::ConvertTable table = dls::math::conversions_for(isa);
    check(table.bf16_to_f32, all_halves<BF16>(), [](BF16 x) { return dls::to_float(x); });
    check(table.f16_to_f32, all_halves<F16>(), [](F16 x) { return dls::to_float(x); });
  }
}

TEST_CASE("long arrays, shared by threads") {
  std::vector<float> x = interesting_floats();
  x.resize(100003);
  const auto n = static_cast<std::int64_t>(x.size());
  std::vector<BF16> brain(x.size());
  std::vector<F16> half(x.size());
  dls::math::convert(x.data(), brain.data(), n);
  dls::math::convert(x.data(), half.data(), n);
  CHECK(first_difference(x, brain, dls::to_bf16) == "");
  CHECK(first_difference(x, half, dls::to_f16) == "");
  std::vector<float> back(x.size());
  dls::math::convert(brain.data(), back.data(), n);
  CHECK(first_difference(brain, back, [](BF16 b) { return dls::to_float(b); }) == "");
  dls::math::convert(half.data(), back.data(), n);
  CHECK(first_difference(half, back, [](F16 h) { return dls::to_float(h); }) == "");
  dls::math::convert(x.data(), half.data(), 0);
}
