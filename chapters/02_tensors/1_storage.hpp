// The memory behind tensors: a row of numbers, a count of its bytes, a count of the writes to it
// (C++17: notebooks include this file and those that follow).
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "common/core/error.hpp"

namespace dls::ch02 {

/// Where the numbers are. Here always in the computer's own memory; the tag is what a program asks
/// before it reads a number that may lie on a graphics card.
enum class Device { cpu, cuda };

inline const char* name(Device device) { return device == Device::cpu ? "cpu" : "cuda"; }

// clang-format off
/// The format of the numbers, as PyTorch names it.
template <class T> constexpr const char* dtype_name();
template <> constexpr const char* dtype_name<float>() { return "float32"; }
template <> constexpr const char* dtype_name<double>() { return "float64"; }
template <> constexpr const char* dtype_name<std::int64_t>() { return "int64"; }
template <> constexpr const char* dtype_name<std::uint8_t>() { return "uint8"; }
// clang-format on

// [convert]
/// A number on its way into a tensor of T. Into whole numbers a fraction is cut off towards zero:
/// 2.7 becomes 2, -2.7 becomes -2. Throws Error when T cannot hold it (300 in uint8, NaN in any).
template <class T>
T convert(double value) {
  if constexpr (std::is_integral<T>::value) {
    const double low = static_cast<double>(std::numeric_limits<T>::min());
    const double past = std::ldexp(1.0, std::numeric_limits<T>::digits);
    if (!(std::trunc(value) >= low && std::trunc(value) < past))  // written so that NaN is refused
      throw Error(std::to_string(value) + " cannot be stored as " + dtype_name<T>() +
                  "; use a floating format, or round and clip it first");
  }
  return static_cast<T>(value);
}
// [/convert]

namespace detail {
inline std::int64_t& counted_bytes() {
  static std::int64_t bytes = 0;
  return bytes;
}
}  // namespace detail

/// Bytes of all storages that are alive: what tensors cost, counted and not estimated.
inline std::int64_t bytes_in_use() { return detail::counted_bytes(); }

// [storage]
template <class T>
class Storage {
 public:
  /// `count` numbers with undefined content.
  explicit Storage(std::int64_t count)
      : own_(new T[static_cast<std::size_t>(count)]), data_(own_.get()), count_(count) {
    detail::counted_bytes() += bytes();
  }
  /// Memory of somebody else, who must keep it: looked at, not copied, not counted.
  Storage(T* data, std::int64_t count) : data_(data), count_(count) {}
  ~Storage() {
    if (own_ != nullptr) detail::counted_bytes() -= bytes();
  }
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  T* data() const { return data_; }
  std::int64_t count() const { return count_; }
  std::int64_t bytes() const { return count_ * static_cast<std::int64_t>(sizeof(T)); }
  Device device() const { return Device::cpu; }

  /// How many writes there were. It stands here and not in the tensor: whoever writes through one
  /// name changes what all the others see.
  int version() const { return version_; }
  void count_a_write() { ++version_; }

 private:
  std::unique_ptr<T[]> own_;
  T* data_;
  std::int64_t count_;
  int version_ = 0;
};
// [/storage]

}  // namespace dls::ch02
