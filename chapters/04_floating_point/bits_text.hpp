// Bits for people: sign, exponent and fraction apart.
#pragma once
#include <fmt/core.h>

#include <string>

#include "chapters/04_floating_point/2_decode.hpp"

namespace dls::ch04 {

/// The lowest `count` bits of `bits`, the highest of them first.
inline std::string binary(Bits bits, int count) {
  std::string text;
  for (int i = count - 1; i >= 0; --i) text += (bits >> i & 1) != 0 ? '1' : '0';
  return text;
}

/// "0 01111011 (1).1001100": sign, exponent, fraction. In front of the fraction, in brackets, the
/// digit that is not stored; infinity and NaN have none. The exponent takes `width` places at
/// least.
inline std::string bits_text(const Format& f, Bits bits, std::size_t width = 0) {
  const Kind kind = kind_of(f, bits);
  const bool finite = kind != Kind::infinity && kind != Kind::nan;
  std::string exponent = binary(bits >> f.fraction_bits, f.exponent_bits);
  if (exponent.size() < width) exponent.insert(0, width - exponent.size(), ' ');
  return binary(bits >> (f.exponent_bits + f.fraction_bits), 1) + " " + exponent +
         (!finite                ? "    ."
          : kind == Kind::normal ? " (1)."
                                 : " (0).") +
         binary(bits, f.fraction_bits);
}

/// A number with few digits; -0 shows its sign.
inline std::string short_number(double value) { return fmt::format("{:.4g}", value); }

}  // namespace dls::ch04
