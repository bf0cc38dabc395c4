// What the page promises of the trainings, on generated pictures.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "chapters/01_autograd/9_pca.hpp"
#include "chapters/01_autograd/classifier.hpp"
#include "chapters/01_autograd/patch_data.hpp"
#include "common/data/glyphs.hpp"
#include "tests/chapters/01_autograd/helpers.hpp"

using namespace ch01_test;
using namespace dls::ch01;

namespace {

struct Trained {
  double first, last, accuracy;  // loss on the test pictures before and after, accuracy after
};

Trained train(const std::vector<int>& sizes, double rate, std::uint64_t seed) {
  const PatchData test = test_patches(seed);
  HandNetwork fresh(sizes, seed);
  HandNetwork net = train_by_hand(train_patches(seed), sizes, seed, rate);
  return {fresh.loss(test.x, test.y), net.loss(test.x, test.y),
          count_outcomes(net.forward(test.x), test.y).accuracy()};
}

}  // namespace

TEST_CASE("81-56-1 at 1e-3: the loss goes from 0.693 to below 0.005, the accuracy to 1") {
  const Trained t = train(kOneHidden, 1e-3, 42);
  CHECK_SAME(t.first, std::log(2.0), dls::within(0, 0.002, "weights of at most 0.01"));
  CHECK(t.last < 0.005);
  CHECK_SAME(t.accuracy, 1.0, dls::bitwise());
}

TEST_CASE("81-56-1 at 1e-2 gets below 0.001, at 1e-6 it learns nothing") {
  CHECK(train(kOneHidden, 1e-2, 42).last < 0.001);
  const Trained t = train(kOneHidden, 1e-6, 42);
  CHECK_SAME(t.last, 0.693, dls::within(0, 0.002, "curriculum: stays in 0.693 +- 0.002"));
  CHECK(std::abs(t.accuracy - 0.5) < 0.1);
}

TEST_CASE("81-56-48-1 at 1e-2 gets below 0.001, at 1e-6 it learns nothing") {
  CHECK(train(kTwoHidden, 1e-2, 42).last < 0.001);
  CHECK_SAME(train(kTwoHidden, 1e-6, 42).last, 0.693, dls::within(0, 0.002, "as with one layer"));
}

TEST_CASE("81-56-48-1 at 1e-3: the median over nine seeds is below 0.05, some seeds are not") {
  std::vector<double> losses;
  for (std::uint64_t seed = 42; seed < 51; ++seed)
    losses.push_back(train(kTwoHidden, 1e-3, seed).last);
  std::sort(losses.begin(), losses.end());
  CHECK(losses[4] < 0.05);
  CHECK(losses[8] > 0.5);  // what the page says: a plateau that some seeds have not left
}

TEST_CASE("by hand and on the tape: the same losses to 1e-10, epoch by epoch") {
  const PatchData data = train_patches(7);
  const struct {
    const std::vector<int>& sizes;
    int epochs;
  } cases[] = {{kOneHidden, 50}, {kTwoHidden, 5}};
  for (const auto& [sizes, epochs] : cases) {
    HandNetwork hand(sizes, 7);
    TapeNetwork taped(sizes, 7);
    std::vector<double> by_hand, on_tape;
    for (int epoch = 0; epoch < epochs; ++epoch) {
      by_hand.push_back(train_epoch(hand, data.x, data.y, 1e-2));
      on_tape.push_back(train_epoch(taped, data.x, data.y, 1e-2));
    }
    CHECK_SAME(on_tape, by_hand, dls::within(0, 1e-10, "the issue asks for 1e-10"));
    for (std::size_t k = 0; k < hand.parameters().size(); ++k)
      CHECK_SAME(numbers(taped.parameters()[k]->value), numbers(hand.parameters()[k]->value),
                 dls::within(0, 1e-10, "the issue asks for 1e-10"));
  }
}

TEST_CASE("the same seed gives the same bytes, another seed does not") {
  const auto bytes = [](std::uint64_t seed) {
    HandNetwork net = train_by_hand(train_patches(seed), kOneHidden, seed, 1e-2, 2);
    const Matrix& w = net.parameters()[0]->value;
    return std::vector<double>(w.data(), w.data() + w.size());
  };
  const std::vector<double> first = bytes(5), second = bytes(5), other = bytes(6);
  CHECK(std::memcmp(first.data(), second.data(), first.size() * sizeof(double)) == 0);
  CHECK(first != other);
}

TEST_CASE("accuracy 1.000 on its own test set finds about 20 % of the patches off the diagonal") {
  for (const std::uint64_t seed : {42, 43, 44}) {
    CAPTURE(seed);
    HandNetwork net = train_by_hand(train_patches(seed), kOneHidden, seed, 1e-3);
    const PatchData test = test_patches(seed);
    CHECK_SAME(count_outcomes(net.forward(test.x), test.y).accuracy(), 1.0, dls::bitwise());
    // The patch at each of the 42 places off the diagonal.
    int found = 0;
    for (int r = 0; r < 7; ++r)
      for (int c = 0; c < 7; ++c) {
        if (r == c) continue;
        Matrix x = Matrix::Constant(1, 81, 0.996);
        for (int i = 0; i < 9; ++i) x(0, (r + i / 3) * 9 + c + i % 3) = 0;
        found += net.forward(x)(0, 0) >= 0.5 ? 1 : 0;
      }
    const double recall = found / 42.0;
    CHECK_MESSAGE((recall > 0.15 && recall < 0.25), "recall off the diagonal: " << recall);
  }
}

TEST_CASE("the classes are further apart in layer 1 than in the input") {
  const PatchData test = test_patches(42);
  HandNetwork net = train_by_hand(train_patches(42), kOneHidden, 42, 1e-3);
  const std::vector<Matrix> views = net.features(test.x);
  REQUIRE(views.size() == 2);
  CHECK((views[0].cols() == 56 && views[1].cols() == 1));
  CHECK(separation(views[0], test.y) > 5 * separation(test.x, test.y));
}

TEST_CASE("ten classes on the tape: generated pictures to 0.8 and more") {
  const auto pictures = [](std::uint64_t seed, int count) {
    const dls::LabelledImages images = dls::glyphs(seed, count);
    Pictures p{Matrix(count, 784), {images.labels.begin(), images.labels.end()}};
    for (Index i = 0; i < p.x.size(); ++i)
      p.x.data()[i] = images.pixels[static_cast<std::size_t>(i)];
    return p;
  };
  const Pictures data = pictures(1, 1000), test = pictures(2, 300);
  TapeNetwork net({784, 128, 10}, 1, 0.05);
  dls::Rng rng(1, "shuffle");
  const double before = accuracy(predict(net, test.x), test.labels);
  int steps = 0;
  for (int epoch = 0; epoch < 5; ++epoch) train_in_batches(net, data, rng, 0.1, [&] { ++steps; });
  CHECK(steps == 100);
  CHECK(before < 0.3);
  CHECK(accuracy(predict(net, test.x), test.labels) >= 0.8);
  CHECK(holds(error_of([&] { train_in_batches(net, data, rng, 0.1, [] {}, 1001); }),
              "1000 pictures do not fill a batch of 1001"));
  CHECK(holds(error_of([&] { accuracy({1}, {1, 2}); }), "1 answers for 2 labels"));
}
