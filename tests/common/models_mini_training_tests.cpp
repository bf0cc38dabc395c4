// The training that the chapters measure.
#include <cmath>

#include "common/core/error.hpp"
#include "common/core/memory.hpp"
#include "common/core/parallel.hpp"
#include "common/core/tensor_numbers.hpp"
#include "common/data/play.hpp"
#include "common/models/mini_training.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls;

namespace {

MiniOptions small() {
  MiniOptions options;
  options.model.layers = 2;
  options.model.heads = 3;
  options.model.channels = 48;
  options.batch = 5;
  options.length = 33;
  options.lr = 3e-3;
  options.seed = dls_test::seed();
  return options;
}

std::vector<std::int64_t> text() { return play_tokens(generated_play(7, 3000)); }

}  // namespace

TEST_CASE("batches: pieces of the text and the same one place later; each run draws the same") {
  const std::vector<std::int64_t> all = text();
  MiniTraining a(all, small()), b(all, small());
  for (int n = 0; n < 4; ++n) {
    const TokenBatch batch = a.next_batch();
    if (n == 1) b.step(b.next_batch());  // what happens in between changes nothing
    if (n != 1) CHECK_SAME(numbers(batch.tokens), numbers(b.next_batch().tokens), bitwise());
    REQUIRE(batch.tokens.shape() == Shape{5, 33});
    for (std::int64_t i = 0; i < 5; ++i) {
      const auto x = batch.tokens.select(0, i).to_vector<std::int64_t>();
      const auto y = batch.targets.select(0, i).to_vector<std::int64_t>();
      CHECK(std::search(all.begin(), all.end(), x.begin(), x.end()) != all.end());
      CHECK(std::equal(x.begin() + 1, x.end(), y.begin()));
    }
  }
  // The last piece has its targets, too; and a text with one piece has one.
  MiniOptions one = small();
  one.length = 20;
  MiniTraining last(std::vector<std::int64_t>(all.begin(), all.begin() + 21), one);
  const TokenBatch only = last.next_batch();
  CHECK(only.tokens.select(0, 4).to_vector<std::int64_t>() ==
        std::vector<std::int64_t>(all.begin(), all.begin() + 20));
  CHECK(only.targets.at<std::int64_t>({4, 19}) == all[20]);
  CHECK_THROWS_AS(MiniTraining(std::vector<std::int64_t>(20), one), Error);
  one.batch = 0;
  CHECK_THROWS_AS(MiniTraining(all, one), Error);
}

TEST_CASE("training lowers the loss, and the thread count changes no bit of it") {
  const int before = threads();
  std::vector<double> first;
  for (const int count : {1, 2}) {
    set_threads(count);
    MiniTraining training(text(), small());
    std::vector<double> losses;
    for (int i = 0; i < 60; ++i) losses.push_back(training.step());
    CHECK_SAME(losses.front(), std::log(65.0), within(0, 0.2, "nothing is known yet"));
    CHECK(losses.back() < 2.6);
    if (count == 1) first = losses;
    CHECK_SAME(losses, first, bitwise());
  }
  set_threads(before);
}

TEST_CASE("steps of gpt-mini ask the system for nothing from the second on") {
  MiniOptions options;
  options.batch = 2;
  options.length = 16;
  MiniTraining training(text(), options);
  CHECK(training.tokens_per_step() == 32);
  training.step();
  training.step();
  const std::int64_t calls = memory_use().system_calls, bytes = memory_use().current;
  for (int i = 0; i < 3; ++i) training.step();
  CHECK_SAME(memory_use().system_calls - calls, 0, bitwise());
  CHECK_SAME(memory_use().current - bytes, 0, bitwise());
}

TEST_CASE("the play: 65 symbols, all of them, from the seed alone") {
  CHECK(kPlaySymbols.size() == 65);
  const std::string play = generated_play(1, 20000);
  for (const char symbol : kPlaySymbols) {
    CHECK_MESSAGE(play.find(symbol) != std::string::npos, "no '" << symbol << "'");
  }
  CHECK(play.size() == 20000);
  CHECK(generated_play(1, 5000) == play.substr(0, 5000));
  CHECK(generated_play(2, 5000) != play.substr(0, 5000));
  CHECK(generated_play(1, 0).empty());
  const std::vector<std::int64_t> tokens = play_tokens(play);
  CHECK(play_text(tokens) == play);
  CHECK(tokens.size() == 20000);
  CHECK(play_tokens("\nz") == std::vector<std::int64_t>{0, 64});
  using dls_test::error_of, dls_test::holds;
  CHECK(holds(error_of([] { play_tokens("a#"); }), "character 1 of the text is '#'"));
  CHECK(holds(error_of([] { play_text({3, 65}); }), "token 1 is 65"));
  CHECK(holds(error_of([] { play_text({-1}); }), "-1"));
}
