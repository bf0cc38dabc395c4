// What the graph keeps, and that a training step in an arena asks the system for nothing.
#include "common/autograd/graph.hpp"
#include "common/autograd/ops.hpp"
#include "common/core/memory.hpp"
#include "common/core/parallel.hpp"
#include "common/core/tensor_numbers.hpp"
#include "common/nn/init.hpp"
#include "common/nn/layers.hpp"
#include "common/optim/optimizer.hpp"
#include "tests/support/check.hpp"

using namespace dls;

namespace {
constexpr std::int64_t kBytes = 1000 * 4;  // of a tensor (1000)
}

TEST_CASE("operations keep what their backward pass reads, and nothing else") {
  const Variable x = parameter(Tensor::zeros({1000}));
  const Variable constant(Tensor::full({1000}, 2));
  const std::int64_t before = memory_use().current;
  const auto kept_by = [&](auto operation) {
    const Variable root = sum(operation());  // intermediate variables are gone here
    return memory_use().current - before - 4;
  };
  CHECK_SAME(kept_by([&] { return (x * 2.0) + x; }), 0, bitwise());
  CHECK_SAME(kept_by([&] { return (x + x) * constant; }), 0, bitwise());  // the constant was there
  CHECK_SAME(kept_by([&] { return exp(x + x); }), kBytes, bitwise());     // its result
  CHECK_SAME(kept_by([&] { return relu(x + x); }), kBytes, bitwise());
  CHECK_SAME(kept_by([&] { return pow(x + x, 3); }), kBytes, bitwise());            // its input
  CHECK_SAME(kept_by([&] { return (x + x) * (x * 2.0); }), 2 * kBytes, bitwise());  // both
  CHECK_SAME(kept_by([&] { return dropout(x + x, 0.5, Rng(1)); }), 0, bitwise());
  CHECK_SAME(memory_use().current, before, bitwise());
}

TEST_CASE("a backward pass lets go of saved tensors as it runs") {
  const Variable x = parameter(Tensor::zeros({1000}));
  const std::int64_t before = memory_use().current;
  Variable y = x;
  for (int i = 0; i < 10; ++i) y = exp(y);
  y = sum(y);
  CHECK_SAME(memory_use().current - before, 10 * kBytes + 4, bitwise());
  reset_peak_memory();
  backward(y);
  // Ten saved results are freed as gradients come: at most two of those live at a time, and 4 + 4
  // bytes of scalars.
  CHECK(memory_use().peak - before <= 12 * kBytes + 8);
  CHECK_SAME(memory_use().current - before, kBytes + 4, bitwise());  // x.grad() and y
}

TEST_CASE("steps in an arena ask the system for nothing, and compute the same bits") {
  const auto train = [](bool in_arena, int threads) {
    set_threads(threads);
    Rng rng(dls_test::seed(), "memory test");
    Sequential net;
    net.add<Linear>(37, 19, rng).add(relu).add<Dropout>(0.25, 7).add<Linear>(19, 5, rng);
    AdamW adam(net.named_parameters(), 1e-2);
    const Tensor x = uniform({13, 37}, -1, 1, rng);
    const Tensor classes = Tensor::of<std::int64_t>({13}, {0, 1, 4, 4, 1, 0, 2, 3, 3, 2, 0, 1, 4});
    StepArena arena;
    std::int64_t calls = 0;
    double loss_of_last = 0;
    for (int step = 0; step < 8; ++step) {
      if (step == 2) calls = memory_use().system_calls;
      const auto work = [&] {
        const Variable loss = cross_entropy(net(Variable(x)), classes);
        backward(loss);
        adam.step();
        adam.zero_grad();
        loss_of_last = loss.item();
      };
      if (in_arena) {
        const auto scope = arena.scope();
        work();
      } else {
        work();
      }
    }
    if (in_arena) CHECK_SAME(memory_use().system_calls - calls, 0, bitwise());
    if (!in_arena) CHECK(memory_use().system_calls - calls > 100);
    std::vector<double> all = {loss_of_last};
    for (const NamedTensor& entry : net.state()) {
      const Numbers of_entry = numbers(entry.value);
      all.insert(all.end(), of_entry.values().begin(), of_entry.values().end());
    }
    return all;
  };
  const int threads_before = threads();
  const auto plain = train(false, 1);
  CHECK_SAME(train(true, 1), plain, bitwise());
  CHECK_SAME(train(true, 2), plain, bitwise());
  set_threads(threads_before);
}

TEST_CASE("a loss kept over many steps does not hold their graphs") {
  const Variable x = parameter(Tensor::zeros({1000}));
  std::vector<Variable> losses;
  const std::int64_t before = memory_use().current;
  for (int i = 0; i < 5; ++i) {
    losses.push_back(sum(exp(x)));
    backward(losses.back());
  }
  CHECK_SAME(memory_use().current - before, kBytes + 5 * 4, bitwise());
}
