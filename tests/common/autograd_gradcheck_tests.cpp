// First and second derivatives of every operation, full Jacobians against differences, in double.
#include <fstream>
#include <set>

#include "common/autograd/gradcheck.hpp"
#include "common/autograd/node.hpp"
#include "common/core/error.hpp"
#include "common/core/tensor_numbers.hpp"
#include "tests/common/autograd_op_cases.hpp"

using namespace dls;
using dls_test::OpCase;

TEST_CASE("first derivatives of every operation") {
  for (const OpCase& c : dls_test::op_cases()) {
    CAPTURE(c.op);
    CAPTURE(c.about);
    const GradCheck check = gradcheck(c.f, c.inputs);
    CHECK_MESSAGE(check.ok, check.message);
  }
}

TEST_CASE("second derivatives of every operation") {
  for (const OpCase& c : dls_test::op_cases()) {
    CAPTURE(c.op);
    CAPTURE(c.about);
    const GradCheck check = gradcheck_second(c.f, c.inputs);
    CHECK_MESSAGE(check.ok, check.message);
  }
}

TEST_CASE("float32 computes the same as float64") {
  for (const OpCase& c : dls_test::op_cases()) {
    CAPTURE(c.op);
    CAPTURE(c.about);
    std::vector<Variable> in64, in32, rounded;
    for (const Tensor& input : c.inputs) {
      in32.push_back(parameter(input.to(DType::f32)));
      in64.push_back(parameter(in32.back().value().to(DType::f64)));
    }
    const Variable y32 = c.f(in32), y64 = c.f(in64);
    CHECK_SAME(numbers(y32.value()), numbers(y64.value()), rounding(Format::f32, 16));
    if (!y32.requires_grad()) continue;
    backward(sum(y32 * y32));
    backward(sum(y64 * y64));
    for (std::size_t i = 0; i < in32.size(); ++i) {
      CHECK(in32[i].grad().defined() == in64[i].grad().defined());
      if (!in32[i].grad().defined()) continue;
      CHECK_SAME(numbers(in32[i].grad().value()), numbers(in64[i].grad().value()),
                 rounding(Format::f32, 64));
    }
  }
}

TEST_CASE("the list has every operation that ops.hpp declares") {
  std::ifstream file(DLS_ROOT "/common/autograd/ops.hpp");
  REQUIRE(file);
  std::set<std::string> listed;
  for (const OpCase& c : dls_test::op_cases()) listed.insert(c.op);
  std::set<std::string> declared;
  const std::string start = "Variable ";
  std::string line;
  while (std::getline(file, line)) {
    if (line.rfind(start, 0) != 0) continue;
    declared.insert(line.substr(start.size(), line.find('(') - start.size()));
  }
  CHECK(declared.size() > 30);
  for (const std::string& op : declared) {
    CHECK_MESSAGE(listed.count(op) == 1, "no case for " << op);
  }
}

namespace {
/// x^2 with derivative factor x and, inside it, second derivative `second`.
Variable planted(const Variable& x, double factor, double second) {
  return record("planted")((x * x).value(), {keep(x)}, [=](Node& node, const Variable& dy) {
    const Variable& x = node.kept(0);
    node.give(0, dy * (x.detach() * (factor - second) + x * second));
  });
}
}  // namespace

TEST_CASE("gradcheck finds planted faults and says where") {
  const Tensor x = Tensor::of<double>({3}, {1.5, -0.7, 0.4});
  const auto f = [](double factor, double second) {
    return [=](const std::vector<Variable>& v) { return planted(v[0], factor, second); };
  };
  CHECK(gradcheck(f(2, 2), {x}).ok);
  CHECK(gradcheck_second(f(2, 2), {x}).ok);

  const GradCheck wrong = gradcheck(f(2.00001, 2), {x});
  CHECK_FALSE(wrong.ok);
  CHECK(wrong.message.find("d result[") != std::string::npos);
  CHECK_FALSE(gradcheck(f(3, 2), {x}).ok);

  // Right at first order, wrong at second: only the second check can see it.
  CHECK(gradcheck(f(2, 1), {x}).ok);
  CHECK_FALSE(gradcheck_second(f(2, 1), {x}).ok);
}

TEST_CASE("gradcheck fails on NaN and refuses float32") {
  const auto bad = [](const std::vector<Variable>& v) { return log(v[0]); };
  CHECK_FALSE(gradcheck(bad, {Tensor::of<double>({1}, {-1.0})}).ok);
  CHECK_THROWS_AS(gradcheck(bad, {Tensor::of<float>({1}, {1.0f})}), Error);
}
