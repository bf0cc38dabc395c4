// Callbacks with scripted losses; files that survive; who is called when.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/chapters/03_training_loop/helpers.hpp"

using namespace dls;
using namespace dls::ch03;
using namespace ch03_test;

namespace {

EpochReport report(int epoch, double loss) {
  EpochReport r;
  r.epoch = epoch;
  r.validation.loss = loss;
  return r;
}

double first_weight(Classifier& net) { return net.parameters()[0].value().at<float>({0, 0}); }

void set_first_weight(Classifier& net, float value) {
  Tensor w = net.parameters()[0].value();
  w.set<float>({0, 0}, value);
}

/// Feeds losses to a callback, the weight of each epoch being its number.
void play(Callback& callback, Training& training, const std::vector<double>& losses) {
  for (std::size_t i = 0; i < losses.size(); ++i) {
    set_first_weight(training.net(), static_cast<float>(i + 1));
    callback.on_epoch(training, report(static_cast<int>(i + 1), losses[i]));
  }
}

/// Writes down who was called, and what was on the disk at that moment.
class Witness : public Callback {
 public:
  explicit Witness(std::filesystem::path last) : last_(std::move(last)) {}
  void on_step(const Training& training, double) override {
    said += "s" + std::to_string(training.steps()) + " ";
  }
  void on_epoch(Training&, const EpochReport& r) override {
    said += "E" + std::to_string(r.epoch) + " ";
    if (std::filesystem::exists(last_))
      said += "(disk " + load_checkpoint(last_).note("steps") + ") ";
  }
  std::string said;

 private:
  std::filesystem::path last_;
};

}  // namespace

TEST_CASE("the best weights are those of the lowest validation loss; of equal ones the first") {
  const dls_test::TemporaryFolder folder;
  Training training(small_recipe(), glyph_part(40));
  KeepBest best(folder / "best.ckpt");
  play(best, training, {0.9, 0.5, 0.4, 0.4, 0.6, std::nan("")});
  CHECK(best.epoch() == 3);
  CHECK_SAME(best.loss(), 0.4, bitwise());
  CHECK_SAME(first_weight(*load_net(folder / "best.ckpt").net), 3.0, bitwise());
}

TEST_CASE("a restored KeepBest does not forget what was best") {
  const dls_test::TemporaryFolder folder;
  Training training(small_recipe(), glyph_part(40));
  KeepBest best(folder / "best.ckpt");
  play(best, training, {0.9, 0.4});
  Checkpoint c;
  best.save(c);
  KeepBest later(folder / "best.ckpt");
  later.load(c);
  set_first_weight(training.net(), 7);
  later.on_epoch(training, report(3, 0.5));
  CHECK(later.epoch() == 2);
  CHECK_SAME(first_weight(*load_net(folder / "best.ckpt").net), 2.0, bitwise());
  later.on_epoch(training, report(4, 0.3));
  CHECK_SAME(first_weight(*load_net(folder / "best.ckpt").net), 7.0, bitwise());
}

TEST_CASE("best weights that are lost or damaged are missed when the training goes on") {
  const dls_test::TemporaryFolder folder;
  Training training(small_recipe(), glyph_part(40));
  KeepBest best(folder / "best.ckpt");
  Checkpoint none, c;
  best.save(none);
  CHECK(error_of([&] { KeepBest(folder / "best.ckpt").load(none); }) == "");  // no epoch yet
  play(best, training, {0.9, 0.4});
  best.save(c);
  const std::string whole = dls_test::get(folder / "best.ckpt");
  dls_test::put(folder / "best.ckpt", whole.substr(0, whole.size() - 1));
  CHECK(holds(error_of([&] { KeepBest(folder / "best.ckpt").load(c); }), "best.ckpt"));
  std::filesystem::remove(folder / "best.ckpt");
  CHECK(holds(error_of([&] { KeepBest(folder / "best.ckpt").load(c); }), "best.ckpt"));
}

TEST_CASE("early stopping: after `patience` epochs without a new lowest loss; a tie is none") {
  Training training(small_recipe(), glyph_part(40));
  const auto waits = [&](const std::vector<double>& losses) {
    StopEarly early(3);
    play(early, training, losses);
    return early.waited();
  };
  CHECK(waits({1, 0.9, 0.8}) == 0);
  CHECK(waits({1, 0.9, 0.9, 0.9}) == 2);
  CHECK(waits({1, 2, 2, 0.5, 0.6}) == 1);
  CHECK(waits({1, std::nan(""), std::nan("")}) == 2);
  StopEarly early(3);
  play(early, training, {1, 1, 1});
  CHECK(!early.wants_to_stop());
  Checkpoint c;
  early.save(c);
  StopEarly restored(3);
  restored.load(c);
  restored.on_epoch(training, report(4, 1));
  CHECK(restored.wants_to_stop());
}

TEST_CASE("the log has a line for each step and epoch, with all digits") {
  const dls_test::TemporaryFolder folder;
  Training training(small_recipe(), glyph_part(40));
  double loss = 0;
  {
    LossLog log(folder / "loss.jsonl");
    loss = training.step();
    log.on_step(training, loss);
    log.on_epoch(training, report(1, 0.1));
  }
  const std::string text = dls_test::get(folder / "loss.jsonl");
  CHECK_SAME(std::strtod(text.c_str() + text.find("\"loss\":") + 7, nullptr), loss, bitwise());
  CHECK(holds(text, "{\"step\":1,"));
  CHECK(holds(text, "{\"epoch\":1,"));
  CHECK(holds(text, "\"validation_loss\":0.1000000000000000"));
}

TEST_CASE("a log is cut back to where the checkpoint was; a shorter one is refused") {
  const dls_test::TemporaryFolder folder;
  const Part part = glyph_part(400);
  Training training(small_recipe(), part);
  Checkpoint c;
  std::string want;
  {
    LossLog log(folder / "loss.jsonl");
    for (int i = 0; i < 5; ++i) {
      log.on_step(training, training.step());
      if (i == 2) {
        training.save(c);
        for (NamedTensor& t : c.tensors) t.value = t.value.copy();
        log.save(c);
      }
    }
    want = dls_test::get(folder / "loss.jsonl");
  }
  dls_test::put(folder / "loss.jsonl", want + "{\"step\":6,\"lo");  // the kill came here
  {
    Training again(small_recipe(), part);
    LossLog log(folder / "loss.jsonl");
    again.load(c);
    log.load(c);
    for (int i = 0; i < 2; ++i) log.on_step(again, again.step());
  }
  CHECK(dls_test::get(folder / "loss.jsonl") == want);
  dls_test::put(folder / "loss.jsonl", "short");
  LossLog log(folder / "loss.jsonl");
  CHECK(holds(error_of([&] { log.load(c); }), "shorter than the checkpoint says"));
  std::filesystem::remove(folder / "loss.jsonl");
  CHECK(holds(error_of([&] { log.load(c); }), "has 0 bytes"));
  CHECK(!std::filesystem::exists(folder / "loss.jsonl"));
  LossLog nowhere(folder / "no" / "loss.jsonl");
  CHECK(holds(error_of([&] { nowhere.on_step(training, 1); }), "cannot write"));
}

TEST_CASE(
    "callbacks come before the checkpoint: what they wrote is there before the state says so") {
  const dls_test::TemporaryFolder folder;
  Recipe recipe = small_recipe();
  recipe.epochs = 2;
  Training training(recipe, glyph_part(96));  // 3 steps an epoch
  Witness witness(folder / "last.ckpt");
  Trainer(training, glyph_part(30, 1), folder.path(), 2, {&witness}).run();
  CHECK(witness.said == "s1 s2 s3 E1 (disk 2) s4 s5 s6 E2 (disk 6) ");
  CHECK(load_checkpoint(folder / "last.ckpt").note("epoch") == "2");
}

TEST_CASE("a trainer goes on from its checkpoint, and a finished one does nothing") {
  const dls_test::TemporaryFolder folder;
  Recipe recipe = small_recipe();
  const Part part = glyph_part(96), validation = glyph_part(30, 1);
  Training straight(recipe, part);
  KeepBest best(folder / "best.ckpt");
  StopEarly early(3);
  CHECK(!Trainer(straight, validation, folder.path(), 4, {&best, &early}).resume());
  Trainer(straight, validation, folder.path(), 4, {&best, &early}).run();

  // The checkpoint of a training that stopped after 4 of 9 steps.
  Training stopped(recipe, part);
  for (int i = 0; i < 4; ++i) step(stopped);
  KeepBest best2(folder / "best2.ckpt");
  StopEarly early2(3);
  Checkpoint c;
  stopped.save(c);
  best2.save(c);
  early2.save(c);
  save_checkpoint(folder / "last.ckpt", c);
  Training resumed(recipe, part);
  Trainer trainer(resumed, validation, folder.path(), 4, {&best2, &early2});
  CHECK(trainer.resume());
  CHECK(resumed.steps() == 4);
  trainer.run();
  CHECK_SAME(numbers_of(state_of(resumed)), numbers_of(state_of(straight)), bitwise());
  Training finished(recipe, part);
  Trainer last(finished, validation, folder.path(), 4, {&best2, &early2});
  CHECK(last.resume());
  last.run();
  CHECK(finished.steps() == 9);
}

TEST_CASE("a flipped byte in the checkpoint is refused, wherever it is") {
  const dls_test::TemporaryFolder folder;
  Training training(small_recipe(), glyph_part(40));
  Checkpoint c;
  training.save(c);
  save_checkpoint(folder / "last.ckpt", c);
  const std::string whole = dls_test::get(folder / "last.ckpt");
  Rng rng(dls_test::seed(), "flips");
  for (int i = 0; i < 50; ++i) {
    std::string bytes = whole;
    const std::size_t at = i == 0   ? 0
                           : i == 1 ? whole.size() - 1
                                    : rng.below(static_cast<std::uint32_t>(whole.size()));
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << rng.below(8)));
    dls_test::put(folder / "last.ckpt", bytes);
    Trainer trainer(training, glyph_part(30, 1), folder.path(), 4, {});
    CHECK_MESSAGE(!error_of([&] { trainer.resume(); }).empty(), "byte " << at);
  }
}
