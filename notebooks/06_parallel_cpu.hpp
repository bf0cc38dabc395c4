// What notebook 06 simulates. What is worth changing stands in the notebook's own cells.
#pragma once
#include <cstdint>
#include <cstring>
#include <list>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "chapters/06_parallel_cpu/10_laws.hpp"
#include "common/core/rng.hpp"

namespace play {

/// A cache of `lines` lines of 64 bytes that forgets the line which was not used for the longest
/// time. It holds no numbers: it counts.
class Cache {
 public:
  explicit Cache(std::size_t lines) : lines_(lines) {}

  /// One float is read or written; a line that is not there is fetched.
  void touch(std::int64_t number) {
    const std::int64_t line = number / 16;
    const auto found = where_.find(line);
    if (found != where_.end()) {
      order_.erase(found->second);
    } else {
      ++fetched_;
      if (order_.size() == lines_) {
        where_.erase(order_.back());
        order_.pop_back();
      }
    }
    order_.push_front(line);
    where_[line] = order_.begin();
  }
  std::int64_t fetched() const { return fetched_; }

 private:
  std::size_t lines_;
  std::int64_t fetched_ = 0;
  std::list<std::int64_t> order_;  // the last used one in front
  std::unordered_map<std::int64_t, std::list<std::int64_t>::iterator> where_;
};

/// Where the matrices of a product of n x n lie: A, then B, then C.
struct Places {
  std::int64_t n;
  std::int64_t a(std::int64_t i, std::int64_t q) const { return i * n + q; }
  std::int64_t b(std::int64_t q, std::int64_t j) const { return n * n + q * n + j; }
  std::int64_t c(std::int64_t i, std::int64_t j) const { return 2 * n * n + i * n + j; }
};

/// Lines fetched by the product with C in registers for the whole inner loop (rung 1).
inline std::int64_t fetched_by_three_loops(std::int64_t n, std::size_t cache_lines) {
  Cache cache(cache_lines);
  const Places at{n};
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      for (std::int64_t q = 0; q < n; ++q) {
        cache.touch(at.a(i, q));
        cache.touch(at.b(q, j));
      }
      cache.touch(at.c(i, j));
    }
  return cache.fetched();
}

/// Lines fetched with the two inner loops swapped (rung 2).
inline std::int64_t fetched_by_loop_order(std::int64_t n, std::size_t cache_lines) {
  Cache cache(cache_lines);
  const Places at{n};
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t q = 0; q < n; ++q) {
      cache.touch(at.a(i, q));
      for (std::int64_t j = 0; j < n; ++j) {
        cache.touch(at.b(q, j));
        cache.touch(at.c(i, j));
      }
    }
  return cache.fetched();
}

/// Lines fetched when C is made in blocks of side x side, each along all of k, block by block.
inline std::int64_t fetched_by_blocks(std::int64_t n, std::size_t cache_lines, std::int64_t side) {
  Cache cache(cache_lines);
  const Places at{n};
  for (std::int64_t i0 = 0; i0 < n; i0 += side)
    for (std::int64_t j0 = 0; j0 < n; j0 += side)
      for (std::int64_t q0 = 0; q0 < n; q0 += side)
        for (std::int64_t i = i0; i < i0 + side && i < n; ++i)
          for (std::int64_t q = q0; q < q0 + side && q < n; ++q) {
            cache.touch(at.a(i, q));
            for (std::int64_t j = j0; j < j0 + side && j < n; ++j) {
              cache.touch(at.b(q, j));
              cache.touch(at.c(i, j));
            }
          }
  return cache.fetched();
}

/// The sum of x, cut into `chunks` pieces that are added up in order.
inline float sum_in_chunks(const std::vector<float>& x, std::size_t chunks) {
  float sum = 0;
  for (std::size_t c = 0; c < chunks; ++c) {
    float piece = 0;
    for (std::size_t i = c * x.size() / chunks; i < (c + 1) * x.size() / chunks; ++i) piece += x[i];
    sum += piece;
  }
  return sum;
}

/// A curve of the law with `percent` of noise, measured for these numbers of workers.
inline std::vector<dls::ch06::Measured> noisy_curve(const dls::ch06::Usl& usl,
                                                    const std::vector<double>& workers,
                                                    double percent, std::uint64_t seed) {
  dls::Rng rng(seed, "noisy curve");
  std::vector<dls::ch06::Measured> points;
  for (const double n : workers)
    points.push_back({n, 100 * usl.speed_up(n) * (1 + percent / 100 * rng.uniform(-1, 1))});
  return points;
}

}  // namespace play
