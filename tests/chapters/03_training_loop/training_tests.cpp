// Steps, scores, and the state that makes a resumed training the same training.
#include <cmath>
#include <vector>

#include "common/core/memory.hpp"
#include "common/core/parallel.hpp"
#include "tests/chapters/03_training_loop/helpers.hpp"

using namespace dls;
using namespace dls::ch03;
using namespace ch03_test;

TEST_CASE("a step is a batch, a loss, a gradient and an update of Adam") {
  Recipe recipe = small_recipe();
  recipe.dropout = 0;
  const Part part = glyph_part(100);
  Training training(recipe, part);

  // The same by hand, from the public parts.
  Batches batches(part, recipe.batch, recipe.seed);
  Classifier net(recipe.sizes, 0, recipe.seed);
  Adam adam(net.named_parameters(), recipe.rate);
  for (int i = 0; i < 5; ++i) {
    if (batches.left() == 0) batches.next_epoch();
    const Batch b = batches.next();
    net.zero_grad();
    const Variable loss = nll_loss(net(Variable(b.x)), b.labels);
    backward(loss);
    adam.step();
    CHECK_SAME(step(training), loss.item(), bitwise());
  }
  CHECK(training.steps() == 5);
  CHECK(training.epoch() == 1);
  CHECK(training.steps_per_epoch() == 4);
}

TEST_CASE("it learns: glyphs are told apart after three epochs") {
  Recipe recipe = small_recipe();
  recipe.sizes = {784, 64, 64, 10};
  Training training(recipe, glyph_part(2000));
  const Part test = glyph_part(400, 1);
  const double before = evaluate(training.net(), test).accuracy;
  CHECK(before < 0.3);
  while (training.epoch() < 3) {
    while (!training.epoch_over()) training.step();
    training.next_epoch();
  }
  CHECK(evaluate(training.net(), test).accuracy > 0.95);
}

TEST_CASE("evaluate is the mean over all pictures, with nothing dropped, recorded or changed") {
  Recipe recipe = small_recipe();
  recipe.dropout = 0.5;
  Training training(recipe, glyph_part(64));
  training.step();
  const Part part = glyph_part(1203, 2);  // two batches of 500 and a rest
  Classifier& net = training.net();
  const Checkpoint before = state_of(training);
  const Score score = evaluate(net, part);
  CHECK(net.training());
  CHECK_SAME(numbers_of(state_of(training)), numbers_of(before), bitwise());

  net.train(false);
  const NoGrad off;
  const Variable y = net(Variable(part.pictures.x));
  double loss = 0, right = 0;
  for (std::int64_t i = 0; i < part.size(); ++i) {
    const std::int64_t label = part.pictures.labels[static_cast<std::size_t>(i)];
    loss -= y.value().at<float>({i, label});
    bool best = true;
    for (std::int64_t c = 0; c < 10; ++c)
      best = best && y.value().at<float>({i, c}) <= y.value().at<float>({i, label});
    right += best ? 1 : 0;
  }
  CHECK_SAME(score.loss, loss / 1203, within(1e-5, 0, "float32 sums in another order"));
  CHECK_SAME(score.accuracy, right / 1203, within(1e-12, 0, "counted"));
  net.train(false);
  evaluate(net, part);
  CHECK(!net.training());  // left as it was found
}

TEST_CASE("so_far weighs batches by their size and starts anew with an epoch") {
  Recipe recipe = small_recipe();
  Training training(recipe, glyph_part(40));  // 32 and 8
  const double a = training.step(), b = training.step();
  CHECK_SAME(training.so_far().loss, (32 * a + 8 * b) / 40, ulps(2));
  CHECK(training.epoch_over());
  training.next_epoch();
  CHECK_SAME(training.so_far().loss, 0.0, bitwise());
  const double c = training.step();
  CHECK_SAME(training.so_far().loss, c, ulps(1));
}

TEST_CASE("the rate: constant, or up during the first epoch and down along half a cosine") {
  Recipe recipe = small_recipe();
  CHECK_SAME(Training(recipe, glyph_part(64)).rate_at(5), recipe.rate, bitwise());
  recipe.cosine = true;
  recipe.epochs = 5;
  const Training training(recipe, glyph_part(128));  // 4 steps an epoch, 20 in all
  CHECK_SAME(training.rate_at(0), recipe.rate / 4, ulps(2));
  CHECK_SAME(training.rate_at(4), recipe.rate, ulps(2));
  CHECK_SAME(training.rate_at(12), recipe.rate / 2, within(1e-12, 0, "cosine of a right angle"));
  CHECK_SAME(training.rate_at(20), 0.0, within(0, 1e-18, "the end"));
}

TEST_CASE("no allocation in steady state") {
  set_threads(1);
  Training training(small_recipe(), glyph_part(70));  // 32, 32 and 6: sizes change in an epoch
  for (int i = 0; i < 6; ++i) step(training);
  const std::int64_t before = memory_use().system_calls;
  for (int i = 0; i < 300; ++i) step(training);
  CHECK(memory_use().system_calls - before == 0);
}

TEST_CASE("the same seed gives the same bytes; another seed other ones") {
  const Part part = glyph_part(100);
  std::vector<std::vector<double>> states;
  for (const std::uint64_t seed : {1, 1, 2}) {
    Recipe recipe = small_recipe();
    recipe.seed = seed;
    Training training(recipe, part);
    for (int i = 0; i < 9; ++i) step(training);
    states.push_back(numbers_of(state_of(training)));
  }
  CHECK_SAME(states[0], states[1], bitwise());
  CHECK(states[0] != states[2]);
}

TEST_CASE("resumed after any step, it takes the steps of the uninterrupted training") {
  const dls_test::TemporaryFolder folder;
  for (const bool cosine : {false, true}) {
    Recipe recipe = small_recipe();
    recipe.cosine = cosine;
    const Part part = glyph_part(100);  // 4 steps an epoch
    for (const int saved_after : {0, 1, 3, 4, 5, 8, 11}) {
      Training straight(recipe, part);
      for (int i = 0; i < saved_after; ++i) step(straight);
      Checkpoint c;
      straight.save(c);
      save_checkpoint(folder / "state.ckpt", c);
      Training resumed(recipe, part);
      step(resumed);  // it was somewhere else before
      resumed.load(load_checkpoint(folder / "state.ckpt"));
      CHECK(resumed.steps() == saved_after);
      for (int i = saved_after; i < 12; ++i) CHECK_SAME(step(resumed), step(straight), bitwise());
      CHECK_SAME(numbers_of(state_of(resumed)), numbers_of(state_of(straight)), bitwise());
      CHECK(notes_of(state_of(resumed)) == notes_of(state_of(straight)));
    }
  }
}

TEST_CASE("whatever is left out of the state shows in the next two steps") {
  const Part part = glyph_part(200);
  const Recipe recipe = small_recipe();
  Training straight(recipe, part);
  const Checkpoint fresh = state_of(straight);
  for (int i = 0; i < 5; ++i) step(straight);
  const Checkpoint saved = state_of(straight);
  const double next[] = {step(straight), step(straight)};
  int parts = 0;
  for (std::size_t i = 0; i < saved.tensors.size(); ++i) {
    Checkpoint c = saved;
    c.tensors[i].value = fresh.tensors[i].value;
    Training resumed(recipe, part);
    resumed.load(c);
    const double got[] = {step(resumed), step(resumed)};
    CHECK_MESSAGE((got[0] != next[0] || got[1] != next[1]), c.tensors[i].name);
    ++parts;
  }
  // 6 weights and biases, 2 moments of each, the calls of 2 dropouts, the steps of Adam
  CHECK(parts == 21);
  for (const char* note : {"shuffle.stream", "shuffle.used"}) {
    Checkpoint c = saved;
    c.notes[note] = "64";
    Training resumed(recipe, part);
    resumed.load(c);
    CHECK_MESSAGE(step(resumed) != next[0], note);
  }
}

TEST_CASE("a checkpoint of another training is refused") {
  const Part part = glyph_part(100);
  const Checkpoint c = state_of(Training(small_recipe(), part));
  Recipe other = small_recipe();
  other.rate = 3e-3;
  CHECK(holds(error_of([&] { Training(other, part).load(c); }), "rate 0.001"));
  CHECK(holds(error_of([&] { Training(small_recipe(), glyph_part(99)).load(c); }),
              "pictures: 100; here: 99"));
  Checkpoint broken = c;
  broken.notes["steps"] = "many";
  CHECK(holds(error_of([&] { Training(small_recipe(), part).load(broken); }), "'many'"));
  broken = c;
  broken.tensors.pop_back();
  CHECK(holds(error_of([&] { Training(small_recipe(), part).load(broken); }), "steps"));
}

TEST_CASE("a state with numbers that cannot be is refused") {
  Training training(small_recipe(), glyph_part(96));
  training.step();
  const Checkpoint good = state_of(training);
  const std::pair<const char*, const char*> bad[] = {
      {"shuffle.used", "-5"}, {"shuffle.used", "97"},  {"shuffle.used", "1.5"}, {"epoch", "-3"},
      {"epoch", "nan"},       {"epoch", "4"},          {"steps", "-7"},         {"steps", "1e300"},
      {"epoch.right", "97"},  {"shuffle.stream", "-1"}};
  for (const auto& [note, value] : bad) {
    Checkpoint c = good;
    c.notes[note] = value;
    Training other(small_recipe(), glyph_part(96));
    const std::string said = error_of([&] { other.load(c); });
    CHECK_MESSAGE(holds(said, note), note << " = " << value << " gives: " << said);
  }
  Training other(small_recipe(), glyph_part(96));
  CHECK(error_of([&] { other.load(good); }) == "");
}
