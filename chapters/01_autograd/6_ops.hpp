// The operations: each computes forward, and hands the tape a closure for the way back.
//
// A closure is a function that keeps the variables it was made with: here the handles of the
// operation's inputs, long after the operation has returned.
#pragma once
#include <cmath>
#include <string>
#include <vector>

#include "chapters/01_autograd/5_tape.hpp"

namespace dls::ch01 {

/// Throws unless a and b have the same shape.
inline void check_same_shape(const char* op, const Value& a, const Value& b) {
  check_shape(op, b.data().rows(), b.data().cols(), a.data().rows(), a.data().cols());
}

/// a + b, same shape. The sum passes the gradient on to both.
inline Value operator+(Value a, Value b) {
  check_same_shape("a + b", a, b);
  return a.tape()->record("add", {a, b}, a.data() + b.data(), [a, b](const Matrix& dy) {
    a.add_grad(dy);
    b.add_grad(dy);
  });
}

/// a - b, same shape.
inline Value operator-(Value a, Value b) {
  check_same_shape("a - b", a, b);
  return a.tape()->record("sub", {a, b}, a.data() - b.data(), [a, b](const Matrix& dy) {
    a.add_grad(dy);
    b.add_grad(-dy);
  });
}

// [mul]
/// a * b, element by element. Each factor's slope is the other factor: d(ab) = b da + a db.
inline Value operator*(Value a, Value b) {
  check_same_shape("a * b", a, b);
  return a.tape()->record("mul", {a, b}, a.data().cwiseProduct(b.data()), [a, b](const Matrix& dy) {
    a.add_grad(dy.cwiseProduct(b.data()));
    b.add_grad(dy.cwiseProduct(a.data()));
  });
}
// [/mul]

/// factor * a, for a plain number.
inline Value operator*(double factor, Value a) {
  return a.tape()->record("scale", {a}, factor * a.data(),
                          [a, factor](const Matrix& dy) { a.add_grad(factor * dy); });
}

/// a + number, element by element.
inline Value operator+(Value a, double number) {
  return a.tape()->record("shift", {a}, (a.data().array() + number).matrix(),
                          [a](const Matrix& dy) { a.add_grad(dy); });
}

// [matmul]
/// a (B,in) times b (in,out) -> (B,out).
inline Value matmul(Value a, Value b) {
  check_shape("matmul: b", b.data().rows(), b.data().cols(), a.data().cols(), b.data().cols());
  return a.tape()->record("matmul", {a, b}, a.data() * b.data(), [a, b](const Matrix& dy) {
    a.add_grad(dy * b.data().transpose());  // (B,out)(out,in)
    b.add_grad(a.data().transpose() * dy);  // (in,B)(B,out)
  });
}
// [/matmul]

/// x (B,out) plus the row b (1,out) on every sample. All rows used b, so all rows blame it.
inline Value add_row(Value x, Value b) {
  check_shape("add_row: b", b.data().rows(), b.data().cols(), 1, x.data().cols());
  return x.tape()->record("add_row", {x, b}, x.data().rowwise() + b.data().row(0),
                          [x, b](const Matrix& dy) {
                            x.add_grad(dy);
                            b.add_grad(dy.colwise().sum());
                          });
}

/// max(x, 0).
inline Value relu(Value x) {
  return x.tape()->record("relu", {x}, x.data().cwiseMax(0.0), [x](const Matrix& dy) {
    x.add_grad((x.data().array() > 0.0).select(dy, 0.0).matrix());
  });
}

/// 1 / (1 + exp(-x)). The closure keeps a copy of the result: the slope is y (1 - y).
inline Value sigmoid(Value x) {
  Matrix y = (1.0 + (-x.data().array()).exp()).inverse();
  return x.tape()->record("sigmoid", {x}, y, [x, y](const Matrix& dy) {
    x.add_grad((dy.array() * y.array() * (1.0 - y.array())).matrix());
  });
}

/// x * x, element by element.
inline Value square(Value x) {
  return x.tape()->record("square", {x}, x.data().cwiseAbs2(),
                          [x](const Matrix& dy) { x.add_grad(2.0 * dy.cwiseProduct(x.data())); });
}

/// The sum of all entries, 1x1.
inline Value sum(Value x) {
  return x.tape()->record(
      "sum", {x}, Matrix::Constant(1, 1, x.data().sum()), [x](const Matrix& dy) {
        x.add_grad(Matrix::Constant(x.data().rows(), x.data().cols(), dy(0, 0)));
      });
}

/// The mean of all entries, 1x1.
inline Value mean(Value x) {
  const double share = 1.0 / static_cast<double>(x.data().size());
  return x.tape()->record(
      "mean", {x}, Matrix::Constant(1, 1, x.data().mean()), [x, share](const Matrix& dy) {
        x.add_grad(Matrix::Constant(x.data().rows(), x.data().cols(), dy(0, 0) * share));
      });
}

/// Mean of -log(probability given to the truth) for probabilities p (B,1) and labels y (B,1), 0 or
/// 1. Probabilities are kept 1e-12 away from 0 and 1.
inline Value cross_entropy(Value p, const Matrix& y) {
  check_shape("cross_entropy: labels y", y.rows(), y.cols(), p.data().rows(), p.data().cols());
  const Matrix q = p.data().cwiseMax(1e-12).cwiseMin(1.0 - 1e-12);
  const double loss =
      -(y.array() * q.array().log() + (1.0 - y.array()) * (1.0 - q.array()).log()).mean();
  return p.tape()->record(
      "cross_entropy", {p}, Matrix::Constant(1, 1, loss), [p, q, y](const Matrix& dy) {
        const double share = dy(0, 0) / static_cast<double>(q.size());
        p.add_grad((share * (q.array() - y.array()) / (q.array() * (1.0 - q.array()))).matrix());
      });
}

// [softmax]
/// For more than two classes: logits (B,C) are any numbers, softmax turns a row into C
/// probabilities exp(z_c) / sum exp(z), and the loss is the mean of -log(the true class's). The two
/// are one operation because together they are simple: the gradient is (softmax - truth) / B.
inline Value softmax_cross_entropy(Value logits, const std::vector<int>& labels) {
  const Matrix& z = logits.data();
  if (static_cast<Index>(labels.size()) != z.rows())
    throw Error("softmax_cross_entropy: " + std::to_string(labels.size()) + " labels for " +
                std::to_string(z.rows()) + " rows of logits");
  // Subtracting the row's maximum changes no probability and keeps exp() from overflowing.
  Matrix p = (z.colwise() - z.rowwise().maxCoeff()).array().exp();
  double loss = 0;
  for (Index i = 0; i < z.rows(); ++i) {
    const int label = labels[static_cast<std::size_t>(i)];
    if (label < 0 || label >= z.cols())
      throw Error("softmax_cross_entropy: label " + std::to_string(label) + " of row " +
                  std::to_string(i) + " is not in 0.." + std::to_string(z.cols() - 1));
    const double total = p.row(i).sum();
    loss -= std::log(p(i, label) / total);
    p.row(i) /= total;
    p(i, label) -= 1.0;  // p now holds softmax - truth
  }
  const double batch = static_cast<double>(z.rows());
  return logits.tape()->record(
      "softmax_cross_entropy", {logits}, Matrix::Constant(1, 1, loss / batch),
      [logits, p, batch](const Matrix& dy) { logits.add_grad(p * (dy(0, 0) / batch)); });
}
// [/softmax]

}  // namespace dls::ch01
