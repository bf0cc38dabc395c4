// 03.4: scripted losses; when training stops, and which epoch is in the file.
#include DLS_EXERCISE

#include <limits>
#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

namespace {

using Losses = std::vector<double>;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr int kNever = 0;

/// Each epoch has its own weights, so that a file tells which one it holds.
std::vector<float> weights_of(int epoch) {
  return {static_cast<float>(epoch), 0.5F, static_cast<float>(-10 * epoch)};
}

/// The epoch after which training stops, or kNever. The weights live in one vector, as they do in a
/// training: they go on changing after they were handed over.
int epoch_of_stop(const Losses& losses, int patience, const std::filesystem::path& file) {
  std::vector<float> weights(3);
  EarlyStop early(file, patience);
  int stopped = kNever;
  for (std::size_t i = 0; i < losses.size() && stopped == kNever; ++i) {
    const int epoch = static_cast<int>(i) + 1;
    weights = weights_of(epoch);
    if (early.after_epoch(epoch, losses[i], weights)) stopped = epoch;
  }
  weights.assign(3, -1);
  return stopped;
}

/// The best epoch by definition: the first of the smallest losses.
int best_of(const Losses& losses, int until) {
  int best = 0;
  for (int e = 1; e <= until; ++e)
    if (losses[e - 1] == losses[e - 1] && (best == 0 || losses[e - 1] < losses[best - 1])) best = e;
  return best;
}

/// The stop by definition: the first epoch with `patience` epochs since the best one.
int stop_of(const Losses& losses, int patience) {
  for (int e = 1; e <= static_cast<int>(losses.size()); ++e)
    if (e - best_of(losses, e) >= patience) return e;
  return kNever;
}

void check_file(const std::filesystem::path& file, int best) {
  const Best got = load_best(file);
  if (got.epoch != best) FAIL("file holds epoch " << got.epoch << ", best was " << best);
  if (got.weights != weights_of(best) && got.weights == std::vector<float>(3, -1))
    FAIL("the file holds the weights of a later moment, not those of epoch " << best);
  CHECK_SAME(got.weights, weights_of(best), dls::bitwise());
}

}  // namespace

TEST_CASE("the best epoch is in the file, not the last one") {
  const dls_test::TemporaryFolder folder;
  CHECK(epoch_of_stop({0.9, 0.5, 0.4, 0.6, 0.7}, 4, folder / "best") == kNever);
  check_file(folder / "best", 3);
}

TEST_CASE("the file is there after the very first epoch") {
  const dls_test::TemporaryFolder folder;
  EarlyStop early(folder / "best", 2);
  if (folder.entries() != 0) FAIL("nothing was measured yet, but a file was written");
  CHECK_FALSE(early.after_epoch(1, 1e6, weights_of(1)));  // a first loss may be of any size
  REQUIRE_MESSAGE(std::filesystem::exists(folder / "best"),
                  "no file after epoch 1: after a kill now, there would be nothing");
  check_file(folder / "best", 1);
}

TEST_CASE("patience 3: stop after the third epoch in a row without progress") {
  const dls_test::TemporaryFolder folder;
  const int got = epoch_of_stop({0.9, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0}, 3, folder / "best");
  if (got == 6) FAIL("stopped after epoch 6, want 5: epochs 3, 4 and 5 are three without progress");
  if (got == 4) FAIL("stopped after epoch 4, want 5: epochs 3 and 4 are only two");
  CHECK(got == 5);
  check_file(folder / "best", 2);
}

TEST_CASE("better than the epoch before is not better than the best") {
  const dls_test::TemporaryFolder folder;
  // 0.3 is the best; from 0.9 on each epoch is better than the one before.
  const int got = epoch_of_stop({0.5, 0.3, 0.9, 0.8, 0.7, 0.6}, 3, folder / "best");
  if (got == kNever)
    FAIL(
        "never stopped: 0.9, 0.8, 0.7 are falling, but none is below the best, 0.3; compare with "
        "the best, not with the epoch before");
  CHECK(got == 5);
  check_file(folder / "best", 2);
}

TEST_CASE("progress starts the count again") {
  const dls_test::TemporaryFolder folder;
  // Without progress: 2, 3 (then 4 is better), 5, 6 (then 7 is), 8, 9, 10.
  const Losses losses = {0.9, 1.0, 0.95, 0.8, 0.85, 0.9, 0.7, 0.75, 0.72, 0.71, 0.9};
  const int got = epoch_of_stop(losses, 3, folder / "best");
  if (got == 5)
    FAIL(
        "stopped after epoch 5: epochs 2, 3 and 5 do not stand in a row; the count starts again "
        "with each new best");
  if (got != 10)
    FAIL("stopped after epoch " << got
                                << " (0: never), want 10: 8, 9 and 10 are the first three in "
                                << "a row that are not below the best, 0.7");
  check_file(folder / "best", 7);
}

TEST_CASE("a tie is no progress") {
  const dls_test::TemporaryFolder folder;
  const int got = epoch_of_stop({0.9, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5}, 3, folder / "best");
  if (got == kNever)
    FAIL(
        "never stopped: the loss stays at 0.5, and each tie counted as progress; only a smaller "
        "loss is progress");
  CHECK(got == 5);
  check_file(folder / "best", 2);  // the first of equals
}

TEST_CASE("NaN is never the best") {
  const dls_test::TemporaryFolder folder;
  const int got = epoch_of_stop({0.9, kNaN, 0.8, kNaN, kNaN}, 2, folder / "best");
  const Best best = load_best(folder / "best");
  if (best.weights == weights_of(3) && best.epoch != 3)
    FAIL("the file holds the weights of epoch 3 under the number " << best.epoch);
  if (best.epoch == 2 || best.epoch == 4 || best.epoch == 5)
    FAIL("the file holds epoch " << best.epoch
                                 << ", whose loss was NaN: NaN is not below anything");
  if (got != 5)
    FAIL("NaN is no progress: epochs 4 and 5 are two without, want a stop after 5, got "
         << got << " (0: never)");
  check_file(folder / "best", 3);

  const dls_test::TemporaryFolder other;
  CHECK(epoch_of_stop({kNaN, kNaN, kNaN}, 3, other / "best") == 3);
  const bool said = !dls_test::error_of([&] { load_best(other / "best"); }).empty();
  CHECK_MESSAGE(said, "all losses were NaN, so there is no best file: load_best() must throw");
}

TEST_CASE("infinity is never the best") {
  const dls_test::TemporaryFolder folder;
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(epoch_of_stop({infinity, infinity, 0.9, infinity, infinity}, 3, folder / "best") == kNever);
  check_file(folder / "best", 3);
}

TEST_CASE("the smallest step down is progress") {
  const dls_test::TemporaryFolder folder;
  const int got = epoch_of_stop({0.5, 0.5 - 1e-9, 0.5 - 2e-9, 0.5 - 3e-9}, 2, folder / "best");
  if (got != kNever)
    FAIL("stopped after epoch " << got
                                << ", but each loss is 1e-9 below the one before: smaller is "
                                << "smaller; no least step was asked for, and a float cannot tell");
  check_file(folder / "best", 4);
}

TEST_CASE("epochs have the numbers that they are given") {
  const dls_test::TemporaryFolder folder;
  EarlyStop early(folder / "best", 2);
  early.after_epoch(7, 0.9, weights_of(7));
  early.after_epoch(9, 0.5, weights_of(9));
  early.after_epoch(12, 0.6, weights_of(12));
  const Best best = load_best(folder / "best");
  if (best.epoch != 9)
    FAIL("the best epoch was number 9, the file says " << best.epoch
                                                       << ": write the number that was given, do "
                                                       << "not count calls");
  check_file(folder / "best", 9);
}

TEST_CASE("a new start leaves the file as it is") {
  const dls_test::TemporaryFolder folder;
  epoch_of_stop({0.9, 0.5}, 3, folder / "best");
  const EarlyStop after_a_restart(folder / "best", 3);
  if (!std::filesystem::exists(folder / "best"))
    FAIL("the constructor removed the best file: after a restart it is all that there is");
  check_file(folder / "best", 2);
}

TEST_CASE("patience 1, and negative losses") {
  const dls_test::TemporaryFolder folder;
  CHECK(epoch_of_stop({-1, -2.5, -2.25, -3}, 1, folder / "best") == 3);
  check_file(folder / "best", 2);
}

TEST_CASE("random losses, with ties") {
  const dls_test::TemporaryFolder folder;
  dls::Rng rng(dls_test::seed(), "03.4");
  for (int round = 0; round < 20; ++round) {
    Losses losses;
    for (int e = 0; e < 25; ++e) losses.push_back(0.1 * rng.below(40));
    const int patience = 1 + static_cast<int>(rng.below(8));
    const int want = stop_of(losses, patience);
    CAPTURE(round);
    REQUIRE(epoch_of_stop(losses, patience, folder / "best") == want);
    check_file(folder / "best", best_of(losses, want == kNever ? 25 : want));
  }
}
