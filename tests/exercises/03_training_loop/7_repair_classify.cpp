// 03.7: answers against the network of best.ckpt, in evaluation, on scaled pixels.
#include DLS_EXERCISE

#include <cmath>
#include <string>
#include <vector>

#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

namespace {

constexpr std::size_t kInputs = 35, kHidden = 20, kClasses = 4;

Network random_network(std::uint64_t id) {
  dls::Rng rng(dls_test::seed(), "03.7", id);
  const auto values = [&](std::size_t n, double size) {
    Values v;
    for (std::size_t i = 0; i < n; ++i) v.push_back(size * rng.normal());
    return v;
  };
  Network net;
  net.inputs = kInputs, net.hidden = kHidden, net.classes = kClasses;
  net.w1 = values(kInputs * kHidden, 0.3), net.b1 = values(kHidden, 0.3);
  net.w2 = values(kHidden * kClasses, 0.3), net.b2 = values(kClasses, 0.3);
  net.mean = 0.286, net.deviation = 0.353;
  return net;
}

void put(const Network& net, const std::filesystem::path& path) {
  dls::Checkpoint c;
  const auto add = [&](const std::string& name, const Values& v) {
    c.tensors.push_back({name, dls::Tensor::of({static_cast<std::int64_t>(v.size())}, v)});
  };
  add("w1", net.w1), add("b1", net.b1), add("w2", net.w2), add("b2", net.b2);
  add("mean_and_deviation", {net.mean, net.deviation});
  dls::save_checkpoint(path, c);
}

/// A folder with the checkpoints of two networks.
struct Trained {
  dls_test::TemporaryFolder folder;
  Network best = random_network(1), last = random_network(2);

  Trained() {
    put(best, folder / "best.ckpt");
    put(last, folder / "last.ckpt");
  }
};

std::vector<std::uint8_t> random_picture(std::uint64_t id) {
  dls::Rng rng(dls_test::seed(), "03.7 pictures", id);
  std::vector<std::uint8_t> pixels;
  for (std::size_t i = 0; i < kInputs; ++i)
    pixels.push_back(static_cast<std::uint8_t>(rng.below(256)));
  return pixels;
}

/// What the use of the network may look like.
struct Use {
  double mean, deviation;
  double drop = 0;  // 0: evaluation
};

/// The probabilities of the classes, from the statement alone.
Values probabilities(const Network& net, const std::vector<std::uint8_t>& pixels, const Use& use) {
  dls::Rng rng(42, "dropout");
  Values h(kHidden), z(kClasses);
  double sum = 0;
  for (std::size_t j = 0; j < kHidden; ++j) {
    h[j] = net.b1[j];
    for (std::size_t i = 0; i < kInputs; ++i)
      h[j] += (pixels[i] / 255.0 - use.mean) / use.deviation * net.w1[i * kHidden + j];
    if (h[j] < 0) h[j] = 0;
    if (use.drop > 0) h[j] = rng.uniform() < use.drop ? 0 : h[j] / (1 - use.drop);
  }
  for (std::size_t k = 0; k < kClasses; ++k) {
    z[k] = net.b2[k];
    for (std::size_t j = 0; j < kHidden; ++j) z[k] += h[j] * net.w2[j * kClasses + k];
    sum += std::exp(z[k]);
  }
  for (double& v : z) v = std::exp(v) / sum;
  return z;
}

Answer answer(const Values& p) {
  Answer a;
  for (std::size_t k = 0; k < p.size(); ++k)
    if (p[k] > a.probability) a = {static_cast<int>(k), p[k]};
  return a;
}

bool same(const Answer& a, const Answer& b) {
  return a.label == b.label && std::abs(a.probability - b.probability) < 1e-9;
}

/// The faults that together give exactly the answer `got`, in words; empty when none do.
std::string faults(const Trained& t, const std::vector<std::uint8_t>& pixels, const Answer& got) {
  struct Choice {
    Use use;
    std::string fault;
  };
  const std::string digits =
      "mean and deviation are those of other pictures: take the network's own; ";
  const std::vector<Choice> scales = {
      {{t.best.mean, t.best.deviation}, ""},
      {{0, 1}, "the picture is not normalised as in training; "},
      {{0.1307, 0.3081}, digits},
      {{t.best.mean, 1}, "the mean is subtracted, but nothing is divided by the deviation; "},
      {{0, t.best.deviation}, "the mean is not subtracted; "}};
  for (const Choice& scale : scales)
    for (const bool dropping : {false, true})
      for (const bool last : {false, true}) {
        Use use = scale.use;
        use.drop = dropping ? 0.1 : 0;
        if (!same(got, answer(probabilities(last ? t.last : t.best, pixels, use)))) continue;
        return scale.fault +
               (dropping ? "the network is in training mode, hidden numbers are dropped; " : "") +
               (last ? "the weights are the last epoch's, although best.ckpt lies beside them; "
                     : "");
      }
  return "";
}

}  // namespace

TEST_CASE("one picture: the answer of the best network, as it was evaluated") {
  const Trained t;
  for (const std::uint64_t id : {0, 1, 2, 3, 4}) {
    const auto pixels = random_picture(id);
    const Answer got = classify(t.folder.path(), pixels);
    const Values p = probabilities(t.best, pixels, {t.best.mean, t.best.deviation});
    const std::string found = faults(t, pixels, got);
    CAPTURE(id);
    if (!found.empty())
      FAIL("this answer comes out when " << found << "want class " << answer(p).label << " with "
                                         << answer(p).probability << ", got " << got.label
                                         << " with " << got.probability);
    REQUIRE(got.label == answer(p).label);
    REQUIRE_SAME(got.probability, answer(p).probability, dls::rounding(dls::Format::f64, 64));
  }
}

TEST_CASE("black and white pictures") {
  const Trained t;
  for (const int value : {0, 255}) {
    const std::vector<std::uint8_t> pixels(kInputs, static_cast<std::uint8_t>(value));
    const Answer want = answer(probabilities(t.best, pixels, {t.best.mean, t.best.deviation}));
    const Answer got = classify(t.folder.path(), pixels);
    CAPTURE(value);
    CHECK(got.label == want.label);
    CHECK_SAME(got.probability, want.probability, dls::rounding(dls::Format::f64, 64));
  }
}

TEST_CASE("the scale comes from the checkpoint") {
  Trained t;
  t.best.mean = 0.5, t.best.deviation = 0.25;
  put(t.best, t.folder / "best.ckpt");
  const auto pixels = random_picture(7);
  const Answer want = answer(probabilities(t.best, pixels, {0.5, 0.25}));
  const Answer got = classify(t.folder.path(), pixels);
  if (!same(got, want))
    FAIL("a network that was trained with mean 0.5 and deviation 0.25 got another scale: "
         << faults(t, pixels, got));
  CHECK_SAME(got.probability, want.probability, dls::rounding(dls::Format::f64, 64));
}

TEST_CASE("without best.ckpt there is no answer") {
  const Trained t;
  std::filesystem::remove(t.folder / "best.ckpt");
  const std::string said =
      dls_test::error_of([&] { classify(t.folder.path(), random_picture(0)); });
  CHECK_MESSAGE(!said.empty(), "best.ckpt is missing, and classify() answered all the same: with "
                                   << "the last epoch's weights, and nobody would know");
}
