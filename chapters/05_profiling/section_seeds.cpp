// Would the answer be the same tomorrow? Random numbers that are named, not drawn in passing.
#include <fmt/core.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "chapters/05_profiling/sections.hpp"
#include "common/core/parallel.hpp"
#include "common/core/rng.hpp"
#include "common/data/play.hpp"
#include "common/models/mini_training.hpp"

namespace dls::ch05 {

namespace {

std::string words(const PhiloxCounter& c) {
  return fmt::format("{:08x} {:08x} {:08x} {:08x}", c[0], c[1], c[2], c[3]);
}

/// A number for all bits of a model's weights (FNV-1a): equal for equal bits.
std::uint64_t fingerprint(const Module& model) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const Variable& p : model.parameters())
    for (const float value : p.value().to_vector<float>()) {
      std::uint32_t bits = 0;
      std::memcpy(&bits, &value, sizeof bits);
      hash = (hash ^ bits) * 1099511628211ULL;
    }
  return hash;
}

std::uint64_t trained(std::uint64_t seed, int threads, int steps) {
  set_threads(threads);
  MiniOptions options;
  options.model.layers = 2;
  options.model.channels = 48;
  options.batch = 4;
  options.length = 32;
  options.seed = seed;
  MiniTraining training(play_tokens(generated_play(1, 20000)), options);
  for (int i = 0; i < steps; ++i) training.step();
  return fingerprint(training.model());
}

/// Two workers draw one number each, in the one order or in the other; returns that of worker 0.
// [shared]
std::uint32_t with_one_generator(bool worker_1_first) {
  std::mt19937 generator(42);
  if (worker_1_first) generator();  // worker 1 was a little faster today
  return static_cast<std::uint32_t>(generator());
}
std::uint32_t with_named_streams(bool worker_1_first) {
  Rng first(42, "worker", worker_1_first ? 1 : 0), second(42, "worker", worker_1_first ? 0 : 1);
  const std::uint32_t a = first.next(), b = second.next();
  return worker_1_first ? b : a;
}
// [/shared]

}  // namespace

void seeds(Lesson& lesson) {
  constexpr std::uint32_t ones = 0xffffffff;
  Table philox_table({"Philox4x32-10 of", "gives"});
  philox_table.row({"counter 0, key 0", words(philox({0, 0, 0, 0}, {0, 0}))});
  philox_table.row({"all bits 1", words(philox({ones, ones, ones, ones}, {ones, ones}))});
  lesson.show(philox_table);

  Table order({"first number of worker 0", "worker 0 draws first", "worker 1 draws first"});
  order.row({"one generator for both", fmt::format("{:08x}", with_one_generator(false)),
             fmt::format("{:08x}", with_one_generator(true))});
  order.row({"a named stream for each", fmt::format("{:08x}", with_named_streams(false)),
             fmt::format("{:08x}", with_named_streams(true))});
  lesson.show(order);

  const int steps = lesson.quick() ? 5 : 50;
  lesson.say("A small GPT, {} steps; a fingerprint of all bits of its weights:", steps);
  lesson.say();
  const std::uint64_t first = trained(lesson.seed(), 1, steps);
  Table table({"run", "seed", "threads", "the same bits as the first"});
  const auto row = [&](const char* name, std::uint64_t seed, int threads) {
    table.row({name, std::to_string(seed), std::to_string(threads),
               trained(seed, threads, steps) == first ? "yes" : "no"});
  };
  row("once more", lesson.seed(), 1);
  row("another seed", lesson.seed() + 1, 1);
  row("two threads", lesson.seed(), 2);
  lesson.show(table);
}

}  // namespace dls::ch05
