// 02.6: the prepared batch against loops; who shares memory with whom afterwards.
#include DLS_EXERCISE

#include "common/core/rng.hpp"
#include "common/core/tensor_numbers.hpp"
#include "tests/support/check.hpp"

namespace {

using dls::numbers;
using dls::Tensor;

Tensor random_pictures(const dls::Shape& shape) {
  dls::Rng rng(dls_test::seed(), "02.6");
  std::vector<double> values;
  for (std::int64_t i = 0; i < shape.elements(); ++i) values.push_back(rng.uniform());
  return Tensor::of(shape, values);
}

/// batch[n][c][h][w] = pictures[n][h][w][c] - means[c], one number at a time.
Tensor by_loops(const Tensor& p, const std::vector<double>& means) {
  std::vector<double> all;
  for (std::int64_t n = 0; n < p.size(0); ++n)
    for (std::int64_t c = 0; c < p.size(3); ++c)
      for (std::int64_t h = 0; h < p.size(1); ++h)
        for (std::int64_t w = 0; w < p.size(2); ++w)
          all.push_back(p.at<double>({n, h, w, c}) - means[static_cast<std::size_t>(c)]);
  return Tensor::of({p.size(0), p.size(3), p.size(1), p.size(2)}, all);
}

bool same(const Tensor& a, const Tensor& b) {
  return dls::compare(numbers(a), numbers(b), dls::bitwise()).ok;
}

const std::vector<double> kMeans = {0.5, 0.25, -0.125};

}  // namespace

TEST_CASE("the caller's pictures stay as they are") {
  const Tensor pictures = random_pictures({2, 4, 5, 3}), before = pictures.copy();
  prepare(pictures, kMeans);
  if (!same(pictures, before))
    FAIL(
        "the caller's pictures changed: a second name is no second set of numbers, so writing in "
        "place wrote into them; prepare them twice and the means are subtracted twice");
  CHECK_SAME(numbers(pictures), numbers(before), dls::bitwise());
}

TEST_CASE("every colour becomes a plane of its own, with its mean subtracted") {
  for (const dls::Shape& shape : {dls::Shape{2, 4, 5, 3}, dls::Shape{1, 3, 2, 3}}) {
    const Tensor pictures = random_pictures(shape);
    const Tensor want = by_loops(pictures, kMeans);
    const Tensor got = prepare(pictures.copy(), kMeans).batch;
    if (same(got, by_loops(pictures.transpose(1, 2), kMeans)))
      FAIL("height and width are swapped: batch is (N,C,H,W)");
    REQUIRE(got.shape() == want.shape());
    if (!same(got, want) &&
        got.at<double>({0, 0, 0, 1}) == pictures.at<double>({0, 0, 0, 1}) - kMeans[0])
      FAIL(
          "reshape does not move dimensions: it keeps the order of the numbers, so the second "
          "pixel "
          "of a plane is the second colour of the first pixel; name the dimensions in their new "
          "order instead");
    REQUIRE_SAME(numbers(got), numbers(want), dls::bitwise());
  }
}

TEST_CASE("shown is the first picture as it was") {
  Tensor pictures = random_pictures({2, 4, 5, 3});
  const Tensor first = pictures.select(0, 0).copy();
  Prepared p = prepare(pictures, kMeans);
  if (!same(p.shown, first))
    FAIL("shown changed while the batch was made: it is a view of numbers that were written to");
  pictures.fill(7);
  if (!same(p.shown, first))
    FAIL("shown looks at the caller's memory: it changed when the caller wrote to it later");
  p.batch.fill(8);
  if (!same(p.shown, first)) FAIL("shown looks at the batch's memory: a write there changed it");
  CHECK_SAME(numbers(p.shown), numbers(first), dls::bitwise());
}
