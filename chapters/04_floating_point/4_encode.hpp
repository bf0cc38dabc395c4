// From a number to the bits of a format: find the step, round, and see whether it still fits.
#pragma once
#include <algorithm>
#include <cmath>
#include <string>

#include "chapters/04_floating_point/2_decode.hpp"
#include "chapters/04_floating_point/3_rounding.hpp"
#include "common/core/error.hpp"

namespace dls::ch04 {

/// What becomes of a number that is too large.
enum class Overflow {
  to_infinity,  ///< infinity where the format has one, else NaN, else the largest number
  saturate      ///< the largest number, for infinity as well
};

/// How to encode. `random` is for stochastic rounding: uniform in [0, 1), a new one for each
/// number.
struct How {
  Rounding rounding = Rounding::nearest_even;
  Overflow overflow = Overflow::to_infinity;
  double random = 0;
};

/// The pattern of a NaN of format f, without its sign: quiet, with as much of the payload as fits.
/// Throws Error where the format has no NaN.
inline Bits encode_nan(const Format& f, double nan) {
  if (f.top == Top::numbers)
    throw Error(std::string(f.name) +
                " has no NaN: look for NaN before you convert, or it becomes a number unseen");
  if (f.top == Top::one_nan) return f.last();
  const Bits payload = bits_of(nan) & (kFp64.smallest_normal() - 1);
  const Bits quiet = f.smallest_normal() >> 1;
  return f.infinity() | quiet | payload >> (kFp64.fraction_bits - f.fraction_bits);
}

/// The pattern, without its sign, for what is larger than the largest number.
inline Bits too_large(const Format& f, Overflow overflow) {
  if (overflow == Overflow::saturate || f.top == Top::numbers) return f.largest();
  return f.top == Top::ieee ? f.infinity() : f.last();
}

// [encode]
/// The bits of x in format f. Rounded once. Throws Error for NaN where the format has none.
inline Bits encode(const Format& f, double x, const How& how = {}) {
  const Bits sign = std::signbit(x) ? f.sign() : 0;
  const double magnitude = std::abs(x);
  if (std::isnan(x)) return sign | encode_nan(f, x);
  if (std::isinf(x)) return sign | too_large(f, how.overflow);
  if (x == 0) return sign;  // -0 keeps its sign

  // magnitude is in [2^exponent, 2^(exponent+1)). Numbers below the smallest exponent, the
  // subnormal ones, are as far apart as those above it.
  const int exponent = std::max(std::ilogb(magnitude), f.smallest_exponent());
  const double steps = std::ldexp(magnitude, f.fraction_bits - exponent);  // exact
  const double whole = round_steps(steps, how.rounding, how.random);

  // Patterns are numbered as the numbers are ordered. So a carry into the next exponent, the step
  // from subnormal to normal and from the largest number beyond need no case of their own.
  const bool beyond = exponent > f.largest_exponent();
  const Bits below = static_cast<Bits>(exponent - f.smallest_exponent()) << f.fraction_bits;
  if (!beyond && below + static_cast<Bits>(whole) <= f.largest())
    return sign | (below + static_cast<Bits>(whole));
  const bool cut = how.rounding == Rounding::toward_zero;
  return sign | (cut ? f.largest() : too_large(f, how.overflow));
}
// [/encode]

/// x as format f holds it.
inline double round_to(const Format& f, double x, const How& how = {}) {
  return decode(f, encode(f, x, how));
}

}  // namespace dls::ch04
