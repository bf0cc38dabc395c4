// expect: smaller sum of squares
// One step of Gauss-Newton is not enough.
#pragma once
#include <vector>

#include "common/core/error.hpp"

struct Point {
  double workers, throughput;
};

struct Usl {
  double sigma, kappa;
};

inline Usl fit_usl(const std::vector<Point>& points) {
  double one = 0;
  for (const Point& p : points)
    if (p.workers == 1) one = p.throughput;
  if (!(one > 0))
    throw dls::Error("the throughput of one worker is missing: all else is relative to it");
  if (points.size() < 3) throw dls::Error("two unknowns need at least three points");
  Usl usl{0, 0};
  for (int step = 0; step < 3; ++step) {
    double ss = 0, sk = 0, kk = 0, sr = 0, kr = 0;
    for (const Point& p : points) {
      const double n = p.workers, d = 1 + usl.sigma * (n - 1) + usl.kappa * n * (n - 1);
      const double ds = -n * (n - 1) / (d * d), dk = n * ds;
      const double r = p.throughput / one - n / d;
      ss += ds * ds, sk += ds * dk, kk += dk * dk, sr += ds * r, kr += dk * r;
    }
    const double determinant = ss * kk - sk * sk;
    if (!(determinant > 0)) break;
    usl.sigma += (sr * kk - kr * sk) / determinant;
    usl.kappa += (kr * ss - sr * sk) / determinant;
  }
  return usl;
}
