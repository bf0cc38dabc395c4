#include "common/autograd/gradcheck.hpp"

#include <algorithm>
#include <cmath>

#include "common/autograd/ops.hpp"
#include "common/core/check.hpp"

namespace dls {
namespace {

/// d result[row] / d input[column], for one input.
struct Jacobian {
  std::int64_t rows, columns;
  std::vector<double> entries;
  Jacobian(std::int64_t r, std::int64_t c)
      : rows(r), columns(c), entries(static_cast<std::size_t>(r * c)) {}
  double& at(std::int64_t r, std::int64_t c) {
    return entries[static_cast<std::size_t>(r * columns + c)];
  }
};

std::vector<Variable> leaves(const std::vector<Tensor>& inputs) {
  std::vector<Variable> variables;
  for (const Tensor& input : inputs) {
    DLS_CHECK(input.dtype() == DType::f64,
              "gradcheck needs float64 inputs, but got {}: differences of float32 numbers drown in "
              "rounding",
              name(input.dtype()));
    variables.push_back(parameter(input.copy()));
  }
  return variables;
}

std::vector<Jacobian> by_backward(const Function& f, const std::vector<Tensor>& inputs) {
  const std::vector<Variable> x = leaves(inputs);
  const Variable y = f(x);
  const std::int64_t rows = y.value().elements();
  std::vector<Jacobian> jacobians;
  jacobians.reserve(inputs.size());
  for (const Tensor& input : inputs) jacobians.emplace_back(rows, input.elements());
  if (!y.requires_grad()) return jacobians;  // constant: all zeros
  for (std::int64_t r = 0; r < rows; ++r) {
    Tensor one_hot = Tensor::zeros({rows}, DType::f64);
    one_hot.set<double>({r}, 1);
    const auto d = gradients(y, x, Variable(one_hot.reshape(y.shape())), {true, false});
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::vector<double> row = d[i].value().to_vector<double>();
      std::copy(row.begin(), row.end(), jacobians[i].entries.begin() + r * jacobians[i].columns);
    }
  }
  return jacobians;
}

std::vector<Jacobian> by_differences(const Function& f, const std::vector<Tensor>& inputs,
                                     double step) {
  std::vector<Jacobian> jacobians;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    std::vector<std::vector<double>> columns;
    for (std::int64_t c = 0; c < inputs[i].elements(); ++c) {
      const auto moved = [&](double by) {
        const std::vector<Variable> x = leaves(inputs);  // a fresh copy: nothing to restore
        Tensor flat = x[i].value().reshape({-1});
        flat.set<double>({c}, flat.at<double>({c}) + by);
        return f(x).value().to_vector<double>();
      };
      const std::vector<double> up = moved(step), down = moved(-step);
      std::vector<double> column(up.size());
      for (std::size_t r = 0; r < up.size(); ++r) column[r] = (up[r] - down[r]) / (2 * step);
      columns.push_back(std::move(column));
    }
    const std::int64_t rows = columns.empty() ? 0 : static_cast<std::int64_t>(columns[0].size());
    Jacobian& jacobian = jacobians.emplace_back(rows, inputs[i].elements());
    for (std::int64_t c = 0; c < jacobian.columns; ++c) {
      for (std::int64_t r = 0; r < rows; ++r) {
        jacobian.at(r, c) = columns[static_cast<std::size_t>(c)][static_cast<std::size_t>(r)];
      }
    }
  }
  return jacobians;
}

}  // namespace

GradCheck gradcheck(const Function& f, const std::vector<Tensor>& inputs, double tolerance,
                    double step) {
  std::vector<Jacobian> analytic = by_backward(f, inputs);
  std::vector<Jacobian> numeric = by_differences(f, inputs, step);
  double largest = 0;
  for (const Jacobian& j : analytic) {
    for (const double entry : j.entries) largest = std::max(largest, std::abs(entry));
  }
  for (const Jacobian& j : numeric) {
    for (const double entry : j.entries) largest = std::max(largest, std::abs(entry));
  }
  GradCheck check;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (std::int64_t r = 0; r < numeric[i].rows; ++r) {
      for (std::int64_t c = 0; c < numeric[i].columns; ++c) {
        const double a = analytic[i].at(r, c), n = numeric[i].at(r, c);
        const double size = std::max({std::abs(a), std::abs(n), 0.01 * largest, 1e-300});
        const double error = std::abs(a - n) / size;
        if (error <= check.worst) continue;  // false for NaN, which is worst of all
        check.worst = std::isnan(error) ? HUGE_VAL : error;
        check.message = fmt::format(
            "d result[{}] / d input {}[{}] is {:.10g} by the backward pass and {:.10g} by "
            "differences: relative error {:.2g}, allowed {:.2g}",
            r, i, c, a, n, error, tolerance);
      }
    }
  }
  check.ok = check.worst <= tolerance;
  return check;
}

GradCheck gradcheck_second(const Function& f, const std::vector<Tensor>& inputs, double tolerance,
                           double step) {
  // Weights of the result as one more input: distinct numbers of both signs.
  const Tensor y = f(leaves(inputs)).value();
  Tensor weights = Tensor::empty(y.shape(), DType::f64);
  double* w = weights.first_data<double>();
  for (std::int64_t i = 0; i < weights.elements(); ++i) w[i] = std::cos(1.0 + 2.3 * i);
  std::vector<Tensor> all = inputs;
  all.push_back(weights);

  const Function gradient_of_f = [&f](const std::vector<Variable>& x) {
    const std::vector<Variable> arguments(x.begin(), x.end() - 1);
    const auto d = gradients(f(arguments), arguments, x.back(), {true, true});
    std::vector<Variable> flat;
    flat.reserve(d.size());
    for (const Variable& g : d) flat.push_back(reshape(g, {-1}));
    return concat(flat, 0);
  };
  // A gradient that is wrong only when it is recorded would be consistent with its own derivative.
  const std::vector<Variable> x = leaves(inputs);
  const Variable result = f(x);
  if (result.requires_grad()) {
    const auto recorded = gradients(result, x, Variable(weights), {true, true});
    const auto plain = gradients(result, x, Variable(weights), {true, false});
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::vector<double> a = recorded[i].value().to_vector<double>();
      const std::vector<double> b = plain[i].value().to_vector<double>();
      for (std::size_t k = 0; k < a.size(); ++k) {
        if (std::abs(a[k] - b[k]) <= tolerance * std::max(1.0, std::abs(b[k]))) continue;
        return {false, HUGE_VAL,
                fmt::format("d result / d input {}[{}] is {:.10g} with create_graph and {:.10g} "
                            "without: the backward function has two ways that disagree",
                            i, k, a[k], b[k])};
      }
    }
  }
  return gradcheck(gradient_of_f, all, tolerance, step);
}

}  // namespace dls
