// The ledger: rows in and out, older rows replaced, damaged lines named and kept.
#include <csignal>
#include <thread>

#include "common/report/ledger.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls_test;
using dls::LedgerRow;

namespace {

LedgerRow row(const std::string& chapter, const std::string& lever, double ms_after = 50) {
  LedgerRow r{chapter, lever, "What was changed"};
  r.ms = {100, ms_after};
  return r;
}

}  // namespace

TEST_CASE("a row comes back as it was entered") {
  const TemporaryFolder folder;
  const auto file = folder / "new/out/ledger.jsonl";  // the folders are made
  LedgerRow in{"06", "threads: \"2\"", "Two threads\ninstead of one\\"};
  in.ms = {63.25, 0.1};
  in.bytes = {77'800'000, 43'500'001};
  in.loss = {4.25, std::numeric_limits<double>::infinity()};
  in.machine = "a machine";
  dls::enter_in_ledger(file, in);
  const dls::Ledger ledger = dls::read_ledger(file);
  REQUIRE(ledger.rows.size() == 1);
  CHECK(ledger.problems.empty());
  const LedgerRow& out = ledger.rows[0];
  CHECK(out.chapter == in.chapter);
  CHECK(out.lever == in.lever);
  CHECK(out.what == in.what);
  CHECK(out.machine == in.machine);
  CHECK_SAME((std::vector{out.ms.before, out.ms.after, out.bytes.before, out.bytes.after,
                          out.loss.before, out.loss.after}),
             (std::vector{63.25, 0.1, 77'800'000.0, 43'500'001.0, 4.25,
                          std::numeric_limits<double>::infinity()}),
             dls::bitwise());

  // What was not measured stays so; the machine is filled in.
  dls::enter_in_ledger(file, LedgerRow{"05", "nothing", "Nothing was measured"});
  const LedgerRow first = dls::read_ledger(file).rows[0];
  CHECK(first.chapter == "05");  // by chapter
  CHECK_FALSE(first.ms.measured());
  CHECK_FALSE(first.bytes.measured());
  CHECK_FALSE(first.loss.measured());
  CHECK(holds(first.machine, " cores"));
  CHECK(dls::read_ledger(folder / "none.jsonl").rows.empty());
  CHECK(holds(error_of([&] { dls::enter_in_ledger(file, LedgerRow{"", "a", "b"}); }), "chapter"));
  CHECK(holds(error_of([&] { dls::enter_in_ledger(file, LedgerRow{"05", "", "b"}); }), "lever"));
}

TEST_CASE("a row takes the place of the older one with its chapter and lever") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.jsonl";
  for (const char* lever : {"a", "b", "c"}) dls::enter_in_ledger(file, row("06", lever));
  dls::enter_in_ledger(file, row("05", "b"));
  dls::enter_in_ledger(file, row("06", "b", 25));
  const dls::Ledger ledger = dls::read_ledger(file);
  REQUIRE(ledger.rows.size() == 4);
  const std::vector<std::string> want = {"05 b 50", "06 a 50", "06 b 25", "06 c 50"};
  for (std::size_t i = 0; i < 4; ++i) {
    const LedgerRow& r = ledger.rows[i];
    CHECK(fmt::format("{} {} {}", r.chapter, r.lever, r.ms.after) == want[i]);
  }
  CHECK(folder.entries() == 1);
}

TEST_CASE("damaged lines are named, left out, and not destroyed") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.jsonl";
  dls::enter_in_ledger(file, row("05", "good"));
  const std::string good = get(file);
  const std::vector<std::pair<std::string, std::string>> damaged = {
      {"", "is no JSON object"},
      {"{\"chapter\":\"05\",", "is no JSON object"},
      {"[1,2]", "is no JSON object"},
      {"\xff\xfe", "is no JSON object"},
      {"{\"lever\":\"a\",\"what\":\"b\",\"machine\":\"c\"}", "has no text \"chapter\""},
      {"{\"chapter\":5,\"lever\":\"a\",\"what\":\"b\",\"machine\":\"c\"}",
       "has no text \"chapter\""},
      {"{\"chapter\":\"05\",\"lever\":\"a\",\"what\":\"b\"}", "has no text \"machine\""},
      {"{\"chapter\":\"05\",\"lever\":\"a\",\"what\":\"b\",\"ms_after\":\"5\",\"machine\":\"c\"}",
       "has a \"ms_after\" that is no number"}};
  std::string text = good;
  for (const auto& [line, why] : damaged) text += line + "\n";
  text += good.substr(0, good.size() - 1);  // the last line was cut off before its newline
  put(file, text);
  const dls::Ledger ledger = dls::read_ledger(file);
  CHECK(ledger.rows.size() == 2);
  REQUIRE(ledger.problems.size() == damaged.size());
  for (std::size_t i = 0; i < damaged.size(); ++i) {
    CHECK(holds(ledger.problems[i],
                "ledger.jsonl: line " + std::to_string(i + 2) + " " + damaged[i].second));
  }
  dls::enter_in_ledger(file, row("05", "good", 20));  // one of the two is replaced, the other goes
  const dls::Ledger after = dls::read_ledger(file);
  REQUIRE(after.rows.size() == 1);
  CHECK_SAME(after.rows[0].ms.after, 20, dls::bitwise());
  CHECK(after.problems.size() == damaged.size());
  for (const auto& [line, why] : damaged) CHECK(holds(get(file), "\n" + line + "\n"));
}

TEST_CASE("programs that enter rows at once lose none") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.jsonl";
  std::vector<pid_t> children;
  for (int p = 0; p < 3; ++p) {
    children.push_back(::fork());
    if (children.back() != 0) continue;
    for (int i = 0; i < 10; ++i) {
      dls::enter_in_ledger(file, row("06", fmt::format("{} of {}", i, p)));
    }
    ::_exit(0);
  }
  for (const pid_t child : children) {
    int status = 1;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  CHECK(dls::read_ledger(file).rows.size() == 30);
  CHECK(dls::read_ledger(file).problems.empty());
  CHECK(folder.entries() == 1);
}

TEST_CASE("a ledger that cannot be written is a sentence") {
  const TemporaryFolder folder;
  put(folder / "out", "a file, no folder");
  CHECK(holds(error_of([&] { dls::enter_in_ledger(folder / "out/ledger.jsonl", row("05", "a")); }),
              "cannot make the folder"));
  std::filesystem::create_directories(folder / "ledger.jsonl");
  CHECK(!error_of([&] { dls::enter_in_ledger(folder / "ledger.jsonl", row("05", "a")); }).empty());
}

TEST_CASE("table and bars: what was measured, and a dash for what was not") {
  LedgerRow first = row("05", "arena", 64);
  first.ms.before = 80;
  first.machine = "m";
  LedgerRow second{"06", "bf16", "Half the bits"};
  second.bytes = {3 * 1024 * 1024, 1024 * 1024};
  second.loss = {2.5, 2.25};
  const std::string table = dls::ledger_table({first, second});
  CHECK(holds(table, "  1       05  arena     80.0  64.0          1.25    -     -      -      -"));
  CHECK(holds(table, "  2       06  bf16         -     -             -  3.0   1.0  2.500  2.250"));
  CHECK(holds(table, "1  What was changed (m)\n2  Half the bits ()\n"));
  CHECK(dls::ledger_bars({first, second}) == "05 arena\n  before " + std::string(50, '#') +
                                                 " 80.0 ms\n  after  " + std::string(40, '#') +
                                                 " 64.0 ms\n");
  const std::string script = dls::ledger_picture({first, second}).script();
  CHECK(holds(script, "\n1 80\n"));  // the time of row 1
  CHECK(holds(script, "\n2 3\n"));   // the MiB of row 2
  CHECK(!error_of([] { dls::ledger_picture({LedgerRow{"05", "a", "b"}}); }).empty());
}

TEST_CASE("a lesson enters its row beside its output, and none with --quick") {
  const TemporaryFolder folder;
  dls::LessonOptions options;
  options.out = folder / "05_x";
  {
    dls::Lesson lesson(options);
    dls::enter_in_ledger(lesson, row("05", "a"));
  }
  CHECK(dls::read_ledger(folder / "05_x/ledger.jsonl").rows.size() == 1);
  options.quick = true;
  options.out = folder / "quick";
  dls::Lesson lesson(options);
  dls::enter_in_ledger(lesson, row("05", "a"));
  CHECK_FALSE(std::filesystem::exists(folder / "quick/ledger.jsonl"));
  CHECK(dls::ledger_file() == std::filesystem::path(DLS_ROOT) / "out/ledger.jsonl");
}
