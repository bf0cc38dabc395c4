// expect: must move up, and keep their order
// Swapping with the last is quick, but changes the order.
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
    std::swap(buffers_[i], buffers_.back());
    std::unique_ptr<Buffer> taken = std::move(buffers_.back());
    buffers_.pop_back();
    return taken;
  }

  std::size_t size() const { return buffers_.size(); }

 private:
  std::vector<std::unique_ptr<Buffer>> buffers_;
};
