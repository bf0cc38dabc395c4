// A table with a line for each tensor: where its numbers are and how it looks at them.
#pragma once
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "chapters/02_tensors/4_reshape.hpp"
#include "common/report/table.hpp"

namespace dls::ch02 {

/// Storages are called A, B, C, ... in the order in which they are met; "new bytes" is what was
/// allocated since the line before.
class Layouts {
 public:
  template <class T>
  void add(const std::string& name, const Tensor<T>& x) {
    const std::int64_t now = bytes_in_use();
    table_.row({name, to_string(x.shape()), to_string(x.strides()), std::to_string(x.offset()),
                letter(x.storage()), std::to_string(now - before_)});
    before_ = now;
  }

  const Table& table() const { return table_; }

 private:
  std::string letter(const std::shared_ptr<void>& storage) {
    const auto found = std::find(storages_.begin(), storages_.end(), storage);
    const auto which = found - storages_.begin();
    if (found == storages_.end()) storages_.push_back(storage);
    return std::string(1, static_cast<char>('A' + which));
  }

  Table table_{{"tensor", "shape", "strides", "offset", "storage", "new bytes"}};
  std::int64_t before_ = bytes_in_use();
  std::vector<std::shared_ptr<void>> storages_;  // kept, so that no address is used twice
};

}  // namespace dls::ch02
