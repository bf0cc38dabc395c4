// From bits to the number that they stand for.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "chapters/04_floating_point/1_format.hpp"

namespace dls::ch04 {

enum class Kind { zero, subnormal, normal, infinity, nan };

/// What a pattern is.
inline Kind kind_of(const Format& f, Bits bits) {
  const Bits magnitude = bits & f.last();
  if (magnitude > f.largest())
    return f.top == Top::ieee && magnitude == f.infinity() ? Kind::infinity : Kind::nan;
  if (magnitude == 0) return Kind::zero;
  return magnitude < f.smallest_normal() ? Kind::subnormal : Kind::normal;
}

/// The bits of a NaN below its exponent, moved to where a double has them: its payload.
inline Bits payload_as_double(const Format& f, Bits bits) {
  return (bits & (f.smallest_normal() - 1)) << (kFp64.fraction_bits - f.fraction_bits);
}

// [decode]
/// The number that `bits` stand for: exact, since a double holds every number of all formats. A NaN
/// keeps its sign and its payload, and is quiet.
inline double decode(const Format& f, Bits bits) {
  const double sign = (bits & f.sign()) != 0 ? -1 : 1;
  const Bits magnitude = bits & f.last();
  switch (kind_of(f, bits)) {
    case Kind::infinity:
      return sign * std::numeric_limits<double>::infinity();
    case Kind::nan:
      return std::copysign(double_of(kFp64.infinity() | Bits{1} << 51 | payload_as_double(f, bits)),
                           sign);
    default:
      break;
  }
  const int exponent = static_cast<int>(magnitude >> f.fraction_bits);
  Bits significand = magnitude & (f.smallest_normal() - 1);
  // The leading 1 of a number is not stored, since it is always 1. Except where the exponent is 0:
  // there it is 0, and the exponent counts as 1.
  if (exponent > 0) significand += f.smallest_normal();
  return sign * std::ldexp(static_cast<double>(significand),
                           std::max(exponent, 1) - f.bias() - f.fraction_bits);
}
// [/decode]

}  // namespace dls::ch04
