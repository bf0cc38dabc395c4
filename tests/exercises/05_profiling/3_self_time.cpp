// 05.3: nested scopes, recursion, and random trees against a slow definition.
#include DLS_EXERCISE

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

namespace {

/// "0 a 3 b 5 . 9 ." as marks; a dot ends a scope.
std::vector<Mark> marks(const std::string& text) {
  std::vector<Mark> list;
  std::istringstream words(text);
  for (std::int64_t time = 0; words >> time;) {
    std::string name;
    words >> name;
    list.push_back({time, name == "." ? "" : name});
  }
  return list;
}

/// Looks at each nanosecond: who is innermost, and who is open at all.
std::vector<Row> by_definition(const std::vector<Mark>& list) {
  std::vector<Row> rows;
  std::map<std::string, std::size_t> place;
  std::vector<std::string> open;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].name.empty()) {
      open.pop_back();
    } else {
      if (place.emplace(list[i].name, rows.size()).second) rows.push_back({list[i].name});
      open.push_back(list[i].name);
      ++rows[place[list[i].name]].calls;
    }
    if (open.empty() || i + 1 == list.size()) continue;
    const std::int64_t time = list[i + 1].time - list[i].time;
    rows[place[open.back()]].self += time;
    for (const std::string& name : std::set<std::string>(open.begin(), open.end()))
      rows[place[name]].total += time;
  }
  return rows;
}

void check(const std::vector<Mark>& list) {
  const std::vector<Row> got = self_times(list), want = by_definition(list);
  std::int64_t sum = 0, all = 0;
  for (const Row& r : got) sum += r.self;
  for (const Row& r : want) all += r.self;
  REQUIRE_MESSAGE(got.size() == want.size(),
                  "one row for each name: got " << got.size() << ", want " << want.size());
  for (std::size_t i = 0; i < want.size(); ++i) {
    CAPTURE(want[i].name);
    REQUIRE_MESSAGE(got[i].name == want[i].name,
                    "rows stand in the order of the first entry: got '" << got[i].name << "'");
    CHECK(got[i].calls == want[i].calls);
  }
  if (sum > all)
    FAIL("the self times add up to " << (100 * sum + all / 2) / all
                                     << " % of the time: what was entered inside a scope is not "
                                        "its own; each scope hands on its whole time to the one "
                                        "that it lies in");
  if (sum < all)
    FAIL("the self times add up to "
         << 100 * sum / all
         << " % of the time: some of it is taken off twice, from a scope and again from the one "
            "around that; only the innermost one around it pays");
  for (std::size_t i = 0; i < want.size(); ++i) {
    CAPTURE(want[i].name);
    if (got[i].total > want[i].total)
      FAIL("'" << want[i].name << "' lies inside itself, directly or with others between, and its "
               << "time was counted twice: total " << got[i].total << ", want " << want[i].total);
    CHECK(got[i].total == want[i].total);
    CHECK(got[i].self == want[i].self);
  }
}

}  // namespace

TEST_CASE("the example of the statement") {
  check(marks("0 step 10 forward 14 product 30 . 31 . 40 ."));
}

TEST_CASE("one scope, two in a row, time between them") {
  check(marks("5 a 12 ."));
  check(marks("5 a 12 . 20 a 21 . 30 b 34 ."));
  check(marks("7 a 7 ."));
  CHECK(self_times({}).empty());
}

TEST_CASE("four deep") { check(marks("0 a 1 b 3 c 7 d 15 . 16 . 19 . 25 .")); }

TEST_CASE("the same name in two places") {
  check(marks("0 step 1 forward 2 product 5 . 6 . 7 backward 8 product 20 . 21 . 22 ."));
}

TEST_CASE("a scope inside itself") {
  check(marks("0 f 1 f 3 f 7 . 8 . 10 ."));
  check(marks("0 f 1 g 2 f 6 . 8 . 9 ."));  // with another between
  check(marks("0 f 4 . 5 f 6 f 9 . 9 . 10 g 11 f 13 . 14 ."));
}

TEST_CASE("ends without a scope, scopes without an end") {
  for (const char* text : {"0 .", "0 a 1 . 2 .", "3 a 4 b 5 . 6 . 7 ."})
    CHECK_MESSAGE(!dls_test::error_of([&] { self_times(marks(text)); }).empty(),
                  "no dls::Error for an end without a scope: " << text);
  for (const char* text : {"0 a", "0 a 1 b 2 ."})
    CHECK_MESSAGE(!dls_test::error_of([&] { self_times(marks(text)); }).empty(),
                  "no dls::Error for a list that ends while a scope is open: " << text);
}

TEST_CASE("random trees") {
  dls::Rng rng(dls_test::seed(), "05.3");
  for (int round = 0; round < 50; ++round) {
    std::vector<Mark> list;
    int open = 0;
    std::int64_t time = rng.below(100);
    const int wanted = 1 + static_cast<int>(rng.below(60));
    for (int entered = 0; entered < wanted || open > 0;) {
      time += rng.below(7);
      const bool enter = entered < wanted && (open == 0 || (open < 8 && rng.below(2) == 0));
      list.push_back({time, enter ? std::string(1, static_cast<char>('a' + rng.below(5))) : ""});
      open += enter ? 1 : -1;
      entered += enter ? 1 : 0;
    }
    time += 1;
    list.push_back({time, "end"});  // no list takes no time at all
    list.push_back({time + 3, ""});
    CAPTURE(round);
    check(list);
  }
}
