// Reshape copies exactly when no strides would do; the referee tries them out.
#include <numeric>

#include "tests/chapters/02_tensors/helpers.hpp"

using namespace ch02_test;
using namespace dls::ch02;

namespace {

std::int64_t place(const Sizes& index, const Sizes& strides) {
  return std::inner_product(index.begin(), index.end(), strides.begin(), std::int64_t{0});
}

/// Whether the numbers of x, in their order, are evenly spaced in the shape `wanted`: the
/// definition of a view, tried on every number.
template <class T>
bool view_exists(const Tensor<T>& x, const Sizes& wanted) {
  std::vector<std::int64_t> places;
  each_index(x.shape(), [&](const Sizes& i) { places.push_back(place(i, x.strides())); });
  const Sizes flat = row_major(wanted);
  Sizes strides(wanted.size(), 0);
  for (std::size_t d = 0; d < wanted.size(); ++d)
    if (wanted[d] > 1) strides[d] = places.at(static_cast<std::size_t>(flat[d]));
  bool exists = true;
  std::size_t n = 0;
  each_index(wanted, [&](const Sizes& i) { exists = exists && places[n++] == place(i, strides); });
  return exists;
}

}  // namespace

TEST_CASE("reshape copies exactly when the strides do not allow a view") {
  dls::Rng rng(dls_test::seed(), "chapter 02 reshape");
  const std::vector<Sizes> shapes = {{2, 3, 4}, {4, 6},    {24},    {2, 2, 2, 3}, {6, 4},
                                     {1, 24},   {3, 1, 8}, {2, 12}, {12, 2, 1},   {24, 1, 1}};
  const auto any = [&] { return shapes[rng.below(static_cast<std::uint32_t>(shapes.size()))]; };
  int views = 0, copies = 0;
  for (int round = 0; round < 2000; ++round) {
    Sizes full = any();
    const std::size_t d = rng.below(static_cast<std::uint32_t>(full.size()));
    const std::int64_t count = full[d], step = 1 + rng.below(2);
    full[d] = count * step + 2 * rng.below(2);
    Tensor<double> x = random_tensor(static_cast<std::uint64_t>(round), full);
    x = slice(x, static_cast<int>(d), 0, count * step, step);
    if (x.rank() > 1 && rng.below(2) == 0)
      x = transpose(x, 0, static_cast<int>(rng.below(static_cast<std::uint32_t>(x.rank()))));
    const Sizes wanted = any();
    const std::int64_t before = bytes_in_use();
    const Tensor<double> y = reshape(x, wanted);
    const bool view = view_exists(x, wanted);
    ++(view ? views : copies);
    CAPTURE(to_string(x.shape()));
    CAPTURE(to_string(x.strides()));
    CAPTURE(to_string(wanted));
    REQUIRE(y.shares_storage(x) == view);
    REQUIRE(bytes_in_use() - before == (view ? 0 : 24 * 8));
    REQUIRE_SAME(numbers(y), dls::Numbers(x.numbers(), wanted), dls::bitwise());
  }
  CHECK(views > 300);
  CHECK(copies > 300);
}

TEST_CASE("stretched and empty tensors, scalars and sizes of 1") {
  const auto row = Tensor<double>::arange(4);
  const auto wide = expand(row, {3, 4});
  CHECK_FALSE(reshape(wide, {12}).shares_storage(row));
  CHECK(reshape(wide, {3, 2, 2}).shares_storage(row));
  CHECK(reshape(wide, {3, 2, 2}).strides() == Sizes{0, 2, 1});
  CHECK(reshape(expand(reshape(slice(row, 0, 2, 3), {}), {3, 4}), {6, 2}).shares_storage(row));
  const auto none = Tensor<double>::empty({0, 3});
  CHECK(reshape(none, {3, 0, 5}).shares_storage(none));
  CHECK(none.numbers().empty());
  const auto one = Tensor<double>::full({}, 7);
  CHECK(reshape(reshape(one, {1, 1}), {}).shares_storage(one));
  CHECK_SAME(one.at({}), 7.0, dls::bitwise());
}
