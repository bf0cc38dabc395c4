// 05.3  Whose time is it? (about 35 min)
//
// A profiler has written down when each scope began and ended:
//
//     0 step   10 forward   14 product   30 end   31 end   40 end
//
// product lies in forward, forward in step. Make of such a list one row for each name:
//
//   calls   how often it was entered
//   total   how long it was open. When a scope lies inside one of the same name, directly or with
//           others between, only the outer one counts: the time of the inner one is in it already.
//   self    the part of its time in which nothing that was entered inside it was open: its own.
//           (Time in an inner scope of the same name is that inner one's own, and so of this row.)
//
// Above: step 1 / 40 / 19, forward 1 / 21 / 5, product 1 / 16 / 16. The `self` of all rows always
// add up to the time in which anything was open: here 40. No nanosecond is lost or counted twice.
//
// Rows stand in the order in which their names were first entered. Times never go backwards. A Mark
// with an empty name ends the scope that was entered last. Throw dls::Error for an end without a
// scope, and for a list that ends while a scope is open.
//
// Check it:  ./learn check 05.3        Stuck:  ./learn hint 05.3
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "common/core/error.hpp"

struct Mark {
  std::int64_t time;  // nanoseconds
  std::string name;   // empty: the end of the scope that was entered last
};

struct Row {
  std::string name;
  std::int64_t calls = 0, total = 0, self = 0;
};

inline std::vector<Row> self_times([[maybe_unused]] const std::vector<Mark>& marks) {
  throw dls::NotDone("05.3 self_time: write self_times()");
}
