// expect: its place on the shelf is still there
// Moving out of a vector leaves an empty pointer in it.
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

  std::unique_ptr<Buffer> take(std::size_t i) { return std::move(buffers_[i]); }

  std::size_t size() const { return buffers_.size(); }

 private:
  std::vector<std::unique_ptr<Buffer>> buffers_;
};
