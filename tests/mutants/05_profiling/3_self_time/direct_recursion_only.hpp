// expect: with others between
// Only the scope right below is looked at.
#pragma once
#include <algorithm>
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

inline std::vector<Row> self_times(const std::vector<Mark>& marks) {
  struct Open {
    std::size_t row;
    std::int64_t start, inside;
  };
  std::vector<Row> rows;
  std::vector<Open> open;
  for (const Mark& mark : marks) {
    if (!mark.name.empty()) {
      const auto row =
          std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.name == mark.name; });
      open.push_back({static_cast<std::size_t>(row - rows.begin()), mark.time, 0});
      if (row == rows.end()) rows.push_back({mark.name});
      continue;
    }
    if (open.empty()) throw dls::Error("a scope ends that was never entered");
    const Open done = open.back();
    open.pop_back();
    const std::int64_t time = mark.time - done.start;
    Row& row = rows[done.row];
    ++row.calls;
    row.self += time - done.inside;
    if (!open.empty()) open.back().inside += time;
    const bool in_itself = !open.empty() && open.back().row == done.row;
    if (!in_itself) row.total += time;
  }
  if (!open.empty())
    throw dls::Error("the list ends while '" + rows[open.back().row].name + "' is open");
  return rows;
}
