// Numbers that a backward pass still needs, and the check that nobody wrote over them.
#pragma once
#include <functional>

#include "chapters/02_tensors/5_arithmetic.hpp"

namespace dls::ch02 {

// [saved]
/// A tensor that is kept for later, with the version that its numbers have now. It is a view: no
/// number is copied, which is why they must not change.
template <class T>
class Saved {
 public:
  Saved(Tensor<T> tensor, std::string what)
      : tensor_(std::move(tensor)), what_(std::move(what)), version_(tensor_.version()) {}

  /// Throws Error when somebody wrote to the storage since, through whichever name.
  void check() const {
    if (tensor_.version() != version_)
      throw Error("the backward pass needs " + what_ + " " + to_string(tensor_.shape()) +
                  " as it was, but it was written to: it is at version " +
                  std::to_string(tensor_.version()) + ", expected " + std::to_string(version_) +
                  ". Write into a copy, or call backward() before");
  }
  const Tensor<T>& tensor() const { return tensor_; }

 private:
  Tensor<T> tensor_;
  std::string what_;
  int version_;
};
// [/saved]

/// A value in a computation, and the gradient of the result with respect to it.
struct Value {
  Tensor<double> data;
  Tensor<double> grad;  ///< zeros until backward()
  explicit Value(Tensor<double> d)
      : data(std::move(d)), grad(Tensor<double>::full(data.shape(), 0)) {}
};

/// The tape of chapter 01 in small, for products of tensors that may stretch.
class Products {
 public:
  // [products]
  /// a b, number by number. Both are needed on the way back: d(ab)/da is b, d(ab)/db is a.
  std::shared_ptr<Value> mul(const std::shared_ptr<Value>& a, const std::shared_ptr<Value>& b) {
    auto y = std::make_shared<Value>(a->data * b->data);
    saved_.push_back(Saved<double>(a->data, "the first factor"));
    saved_.push_back(Saved<double>(b->data, "the second factor"));
    steps_.push_back([a, b, y] {
      add_in_place(a->grad, sum_to(y->grad * b->data, a->data.shape()));
      add_in_place(b->grad, sum_to(y->grad * a->data, b->data.shape()));
    });
    return y;
  }

  /// The gradient of the sum of y's numbers. First everything is checked, then the first gradient
  /// is written: a refusal leaves no half-done work behind.
  void backward(const std::shared_ptr<Value>& y) {
    for (const Saved<double>& s : saved_) s.check();
    y->grad.fill(1);
    for (std::size_t i = steps_.size(); i-- > 0;) steps_[i]();
  }
  // [/products]

 private:
  std::vector<Saved<double>> saved_;
  std::vector<std::function<void()>> steps_;
};

}  // namespace dls::ch02
