// 03.3: a resumed training against one that was never stopped; files that must be refused.
#include DLS_EXERCISE

#include <string>
#include <vector>

#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

namespace {

constexpr std::size_t kFeatures = 5;
constexpr int kPerEpoch = 3;  // 11 samples in batches of 4, 4 and 3

Samples example() {
  dls::Rng rng(dls_test::seed(), "03.3");
  Samples s;
  for (int n = 0; n < 11; ++n) {
    std::vector<float> x;
    for (std::size_t i = 0; i < kFeatures; ++i) x.push_back(static_cast<float>(rng.normal()));
    s.y.push_back(x[0] - 2 * x[1] + static_cast<float>(rng.normal()));
    s.x.push_back(std::move(x));
  }
  return s;
}

Trainer fresh(std::size_t features = kFeatures) { return Trainer(features, dls_test::seed()); }

/// The batches that were used.
std::vector<std::vector<std::int32_t>> train(Trainer& t, int steps) {
  const Samples samples = example();
  std::vector<std::vector<std::int32_t>> batches;
  for (int i = 0; i < steps; ++i) batches.push_back(train_step(t, samples));
  return batches;
}

Trainer trained(int steps) {
  Trainer t = fresh();
  train(t, steps);
  return t;
}

/// A new trainer that was loaded from a file which `t` was saved to.
Trainer through_a_file(const Trainer& t) {
  const dls_test::TemporaryFolder folder;
  save(t, folder / "training.ckpt");
  Trainer resumed = fresh();
  load(folder / "training.ckpt", resumed);
  return resumed;
}

/// The parts of the state in which `got` differs from `want`, in words; empty when none does.
std::string differing(const Trainer& got, const Trainer& want) {
  std::string parts;
  const auto note = [&](bool same, const std::string& name) {
    if (!same) parts += (parts.empty() ? "" : ", ") + name;
  };
  note(got.m == want.m && got.v == want.v, "moments");
  note(got.w == want.w, "weights");
  note(got.step == want.step, "step count");
  note(got.rate == want.rate, "learning rate");
  note(got.rng.position() == want.rng.position(), "random stream");
  note(got.order == want.order, "order of the epoch");
  note(got.next == want.next, "place in the order");
  return parts;
}

std::string text(const std::vector<std::int32_t>& batch) {
  std::string s;
  for (const std::int32_t n : batch) s += (s.empty() ? "" : " ") + std::to_string(n);
  return s;
}

}  // namespace

TEST_CASE("the first step after a resume") {
  Trainer want = trained(4);
  Trainer got = through_a_file(want);
  const std::string parts = differing(got, want);
  train(want, 1);
  train(got, 1);
  if (got.w != want.w)
    FAIL("first step after resume differs: " << parts
                                             << " not restored (saved after step 4, loaded "
                                             << "into a new trainer)");
  CHECK_SAME(got.w, want.w, dls::bitwise());
}

TEST_CASE("the batches after a resume, this epoch and the next two") {
  Trainer want = trained(4);
  Trainer got = through_a_file(want);
  const auto batches = train(got, 3 * kPerEpoch), wanted = train(want, 3 * kPerEpoch);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (batches[i] != wanted[i])
      FAIL("batch order differs: saved after step 4, step "
           << 5 + i << " used the samples " << text(batches[i]) << ", without the "
           << "stop " << text(wanted[i]) << "; is all that next_batch() reads "
           << "in the file?");
  CHECK(batches == wanted);
}

TEST_CASE("resume at every moment of five epochs: equal to the last bit, ten steps later") {
  for (int stop = 0; stop <= 5 * kPerEpoch; ++stop) {
    Trainer want = trained(stop);
    Trainer got = through_a_file(want);
    const std::string parts = differing(got, want);
    CAPTURE(stop);
    if (got.rate != want.rate && std::abs(got.rate / want.rate - 1) < 1e-3)
      FAIL("the learning rate was rounded: saved " << want.rate << ", loaded " << got.rate << ", "
                                                   << got.rate - want.rate << " off; a text of six "
                                                   << "digits does not hold all bits of a float");
    REQUIRE_MESSAGE(parts.empty(), "not restored: " << parts);
    train(want, 10);
    train(got, 10);
    REQUIRE_SAME(got.w, want.w, dls::bitwise());
    REQUIRE_SAME(got.m, want.m, dls::bitwise());
    REQUIRE_SAME(got.v, want.v, dls::bitwise());
  }
}

TEST_CASE("stopped after each step, and the file written over each time") {
  const dls_test::TemporaryFolder folder;
  Trainer want = fresh(), got = fresh();
  for (int i = 0; i < 2 * kPerEpoch + 1; ++i) {
    train(want, 1);
    train(got, 1);
    save(got, folder / "training.ckpt");
    got = fresh();
    load(folder / "training.ckpt", got);
  }
  CHECK_SAME(got.w, want.w, dls::bitwise());
}

TEST_CASE("a refused file leaves the trainer as it was") {
  const dls_test::TemporaryFolder folder;
  const std::filesystem::path path = folder / "training.ckpt";
  Trainer t = trained(4);
  const Trainer before = t;
  const auto refused = [&](const std::string& what) {
    const bool said = !dls_test::error_of([&] { load(path, t); }).empty();
    CHECK_MESSAGE(said, what << " was not refused: throw dls::Error");
    const std::string parts = differing(t, before);
    if (!parts.empty())
      FAIL("half a state: load() refused " << what << ", but had already changed: " << parts
                                           << "; read everything first, then change the trainer");
  };

  save(Trainer(3, dls_test::seed()), path);
  refused("a file of 3 weights for a trainer of 5");

  save(trained(7), path);
  const std::string good = dls_test::get(path);
  dls::Rng rng(dls_test::seed(), "03.3 damage");
  for (int i = 0; i < 20; ++i) {
    std::string bad = good;
    const auto at = rng.below(static_cast<std::uint32_t>(bad.size()));
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    dls_test::put(path, bad);
    refused("a file with a damaged byte");
  }
  dls_test::put(path, good.substr(0, good.size() / 2));
  refused("half a file");
  std::filesystem::remove(path);
  refused("a file that is not there");
}
