#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "common/data/black_patch.hpp"
#include "common/data/glyphs.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls_test;

namespace {

// The (row, column) of the one dark 3 x 3 square; (-1, -1) without one. Fails on anything else.
std::pair<int, int> find_patch(const double* pixels) {
  std::vector<int> dark;
  for (int p = 0; p < 81; ++p) {
    if (pixels[p] < 0.5) dark.push_back(p);
  }
  if (dark.empty()) return {-1, -1};
  REQUIRE(dark.size() == 9);
  for (int k = 0; k < 9; ++k)
    REQUIRE(dark[static_cast<std::size_t>(k)] == dark[0] + k / 3 * 9 + k % 3);
  return {dark[0] / 9, dark[0] % 9};
}

}  // namespace

TEST_CASE("black patches: one square where the label says so, on five places or on all 49") {
  for (const dls::PatchPlace place : {dls::PatchPlace::diagonal, dls::PatchPlace::anywhere}) {
    const dls::BlackPatch set = dls::black_patch_images(seed(), 3000, place);
    REQUIRE(set.pixels.size() == 3000 * 81);
    REQUIRE(set.labels.size() == 3000);
    CHECK(*std::min_element(set.pixels.begin(), set.pixels.end()) >= 0.0);
    CHECK(*std::max_element(set.pixels.begin(), set.pixels.end()) <= 1.0);
    std::map<std::pair<int, int>, int> places;
    for (int i = 0; i < set.count; ++i) {
      const auto found = find_patch(set.pixels.data() + std::size_t{81} * i);
      REQUIRE((found.first >= 0) == (set.labels[static_cast<std::size_t>(i)] == 1));
      if (found.first >= 0) ++places[found];
    }
    const auto patches = std::count(set.labels.begin(), set.labels.end(), 1);
    CHECK(std::abs(patches - 1500) < 150);  // a fair coin: 5.5 standard deviations
    CHECK(places.size() == (place == dls::PatchPlace::diagonal ? 5u : 49u));
    for (const auto& [where, count] : places) {
      if (place == dls::PatchPlace::diagonal) CHECK(where.first == where.second);
      CHECK(count > 0);
    }
  }
}

TEST_CASE("generated pictures: the same seed gives the same bytes, and no two are equal") {
  const auto a = dls::black_patch_images(5, 40, dls::PatchPlace::anywhere);
  const auto b = dls::black_patch_images(5, 31, dls::PatchPlace::anywhere);
  const auto c = dls::black_patch_images(6, 40, dls::PatchPlace::anywhere);
  const auto d = dls::black_patch_images(5, 40, dls::PatchPlace::anywhere, "test");
  CHECK_SAME(b.pixels, std::vector<double>(a.pixels.begin(), a.pixels.begin() + 31 * 81),
             dls::bitwise());
  CHECK(a.labels != c.labels);
  CHECK(a.labels != d.labels);
  std::set<std::vector<double>> different;
  for (int i = 0; i < 40; ++i) {
    different.insert({a.pixels.begin() + i * 81, a.pixels.begin() + i * 81 + 81});
  }
  CHECK(different.size() == 40);
  CHECK(dls::black_patch_images(5, 0, dls::PatchPlace::diagonal).pixels.empty());
  CHECK(holds(error_of([] { dls::black_patch_images(5, -1, dls::PatchPlace::diagonal); }), "-1"));
}

TEST_CASE("glyphs: ten classes that a nearest mean tells apart") {
  const dls::LabelledImages train = dls::glyphs(seed(), 1200);
  const dls::LabelledImages test = dls::glyphs(seed() + 1000, 300);
  REQUIRE(train.pixels.size() == std::size_t{1200} * 784);
  CHECK(*std::min_element(train.pixels.begin(), train.pixels.end()) >= 0.0f);
  CHECK(*std::max_element(train.pixels.begin(), train.pixels.end()) <= 1.0f);

  std::vector<std::vector<double>> means(10, std::vector<double>(784));
  std::vector<int> counts(10);
  for (int i = 0; i < train.count; ++i) {
    const std::size_t label = train.labels[static_cast<std::size_t>(i)];
    ++counts[label];
    for (std::size_t p = 0; p < 784; ++p) means[label][p] += train.picture(i)[p];
  }
  for (std::size_t k = 0; k < 10; ++k) {
    CHECK(counts[k] > 60);
    for (double& value : means[k]) value /= counts[k];
  }
  int right = 0;
  for (int i = 0; i < test.count; ++i) {
    std::size_t best = 0;
    double least = INFINITY;
    for (std::size_t k = 0; k < 10; ++k) {
      double distance = 0;
      for (std::size_t p = 0; p < 784; ++p) {
        distance += std::pow(test.picture(i)[p] - means[k][p], 2);
      }
      if (distance < least) {
        least = distance;
        best = k;
      }
    }
    right += best == test.labels[static_cast<std::size_t>(i)] ? 1 : 0;
  }
  MESSAGE("nearest mean: " << right << " of 300 right");
  CHECK(right > 150);  // by chance: 30
  CHECK(right < 300);  // there must be something left to learn
  CHECK_SAME(dls::glyphs(3, 4).pixels, dls::glyphs(3, 9).first(4).pixels, dls::bitwise());
  CHECK(dls::glyphs(3, 0).pixels.empty());
}
