// Which vector instructions a function of this chapter uses (C++17: notebooks include this file).
//
// A function marked target("avx512f") is compiled for processors that have these instructions,
// while the rest of the program runs everywhere. So somebody must ask the processor first: isa.hpp.
#pragma once
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace dls::ch06 {

/// Registers of 4, 8 and 16 floats. `portable` is what every machine has.
enum class Simd { portable, avx2, avx512 };

inline const char* name(Simd simd) {
  if (simd == Simd::avx512) return "AVX-512";
  return simd == Simd::avx2 ? "AVX2 with FMA" : "portable";
}

/// How many floats a register holds.
inline int lanes(Simd simd) {
  if (simd == Simd::avx512) return 16;
  return simd == Simd::avx2 ? 8 : 4;
}

/// Four floats in the compiler's own vector type: + and * work on all of them at once.
typedef float Float4 __attribute__((vector_size(16)));

inline Float4 load4(const float* from) {
  Float4 v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}

inline void store4(float* to, Float4 v) { __builtin_memcpy(to, &v, sizeof v); }

}  // namespace dls::ch06
