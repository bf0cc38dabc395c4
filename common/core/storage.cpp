#include "common/core/storage.hpp"

#include <cstring>

#include "common/core/check.hpp"

namespace dls {

Storage::Storage(std::int64_t bytes, Device device) : bytes_(bytes), device_(device), owned_(true) {
  DLS_CHECK(bytes >= 0, "a tensor of {} bytes: sizes must not be negative", bytes);
  DLS_CHECK(device != Device::cuda,
            "memory of a cuda device is not made here: allocate it with cudaMalloc and pass the "
            "pointer to Tensor::wrap");
  if (device == Device::cpu) {
    data_ = static_cast<std::byte*>(detail::allocate_block(static_cast<std::size_t>(bytes)));
#ifndef NDEBUG
    std::memset(data_, 0xff, static_cast<std::size_t>(bytes));  // NaN: unset elements show
#endif
  }
  detail::count_tensor_bytes(device, bytes);
}

Storage::Storage(void* data, std::int64_t bytes, Device device, std::shared_ptr<void> owner)
    : data_(static_cast<std::byte*>(data)),
      bytes_(bytes),
      device_(device),
      owned_(false),
      owner_(std::move(owner)) {}

Storage::~Storage() {
  if (!owned_) return;
  detail::free_block(data_);
  detail::count_tensor_bytes(device_, -bytes_);
}

}  // namespace dls
