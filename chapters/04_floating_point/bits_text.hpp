// Bits for people: sign, exponent and fraction apart.
#pragma once
#include <fmt/core.h>

#include <string>

#include "chapters/04_floating_point/1_format.hpp"

namespace dls::ch04 {

/// The lowest `count` bits of `bits`, the highest of them first.
inline std::string binary(Bits bits, int count) {
  std::string text;
  for (int i = count - 1; i >= 0; --i) text += (bits >> i & 1) != 0 ? '1' : '0';
  return text;
}

/// "0 01111011 1001100": sign, exponent, fraction.
inline std::string bits_text(const Format& f, Bits bits) {
  return binary(bits >> (f.exponent_bits + f.fraction_bits), 1) + " " +
         binary(bits >> f.fraction_bits, f.exponent_bits) + " " + binary(bits, f.fraction_bits);
}

/// A number with few digits; -0 shows its sign.
inline std::string short_number(double value) { return fmt::format("{:.4g}", value); }

}  // namespace dls::ch04
