// Private to the elementwise_<isa>.cpp files: a register full of numbers, in the compiler's own
// vector types.
//
// Each of these files defines DLS_MATH_ISA and compiles this header into a namespace of that name.
// So nothing compiled for one instruction set can be linked into another; for the same reason these
// files include no header of the standard library that has code in it.
#pragma once
#include <cstdint>
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace dls::math::DLS_MATH_ISA {

#if defined(__AVX512F__)
constexpr int kBytes = 64;
#elif defined(__AVX2__)
constexpr int kBytes = 32;
#else
constexpr int kBytes = 16;
#endif

template <class T>
struct VectorTypes;

template <>
struct VectorTypes<float> {
  typedef float Vector __attribute__((vector_size(kBytes)));
  typedef std::uint32_t Bits __attribute__((vector_size(kBytes)));
};

template <>
struct VectorTypes<double> {
  typedef double Vector __attribute__((vector_size(kBytes)));
  typedef std::uint64_t Bits __attribute__((vector_size(kBytes)));
};

/// As many T as a register holds; + - * / and comparisons work on all of them at once, and `mask ?
/// a : b` chooses for each by itself.
template <class T>
using Vec = typename VectorTypes<T>::Vector;
/// The same register as unsigned integers.
template <class T>
using Bits = typename VectorTypes<T>::Bits;

template <class T>
constexpr int kWidth = kBytes / sizeof(T);

template <class T>
inline Vec<T> splat(T value) {
  return Vec<T>{} + value;
}

/// How much of a register is meant: all of it, or the first `count` numbers, at the end of an
/// array.
struct Whole {};
struct Part {
  int count;
};

template <class T>
inline Vec<T> load(const T* p, Whole, T = 0) {
  Vec<T> v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

/// The lanes beyond the part hold `padding`.
template <class T>
inline Vec<T> load(const T* p, Part part, T padding = 1) {
  Vec<T> v = splat(padding);
  __builtin_memcpy(&v, p, part.count * sizeof(T));
  return v;
}

template <class T>
inline void store(T* p, Vec<T> v, Whole) {
  __builtin_memcpy(p, &v, sizeof v);
}

template <class T>
inline void store(T* p, Vec<T> v, Part part) {
  __builtin_memcpy(p, &v, part.count * sizeof(T));
}

#if defined(__AVX512F__)
// A copy of a length that is known only at run time is a call; AVX-512 leaves out lanes by itself.
inline Vec<float> load(const float* p, Part part, float padding = 1) {
  const auto lanes = static_cast<__mmask16>((1u << part.count) - 1);
  return _mm512_mask_loadu_ps(splat(padding), lanes, p);
}
inline Vec<double> load(const double* p, Part part, double padding = 1) {
  const auto lanes = static_cast<__mmask8>((1u << part.count) - 1);
  return _mm512_mask_loadu_pd(splat(padding), lanes, p);
}
inline void store(float* p, Vec<float> v, Part part) {
  _mm512_mask_storeu_ps(p, static_cast<__mmask16>((1u << part.count) - 1), v);
}
inline void store(double* p, Vec<double> v, Part part) {
  _mm512_mask_storeu_pd(p, static_cast<__mmask8>((1u << part.count) - 1), v);
}
#endif

/// Calls f(i, Whole) for each full register of an array of n numbers, then f(i, Part) for what is
/// left.
template <class T, class F>
[[gnu::always_inline]] inline void each_register(std::int64_t n, F f) {
  std::int64_t i = 0;
  for (; i + kWidth<T> <= n; i += kWidth<T>) f(i, Whole{});
  if (i < n) f(i, Part{static_cast<int>(n - i)});
}

/// y = f(x...), register by register.
template <class T, class F, class... X>
[[gnu::always_inline]] inline void map(std::int64_t n, T* y, F f, const X*... x) {
  each_register<T>(n,
                   [=](std::int64_t i, auto part) { store(y + i, f(load(x + i, part)...), part); });
}

/// A reduction runs in 32 lanes of float or 16 of double, however many registers that takes, so
/// that the order of additions, and so the result, is the same on every instruction set.
template <class T>
constexpr int kRegisters = 128 / kBytes;

/// Folds the upper half of the lanes onto the lower until one is left.
template <class T, int width, class V, class Combine>
[[gnu::always_inline]] inline T fold(V v, Combine combine) {
  if constexpr (width == 1) {
    return v[0];
  } else {
    typedef T Half __attribute__((vector_size(sizeof(T) * width / 2)));
    Half halves[2];
    __builtin_memcpy(&halves, &v, sizeof v);
    return fold<T, width / 2>(combine(halves[0], halves[1]), combine);
  }
}

/// Combines value(i, whole or part) over an array of n numbers: number i goes to lane i mod 32
/// (16), then the upper half of the lanes is folded onto the lower until one is left. value's
/// padding must be the identity of `combine`.
template <class T, class Value, class Combine>
[[gnu::always_inline]] inline T reduce(std::int64_t n, T identity, Value value, Combine combine) {
  constexpr int width = kWidth<T>, registers = kRegisters<T>, lanes = width * registers;
  Vec<T> sums[registers];
#pragma GCC unroll 8
  for (int r = 0; r < registers; ++r) sums[r] = splat(identity);
  std::int64_t i = 0;
  for (; i + lanes <= n; i += lanes) {
#pragma GCC unroll 8
    for (int r = 0; r < registers; ++r) sums[r] = combine(sums[r], value(i + r * width, Whole{}));
  }
#pragma GCC unroll 8
  for (int r = 0; r < registers; ++r, i += width) {
    if (i + width <= n) {
      sums[r] = combine(sums[r], value(i, Whole{}));
    } else if (i < n) {
      sums[r] = combine(sums[r], value(i, Part{static_cast<int>(n - i)}));
    }
  }
#pragma GCC unroll 4
  for (int half = registers / 2; half > 0; half /= 2) {
#pragma GCC unroll 4
    for (int r = 0; r < half; ++r) sums[r] = combine(sums[r], sums[r + half]);
  }
  return fold<T, width>(sums[0], combine);
}

}  // namespace dls::math::DLS_MATH_ISA
