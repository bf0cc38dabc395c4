// A network as a file, and one picture classified by it.
#include <cmath>
#include <vector>

#include "tests/chapters/03_training_loop/helpers.hpp"

using namespace dls;
using namespace dls::ch03;
using namespace ch03_test;

TEST_CASE("reloaded, the logits are the same bits") {
  const dls_test::TemporaryFolder folder;
  Training training(small_recipe(), glyph_part(100));
  for (int i = 0; i < 6; ++i) step(training);
  save_net(folder / "net.ckpt", training.net(), 0.1);
  SavedNet saved = load_net(folder / "net.ckpt");
  CHECK(saved.net->sizes() == training.recipe().sizes);
  CHECK(!saved.net->training());
  const Part test = glyph_part(31, 1);
  training.net().train(false);
  CHECK_SAME(numbers((*saved.net)(Variable(test.pictures.x)).value()),
             numbers(training.net()(Variable(test.pictures.x)).value()), bitwise());
}

TEST_CASE("one picture is answered as in a batch of scaled ones, and nothing is recorded") {
  const dls_test::TemporaryFolder folder;
  Training training(small_recipe(), glyph_part(300));
  for (int i = 0; i < 60; ++i) step(training);
  save_net(folder / "net.ckpt", training.net(), 0.1);
  SavedNet saved = load_net(folder / "net.ckpt");
  const LabelledImages raw = glyphs(9, 20);
  const Pictures batch = scaled(raw);
  const Variable y = (*saved.net)(Variable(batch.x));
  for (int i = 0; i < raw.count; ++i) {
    const Answer a = classify(saved, {raw.picture(i), raw.picture(i + 1)});
    CHECK(a.label == likeliest(y.value(), i));
    CHECK(!a.recorded);
    std::vector<double> want;
    for (std::int64_t c = 0; c < 10; ++c)
      want.push_back(std::exp(static_cast<double>(y.value().at<float>({i, c}))));
    CHECK_SAME(a.probabilities, want, within(1e-5, 1e-7, "one row or many: another product"));
    double sum = 0;
    for (const double p : a.probabilities) sum += p;
    CHECK_SAME(sum, 1.0, within(1e-5, 0, "float32"));
  }
  // Twice the same question, twice the same answer: dropout is off.
  const std::vector<float> picture(raw.picture(0), raw.picture(1));
  CHECK(classify(saved, picture).probabilities == classify(saved, picture).probabilities);
}

TEST_CASE("the scale travels with the weights") {
  const dls_test::TemporaryFolder folder;
  const Classifier net({784, 17, 10}, 0, 3);
  const Scale other{0.5F, 0.25F};
  save_net(folder / "a.ckpt", net, 0);
  save_net(folder / "b.ckpt", net, 0, other);
  SavedNet a = load_net(folder / "a.ckpt"), b = load_net(folder / "b.ckpt");
  CHECK_SAME(b.scale.mean, 0.5F, bitwise());
  CHECK_SAME(a.scale.deviation, Scale().deviation, bitwise());
  const LabelledImages raw = glyphs(9, 1);
  const std::vector<float> picture(raw.picture(0), raw.picture(1));
  CHECK(classify(a, picture).probabilities != classify(b, picture).probabilities);
}

TEST_CASE("a damaged file and one that is no network are refused") {
  const dls_test::TemporaryFolder folder;
  save_net(folder / "net.ckpt", Classifier({784, 5, 10}, 0, 3), 0);
  std::string bytes = dls_test::get(folder / "net.ckpt");
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  dls_test::put(folder / "net.ckpt", bytes);
  CHECK(holds(error_of([&] { load_net(folder / "net.ckpt"); }), "damaged"));
  save_checkpoint(folder / "other.ckpt", Checkpoint{});
  CHECK(holds(error_of([&] { load_net(folder / "other.ckpt"); }), "sizes"));
}
