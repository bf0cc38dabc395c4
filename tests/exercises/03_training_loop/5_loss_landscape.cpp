// 03.5: the axis, the directions, and which weights the loss was asked for at each point.
#include DLS_EXERCISE

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

namespace {

const std::vector<std::size_t> kLayers = {6, 4, 1, 3};

/// Weights of four layers near 100, near 0.01, one near 1, and all 0.
Values example() {
  const double size[] = {100, 0.01, 1, 0};
  dls::Rng rng(dls_test::seed(), "03.5");
  Values w;
  for (std::size_t layer = 0; layer < kLayers.size(); ++layer)
    for (std::size_t k = 0; k < kLayers[layer]; ++k) w.push_back(size[layer] * rng.normal());
  return w;
}

double norm(const Values& v, std::size_t from, std::size_t count) {
  double sum = 0;
  for (std::size_t k = from; k < from + count; ++k) sum += v[k] * v[k];
  return std::sqrt(sum);
}

/// Small weights and directions for surface(), so that each can be told from the others.
struct Plane {
  Values w{0.7, -1.3e-3, 2.9, 0.1};
  Directions d{Values{0.3, 0.01, -1, 0.2}, Values{-0.05, 0.07, 0.4, 0.6}};

  Values at(double a, double b) const {
    Values p = w;
    for (std::size_t k = 0; k < p.size(); ++k) p[k] += a * d[0][k] + b * d[1][k];
    return p;
  }
};

/// A loss with curvature; no two points of a map have the same.
double bowl(const Values& w) {
  double sum = 0;
  for (std::size_t k = 0; k < w.size(); ++k) sum += (k + 1.0) * (w[k] - 0.4) * (w[k] - 0.4);
  return sum;
}

bool near(const Values& a, const Values& b) {
  return dls::compare(a, b, dls::within(1e-9, 1e-12, "")).ok;
}

const auto kClose = dls::rounding(dls::Format::f64, 16);

}  // namespace

TEST_CASE("the axis") {
  CHECK_SAME(axis(1), dls::Numbers({0}), dls::bitwise());
  CHECK_SAME(axis(3), dls::Numbers({-1, 0, 1}), dls::bitwise());
  CHECK_SAME(axis(5), dls::Numbers({-1, -0.5, 0, 0.5, 1}), kClose);
  for (int n = 3; n <= 201; n += 2) {
    const Values a = axis(n);
    REQUIRE(a.size() == static_cast<std::size_t>(n));
    if (a[n / 2] != 0)
      FAIL("the middle of axis(" << n << ") is " << a[n / 2]
                                 << ", want exactly 0: else the trained "
                                 << "network is not on its own map");
    if (a[0] != -1 || a[n - 1] != 1)
      FAIL("the ends of axis(" << n << ") are " << a[0] << " and " << a[n - 1] << " (off by "
                               << a[0] + 1 << " and " << a[n - 1] - 1
                               << "), want exactly -1 and 1");
  }
  CHECK_SAME(axis(9)[6], 0.5, kClose);
}

TEST_CASE("an axis without a centre is refused") {
  for (const int n : {20, 2, 0, -3})
    CHECK_MESSAGE(!dls_test::error_of([&] { axis(n); }).empty(),
                  "axis(" << n << ") was not refused: without 0 among its numbers the trained "
                          << "network is not on its own map; throw dls::Error");
}

TEST_CASE("directions: drawn once, from the seed alone") {
  const Values w = example();
  const Directions first = directions(w, kLayers, 7), second = directions(w, kLayers, 7);
  REQUIRE(first[0].size() == w.size());
  REQUIRE(first[1].size() == w.size());
  if (first != second)
    FAIL(
        "two runs differ: directions() with the same seed gave other numbers; take them from "
        "dls::Rng(seed, ...) made in the function");
  if (near(first[0], first[1])) FAIL("both directions are the same: the map would be a line");
  if (near(directions(w, kLayers, 8)[0], first[0])) FAIL("another seed gave the same directions");
}

TEST_CASE("directions: each layer as long as its weights") {
  const Values w = example();
  const Directions got = directions(w, kLayers, dls_test::seed());
  for (std::size_t id = 0; id < 2; ++id) {
    dls::Rng rng(dls_test::seed(), "landscape", id);
    Values want;
    for (std::size_t k = 0; k < w.size(); ++k) want.push_back(rng.normal());
    std::size_t from = 0;
    for (const std::size_t count : kLayers) {
      const double length = norm(want, from, count), of_w = norm(w, from, count);
      for (std::size_t k = from; k < from + count; ++k) want[k] *= of_w / length;
      const double mine = norm(got[id], from, count);
      if (std::abs(mine - of_w) > 1e-9 * (1 + of_w))
        FAIL("direction " << id + 1 << ": the layer from number " << from << " on is " << mine
                          << " long, its weights are " << of_w << "; scale layer by layer");
      from += count;
    }
    CAPTURE(id);
    CHECK_SAME(got[id], want, kClose);
  }
}

TEST_CASE("the centre of the map is the trained loss, to the last bit") {
  for (const int n : {1, 3, 7, 21}) {
    Plane p;
    const double trained = bowl(p.w);
    const Values map = surface(p.w, p.d, [&] { return bowl(p.w); }, n);
    REQUIRE(map.size() == static_cast<std::size_t>(n) * n);
    const double centre = map[map.size() / 2];
    CAPTURE(n);
    for (const int divided : {n, n * n})
      if (n > 1 && std::abs(centre * divided - trained) < 1e-9)
        FAIL("the centre is the trained loss divided by " << divided << ": loss() is a mean "
                                                          << "already, write it down as it is");
    if (centre != trained)
      FAIL("centre is not the trained loss: " << centre << " against " << trained << ", off by "
                                              << centre - trained
                                              << "; every point starts from the "
                                              << "trained weights, kept in a copy");
    CHECK_SAME(centre, trained, dls::bitwise());
  }
}

TEST_CASE("every point is where it should be, and each is asked for once") {
  const int n = 5;
  const Plane p;
  Values w = p.w;
  std::vector<Values> seen;
  const Values map = surface(w, p.d, [&] { return seen.push_back(w), bowl(w); }, n);
  std::vector<Values> want;
  Values want_map;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      want.push_back(p.at((i - 2) / 2.0, (j - 2) / 2.0));
      want_map.push_back(bowl(want.back()));
    }
  CHECK_MESSAGE(seen.size() == want.size(), "loss() was called "
                                                << seen.size() << " times for " << want.size()
                                                << " points; it is a pass over the data each time");
  for (std::size_t q = 0; q < std::min(seen.size(), want.size()); ++q) {
    const int i = static_cast<int>(q) / n, j = static_cast<int>(q) % n;
    if (near(seen[q], want[q])) continue;
    if (near(seen[q], p.at((j - 2) / 2.0, (i - 2) / 2.0)))
      FAIL("rows and columns are swapped: i goes with d1, j with d2, row by row");
    if (q > 0 && near(seen[q - 1], want[q - 1])) {
      Values piled = want[q];
      for (std::size_t k = 0; k < w.size(); ++k) piled[k] += seen[q - 1][k] - p.w[k];
      if (near(seen[q], piled))
        FAIL("the changes pile up: point (" << i << "," << j << ") starts from where the point "
                                            << "before ended, not from the trained weights");
    }
    FAIL("point (" << i << "," << j << ") is not w + a[i] d1 + a[j] d2: its first weight is "
                   << seen[q][0] << ", want " << want[q][0] << "; are the directions those that "
                   << "were handed over, at every point?");
  }
  CHECK_SAME(dls::Numbers(map, {n, n}), dls::Numbers(want_map, {n, n}), kClose);
}

TEST_CASE("a second map is the same") {
  Plane p;
  const Values first = surface(p.w, p.d, [&] { return bowl(p.w); }, 7);
  const Values second = surface(p.w, p.d, [&] { return bowl(p.w); }, 7);
  if (first != second) FAIL("two runs differ: the second map of the same network is another one");
  CHECK_SAME(second, first, dls::bitwise());
}

TEST_CASE("the weights are untouched") {
  for (const int n : {1, 3, 21}) {
    Plane p;
    const Values before = p.w;
    surface(p.w, p.d, [&] { return bowl(p.w); }, n);
    for (std::size_t k = 0; k < before.size(); ++k)
      if (p.w[k] != before[k])
        FAIL("the weights changed: w[" << k << "] was " << before[k] << " and is off by "
                                       << p.w[k] - before[k] << " after the map (n = " << n
                                       << "); put the copy back");
    CHECK_SAME(p.w, before, dls::bitwise());
  }
}

TEST_CASE("a map without a centre is refused before anything is asked") {
  Plane p;
  int calls = 0;
  const auto said = dls_test::error_of([&] { surface(p.w, p.d, [&] { return ++calls, 1.0; }, 4); });
  CHECK_MESSAGE(!said.empty(), "surface() with n = 4 was not refused: throw dls::Error");
  CHECK(calls == 0);
}
