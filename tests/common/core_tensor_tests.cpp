// Tensors: elements, formats, copies and aliases.
#include <limits>

#include "common/core/error.hpp"
#include "common/core/tensor.hpp"
#include "common/core/tensor_numbers.hpp"
#include "tests/support/check.hpp"

using namespace dls;

TEST_CASE("shape, strides, format and device") {
  const Tensor t = Tensor::of<float>({3, 2}, {0, 1, 2, 3, 4, 5});
  CHECK(to_string(t.shape()) == "(3,2)");
  CHECK(to_string(t.strides()) == "(2,1)");
  CHECK(t.elements() == 6);
  CHECK(t.size(-1) == 2);
  CHECK(std::string(name(t.dtype())) == "float32");
  CHECK(std::string(name(t.device())) == "cpu");
  CHECK(t.contiguous());
  CHECK(t.version() == 0);
  CHECK_SAME(t.at<float>({-1, 1}), 5.0f, bitwise());
  CHECK_SAME(numbers(t), Numbers({0, 1, 2, 3, 4, 5}, {3, 2}), bitwise());
  CHECK_FALSE(Tensor().defined());
}

TEST_CASE("empty tensors and single numbers") {
  CHECK(Tensor::zeros({0, 3}).elements() == 0);
  CHECK(to_string(Tensor::zeros({2, 0, 3}).strides()) == "(3,3,1)");
  CHECK(Tensor::full({}, 7, DType::i32).item() == 7);
  CHECK(Tensor::full({1, 1}, 2.5, DType::bf16).item() == 2.5);
  CHECK(Tensor::arange(0).elements() == 0);
  CHECK(Tensor::of<float>({0}, std::vector<float>{}).to_vector<float>().empty());
}

TEST_CASE("errors name what was wrong") {
  const Tensor t = Tensor::zeros({3, 2});
  CHECK_THROWS_WITH_AS(t.data<double>(),
                       "the elements of this tensor (3,2) are float32, not float64: convert with "
                       "to()",
                       Error);
  CHECK_THROWS_WITH_AS(t.at<float>({3, 0}), "index 3 is outside dimension 0 of shape (3,2)", Error);
  CHECK_THROWS_AS(t.at<float>({0}), Error);
  CHECK_THROWS_AS(t.at<float>({0, -3}), Error);
  CHECK_THROWS_AS(t.size(2), Error);
  CHECK_THROWS_AS(t.item(), Error);
  CHECK_THROWS_AS(Tensor().data<float>(), Error);
  CHECK_THROWS_AS(Tensor::empty({2, -1}), Error);
  CHECK_THROWS_AS(Tensor::of<float>({2, 2}, {1, 2, 3}), Error);
  CHECK_THROWS_AS(Shape({1, 1, 1, 1, 1, 1, 1, 1, 1}), Error);
  CHECK_THROWS_AS(Tensor::empty({1}, DType::f32, Device::cuda), Error);
}

TEST_CASE("assignment makes a second name, copy() new numbers") {
  Tensor a = Tensor::of<float>({2, 2}, {1, 2, 3, 4});
  Tensor b = a;
  const Tensor c = a.copy();
  b.fill(10);
  CHECK_SAME(numbers(a), Numbers({10, 10, 10, 10}, {2, 2}), bitwise());
  CHECK_SAME(numbers(c), Numbers({1, 2, 3, 4}, {2, 2}), bitwise());
  CHECK(a.shares_storage(b));
  CHECK_FALSE(a.shares_storage(c));
  CHECK(c.version() == 0);
}

TEST_CASE("writes are counted once for all views, reads are not") {
  Tensor t = Tensor::zeros({3, 2});
  Tensor row = t.select(0, 1);
  row.fill(1);
  CHECK(t.version() == 1);
  t.set<float>({0, 0}, 2);
  CHECK(row.version() == 2);
  t.copy_from(Tensor::zeros({2}));
  CHECK(row.version() == 3);
  t.mutable_data<float>();
  CHECK(row.version() == 4);
  t.data<float>();
  t.at<float>({0, 0});
  t.copy();
  CHECK(t.version() == 4);
  CHECK_THROWS_AS(t.set<float>({5, 0}, 1), Error);  // refused: not a write
  CHECK(t.version() == 4);
}

TEST_CASE("conversions between formats") {
  const Tensor t = Tensor::of<float>({4}, {1.9f, -1.9f, 0.5f, 3.0f});
  CHECK_SAME(numbers(t.to(DType::i32)), Numbers({1, -1, 0, 3}, {4}), bitwise());
  CHECK_SAME(numbers(t.to(DType::f64)), numbers(t), bitwise());
  CHECK(t.to(DType::f32).shares_storage(t));
  CHECK_SAME(numbers(Tensor::arange(4, DType::u8).to(DType::f16)), Numbers({0, 1, 2, 3}, {4}),
             bitwise());

  Tensor whole = Tensor::zeros({2}, DType::i32);
  whole.fill(2.7);  // a fraction into an integer tensor is cut off towards zero
  CHECK_SAME(numbers(whole), Numbers({2, 2}, {2}), bitwise());
  whole.copy_from(Tensor::of<double>({2}, {-0.9, 2147483647.9}));
  CHECK_SAME(numbers(whole), Numbers({0, 2147483647.0}, {2}), bitwise());

  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, infinity, 2147483648.0, -2147483649.0}) {
    CHECK_THROWS_AS(whole.fill(bad), Error);
  }
  CHECK_THROWS_AS(Tensor::of<double>({1}, {9223372036854775808.0}).to(DType::i64), Error);
  CHECK(Tensor::of<double>({1}, {-9223372036854775808.0}).to(DType::i64).at<std::int64_t>({0}) ==
        std::numeric_limits<std::int64_t>::min());
  CHECK_THROWS_AS(Tensor::of<std::int64_t>({1}, {256}).to(DType::u8), Error);
  CHECK_THROWS_AS(Tensor::of<std::int32_t>({1}, {-1}).to(DType::u8), Error);
}

TEST_CASE("copy_from stretches, and survives overlap") {
  Tensor t = Tensor::zeros({2, 3});
  t.copy_from(Tensor::of<double>({3}, {1, 2, 3}));
  CHECK_SAME(numbers(t), Numbers({1, 2, 3, 1, 2, 3}, {2, 3}), bitwise());
  CHECK_THROWS_AS(t.copy_from(Tensor::zeros({2})), Error);

  Tensor line = Tensor::arange(6);
  Tensor shifted = line.slice(0, 1, 6);
  shifted.copy_from(line.slice(0, 0, 5));
  CHECK_SAME(numbers(line), Numbers({0, 0, 1, 2, 3, 4}, {6}), bitwise());
}

TEST_CASE("wrapping somebody else's memory") {
  std::vector<float> column_major = {0, 1, 2, 3, 4, 5};  // as an Eigen matrix of 2 rows, 3 columns
  Tensor t = Tensor::wrap(column_major.data(), {2, 3}, {1, 2});
  CHECK_SAME(numbers(t), Numbers({0, 2, 4, 1, 3, 5}, {2, 3}), bitwise());
  t.set<float>({1, 0}, 10);
  CHECK(column_major[1] == 10);
  column_major[5] = 50;
  CHECK(t.at<float>({1, 2}) == 50);
  CHECK_THROWS_AS(Tensor::wrap(column_major.data(), {2, 3}, {3, -1}), Error);
  CHECK_THROWS_AS(Tensor::wrap(column_major.data(), {2, 3}, {3}), Error);

  auto owner = std::make_shared<std::vector<double>>(2, 1.5);
  {
    const Tensor view = Tensor::wrap(owner->data(), {2}, owner).slice(0, 1);
    CHECK(owner.use_count() == 2);
  }
  CHECK(owner.use_count() == 1);
}

TEST_CASE("meta tensors have a shape and no memory") {
  const Tensor t = Tensor::empty({1000000, 1000000}, DType::f32, Device::meta);
  CHECK(t.slice(0, 3, 9, 2).elements() == 3000000);
  CHECK(t.transpose().copy().device() == Device::meta);
  CHECK_THROWS_WITH_AS(
      t.data<float>(),
      "this tensor (1000000,1000000) is on device meta: the CPU cannot read its elements", Error);
}

TEST_CASE("printing") {
  CHECK(to_string(Tensor::arange(3)) == "[0, 1, 2]");
  CHECK(to_string(Tensor::of<double>({2, 2}, {0.5, 1, 1.0 / 3, 100000})) ==
        "[[0.5, 1],\n [0.3333, 1e+05]]");
  CHECK(to_string(Tensor::arange(4, DType::i64).view({2, 1, 2})) == "[[[0, 1]],\n\n [[2, 3]]]");
  CHECK(to_string(Tensor::arange(20, DType::u8)) == "[0, 1, 2, 3, ..., 16, 17, 18, 19]");
  CHECK(to_string(Tensor::zeros({0})) == "[]");
  CHECK(to_string(Tensor::full({}, 2.5)) == "2.5");
}
