// Laws of scaling: how much faster are n workers than one? (C++17: notebooks include this file).
#pragma once
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "common/core/error.hpp"

namespace dls::ch06 {

// [laws]
/// Amdahl 1967: the same work, of which a share `serial` cannot be divided.
inline double amdahl(double serial, double n) { return 1 / (serial + (1 - serial) / n); }

/// Gustafson 1988: the same time, in which n workers do more work.
inline double gustafson(double serial, double n) { return serial + (1 - serial) * n; }

/// Gunther's universal scalability law: sigma is the share that waits in a queue, kappa what each
/// pair of workers costs to keep in agreement. With kappa = 0 it is Amdahl's.
struct Usl {
  double sigma = 0, kappa = 0;

  double speed_up(double n) const { return n / (1 + sigma * (n - 1) + kappa * n * (n - 1)); }
  /// With more workers than that it becomes slower; infinite when kappa is 0.
  double best_workers() const { return std::sqrt((1 - sigma) / kappa); }
};
// [/laws]

struct Measured {
  double workers, throughput;  // any unit: it is divided by the throughput of one worker
};

// [fit]
/// The sigma and kappa that fit best, by least squares on n X(1) / X(n), the deviation from perfect
/// scaling: that is 1 + sigma (n - 1) + kappa n (n - 1), a straight line in both unknowns, so the
/// normal equations give them at once. Neither is allowed below 0. Throws Error without a
/// measurement of one worker, or with fewer than three different numbers of workers.
inline Usl fit_usl(const std::vector<Measured>& measured) {
  double one = 0;
  for (const Measured& m : measured)
    if (m.workers == 1) one = m.throughput;
  if (!(one > 0))
    throw Error("fit_usl needs the throughput of one worker: all else is relative to it");
  // y = sigma u + kappa v
  double uu = 0, uv = 0, vv = 0, uy = 0, vy = 0;
  for (const Measured& m : measured) {
    const double n = m.workers, u = n - 1, v = n * (n - 1), y = n * one / m.throughput - 1;
    uu += u * u, uv += u * v, vv += v * v, uy += u * y, vy += v * y;
  }
  const double determinant = uu * vv - uv * uv;
  if (!(determinant > 1e-12 * uu * vv))
    throw Error("fit_usl needs at least three different numbers of workers, 1 among them");
  Usl usl{(uy * vv - vy * uv) / determinant, (vy * uu - uy * uv) / determinant};
  if (usl.kappa < 0) usl = {uy / uu, 0};  // the best with kappa = 0
  if (usl.sigma < 0) usl = {0, std::max(0.0, vy / vv)};
  return usl;
}
// [/fit]

}  // namespace dls::ch06
