// The memory behind tensors (C++17: notebooks include this file).
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "common/core/memory.hpp"

namespace dls {

/// A piece of memory that one or several tensors look at, with a count of the writes to it.
///
/// The count (the version) belongs to the memory, not to a tensor: a write through any view must be
/// seen by whoever saved any other view, which is how autograd notices that a number it still needs
/// has been overwritten.
class Storage {
 public:
  /// `bytes` bytes with undefined content (in debug builds all bits are set, which reads as NaN).
  /// On Device::meta no memory is taken. Throws Error on a negative size or Device::cuda.
  Storage(std::int64_t bytes, Device device);
  /// Memory of somebody else, who keeps it alive; `owner` may hold on to them and may be null.
  Storage(void* data, std::int64_t bytes, Device device, std::shared_ptr<void> owner);
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  std::byte* data() const { return data_; }  ///< nullptr on Device::meta
  std::int64_t bytes() const { return bytes_; }
  Device device() const { return device_; }

  /// How many writes there were. Filling a new tensor for the first time does not count.
  std::uint32_t version() const { return version_.load(std::memory_order_relaxed); }
  void bump_version() { version_.fetch_add(1, std::memory_order_relaxed); }

 private:
  std::byte* data_ = nullptr;
  std::int64_t bytes_;
  Device device_;
  bool owned_;
  std::atomic<std::uint32_t> version_{0};
  std::shared_ptr<void> owner_;
};

}  // namespace dls
