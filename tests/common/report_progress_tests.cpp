#include "common/report/progress.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls_test;

TEST_CASE("a line has the count, the bar, the rate and the time left") {
  CHECK(dls::progress_line("training", 25, 100, 5.0) ==
        "training  25/100  [#####...............]  5/s  15 s left");
  CHECK(dls::progress_line("training", 100, 100, 4.0) ==
        "training  100/100  [####################]  25/s  0 s left");
  CHECK(dls::progress_line("slow", 1, 1000, 10.0) ==
        "slow  1/1000  [....................]  0.1/s  2 h 46 min left");
  CHECK(dls::progress_line("slow", 1, 11, 9.0) ==
        "slow  1/11  [#...................]  0.11/s  1 min 30 s left");
}

TEST_CASE("no steps yet, more steps than expected, an unknown number of steps") {
  CHECK(dls::progress_line("x", 0, 10, 3.0) == "x  0/10  [....................]  0/s  ");
  CHECK(holds(dls::progress_line("x", 15, 10, 3.0), "15/10  [####################]"));
  CHECK(dls::progress_line("x", 30, 0, 60.0) == "x  30  0.5/s  1 min 00 s");
}

TEST_CASE("a short loop says nothing") {
  const TemporaryFolder folder;
  const int status = in_child([&] {
    if (std::freopen((folder / "out").c_str(), "w", stderr) == nullptr) return 1;
    dls::Progress progress("x", 1000);
    for (int i = 0; i < 1000; ++i) progress.step();
    progress.done();
    return 0;
  });
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(get(folder / "out") == "");
}
