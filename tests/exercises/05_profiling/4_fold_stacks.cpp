// 05.4: scripted stacks, and random ones counted in another way.
#include DLS_EXERCISE

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

/// The folded lines by definition: each different stack, and how often it is there.
std::string want_of(const std::vector<Stack>& stacks) {
  std::vector<std::string> lines;
  const std::set<Stack> different(stacks.begin(), stacks.end());
  for (const Stack& stack : different) {
    if (stack.empty()) continue;
    std::string line;
    for (auto name = stack.rbegin(); name != stack.rend(); ++name)
      line += (name == stack.rbegin() ? "" : ";") + *name;
    lines.push_back(line + " " + std::to_string(std::count(stacks.begin(), stacks.end(), stack)) +
                    "\n");
  }
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

void check(const std::vector<Stack>& stacks, const std::string& want) {
  const std::string got = fold(stacks);
  if (got == want) {
    CHECK(got == want);
    return;
  }
  const auto as_is = [&](bool only_leaf) {
    std::vector<Stack> turned;
    for (Stack s : stacks) {
      if (only_leaf && !s.empty()) s.resize(1);
      std::reverse(s.begin(), s.end());
      turned.push_back(s);
    }
    return want_of(turned);
  };
  std::string cause;
  if (got == as_is(false)) cause = "the root must lead: main stands first, what was running last. ";
  std::vector<Stack> leaves;
  for (const Stack& s : stacks) leaves.push_back(s.empty() ? s : Stack{s[0]});
  if (got == want_of(leaves)) cause = "caller lost: only what was running is there. ";
  if (std::count(got.begin(), got.end(), '\n') > std::count(want.begin(), want.end(), '\n'))
    cause =
        "one stack stands in two lines, or a line has no function at all: count equal stacks "
        "wherever they are in the list, and leave out empty ones. ";
  FAIL(cause << "got\n" << got << "want\n" << want);
}

}  // namespace

TEST_CASE("the root leads, and callers are kept") {
  check({{"product", "step", "train", "main"},
         {"load", "train", "main"},
         {"product", "step", "train", "main"}},
        "main;train;load 1\nmain;train;step;product 2\n");
}

TEST_CASE("equal stacks are counted wherever they stand") {
  check({{"b", "main"}, {"a", "main"}, {"b", "main"}, {"c", "main"}, {"b", "main"}},
        "main;a 1\nmain;b 3\nmain;c 1\n");
}

TEST_CASE("the same function under two callers is two stacks") {
  check({{"sort", "load", "main"}, {"sort", "step", "main"}, {"sort", "load", "main"}},
        "main;load;sort 2\nmain;step;sort 1\n");
}

TEST_CASE("a stack is not the beginning of another one") {
  check({{"step", "main"}, {"product", "step", "main"}, {"main"}},
        "main 1\nmain;step 1\nmain;step;product 1\n");
}

TEST_CASE("a function that calls itself") {
  const std::vector<Stack> stacks = {{"f", "f", "f", "main"}, {"f", "main"}};
  const std::string got = fold(stacks);
  if (got == "main;f 2\n")
    FAIL("a function that calls itself stands in the line as often as in the stack");
  check(stacks, "main;f 1\nmain;f;f;f 1\n");
}

TEST_CASE("names with a semicolon, with spaces, and empty stacks") {
  const std::vector<Stack> odd = {{"operator new", "list<a;b>", "main"}};
  if (fold(odd) == "main;list<a;b>;operator new 1\n")
    FAIL("a semicolon inside a name cuts it in two: write a colon instead");
  check(odd, "main;list<a:b>;operator new 1\n");
  const std::vector<Stack> empty = {{}, {"main"}, {}};
  const std::string got = fold(empty);
  if (got != "main 1\n") FAIL("a stack with no function at all is left out: got \"" << got << "\"");
  CHECK(fold({}).empty());
}

TEST_CASE("random stacks") {
  dls::Rng rng(dls_test::seed(), "05.4");
  std::vector<Stack> stacks;
  for (int i = 0; i < 500; ++i) {
    Stack stack;
    for (std::uint32_t depth = rng.below(4); depth-- > 0;)
      stack.push_back(std::string(1, static_cast<char>('a' + rng.below(3))));
    stack.push_back("main");
    stacks.push_back(stack);
  }
  check(stacks, want_of(stacks));
}
