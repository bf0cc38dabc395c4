// 02.5: the stated numbers against tensors.
#include DLS_EXERCISE

#include <cstdint>

#include "common/core/memory.hpp"
#include "common/core/tensor.hpp"
#include "tests/support/check.hpp"

namespace {

using dls::Tensor;

std::int64_t bytes_now() { return dls::memory_use().current; }

Tensor example() { return Tensor::arange(200).reshape({10, 20}); }

}  // namespace

TEST_CASE("bytes") {
  const std::int64_t before = bytes_now();
  const Tensor x = example();
  CHECK_SAME(prediction().bytes, static_cast<double>(bytes_now() - before), dls::bitwise());
}

TEST_CASE("slice_bytes") {
  const Tensor x = example();
  const std::int64_t before = bytes_now();
  const Tensor y = x.slice(1, 1, 9, 3);
  const double got = prediction().slice_bytes;
  if (got > 0) FAIL("a slice takes no memory: it is another way to look at the same numbers");
  CHECK_SAME(got, static_cast<double>(bytes_now() - before), dls::bitwise());
}

TEST_CASE("offset") {
  CHECK_SAME(prediction().offset, static_cast<double>(example().slice(0, 3).slice(1, 5).offset()),
             dls::bitwise());
}

TEST_CASE("stride") {
  const Tensor swapped = Tensor::arange(24).reshape({2, 3, 4}).transpose(0, 2);
  const double got = prediction().stride;
  if (got == 1)
    FAIL("a transpose swaps sizes and strides together: nothing is stored anew, row by row");
  CHECK_SAME(got, static_cast<double>(swapped.strides()[2]), dls::bitwise());
}

TEST_CASE("flat_bytes") {
  const Tensor x = example();
  const std::int64_t before = bytes_now();
  const Tensor flat = x.transpose().reshape({200});
  const double got = prediction().flat_bytes;
  if (got == 0)
    FAIL("the columns of x are no even row: no stride leads through all of them, so it is copied");
  CHECK_SAME(got, static_cast<double>(bytes_now() - before), dls::bitwise());
}

TEST_CASE("wide_bytes") {
  const Tensor wide = Tensor::arange(4).expand({1000, 4});
  const double got = prediction().wide_bytes;
  if (got == 16000) FAIL("stretching is a stride of 0: the storage is that of the row");
  CHECK_SAME(got, static_cast<double>(wide.storage()->bytes()), dls::bitwise());
}

TEST_CASE("version") {
  Tensor y = Tensor::zeros({2, 3});
  Tensor r = y.select(0, 0);
  r.fill(1);
  y.fill(2);
  r.copy_from(Tensor::full({3}, 4));  // what r += r writes
  y.to_vector<float>();
  const double got = prediction().version;
  if (got == 1) FAIL("writes through the row count as well: the counter is the storage's");
  CHECK_SAME(got, static_cast<double>(y.version()), dls::bitwise());
}

TEST_CASE("value") {
  Tensor a = Tensor::full({4}, 1);
  Tensor b = a;
  Tensor c = a.copy();
  b.fill(10);
  c.fill(20);
  const double got = prediction().value;
  if (got == 1) FAIL("b = a is a second name for the same numbers");
  CHECK_SAME(got, static_cast<double>(a.at<float>({0})), dls::bitwise());
}
