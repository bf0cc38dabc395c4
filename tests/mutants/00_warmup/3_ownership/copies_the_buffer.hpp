// expect: take() gave a copy
// A new buffer with the same numbers, while the old one dies.
#pragma once
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

using Buffer = std::vector<double>;

class Entered {
 public:
  explicit Entered(int& depth) : depth_(depth) { ++depth_; }
  ~Entered() { --depth_; }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

 private:
  int& depth_;
};

class Shelf {
 public:
  void put(std::unique_ptr<Buffer> buffer) { buffers_.push_back(std::move(buffer)); }

  std::unique_ptr<Buffer> take(std::size_t i) {
    auto taken = std::make_unique<Buffer>(*buffers_[i]);
    buffers_.erase(buffers_.begin() + static_cast<std::ptrdiff_t>(i));
    return taken;
  }

  std::size_t size() const { return buffers_.size(); }

 private:
  std::vector<std::unique_ptr<Buffer>> buffers_;
};
