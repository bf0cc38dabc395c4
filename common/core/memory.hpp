// Memory that is counted, and memory that is kept from one training step to the next (C++17).
//
// Two costs hide in `new float[n]`. Fresh memory is mapped page by page at first touch, which can
// take longer than the arithmetic done on it; and nobody knows afterwards how much there was. So
// all memory of tensors and of the autograd graph comes from here.
//
// Why a StepArena keeps blocks instead of bumping a pointer: a bump allocator frees everything at
// the end of a step, and a tensor that is still alive then (a loss that is kept for a plot, an
// optimiser's moment made in the first step) would point at memory handed out again. Here each
// block goes back to its arena when its last owner lets go, whenever that is, and waits there for
// the next request of its size. Training asks for the same sizes step after step, so from the
// second step on the system is not asked for anything.
#pragma once
#include <cstddef>
#include <cstdint>

namespace dls {

/// Where a tensor's elements live. `meta` is nowhere: shape and bytes without memory, to plan a
/// model larger than the machine. `cuda` memory is made by the chapters that teach it and wrapped.
enum class Device : std::uint8_t { cpu, cuda, meta };

/// "cpu", "cuda", "meta".
const char* name(Device device);

/// Counters of one device, in bytes unless said otherwise.
struct MemoryUse {
  std::int64_t current = 0;       ///< live tensors, exactly as many bytes as their elements take
  std::int64_t peak = 0;          ///< the largest `current` since reset_peak_memory()
  std::int64_t reserved = 0;      ///< cpu: held from the system, waiting blocks and graph included
  std::int64_t system_calls = 0;  ///< cpu: how often the system was asked for a block (a count)
};

/// The counters now.
MemoryUse memory_use(Device device = Device::cpu);

/// Sets `peak` to `current`: call it before the piece of program to be measured.
void reset_peak_memory(Device device = Device::cpu);

namespace detail {
class BlockPool;  // the kept blocks of one arena
}

/// Memory that is kept and reused step after step (see above). While a Scope lives, what its thread
/// allocates comes from the arena. Tensors may outlive the scope, the step and the arena itself.
///
///   StepArena arena;
///   for (...) {
///     const auto scope = arena.scope();
///     ... forward, backward, update ...
///   }
class StepArena {
 public:
  class Scope {
   public:
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    friend class StepArena;
    explicit Scope(detail::BlockPool* pool);
    detail::BlockPool* before_;  // scopes nest: the inner one wins
  };

  StepArena();
  ~StepArena();
  StepArena(const StepArena&) = delete;
  StepArena& operator=(const StepArena&) = delete;

  [[nodiscard]] Scope scope();
  /// Bytes that wait in the arena for their next use.
  std::int64_t waiting_bytes() const;
  /// Gives the waiting blocks back to the system.
  void release();

 private:
  detail::BlockPool* pool_;
};

namespace detail {

/// Storage for `bytes` bytes, aligned to 64 (a cache line, an AVX-512 register). From the arena of
/// the current scope if there is one, else from the system. Throws Error when there is none left.
void* allocate_block(std::size_t bytes);
/// Gives a block back to where it came from; any thread may do so. nullptr is allowed.
void free_block(void* block) noexcept;

/// Counts the bytes of a tensor that comes (positive) or goes (negative).
void count_tensor_bytes(Device device, std::int64_t bytes) noexcept;

/// For std::allocate_shared and containers: small objects made at every step are kept as well.
template <class T>
struct BlockAllocator {
  using value_type = T;
  BlockAllocator() = default;
  template <class U>
  BlockAllocator(const BlockAllocator<U>&) {}  // NOLINT(*-explicit-*): the standard asks for it
  T* allocate(std::size_t n) { return static_cast<T*>(allocate_block(n * sizeof(T))); }
  void deallocate(T* block, std::size_t) noexcept { free_block(block); }
  template <class U>
  friend bool operator==(const BlockAllocator&, const BlockAllocator<U>&) {
    return true;
  }
  template <class U>
  friend bool operator!=(const BlockAllocator&, const BlockAllocator<U>&) {
    return false;
  }
};

}  // namespace detail
}  // namespace dls
