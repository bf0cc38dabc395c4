// What a format can hold: its largest and smallest numbers, and how far apart neighbours are.
#pragma once
#include <algorithm>
#include <cmath>

#include "chapters/04_floating_point/2_decode.hpp"

namespace dls::ch04 {

inline double largest(const Format& f) { return decode(f, f.largest()); }
inline double smallest_normal(const Format& f) { return decode(f, f.smallest_normal()); }
inline double smallest_subnormal(const Format& f) { return decode(f, 1); }

// [ulp]
/// The distance from |x| to the next larger number of the format: a unit in the last place. x is
/// finite and within the format's range.
inline double ulp(const Format& f, double x) {
  const int exponent = x == 0 ? f.smallest_exponent() : std::ilogb(x);
  return std::ldexp(1.0, std::max(exponent, f.smallest_exponent()) - f.fraction_bits);
}
// [/ulp]

/// How many decimal digits a normal number carries: log10 of 2^(fraction bits + 1).
inline double decimal_digits(const Format& f) { return (f.fraction_bits + 1) * std::log10(2.0); }

}  // namespace dls::ch04
