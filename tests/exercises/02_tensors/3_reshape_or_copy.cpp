// 02.3: storage and values of many reshapes; the referee tries whether any strides would do.
#include DLS_EXERCISE

#include <numeric>
#include <string>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

std::int64_t count_of(const Sizes& shape) {
  std::int64_t count = 1;
  for (const std::int64_t size : shape) count *= size;
  return count;
}

/// 0, 1, ... with `extra` unused numbers in front.
Tensor counting(const Sizes& shape, std::int64_t extra = 0) {
  auto storage =
      std::make_shared<std::vector<double>>(static_cast<std::size_t>(count_of(shape) + extra));
  std::iota(storage->begin(), storage->end(), 0.0);
  return {storage, shape, row_major(shape), extra};
}

Tensor transposed(Tensor x, std::size_t a, std::size_t b) {
  std::swap(x.shape[a], x.shape[b]);
  std::swap(x.strides[a], x.strides[b]);
  return x;
}

/// Every step-th index of one dimension.
Tensor sliced(Tensor x, std::size_t dim, std::int64_t start, std::int64_t count,
              std::int64_t step) {
  x.offset += start * x.strides[dim];
  x.shape[dim] = count;
  x.strides[dim] *= step;
  return x;
}

Sizes index_of(std::int64_t flat, const Sizes& shape) {
  Sizes index(shape.size());
  for (std::size_t d = shape.size(); d-- > 0;) {
    index[d] = flat % shape[d];
    flat /= shape[d];
  }
  return index;
}

std::int64_t place(const Sizes& index, const Sizes& strides) {
  return std::inner_product(index.begin(), index.end(), strides.begin(), std::int64_t{0});
}

/// Whether any strides show the numbers of x in their order as `wanted`: reads the steps off the
/// places of the numbers, and tries them on all of them.
bool view_exists(const Tensor& x, const Sizes& wanted) {
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < count_of(x.shape); ++i)
    places.push_back(place(index_of(i, x.shape), x.strides));
  const Sizes flat_steps = row_major(wanted);
  Sizes strides(wanted.size(), 0);
  for (std::size_t d = 0; d < wanted.size(); ++d)
    if (wanted[d] > 1) strides[d] = places.at(static_cast<std::size_t>(flat_steps[d]));
  for (std::int64_t i = 0; i < count_of(wanted); ++i)
    if (places[static_cast<std::size_t>(i)] != place(index_of(i, wanted), strides)) return false;
  return true;
}

std::string text(const Sizes& sizes) {
  std::string out = "(";
  for (std::size_t d = 0; d < sizes.size(); ++d) out += (d ? "," : "") + std::to_string(sizes[d]);
  return out + ")";
}

bool inside(const Tensor& x) {
  if (x.shape.size() != x.strides.size()) return false;
  std::int64_t last = x.offset;
  for (std::size_t d = 0; d < x.shape.size(); ++d) {
    if (x.shape[d] == 1) continue;  // its stride is never used
    if (x.strides[d] < 0) return false;
    last += (x.shape[d] - 1) * x.strides[d];
  }
  return x.offset >= 0 && last < static_cast<std::int64_t>(x.storage->size());
}

/// `hint` names the mistake when a view was possible and a copy was made.
void check(const Tensor& x, const Sizes& wanted, const std::string& hint) {
  const Tensor y = reshape(x, wanted);
  const std::string what =
      "shape " + text(x.shape) + ", strides " + text(x.strides) + " to " + text(wanted) + ": ";
  REQUIRE_MESSAGE(y.shape == wanted, what << "got shape " << text(y.shape));
  REQUIRE_MESSAGE(inside(y),
                  what << "the result, with strides " << text(y.strides) << ", leaves its storage");
  const bool view = y.storage == x.storage;
  if (view && y.offset != x.offset) FAIL(what << "the offset is lost");
  if (view && !view_exists(x, wanted))
    FAIL(what << "got a view, but no strides show these numbers in this order: it must copy (wrong "
                 "order after transpose)");
  if (!view && view_exists(x, wanted)) FAIL(what << hint);
  REQUIRE_SAME(dls::Numbers(numbers(y), dls::Format::f64, y.shape),
               dls::Numbers(numbers(x), dls::Format::f64, wanted), dls::bitwise());
}

}  // namespace

TEST_CASE("2x12 to 2x3x4 to 24: views") {
  const char* hint = "always copies: the numbers lie row by row, so a view is possible";
  const Tensor x = counting({2, 12});
  check(x, {2, 3, 4}, hint);
  check(reshape(x, {2, 3, 4}), {24}, hint);
  check(counting({24}), {2, 12}, hint);
  check(counting({6}), {1, 6, 1, 1}, hint);
  check(counting({1, 1}), {}, hint);
  check(counting({}), {1, 1}, hint);
}

TEST_CASE("after a transpose it must copy") {
  const Tensor x = transposed(counting({3, 4}), 0, 1);
  check(x, {12}, "");
  check(x, {2, 6}, "");
  check(x, {6, 2}, "");
  if (reshape(x, {2, 2, 3}).storage != x.storage)
    FAIL(
        "shape (4,3), strides (1,4) to (2,2,3): a copy was made, but a view is possible: the 4 is "
        "cut into 2 and 2, and nothing is joined");
}

TEST_CASE("a view begins where x begins") {
  check(counting({4, 3}, 5), {2, 6}, "a view is possible");
  check(counting({4, 3}, 5), {12}, "a view is possible");
}

TEST_CASE("numbers with gaps: evenly spaced is enough") {
  const char* hint =
      "a view is possible although there are gaps: within a group the numbers are evenly spaced";
  check(sliced(counting({3, 4}), 1, 0, 2, 2), {6}, hint);
  check(sliced(counting({3, 4}), 1, 1, 2, 2), {3, 2, 1}, hint);
  check(sliced(counting({6, 4}), 1, 0, 2, 1), {2, 3, 2}, hint);
  check(sliced(counting({12}), 0, 1, 4, 3), {2, 2}, hint);
  check(sliced(counting({3, 4}), 1, 0, 2, 1), {6}, hint);  // here it must copy
}

TEST_CASE("a size of 1 has a stride that means nothing") {
  const char* hint =
      "a view is possible: the stride of a dimension of size 1 means nothing and must not be asked";
  Tensor x = counting({2, 1, 3});
  x.strides[1] = 77;
  check(x, {6}, hint);
  x = counting({1, 4});
  x.strides[0] = 5;
  check(x, {2, 2}, hint);
  x = counting({4, 1});
  x.strides[1] = 9;
  check(x, {4}, hint);
}

TEST_CASE("strides of 0") {
  Tensor row = counting({4});
  const Tensor wide{row.storage, {3, 4}, {0, 1}, 0};
  check(wide, {12}, "");
  check(wide, {3, 2, 2}, "a view is possible");
  const Tensor one{row.storage, {3, 4}, {0, 0}, 2};
  check(one, {6, 2}, "a view is possible: all strides are 0");
}

TEST_CASE("random views to random shapes") {
  dls::Rng rng(dls_test::seed(), "02.3");
  const Sizes shapes[] = {{2, 3, 4}, {4, 6},    {24},    {2, 2, 2, 3}, {6, 4},
                          {1, 24},   {3, 1, 8}, {2, 12}, {12, 2, 1}};
  for (int round = 0; round < 400; ++round) {
    Sizes full = shapes[rng.below(9)];
    const std::size_t dim = rng.below(static_cast<std::uint32_t>(full.size()));
    const std::int64_t count = full[dim], step = 1 + rng.below(2);
    full[dim] = count * step + rng.below(2);  // a slice of this has the count again
    Tensor x = sliced(counting(full, 3), dim, 0, count, step);
    if (x.shape.size() > 1 && rng.below(2) == 0)
      x = transposed(x, rng.below(static_cast<std::uint32_t>(x.shape.size())), 0);
    check(x, shapes[rng.below(9)], "a view is possible, but it was copied");
  }
}
