// Where the boxes of a flame graph stand.
#include <string>

#include "chapters/05_profiling/2_flame_graph.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls::ch05;

TEST_CASE("each box stands on its caller, side by side, as wide as its samples") {
  const auto boxes = flame_boxes("main;a 2\nmain;a;x 3\nmain;b;x 4\nother 1\nmain;a-b 5\n");
  struct Want {
    const char* name;
    int level, start, samples;
  };
  const Want want[] = {{"all", 0, 0, 15}, {"main", 1, 0, 14}, {"a", 2, 0, 5},  {"x", 3, 0, 3},
                       {"a-b", 2, 5, 5},  {"b", 2, 10, 4},    {"x", 3, 10, 4}, {"other", 1, 14, 1}};
  REQUIRE(boxes.size() == std::size(want));
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    CAPTURE(i);
    CHECK(boxes[i].name == want[i].name);
    CHECK(boxes[i].level == want[i].level);
    CHECK(boxes[i].start == want[i].start);
    CHECK(boxes[i].samples == want[i].samples);
  }
}

TEST_CASE("a box next to a gap begins where the box below begins") {
  // main has 6 samples of its own before its callee's column, which sorts first.
  const auto boxes = flame_boxes("main 6\nmain;z 2\nzoo;a 1\n");
  CHECK(boxes[2].name == "z");
  CHECK(boxes[2].start == 0);
  CHECK(boxes[4].name == "a");
  CHECK(boxes[4].start == 8);
}

TEST_CASE("what is no folded stack, and what has no sample, is refused") {
  CHECK(dls_test::holds(dls_test::error_of([] { flame_boxes("main;a\n"); }), "main;a"));
  CHECK(dls_test::holds(dls_test::error_of([] { flame_boxes("main;a x\n"); }), "folded"));
  CHECK(flame_boxes("").empty());
  CHECK(!dls_test::error_of([] { flame_graph("t", ""); }).empty());
}

TEST_CASE("the picture has a box for each function that is not too small, and its name") {
  const std::string script = flame_graph("t", "main;big 99\nmain;tiny 1\n", 0.02).body();
  CHECK(dls_test::holds(script, "\"big\""));
  CHECK(dls_test::holds(script, "from 0,2 to 0.98999999999999999,3"));
  CHECK_FALSE(dls_test::holds(script, "tiny"));
}
