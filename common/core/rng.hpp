// Random numbers that are a pure function of (seed, purpose, id, position) (C++17: notebooks
// include this file).
//
// A counter-based generator has no hidden state to share or to lose: number n of a stream is
// computed from n. So the order in which workers run, and how many there are, never changes the
// data, and a checkpoint restores a stream with one integer.
#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "common/core/error.hpp"

namespace dls {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

/// Philox4x32-10: 128 bits of counter to 128 random bits in ten rounds.
/// Source: Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011, section 3.3.
constexpr PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * counter[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {
        static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
        static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += 0x9E3779B9;  // the golden ratio: a new key for each round
    key[1] += 0xBB67AE85;  // the square root of three
  }
  return counter;
}

/// One stream of random numbers, named by a seed, a purpose ("weights", "shuffle", ...) and an id
/// (a rank, an epoch, a sample). Streams with different names are independent; the same name gives
/// the same bytes on every run. A stream holds 2^34 numbers.
class Rng {
 public:
  explicit Rng(std::uint64_t seed, std::string_view purpose = "", std::uint64_t id = 0)
      : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)},
        counter_{0, static_cast<std::uint32_t>(id), static_cast<std::uint32_t>(id >> 32),
                 hash(purpose)} {}

  /// The next 32 random bits.
  std::uint32_t next() {
    const std::uint32_t lane = static_cast<std::uint32_t>(position_ & 3);
    if (lane == 0 || !filled_) {
      counter_[0] = static_cast<std::uint32_t>(position_ >> 2);
      block_ = philox(counter_, key_);
      filled_ = true;
    }
    ++position_;
    return block_[lane];
  }

  /// Uniform in [0, 1), with 53 random bits.
  double uniform() {
    const std::uint64_t high = next() >> 5;  // 27 bits
    const std::uint64_t low = next() >> 6;   // 26 bits
    return static_cast<double>((high << 26) | low) * 0x1p-53;
  }

  /// Uniform in [low, high).
  double uniform(double low, double high) { return low + (high - low) * uniform(); }

  /// A standard normal number (Box-Muller; two uniforms each, so that a stream's position after n
  /// numbers is known: 4n).
  double normal() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));  // 1 - u is never 0
    return radius * std::cos(6.283185307179586 * uniform());
  }

  /// A whole number in [0, n), each equally likely. Throws Error when n is 0.
  std::uint32_t below(std::uint32_t n) {
    if (n == 0) throw Error("Rng::below(0): there is no number below 0; pass n >= 1");
    // Lemire's method: the high half of a 64-bit product, redrawn in the rare unfair case.
    std::uint64_t product = std::uint64_t{next()} * n;
    const std::uint32_t unfair = (0u - n) % n;
    while (static_cast<std::uint32_t>(product) < unfair) product = std::uint64_t{next()} * n;
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// How many 32-bit numbers were drawn: all that a checkpoint has to keep of a stream.
  std::uint64_t position() const { return position_; }

  /// Goes to a position, as restored from a checkpoint.
  void seek(std::uint64_t position) {
    position_ = position;
    filled_ = false;
  }

 private:
  static constexpr std::uint32_t hash(std::string_view text) {  // FNV-1a
    std::uint32_t h = 2166136261u;
    for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 16777619u;
    return h;
  }

  PhiloxKey key_;
  PhiloxCounter counter_;
  PhiloxCounter block_{};
  std::uint64_t position_ = 0;
  bool filled_ = false;
};

/// Puts `items` in random order (Fisher-Yates): every order is equally likely.
template <class T>
void shuffle(Rng& rng, std::vector<T>& items) {
  for (std::size_t i = items.size(); i > 1; --i) {
    using std::swap;
    swap(items[i - 1], items[rng.below(static_cast<std::uint32_t>(i))]);
  }
}

}  // namespace dls
