#include "common/report/table.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls_test;

TEST_CASE("numbers stand to the right, words to the left, no blanks at the end") {
  dls::Table table({"epoch", "loss", "name"}, "Training");
  table.row({"1", "0.693", "by hand"}).row({"10", "-1.25e-3", "t"}).row({"2", "nan", ""});
  CHECK(table.str() ==
        "Training\n"
        "epoch      loss  name\n"
        "-----  --------  -------\n"
        "    1     0.693  by hand\n"
        "   10  -1.25e-3  t\n"
        "    2       nan\n");
}

TEST_CASE("a column with a word in it is words; without rows there is a head alone") {
  CHECK(dls::Table({"a", "b"}).row({"100", "1"}).row({"x", "-"}).str() ==
        "a    b\n"
        "---  -\n"
        "100  1\n"
        "x    -\n");
  CHECK(dls::Table({"lr", "loss"}).str() == "lr  loss\n--  ----\n");
}

TEST_CASE("characters are counted, not bytes") {
  CHECK(dls::Table({"9×9", "n"}).row({"é", "1"}).str() == "9×9  n\n---  -\né    1\n");
}

TEST_CASE("a row of the wrong length is refused") {
  dls::Table table({"a", "b"});
  CHECK(holds(error_of([&] { table.row({"1"}); }), "2 columns, but the row has 1 cells"));
  CHECK(error_of([] { dls::Table({}); }) != "");
}
