// A product of matrices whose inputs have fewer bits, added up in fp32: what matrix units do.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "chapters/04_floating_point/4_encode.hpp"

namespace dls::ch04 {

/// Every number as format f holds it.
inline std::vector<float> rounded(const Format& f, const std::vector<float>& x) {
  std::vector<float> result;
  for (const float value : x)
    result.push_back(static_cast<float>(round_to(f, static_cast<double>(value))));
  return result;
}

// [dot]
/// a . b with numbers of n places, every product and every sum rounded to format f.
inline double dot_in(const Format& f, const float* a, const float* b, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double product = round_to(f, static_cast<double>(a[i]) * static_cast<double>(b[i]));
    sum = round_to(f, sum + product);
  }
  return sum;
}
// [/dot]

}  // namespace dls::ch04
