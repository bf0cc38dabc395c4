#include "common/core/memory.hpp"

#include <array>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>

#include "common/core/check.hpp"

namespace dls {
namespace detail {

/// Stands in the cache line before each block.
struct BlockHeader {
  BlockPool* pool;    // nullptr: straight from the system
  BlockHeader* next;  // in the list of waiting blocks
  std::size_t bytes;  // of the whole block, header included
  int size_class;
};

}  // namespace detail

namespace {

using detail::BlockHeader;

constexpr std::size_t kAlignment = 64;

struct Counters {
  std::atomic<std::int64_t> current{0};
  std::atomic<std::int64_t> peak{0};
  std::atomic<std::int64_t> reserved{0};
  std::atomic<std::int64_t> system_calls{0};
};
std::array<Counters, 3> counters;  // one per Device

Counters& counters_of(Device device) { return counters[static_cast<std::size_t>(device)]; }

static_assert(sizeof(BlockHeader) <= kAlignment);

void* data_of(BlockHeader* header) { return reinterpret_cast<std::byte*>(header) + kAlignment; }
BlockHeader* header_of(void* data) {
  return reinterpret_cast<BlockHeader*>(static_cast<std::byte*>(data) - kAlignment);
}

BlockHeader* system_allocate(std::size_t bytes) {  // `bytes`: a multiple of kAlignment
  void* memory = std::aligned_alloc(kAlignment, bytes);
  DLS_CHECK(memory != nullptr,
            "out of memory: the system has no {} bytes left; use a smaller batch or model", bytes);
  counters_of(Device::cpu).reserved += static_cast<std::int64_t>(bytes);
  ++counters_of(Device::cpu).system_calls;
  return new (memory) BlockHeader{nullptr, nullptr, bytes, 0};
}

void system_free(BlockHeader* header) noexcept {
  counters_of(Device::cpu).reserved -= static_cast<std::int64_t>(header->bytes);
  std::free(header);
}

/// Sizes are rounded up to 64, 80, 96, 112, 128, 160, ... times a power of two: four steps from one
/// power to the next, so that at most a fifth of a block is unused (and its pages never touched).
/// Returns the class and turns `bytes` into its size.
int round_to_class(std::size_t& bytes) {
  bytes = bytes < 256 ? 256 : bytes;  // from here on, steps are multiples of 64
  const int power = std::bit_width(bytes) - 1;
  const std::size_t step = std::size_t{1} << (power - 2);
  bytes = (bytes + step - 1) & ~(step - 1);
  const int rounded_power = std::bit_width(bytes) - 1;
  return rounded_power * 4 + static_cast<int>((bytes >> (rounded_power - 2)) & 3);
}

}  // namespace

namespace detail {

/// Lists of waiting blocks by size. Lives until its arena and the last of its blocks are gone.
class BlockPool {
 public:
  void* allocate(std::size_t bytes) {
    const int size_class = round_to_class(bytes);
    {
      const std::lock_guard lock(mutex_);
      ++owners_;
      if (BlockHeader* header = waiting_[size_class]) {
        waiting_[size_class] = header->next;
        waiting_bytes_ -= static_cast<std::int64_t>(header->bytes);
        return data_of(header);
      }
    }
    try {
      BlockHeader* header = system_allocate(bytes);
      header->pool = this;
      header->size_class = size_class;
      return data_of(header);
    } catch (...) {
      drop_owner();
      throw;
    }
  }

  void take_back(BlockHeader* header) noexcept {
    {
      const std::lock_guard lock(mutex_);
      if (closed_) {
        system_free(header);
      } else {
        header->next = waiting_[header->size_class];
        waiting_[header->size_class] = header;
        waiting_bytes_ += static_cast<std::int64_t>(header->bytes);
      }
      if (--owners_ > 0) return;
    }
    delete this;
  }

  /// The arena goes: nobody asks for blocks any more. The last one that is still in use takes the
  /// pool with it.
  void close() noexcept {
    release();
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    drop_owner();
  }

  void release() noexcept {
    const std::lock_guard lock(mutex_);
    for (BlockHeader*& list : waiting_) {
      while (list != nullptr) {
        BlockHeader* header = list;
        list = header->next;
        system_free(header);
      }
    }
    waiting_bytes_ = 0;
  }

  std::int64_t waiting_bytes() {
    const std::lock_guard lock(mutex_);
    return waiting_bytes_;
  }

 private:
  void drop_owner() noexcept {
    {
      const std::lock_guard lock(mutex_);
      if (--owners_ > 0) return;
    }
    delete this;
  }

  std::mutex mutex_;  // a block may be freed by another thread than the arena's
  std::array<BlockHeader*, 4 * 64> waiting_{};
  std::int64_t waiting_bytes_ = 0;
  std::int64_t owners_ = 1;  // the arena, and each block in use
  bool closed_ = false;      // the arena is gone
};

namespace {
thread_local BlockPool* current_pool = nullptr;
}

void* allocate_block(std::size_t bytes) {
  DLS_CHECK(bytes < (std::size_t{1} << 48), "{} bytes cannot be allocated: is a size negative?",
            bytes);
  bytes = (bytes + 2 * kAlignment - 1) / kAlignment * kAlignment;  // with room for the header
  if (current_pool != nullptr) return current_pool->allocate(bytes);
  return data_of(system_allocate(bytes));
}

void free_block(void* block) noexcept {
  if (block == nullptr) return;
  BlockHeader* header = header_of(block);
  if (header->pool != nullptr) {
    header->pool->take_back(header);
  } else {
    system_free(header);
  }
}

void count_tensor_bytes(Device device, std::int64_t bytes) noexcept {
  Counters& counts = counters_of(device);
  const std::int64_t now = counts.current.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  std::int64_t peak = counts.peak.load(std::memory_order_relaxed);
  while (now > peak && !counts.peak.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
}

}  // namespace detail

const char* name(Device device) {
  switch (device) {
    case Device::cpu:
      return "cpu";
    case Device::cuda:
      return "cuda";
    case Device::meta:
      break;
  }
  return "meta";
}

MemoryUse memory_use(Device device) {
  const Counters& counts = counters_of(device);
  return {counts.current, counts.peak, counts.reserved, counts.system_calls};
}

void reset_peak_memory(Device device) {
  Counters& counts = counters_of(device);
  counts.peak = counts.current.load();
}

StepArena::Scope::Scope(detail::BlockPool* pool) : before_(detail::current_pool) {
  detail::current_pool = pool;
}
StepArena::Scope::~Scope() { detail::current_pool = before_; }

StepArena::StepArena() : pool_(new detail::BlockPool) {}
StepArena::~StepArena() { pool_->close(); }
StepArena::Scope StepArena::scope() { return Scope(pool_); }
std::int64_t StepArena::waiting_bytes() const { return pool_->waiting_bytes(); }
void StepArena::release() { pool_->release(); }

}  // namespace dls
