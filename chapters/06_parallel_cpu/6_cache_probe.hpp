// How far away is memory? Two probes (C++17: notebooks include this file).
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/core/rng.hpp"

namespace dls::ch06 {

// [chase]
/// A walk through `bytes` of memory, one step on each cache line, in random order. Where to go next
/// is written at the place where one is, so that no step can begin before the last one has ended:
/// the time of a step is the time that memory takes to answer.
class Chase {
 public:
  Chase(std::size_t bytes, std::uint64_t seed) : places_(bytes / sizeof(Place)) {
    if (places_.empty()) places_.resize(1);
    std::vector<std::uint32_t> order(places_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
    Rng rng(seed, "chase", bytes);
    shuffle(rng, order);
    for (std::size_t i = 0; i < order.size(); ++i)  // one round trip through all places
      places_[order[i]].next = order[(i + 1) % order.size()];
  }

  /// Walks on; returns where it ended.
  std::uint32_t walk(std::int64_t steps) {
    for (std::int64_t i = 0; i < steps; ++i) at_ = places_[at_].next;
    return at_;
  }
  std::size_t places() const { return places_.size(); }

 private:
  struct alignas(64) Place {
    std::uint32_t next = 0;
  };
  std::vector<Place> places_;
  std::uint32_t at_ = 0;
};
// [/chase]

// [stride]
/// Adds up every `stride`-th number.
inline float sum_with_stride(const std::vector<float>& x, std::size_t stride) {
  float sum = 0;
  for (std::size_t i = 0; i < x.size(); i += stride) sum += x[i];
  return sum;
}
// [/stride]

/// How many cache lines of 64 bytes that sum reads, for numbers of 4 bytes that begin at a line.
inline std::size_t lines_read(std::size_t count, std::size_t stride) {
  const std::size_t in_a_line = 16, reads = (count + stride - 1) / stride;
  return stride >= in_a_line ? reads : (count + in_a_line - 1) / in_a_line;
}

}  // namespace dls::ch06
