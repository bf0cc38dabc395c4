// 00.3  Who owns the buffer? Solution
//
// Entered keeps a reference, so that its destructor knows what to subtract from. "Acquire in the
// constructor, release in the destructor" is called RAII; it is how files are closed, locks opened
// and memory freed, whatever way a function is left. In take, the pointer is moved out of the
// vector first; what erase then destroys is empty.
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

  // i < size()
  std::unique_ptr<Buffer> take(std::size_t i) {
    std::unique_ptr<Buffer> taken = std::move(buffers_[i]);
    buffers_.erase(buffers_.begin() + static_cast<std::ptrdiff_t>(i));
    return taken;
  }

  std::size_t size() const { return buffers_.size(); }

 private:
  std::vector<std::unique_ptr<Buffer>> buffers_;
};
