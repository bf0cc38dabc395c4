// Private to the elementwise_<isa>.cpp files: conversions between float and the 16-bit formats,
// written once over registers of whatever width.
//
// A float is handled as its 32 bits. There are no branches: every lane computes all cases, and the
// right one is chosen at the end.
#pragma once
#include "common/math/convert_table.hpp"
#include "common/math/vector.hpp"

namespace dls::math::DLS_MATH_ISA {

typedef std::uint32_t Words __attribute__((vector_size(kBytes)));
typedef std::int32_t Signed
    __attribute__((vector_size(kBytes)));  // these compare in one instruction
typedef std::uint16_t Halves __attribute__((vector_size(kBytes / 2)));

/// `a` where x, taken as a signed number, is below `limit`, else `b`.
[[gnu::always_inline]] inline Words where_below(Words x, std::int32_t limit, Words a, Words b) {
  return (Signed)x < limit ? a : b;
}

[[gnu::always_inline]] inline Words bf16_of_f32(Words x) {
  const Words rounded = (x + 0x7fff + (x >> 16 & 1)) >> 16;  // a tie goes to the even one
  // Rounding could carry a NaN into infinity: keep its upper bits and make it quiet instead.
  return where_below(x & 0x7fffffff, 0x7f800001, rounded, x >> 16 | 0x40);
}

[[gnu::always_inline]] inline Words f16_of_f32(Words x) {
  const Words magnitude = x & 0x7fffffff;
  // The exponent's bias changes from 127 to 15; a carry into infinity is right.
  const Words normal = (magnitude - (112U << 23) + 0xfff + (magnitude >> 13 & 1)) >> 13;
  // Below 2^-14: next to 1/2 floats are 2^-24 apart, as fp16's subnormal numbers are. So the
  // addition rounds, and what it adds to the bits of 1/2 is the pattern.
  const Words subnormal = (Words)((Vec<float>)magnitude + 0.5F) - 0x3f000000;
  const Words nan = (magnitude >> 13 & 0x3ff) | 0x7e00;
  Words half = where_below(magnitude, 0x38800000, subnormal, normal);
  half = where_below(magnitude, 0x47800000, half, Words{} + 0x7c00);  // 2^16 and more
  return (x >> 16 & 0x8000) | where_below(magnitude, 0x7f800001, half, nan);
}

[[gnu::always_inline]] inline Words f32_of_bf16(Words x) { return x << 16; }

[[gnu::always_inline]] inline Words f32_of_f16(Words x) {
  const Words body = (x & 0x7fff) << 13;  // exponent and fraction in their new places
  const Words normal = body + (112U << 23);
  // The smallest exponent with a leading 1, minus that 1: exact.
  const Words subnormal = (Words)((Vec<float>)(body + (113U << 23)) - 0x1p-14F);
  Words word = where_below(body, 0x0f800000, normal, normal + (112U << 23));  // infinity, NaN
  word = where_below(body, 0x00800000, subnormal, word);
  return (x & 0x8000) << 16 | word;
}

/// y = f(x), register by register, from 32 bits to 16.
template <class Half, class F>
[[gnu::always_inline]] inline void narrow(const float* x, Half* y, std::int64_t n, F f) {
  each_register<float>(n, [=](std::int64_t i, auto part) {
    const Halves halves = __builtin_convertvector(f((Words)load(x + i, part)), Halves);
    if constexpr (sizeof(part) == sizeof(Part))
      __builtin_memcpy(y + i, &halves, part.count * sizeof(Half));
    else
      __builtin_memcpy(y + i, &halves, sizeof halves);
  });
}

/// y = f(x), register by register, from 16 bits to 32.
template <class Half, class F>
[[gnu::always_inline]] inline void widen(const Half* x, float* y, std::int64_t n, F f) {
  each_register<float>(n, [=](std::int64_t i, auto part) {
    Halves halves{};
    if constexpr (sizeof(part) == sizeof(Part))
      __builtin_memcpy(&halves, x + i, part.count * sizeof(Half));
    else
      __builtin_memcpy(&halves, x + i, sizeof halves);
    store(y + i, (Vec<float>)f(__builtin_convertvector(halves, Words)), part);
  });
}

inline ConvertTable conversion_loops() {
  return {
      .f32_to_bf16 =
          [](const float* x, BF16* y, std::int64_t n) {
            narrow(x, y, n, [](Words w) { return bf16_of_f32(w); });
          },
      .f32_to_f16 = [](const float* x, F16* y,
                       std::int64_t n) { narrow(x, y, n, [](Words w) { return f16_of_f32(w); }); },
      .bf16_to_f32 = [](const BF16* x, float* y,
                        std::int64_t n) { widen(x, y, n, [](Words w) { return f32_of_bf16(w); }); },
      .f16_to_f32 = [](const F16* x, float* y,
                       std::int64_t n) { widen(x, y, n, [](Words w) { return f32_of_f16(w); }); }};
}

}  // namespace dls::math::DLS_MATH_ISA
