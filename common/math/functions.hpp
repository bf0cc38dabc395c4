// Private to the elementwise_<isa>.cpp files: exp, log, tanh and their kin on a register of
// numbers.
//
// Only + - * / and bit operations, each rounded once and in this order, and no branches: so every
// lane of every instruction set computes the same bits.
#pragma once
#include "common/math/vector.hpp"

namespace dls::math::DLS_MATH_ISA {

/// The layout of a number and the constants of the functions below.
template <class T>
struct Constants;

template <>
struct Constants<float> {
  static constexpr int mantissa_bits = 23;
  static constexpr std::uint32_t bias = 127;
  static constexpr std::uint32_t sign = 0x80000000;
  static constexpr float to_integer =
      0x1.8p23f;  // x + to_integer rounds x and leaves it in the low bits
  static constexpr float ln2_high = 0.693359375f;  // short, so that its multiples are exact
  static constexpr float ln2_low = -2.12194440e-4f;
  static constexpr float exp_max = 89, exp_min = -104;  // beyond: infinity and 0
  static constexpr float tanh_one = 10;                 // tanh rounds to 1 from here on
  static constexpr int taylor_degree = 7;               // ln(2)/2 ^ 8 / 8! = 5e-9
  static constexpr float smallest_normal = 0x1p-126f;
  static constexpr std::uint32_t root_half = 0x3F3504F3;  // the bits of sqrt(1/2)
  static constexpr float log[] = {0.66666662693f, 0.40000972152f, 0.28498786688f, 0.24279078841f};
};

template <>
struct Constants<double> {
  static constexpr int mantissa_bits = 52;
  static constexpr std::uint64_t bias = 1023;
  static constexpr std::uint64_t sign = 0x8000000000000000;
  static constexpr double to_integer = 0x1.8p52;
  static constexpr double ln2_high = 6.93147180369123816490e-01;
  static constexpr double ln2_low = 1.90821492927058770002e-10;
  static constexpr double exp_max = 710, exp_min = -746;
  static constexpr double tanh_one = 22;
  static constexpr int taylor_degree = 13;  // ln(2)/2 ^ 14 / 14! = 4e-18
  static constexpr double smallest_normal = 0x1p-1022;
  static constexpr std::uint64_t root_half = 0x3FE6A09E667F3BCD;
  static constexpr double log[] = {6.666666666666735130e-01, 3.999999999940941908e-01,
                                   2.857142874366239149e-01, 2.222219843214978396e-01,
                                   1.818357216161805012e-01, 1.531383769920937332e-01,
                                   1.479819860511658591e-01};
};

constexpr double kLog2E = 1.44269504088896340736;
constexpr double kInfinity = __builtin_inf();
constexpr double kNan = __builtin_nan("");

template <class T>
inline Vec<T> absolute(Vec<T> x) {
  return (Vec<T>)((Bits<T>)x & ~Constants<T>::sign);
}

/// 2^n for whole n between -1022 (float: -126) and 1023 (127): n moves into the exponent's bits.
template <class T>
inline Vec<T> power_of_two(Vec<T> n) {
  using C = Constants<T>;
  return (Vec<T>)(((Bits<T>)(n + C::to_integer) + C::bias) << C::mantissa_bits);
}

/// x = n ln 2 + r with whole n and |r| <= ln(2)/2.
template <class T>
struct Reduced {
  Vec<T> n, r;
};

template <class T>
inline Reduced<T> reduce_by_ln2(Vec<T> x) {
  using C = Constants<T>;
  const Vec<T> n = (x * static_cast<T>(kLog2E) + C::to_integer) - C::to_integer;
  return {n, (x - n * C::ln2_high) - n * C::ln2_low};
}

/// e^r - 1 for |r| <= ln(2)/2: the Taylor series is short enough there.
template <class T>
inline Vec<T> exp_minus_one(Vec<T> r) {
  constexpr int degree = Constants<T>::taylor_degree;
  double factorial = 1;
  for (int k = 2; k <= degree; ++k) factorial *= k;
  Vec<T> sum = splat(static_cast<T>(1 / factorial));
#pragma GCC unroll 16
  for (int k = degree; k > 2; --k) {
    factorial /= k;
    sum = sum * r + static_cast<T>(1 / factorial);
  }
  return r + r * r * sum;
}

/// e^x = 2^n e^r.
template <class T>
inline Vec<T> exp(Vec<T> x) {
  using C = Constants<T>;
  // Written so that a NaN fails both comparisons and passes through.
  x = x > C::exp_max ? splat(C::exp_max) : x;
  x = x < C::exp_min ? splat(C::exp_min) : x;
  const Reduced<T> x_ = reduce_by_ln2<T>(x);
  // Two steps, since 2^n alone may be too large or too small for a number whose product with e^r is
  // not.
  const Vec<T> half = (x_.n * T(0.5) + C::to_integer) - C::to_integer;
  return (1 + exp_minus_one<T>(x_.r)) * power_of_two<T>(half) * power_of_two<T>(x_.n - half);
}

/// ln x = k ln 2 + ln(1+f) with 1+f between sqrt(1/2) and sqrt(2), and, with s = f/(2+f),
/// ln(1+f) = f - f^2/2 + s (f^2/2 + R(s^2)).
/// Source: Ng, "e_log.c" of fdlibm (Sun Microsystems 1993), whose coefficients these are.
template <class T>
inline Vec<T> log(Vec<T> x) {
  using C = Constants<T>;
  constexpr T lift = static_cast<T>(std::uint64_t{1} << (C::mantissa_bits + 1));
  const auto tiny = x < C::smallest_normal;  // a denormal number has no exponent of its own
  const Bits<T> bits =
      (Bits<T>)(tiny ? x * lift : x) - C::root_half + (C::bias << C::mantissa_bits);

  // The exponent, made a number by placing it in the low bits of 2^mantissa_bits.
  constexpr T two_to_mantissa = lift / 2;
  const Bits<T> whole = (Bits<T>)splat(two_to_mantissa);
  Vec<T> k = (Vec<T>)((bits >> C::mantissa_bits) | whole) - (two_to_mantissa + C::bias);
  k = tiny ? k - (C::mantissa_bits + 1) : k;

  const Bits<T> fraction = bits & ((decltype(C::bias){1} << C::mantissa_bits) - 1);
  const Vec<T> f = (Vec<T>)(fraction + C::root_half) - 1;
  const Vec<T> s = f / (2 + f);
  const Vec<T> z = s * s;
  constexpr int count = sizeof(C::log) / sizeof(T);
  Vec<T> rest = splat(C::log[count - 1]);
#pragma GCC unroll 8
  for (int i = count - 2; i >= 0; --i) rest = rest * z + C::log[i];
  rest = rest * z;
  const Vec<T> half_square = T(0.5) * f * f;
  Vec<T> y = s * (half_square + rest) + k * C::ln2_low - half_square + f + k * C::ln2_high;

  y = x == T(kInfinity) ? x : y;
  y = x == T(0) ? splat(T(-kInfinity)) : y;
  y = x < T(0) ? splat(T(kNan)) : y;
  return x != x ? x : y;
}

/// 1 / (1 + e^-x), from e^-|x|, which cannot overflow.
template <class T>
inline Vec<T> sigmoid(Vec<T> x) {
  const Vec<T> z = exp<T>(-absolute<T>(x));
  return (x >= T(0) ? splat(T(1)) : z) / (1 + z);
}

/// tanh |x| = -e / (2 + e) with e = e^(-2|x|) - 1, which stays accurate for small x.
template <class T>
inline Vec<T> tanh(Vec<T> x) {
  using C = Constants<T>;
  const Bits<T> sign = (Bits<T>)x & C::sign;
  Vec<T> a = absolute<T>(x);
  a = a > C::tanh_one ? splat(C::tanh_one) : a;
  const Reduced<T> reduced = reduce_by_ln2<T>(T(-2) * a);
  const Vec<T> scale = power_of_two<T>(reduced.n);
  const Vec<T> e = scale * exp_minus_one<T>(reduced.r) + (scale - 1);
  return (Vec<T>)((Bits<T>)absolute<T>(e / (2 + e)) | sign);
}

/// x sigmoid(2u) with u = sqrt(2/pi) (x + 0.044715 x^3), which is x/2 (1 + tanh u) without the
/// cancellation of 1 + tanh where x is negative. Its slope is s + 2 x s (1 - s) du/dx.
constexpr double kGeluTwice = 1.59576912160573071176;  // 2 sqrt(2/pi)
constexpr double kGeluCubic = 0.044715;

template <class T>
inline Vec<T> gelu(Vec<T> x) {
  return x * sigmoid<T>(T(kGeluTwice) * (x + T(kGeluCubic) * x * x * x));
}
template <class T>
inline Vec<T> gelu_slope(Vec<T> x) {
  x = x > T(30) ? splat(T(30)) : x;  // beyond, the slope is 1 or 0, and x * x might overflow
  x = x < T(-30) ? splat(T(-30)) : x;
  const Vec<T> s = sigmoid<T>(T(kGeluTwice) * (x + T(kGeluCubic) * x * x * x));
  return s + x * (s * (1 - s)) * (T(kGeluTwice) * (1 + T(3 * kGeluCubic) * x * x));
}

/// Lane by lane: the compiler makes one instruction of it.
inline Vec<float> sqrt(Vec<float> x) {
  for (int i = 0; i < kWidth<float>; ++i) x[i] = __builtin_sqrtf(x[i]);
  return x;
}
inline Vec<double> sqrt(Vec<double> x) {
  for (int i = 0; i < kWidth<double>; ++i) x[i] = __builtin_sqrt(x[i]);
  return x;
}

}  // namespace dls::math::DLS_MATH_ISA
