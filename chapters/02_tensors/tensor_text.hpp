// Tensors for people: their numbers in rows, and what they are in one line.
#pragma once
#include <cstdio>

#include "chapters/02_tensors/2_tensor.hpp"

namespace dls::ch02 {

namespace detail {
template <class T>
void print(const Tensor<T>& x, const Sizes& index, std::size_t width, std::string& out) {
  const std::size_t depth = index.size();
  if (depth == x.shape().size()) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", static_cast<double>(x.raw(index)));
    out +=
        std::string(width > std::string(text).size() ? width - std::string(text).size() : 0, ' ');
    out += text;
    return;
  }
  out += "[";
  for (std::int64_t i = 0; i < x.shape()[depth]; ++i) {
    if (i > 0) out += depth + 1 == x.shape().size() ? " " : "\n" + std::string(depth + 1, ' ');
    Sizes next = index;
    next.push_back(i);
    print(x, next, width, out);
  }
  out += "]";
}
}  // namespace detail

/// The numbers in rows and columns, in brackets, right-aligned.
template <class T>
std::string to_string(const Tensor<T>& x) {
  std::size_t width = 0;
  each_index(x.shape(), [&](const Sizes& i) {
    char text[32];
    const int n = std::snprintf(text, sizeof text, "%.6g", static_cast<double>(x.raw(i)));
    width = std::max(width, static_cast<std::size_t>(n));
  });
  std::string out;
  detail::print(x, {}, width, out);
  return out;
}

/// "float32 cpu, shape (3,2), strides (2,1), offset 0, 24 bytes of storage, version 0".
template <class T>
std::string describe(const Tensor<T>& x) {
  return std::string(dtype_name<T>()) + " " + name(x.device()) + ", shape " + to_string(x.shape()) +
         ", strides " + to_string(x.strides()) + ", offset " + std::to_string(x.offset()) + ", " +
         std::to_string(x.storage()->bytes()) + " bytes of storage, version " +
         std::to_string(x.version());
}

}  // namespace dls::ch02
