// Counted memory and the step arena.
#include <thread>
#include <vector>

#include "common/core/memory.hpp"
#include "common/core/tensor.hpp"
#include "common/core/tensor_numbers.hpp"
#include "tests/support/check.hpp"

using namespace dls;

TEST_CASE("bytes of live tensors are counted exactly, with a peak that can be reset") {
  const MemoryUse start = memory_use();
  {
    const Tensor a = Tensor::empty({3, 5});
    CHECK(memory_use().current - start.current == 60);
    {
      const Tensor b = Tensor::empty({7}, DType::f64);
      CHECK(memory_use().current - start.current == 116);
    }
    CHECK(memory_use().current - start.current == 60);
    CHECK(memory_use().peak - start.current >= 116);
    reset_peak_memory();
    CHECK(memory_use().peak - start.current == 60);
  }
  CHECK(memory_use().current == start.current);
  CHECK(memory_use().reserved == start.reserved);
}

TEST_CASE("meta tensors are counted apart") {
  const MemoryUse cpu = memory_use(), meta = memory_use(Device::meta);
  const Tensor t = Tensor::empty({1 << 20, 1 << 20}, DType::f64, Device::meta);
  CHECK(memory_use(Device::meta).current - meta.current == std::int64_t{8} << 40);
  CHECK(memory_use().current == cpu.current);
}

TEST_CASE("blocks are aligned to 64 bytes, also those of no bytes") {
  StepArena arena;
  for (const bool in_arena : {false, true}) {
    for (const std::int64_t n : {0, 1, 15, 16, 17, 1000, 100000}) {
      if (in_arena) {
        const auto scope = arena.scope();
        CHECK(reinterpret_cast<std::uintptr_t>(Tensor::empty({n}).data<float>()) % 64 == 0);
      } else {
        CHECK(reinterpret_cast<std::uintptr_t>(Tensor::empty({n}).data<float>()) % 64 == 0);
      }
    }
  }
}

TEST_CASE("an arena asks the system once for each size") {
  StepArena arena;
  const std::vector<std::int64_t> sizes = {1, 63, 64, 65, 1000, 4097, 262144};
  std::int64_t calls = 0;
  for (int step = 0; step < 5; ++step) {
    if (step == 1) calls = memory_use().system_calls;
    const auto scope = arena.scope();
    std::vector<Tensor> alive;
    for (const std::int64_t n : sizes) alive.push_back(Tensor::full({n}, n));
    for (std::size_t i = 0; i < sizes.size(); ++i) {  // no two of them share a byte
      CHECK_SAME(alive[i].at<float>({0}), static_cast<float>(sizes[i]), bitwise());
      CHECK_SAME(alive[i].at<float>({-1}), static_cast<float>(sizes[i]), bitwise());
    }
  }
  CHECK(memory_use().system_calls == calls);
  CHECK(arena.waiting_bytes() > 4 * 262144);
  const std::int64_t reserved = memory_use().reserved;
  const std::int64_t waiting = arena.waiting_bytes();
  arena.release();
  CHECK(arena.waiting_bytes() == 0);
  CHECK(memory_use().reserved == reserved - waiting);
}

TEST_CASE("a waiting block serves sizes near its own, and is large enough for them") {
  StepArena arena;
  for (std::int64_t n = 1; n < 3000; n += 97) {
    arena.release();
    const auto scope = arena.scope();
    Tensor::empty({n});
    const std::int64_t calls = memory_use().system_calls;
    std::int64_t larger = n;
    while (memory_use().system_calls == calls) Tensor::empty({++larger});
    // Up to `larger` exclusive, the block of n was used: it must hold them all, and not be much
    // larger than asked for (a quarter, or 256 bytes for small ones; twice, with that of `larger`).
    const std::int64_t header = 64;
    CHECK(arena.waiting_bytes() >= 4 * (larger - 1) + 4 * larger + 2 * header);
    CHECK(arena.waiting_bytes() <= 2.5 * 4 * larger + 1500);
  }
}

TEST_CASE("a tensor may outlive its step: its memory is not handed out again") {
  StepArena arena;
  Tensor kept;
  {
    const auto scope = arena.scope();
    kept = Tensor::full({100}, 1);
  }
  for (int step = 0; step < 3; ++step) {
    const auto scope = arena.scope();
    Tensor other = Tensor::full({100}, 2);
    CHECK(other.data<float>() != kept.data<float>());
  }
  CHECK_SAME(numbers(kept), Numbers(std::vector<double>(100, 1), {100}), bitwise());
}

TEST_CASE("a tensor may outlive its arena") {
  const std::int64_t reserved = memory_use().reserved;
  Tensor first, second;
  {
    StepArena arena;
    const auto scope = arena.scope();
    first = Tensor::full({100}, 1);
    second = Tensor::full({100}, 2);
  }
  CHECK(memory_use().reserved > reserved);
  first = Tensor();
  CHECK_SAME(second.at<float>({99}), 2.0f, bitwise());
  second = Tensor();
  CHECK(memory_use().reserved == reserved);
}

TEST_CASE("scopes nest, and belong to their thread") {
  StepArena outer, inner;
  const auto in_outer = outer.scope();
  {
    const auto in_inner = inner.scope();
    Tensor::empty({100});
  }
  CHECK(inner.waiting_bytes() > 0);
  CHECK(outer.waiting_bytes() == 0);
  Tensor::empty({100});
  const std::int64_t waiting = outer.waiting_bytes();
  CHECK(waiting > 0);
  Tensor made_here = Tensor::full({100}, 3);
  std::thread([&] {
    Tensor::empty({100});  // of another thread: from the system
    made_here = Tensor();  // but a block goes back to where it came from
  }).join();
  CHECK(outer.waiting_bytes() == waiting);
}

TEST_CASE("many threads, many blocks") {
  StepArena arena;
  const MemoryUse before = memory_use();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&arena, t] {
      const auto scope = arena.scope();
      for (int i = 0; i < 500; ++i) {
        const Tensor a = Tensor::full({10 + i % 7}, t), b = Tensor::full({300}, i);
        if (a.at<float>({-1}) != static_cast<float>(t)) std::abort();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(memory_use().current == before.current);
}
