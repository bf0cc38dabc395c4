// expect: delete the copy constructor
// The compiler writes a copy constructor unless told not to.
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

 private:
  int& depth_;
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
