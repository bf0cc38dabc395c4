// expect: the block is over: Entered must have taken its 1 back
// The member is an int of its own, so the end subtracts from a copy.
#pragma once
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

using Buffer = std::vector<double>;

class Entered {
 public:
  explicit Entered(int& depth) : depth_(depth) { ++depth; }
  ~Entered() { --depth_; }
  Entered(const Entered&) = delete;

 private:
  int depth_;
};

class Shelf {
 public:
  void put(std::unique_ptr<Buffer> buffer) { buffers_.push_back(std::move(buffer)); }

  std::unique_ptr<Buffer> take(std::size_t i) {
    std::unique_ptr<Buffer> taken = std::move(buffers_[i]);
    buffers_.erase(buffers_.begin() + static_cast<std::ptrdiff_t>(i));
    return taken;
  }

  std::size_t size() const { return buffers_.size(); }

 private:
  std::vector<std::unique_ptr<Buffer>> buffers_;
};
