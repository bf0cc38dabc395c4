// 02.4: writes are counted through every view, reads are not, and a refusal comes before any write.
#include DLS_EXERCISE

#include <optional>
#include <string>

#include "tests/support/check.hpp"

namespace {

Tensor example() { return make(2, 3, {1, 2, 3, 4, 5, 6}); }

std::vector<double> all(const Tensor& x) {
  std::vector<double> numbers;
  for (int r = 0; r < x.rows; ++r)
    for (int c = 0; c < x.cols; ++c) numbers.push_back(read(x, r, c));
  return numbers;
}

/// What square_backward says when it refuses; nothing when it does not.
std::optional<std::string> refusal(const Saved& saved, Tensor& dx) {
  const Tensor dy = make(dx.rows, dx.cols, std::vector<double>(6, 1.0));
  try {
    square_backward(saved, dy, dx);
  } catch (const dls::Error& e) {
    return e.what();
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("numbers and rows") {
  Tensor x = example();
  CHECK_SAME(all(x), dls::Numbers({1, 2, 3, 4, 5, 6}), dls::bitwise());
  Tensor second = row(x, 1);
  CHECK(second.rows == 1);
  CHECK(second.cols == 3);
  CHECK_SAME(all(second), dls::Numbers({4, 5, 6}), dls::bitwise());
  write(second, 0, 2, 60);
  CHECK_SAME(read(x, 1, 2), 60.0, dls::bitwise());
  CHECK_SAME(all(row(row(x, 1), 0)), dls::Numbers({4, 5, 60}), dls::bitwise());
}

TEST_CASE("every write counts once, through whichever view") {
  Tensor x = example();
  CHECK(version(x) == 0);
  write(x, 0, 0, 7);
  CHECK(version(x) == 1);
  Tensor first = row(x, 0);
  if (version(first) != 1) FAIL("the version of a row is that of its numbers: want 1");
  write(first, 0, 1, 8);
  if (version(x) == 1)
    FAIL(
        "write through a row unseen: x is still at version 1, but its numbers changed; the counter "
        "belongs beside the numbers");
  CHECK(version(x) == 2);
  Tensor copy_of_handle = x;
  write(copy_of_handle, 1, 1, 9);
  CHECK(version(x) == 3);
  CHECK(version(first) == 3);
}

TEST_CASE("reading does not count") {
  const Tensor x = example();
  all(x);
  all(row(x, 1));
  save(x);
  if (version(x) != 0)
    FAIL("false alarm: x was only read, and is at version " << version(x) << ", want 0");
  CHECK(version(x) == 0);
}

TEST_CASE("adding in place is one write") {
  Tensor x = example();
  add_in_place(x, make(2, 3, {10, 20, 30, 40, 50, 60}));
  CHECK_SAME(all(x), dls::Numbers({11, 22, 33, 44, 55, 66}), dls::bitwise());
  if (version(x) == 0)
    FAIL("in-place addition unseen: x changed, and is still at version 0, want 1");
  CHECK(version(x) == 1);
  Tensor second = row(x, 1);
  add_in_place(second, second);
  CHECK_SAME(all(x), dls::Numbers({11, 22, 33, 88, 110, 132}), dls::bitwise());
  CHECK(version(x) == 2);
}

TEST_CASE("the backward pass of y = x x") {
  const Tensor x = example();
  const Saved saved = save(x);
  if (saved.tensor.storage != x.storage)
    FAIL("save() keeps a view, not a copy: else every saved tensor would take its memory twice");
  Tensor dx = make(2, 3, {9, 9, 9, 9, 9, 9});
  all(x);  // looking is allowed
  if (const auto said = refusal(saved, dx)) FAIL("false alarm: nobody wrote to x, but: " << *said);
  CHECK_SAME(all(dx), dls::Numbers({2, 4, 6, 8, 10, 12}), dls::bitwise());
}

TEST_CASE("an in-place add before backward is refused: version 1, expected 0") {
  Tensor x = example();
  const Saved saved = save(x);
  add_in_place(x, make(2, 3, {1, 1, 1, 1, 1, 1}));
  Tensor dx = make(2, 3, {9, 9, 9, 9, 9, 9});
  const auto said = refusal(saved, dx);
  REQUIRE_MESSAGE(said.has_value(), "x was written to after it was saved: want dls::Error");
  CHECK_MESSAGE(said->find("version 1, expected 0") != std::string::npos,
                "the message must say 'version 1, expected 0', got: " << *said);
  if (all(dx) != std::vector<double>(6, 9.0))
    FAIL("the check must come before the first gradient is written: dx has changed");
  CHECK_SAME(all(dx), dls::Numbers({9, 9, 9, 9, 9, 9}), dls::bitwise());
}

TEST_CASE("a write through a row before backward, and one before save()") {
  Tensor x = example();
  write(x, 0, 0, 5);
  write(x, 0, 0, 1);
  const Saved saved = save(x);  // at version 2
  Tensor dx = make(2, 3, {9, 9, 9, 9, 9, 9});
  CHECK_FALSE(refusal(saved, dx).has_value());
  Tensor second = row(x, 1);
  write(second, 0, 0, 4);  // the same number again is a write, too
  const auto said = refusal(saved, dx);
  REQUIRE_MESSAGE(said.has_value(), "write through a row unseen: want dls::Error");
  CHECK_MESSAGE(said->find("version 3, expected 2") != std::string::npos, "got: " << *said);
}

TEST_CASE("writing to the result of backward does not disturb x") {
  const Tensor x = example();
  const Saved saved = save(x);
  Tensor dx = make(2, 3, {0, 0, 0, 0, 0, 0});
  CHECK_FALSE(refusal(saved, dx).has_value());
  CHECK_FALSE(refusal(saved, dx).has_value());
  CHECK(version(x) == 0);
}
