// The tape: a program that writes down what it computes can be run backwards.
//
// Every operation appends one entry: its result, which entries it used, and a closure that knows
// how to hand a gradient back to them. The list is in the order in which things were computed, so
// walking it from the end to the start meets every entry after all of its users. That is all that
// "reverse-mode automatic differentiation" needs.
#pragma once
#include <deque>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "chapters/01_autograd/matrix.hpp"

namespace dls::ch01 {

class Tape;

// [value]
/// A handle on one entry of a tape: cheap to copy, valid until the tape is cleared.
class Value {
 public:
  Value(Tape* tape, int id) : tape_(tape), id_(id) {}
  const Matrix& data() const;  ///< what was computed
  /// dloss/dthis after tape.backward(loss); zeros when the loss does not depend on it.
  Matrix grad() const;
  double item() const;  ///< the one number of a 1x1 value

  /// Adds `g` to this value's gradient. It ADDS, because a value that is used twice is blamed
  /// twice. Where nobody asked for a gradient, nothing happens: Eigen computes an expression such
  /// as `dy * w.transpose()` only when it is stored, so it is not even computed.
  template <class Expression>
  void add_grad(const Eigen::MatrixBase<Expression>& g) const;

  Tape* tape() const { return tape_; }
  int id() const { return id_; }

 private:
  Tape* tape_;
  int id_;
};

/// Given dy, the gradient of the loss with respect to an operation's result, adds to the gradients
/// of the operation's inputs. It captures by value what it needs from the forward pass.
using Backward = std::function<void(const Matrix& dy)>;
// [/value]

// [entry]
struct Entry {
  std::string op;
  std::vector<int> inputs;  ///< ids of the entries it was computed from: always smaller ids
  Matrix own_value;
  Matrix own_grad;                 ///< 0x0 until a gradient arrives
  Parameter* parameter = nullptr;  ///< if set, value and gradient live there, not here
  bool wants_grad = false;         ///< does any parameter or variable lie below it?
  Backward backward;               ///< empty for leaves

  const Matrix& value() const { return parameter ? parameter->value : own_value; }
};
// [/entry]

class Tape {
 public:
  /// A number that is given: no gradient is computed for it.
  Value constant(Matrix value) { return leaf("constant", std::move(value), nullptr, false); }
  /// An input whose gradient you want to read.
  Value variable(Matrix value, const std::string& name = "variable") {
    return leaf(name, std::move(value), nullptr, true);
  }
  /// A parameter: not copied, and backward() adds to its grad.
  Value parameter(Parameter& p) { return leaf(p.name, Matrix(), &p, true); }

  // [record]
  /// Appends an operation. This is what every operation calls, yours included: compute `value` in
  /// any way you like, and say how a gradient goes back to the inputs.
  Value record(std::string op, std::initializer_list<Value> inputs, Matrix value,
               Backward backward) {
    Entry e;
    e.op = std::move(op);
    for (const Value& v : inputs) {
      if (v.tape() != this)
        throw Error("tape: an input of '" + e.op +
                    "' belongs to another tape; use one tape for one computation");
      e.inputs.push_back(v.id());
      e.wants_grad = e.wants_grad || entry(v.id()).wants_grad;
    }
    e.own_value = std::move(value);
    if (e.wants_grad) e.backward = std::move(backward);
    return append(std::move(e));
  }
  // [/record]

  // [backward]
  /// Computes d(loss)/d(everything). `loss` is 1x1. Once per recording: a second call would count
  /// every gradient twice, so it throws.
  void backward(const Value& loss) {
    check_backward(loss);
    ran_backward_ = true;
    loss.add_grad(Matrix::Ones(1, 1));  // dloss/dloss = 1
    for (int id = loss.id(); id >= 0; --id) {
      const Entry& e = entry(id);
      if (e.backward && e.own_grad.size() > 0) e.backward(e.own_grad);
    }
  }
  // [/backward]

  /// Forgets the recording. Handles into it must not be used any more; parameters are untouched.
  void clear() {
    entries_.clear();
    ran_backward_ = false;
  }

  int size() const { return static_cast<int>(entries_.size()); }

  const Entry& entry(int id) const { return entries_[checked(id)]; }
  Entry& entry(int id) { return entries_[checked(id)]; }

 private:
  void check_backward(const Value& loss) const {
    if (loss.tape() != this) throw Error("tape.backward: this loss was recorded on another tape");
    check_shape("tape.backward: the loss", loss.data().rows(), loss.data().cols(), 1, 1);
    if (ran_backward_)
      throw Error(
          "tape.backward was already called for this recording: a second call would double "
          "the gradients. Call clear() and record the computation again.");
    if (!entry(loss.id()).wants_grad)
      throw Error(
          "tape.backward: the loss depends on no variable and no parameter, only on constants");
  }
  std::size_t checked(int id) const {
    if (id < 0 || id >= size())
      throw Error("tape: there is no entry " + std::to_string(id) + " (the tape holds " +
                  std::to_string(size()) + "); was the tape cleared after this value was made?");
    return static_cast<std::size_t>(id);
  }
  Value append(Entry e) {
    entries_.push_back(std::move(e));
    return Value(this, size() - 1);
  }
  Value leaf(const std::string& name, Matrix value, Parameter* parameter, bool wants_grad) {
    Entry e;
    e.op = name;
    e.own_value = std::move(value);
    e.parameter = parameter;
    e.wants_grad = wants_grad;
    return append(std::move(e));
  }

  std::deque<Entry> entries_;  // a deque: data() stays valid while more is recorded
  bool ran_backward_ = false;
};

inline const Matrix& Value::data() const { return tape_->entry(id_).value(); }

inline Matrix Value::grad() const {
  const Entry& e = tape_->entry(id_);
  if (!e.wants_grad)
    throw Error("no gradient was computed for entry " + std::to_string(id_) + " '" + e.op +
                "': it depends on constants only; make its input with tape.variable()");
  const Matrix& g = e.parameter ? e.parameter->grad : e.own_grad;
  return g.size() > 0 ? g : Matrix::Zero(e.value().rows(), e.value().cols()).eval();
}

inline double Value::item() const {
  check_shape("Value::item", data().rows(), data().cols(), 1, 1);
  return data()(0, 0);
}

// [accumulate]
template <class Expression>
void Value::add_grad(const Eigen::MatrixBase<Expression>& g) const {
  Entry& e = tape_->entry(id_);
  if (!e.wants_grad) return;
  if (g.rows() != e.value().rows() || g.cols() != e.value().cols())
    throw Error("gradient of entry " + std::to_string(id_) + " '" + e.op + "': got " +
                shape(g.rows(), g.cols()) + ", expected its value's shape " + shape(e.value()));
  Matrix& grad = e.parameter ? e.parameter->grad : e.own_grad;
  if (grad.size() == 0)
    grad.noalias() = g;
  else
    grad.noalias() += g;
}
// [/accumulate]

}  // namespace dls::ch01
