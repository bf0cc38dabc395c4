// 00.3  Who owns the buffer? (about 10 min)
//
// Python counts how many names an object has, and frees it some time after the last one is gone.
// C++ frees an object at a moment you can point at: the closing brace of the block it lives in.
// There its destructor runs, ~Name(), also when an exception leaves the block. So a destructor is
// the place for whatever must happen at the end; it is Python's `with` without the `with`.
//
// 1. Entered counts how deep we are:
//
//        int depth = 0;
//        {
//          Entered outer(depth);      // depth is 1
//          Entered inner(depth);      // depth is 2
//        }                            // depth is 0 again: inner's end, then outer's
//
//    Write the constructor (+1) and the destructor (-1). One thing more: a copy of an Entered would
//    subtract 1 without having added it. Forbid copies, as with
//        Entered(const Entered&) = delete;
//
// 2. Shelf owns buffers. A std::unique_ptr<T> is a pointer whose destructor deletes what it points
//    at. It cannot be copied, because then two would delete. It can be moved: std::move(p) hands
//    what p owned to somebody else, and leaves p empty (nullptr).
//
//        put(b)     b becomes the last buffer on the shelf
//        take(i)    buffer i leaves the shelf, and its new owner is the caller; the others move up.
//                   The buffer itself is not copied: it stays where it is in memory.
//
//    buffers_.push_back(...) appends; buffers_.erase(buffers_.begin() + i) removes entry i.
//
// Check it:  ./learn check 00.3        Stuck:  ./learn hint 00.3
#pragma once
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "common/core/error.hpp"

using Buffer = std::vector<double>;

class Entered {
 public:
  explicit Entered([[maybe_unused]] int& depth) {
    throw dls::NotDone("00.3 ownership: Entered adds 1 at its beginning and takes it at its end");
  }
};

class Shelf {
 public:
  void put([[maybe_unused]] std::unique_ptr<Buffer> buffer) {
    throw dls::NotDone("00.3 ownership: put hands the buffer to the shelf");
  }

  // i < size()
  std::unique_ptr<Buffer> take([[maybe_unused]] std::size_t i) {
    throw dls::NotDone("00.3 ownership: take hands buffer i to the caller");
  }

  std::size_t size() const { return buffers_.size(); }

 private:
  std::vector<std::unique_ptr<Buffer>> buffers_;
};
