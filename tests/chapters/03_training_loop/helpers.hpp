// What the tests of chapter 03 share.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "chapters/03_training_loop/6_callbacks.hpp"
#include "common/core/tensor_numbers.hpp"
#include "common/data/glyphs.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

namespace ch03_test {

using dls_test::error_of;
using dls_test::holds;

/// A small training: `n` glyphs in batches of 32, the last one of an epoch smaller when 32 does not
/// divide n.
inline dls::ch03::Part glyph_part(int n, std::uint64_t id = 0) {
  return dls::ch03::whole(dls::ch03::scaled(dls::glyphs(dls_test::seed() + 100 * id, n)));
}

inline dls::ch03::Recipe small_recipe() {
  dls::ch03::Recipe recipe;
  recipe.sizes = {784, 17, 13, 10};
  recipe.rate = 1e-3;
  recipe.epochs = 3;
  recipe.seed = dls_test::seed();
  return recipe;
}

/// All numbers of a checkpoint's tensors, and its notes as text, for comparing states bit by bit.
inline std::vector<double> numbers_of(const dls::Checkpoint& c) {
  std::vector<double> all;
  for (const dls::NamedTensor& t : c.tensors) {
    const dls::Numbers n = dls::numbers(t.value);
    all.insert(all.end(), n.values().begin(), n.values().end());
  }
  return all;
}
inline std::string notes_of(const dls::Checkpoint& c) {
  std::string all;
  for (const auto& [name, value] : c.notes) all += name + "=" + value + "\n";
  return all;
}

/// The state now, as a copy that later steps do not change.
inline dls::Checkpoint state_of(const dls::ch03::Training& training) {
  dls::Checkpoint c;
  training.save(c);
  for (dls::NamedTensor& t : c.tensors) t.value = t.value.copy();
  return c;
}

/// One step, over the end of an epoch if need be.
inline double step(dls::ch03::Training& training) {
  if (training.epoch_over()) training.next_epoch();
  return training.step();
}

}  // namespace ch03_test
