// 00.3: what happens at the closing brace, and who owns which buffer.
#include DLS_EXERCISE

#include <memory>
#include <type_traits>
#include <vector>

#include "tests/support/check.hpp"

TEST_CASE("Entered counts up at its beginning and down at its end") {
  int depth = 5;
  {
    const Entered outer(depth);
    CHECK(depth == 6);
    {
      const Entered inner(depth);
      CHECK(depth == 7);
    }
    CHECK_MESSAGE(depth == 6, "the inner block is over: its Entered must have taken its 1 back");
  }
  CHECK_MESSAGE(depth == 5, "the block is over: Entered must have taken its 1 back");
}

TEST_CASE("an exception ends the block, too") {
  int depth = 0;
  int caught = 0;
  try {
    const Entered entered(depth);
    throw 1;
  } catch (int thrown) {
    caught = thrown;
  }
  REQUIRE(caught == 1);
  CHECK_MESSAGE(depth == 0, "an exception left the block: the destructor must still take 1 back");
}

TEST_CASE("an Entered cannot be copied") {
  int depth = 0;
  {
    const Entered entered(depth);
  }  // so that the stub says that it is not written
  CHECK_MESSAGE(
      !std::is_copy_constructible_v<Entered>,
      "a copy of an Entered takes 1 back that it never added: delete the copy constructor");
}

TEST_CASE("the shelf takes buffers and gives them back, none copied") {
  Shelf shelf;
  std::vector<const double*> places;  // where in memory the numbers of each buffer are
  for (const std::size_t n : {3u, 1u, 4u, 2u}) {
    auto buffer = std::make_unique<Buffer>(n, static_cast<double>(n));
    places.push_back(buffer->data());
    shelf.put(std::move(buffer));
  }
  REQUIRE(shelf.size() == 4);

  const std::unique_ptr<Buffer> taken = shelf.take(1);
  REQUIRE_MESSAGE(taken != nullptr, "take(1) gave an empty pointer");
  if (taken->data() != places[1] && taken->size() == 1)
    FAIL("take() gave a copy: the buffer itself must change its owner");
  CHECK(taken->data() == places[1]);
  if (shelf.size() == 4)
    FAIL("the buffer was taken, but its place on the shelf is still there: erase it");
  REQUIRE(shelf.size() == 3);

  // The order of the others; taken from the back, so that nothing moves up any more.
  const std::size_t left[] = {0, 2, 3};
  for (const int place : {2, 1, 0}) {
    CAPTURE(place);
    const std::unique_ptr<Buffer> other = shelf.take(static_cast<std::size_t>(place));
    REQUIRE_MESSAGE(other != nullptr, "an empty pointer was on the shelf");
    CHECK_MESSAGE(other->data() == places[left[place]],
                  "the buffers behind the taken one must move up, and keep their order");
  }
  CHECK(shelf.size() == 0);
}
