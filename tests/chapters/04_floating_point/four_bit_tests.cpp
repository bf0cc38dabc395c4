// Integers with a scale, NF4, double quantisation.
#include <algorithm>
#include <limits>

#include "chapters/04_floating_point/8_nf4.hpp"
#include "tests/chapters/04_floating_point/helpers.hpp"

using namespace ch04_test;
using namespace dls::ch04;

namespace {

std::vector<float> normal_numbers(std::size_t n, const char* purpose) {
  dls::Rng rng(dls_test::seed(), purpose);
  std::vector<float> x(n);
  for (float& value : x) value = static_cast<float>(rng.normal());
  return x;
}

Grid int4(const std::vector<float>& x) { return symmetric_grid(x, 4); }
Grid int8(const std::vector<float>& x) { return symmetric_grid(x, 8); }
Grid uint8(const std::vector<float>& x) { return asymmetric_grid(x, 8); }

}  // namespace

TEST_CASE("symmetric: the largest magnitude is the largest q, 0 is 0, errors are half a step") {
  const std::vector<float> x = {0.5F, -2.54F, 1.27F, 0};
  const Grid grid = int8(x);
  CHECK(quantise(grid, -2.54) == -127);
  CHECK(quantise(grid, 0) == 0);
  CHECK(quantise(grid, 1e9) == 127);
  CHECK(quantise(grid, -1e300) == -127);
  CHECK_SAME(grid.scale, 0.02, dls::within(1e-6, 0, "-2.54 is a float"));
  CHECK(quantise({1, 0, -127, 127}, 2.5) == 2);  // a tie goes to the even one
  CHECK(int8({0, 0}).scale == 1);
  const std::vector<float> many = normal_numbers(5003, "int8");
  const std::vector<float> back = round_trip(many, many.size(), int8);
  const double step = int8(many).scale;
  for (std::size_t i = 0; i < many.size(); ++i)
    CHECK(std::abs(static_cast<double>(back[i]) - static_cast<double>(many[i])) <=
          step / 2 * 1.00001);
}

TEST_CASE("asymmetric: both ends, and 0 exactly") {
  const std::vector<float> x = {-1, 0.25F, 3.11F};
  const Grid grid = uint8(x);
  CHECK(quantise(grid, -1) == 0);
  CHECK(quantise(grid, 3.11) == 255);
  CHECK_SAME(restore(grid, quantise(grid, 0)), 0.0, dls::bitwise());
  const Grid positive = uint8({2, 5});  // 0 is not among the numbers, and is on the grid
  CHECK(positive.zero == 0);
  CHECK_SAME(restore(positive, 255), 5.0, dls::ulps(1));
  CHECK(uint8({0, 0}).scale == 1);
}

TEST_CASE("blocks have scales of their own; the last may be shorter") {
  std::vector<float> x = normal_numbers(130, "blocks");
  x[0] = 1000;
  const std::vector<float> one = round_trip(x, 130, int8), blocks = round_trip(x, 64, int8);
  REQUIRE(blocks.size() == 130);
  CHECK(one[100] != blocks[100]);
  CHECK_SAME(blocks[129], x[129], dls::within(0, 0.02, "the scale of a block of two"));
  const std::vector<float> last = round_trip({x.begin() + 128, x.end()}, 64, int8);
  CHECK_SAME(last[1], blocks[129], dls::bitwise());
  CHECK(dls_test::holds(dls_test::error_of([&] { round_trip(x, 0, int8); }), "at least one"));
}

TEST_CASE("NaN and infinity are refused, wherever they stand in a block") {
  const std::vector<float> ones(5, 1.0F);
  for (const float bad : {dls_test::kNan<float>, std::numeric_limits<float>::infinity(),
                          -std::numeric_limits<float>::infinity()}) {
    const auto refused = [bad](auto action) {
      const std::string said = dls_test::error_of(action);
      CHECK(dls_test::holds(said, "cannot be quantised"));
      CHECK(dls_test::holds(said, std::isnan(bad) ? "NaN" : "infinity"));
    };
    const auto code = nf4_codebook();
    refused([&] { quantise({1, 0, -7, 7}, static_cast<double>(bad)); });
    refused([&] { nf4_encode(code, static_cast<double>(bad)); });
    for (const std::size_t place : {0, 2, 4}) {  // the first, one inside, a last block of one
      CAPTURE(place);
      std::vector<float> x = {-1, 2, 0.5F, -0.25F, 3};
      x[place] = bad;
      refused([&] { int8(x); });
      refused([&] { uint8(x); });
      refused([&] { round_trip(x, 4, int8); });
      refused([&] { block_maxima(x, 4); });
      refused([&] { nf4_round_trip(x, 4, {2, 3}); });
      refused([&] { nf4_round_trip(x, 4, {0, 0}); });  // maxima of 0: nothing is encoded
      refused([&] { nf4_round_trip(ones, 1, x); });    // a maximum that is none
    }
  }
}

TEST_CASE("NF4: the published sixteen, to six digits") {
  const auto code = nf4_codebook();
  const std::vector<double> want = {
      -1.0,     -0.696193, -0.525073, -0.394917, -0.284441, -0.184773, -0.091050, 0.0,
      0.079580, 0.160930,  0.246112,  0.337915,  0.440710,  0.562617,  0.722957,  1.0};
  CHECK_SAME(std::vector<double>(code.begin(), code.end()), want,
             dls::within(0, 6e-7, "the published table to six digits"));
  CHECK_SAME(normal_quantile(0.975), 1.959963984540054, dls::within(1e-12, 0, "bisection"));
  CHECK_SAME(normal_quantile(0.5), 0.0, dls::within(0, 1e-12, "bisection"));
}

TEST_CASE("NF4 0.0920, INT4 0.1076, and double quantisation costs nothing that shows") {
  const std::vector<float> x = normal_numbers(1 << 21, "nf4");
  const std::vector<float> maxima = block_maxima(x, 64);
  const dls::Tolerance close = dls::within(0, 5e-4, "the figure of the curriculum");
  CHECK_SAME(relative_rms(nf4_round_trip(x, 64, maxima), x), 0.0920, close);
  CHECK_SAME(relative_rms(round_trip(x, 64, int4), x), 0.1076, close);
  CHECK_SAME(relative_rms(nf4_round_trip(x, 64, quantised_maxima(maxima)), x), 0.0920, close);
  CHECK_SAME(bits_per_weight(4, 64, 32), 4.5, dls::bitwise());
  CHECK_SAME(bits_per_weight(4, 64, 8, 256), 4.127, dls::within(0, 5e-4, "three digits"));
}

TEST_CASE("NF4 blocks: zeros stay zeros, the largest magnitude comes back, a short last block") {
  const std::vector<float> x = {0, 0, 0, -3, 1, 0.1F, 7};
  const std::vector<float> maxima = block_maxima(x, 3);
  CHECK_SAME(maxima, (std::vector<float>{0, 3, 7}), dls::bitwise());
  const std::vector<float> back = nf4_round_trip(x, 3, maxima);
  CHECK_SAME(back[0], 0.0F, dls::bitwise());
  CHECK_SAME(back[3], -3.0F, dls::bitwise());
  CHECK_SAME(back[6], 7.0F, dls::bitwise());
  CHECK(dls_test::holds(dls_test::error_of([&] { block_maxima(x, 0); }), "at least one"));
  CHECK(dls_test::holds(dls_test::error_of([&] { nf4_round_trip(x, 0, maxima); }), "at least one"));
  const auto code = nf4_codebook();
  for (int q = 0; q < 16; ++q)
    CHECK(nf4_encode(code, code[static_cast<std::size_t>(q)] + 1e-3) == q);
}

TEST_CASE("double quantisation: maxima to half a step of what is left without their mean") {
  const std::vector<float> maxima = block_maxima(normal_numbers(64 * 600, "maxima"), 64);
  const std::vector<float> back = quantised_maxima(maxima);
  REQUIRE(back.size() == maxima.size());
  double mean = 0;
  for (const float value : maxima) mean += static_cast<double>(value) / 600;
  for (std::size_t block = 0; block < 600; block += 256) {  // the last is shorter
    double most = 0;
    const std::size_t end = std::min<std::size_t>(block + 256, 600);
    for (std::size_t i = block; i < end; ++i)
      most = std::max(most, std::abs(static_cast<double>(maxima[i]) - mean));
    for (std::size_t i = block; i < end; ++i)
      CHECK(std::abs(static_cast<double>(back[i]) - static_cast<double>(maxima[i])) <=
            most / 127 / 2 + 1e-6);
  }
}
