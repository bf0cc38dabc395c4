#include "common/report/table.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <utility>

#include "common/core/check.hpp"

namespace dls {
namespace {

// How many characters a UTF-8 text takes: bytes that start one.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

bool is_number(const std::string& cell) {
  if (cell.empty() || cell == "-" || cell == "nan" || cell == "-nan" || cell == "inf" ||
      cell == "-inf") {
    return true;
  }
  const std::size_t first = cell[0] == '-' || cell[0] == '+' || cell[0] == '.' ? 1 : 0;
  return first < cell.size() && std::isdigit(static_cast<unsigned char>(cell[first])) != 0;
}

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::string space(width - width_of(text), ' ');
  return right ? space + text : text + space;
}

}  // namespace

Table::Table(std::vector<std::string> columns, std::string title)
    : title_(std::move(title)), columns_(std::move(columns)) {
  DLS_CHECK(!columns_.empty(), "a table needs at least one column");
}

Table& Table::row(std::vector<std::string> cells) {
  DLS_CHECK(cells.size() == columns_.size(),
            "this table has {} columns, but the row has {} cells (first: '{}')", columns_.size(),
            cells.size(), cells.empty() ? "" : cells[0]);
  rows_.push_back(std::move(cells));
  return *this;
}

std::string Table::str() const {
  std::vector<std::size_t> widths;
  std::vector<bool> right;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t width = width_of(columns_[c]);
    bool numbers = !rows_.empty();
    for (const auto& row : rows_) {
      width = std::max(width, width_of(row[c]));
      numbers = numbers && is_number(row[c]);
    }
    widths.push_back(width);
    right.push_back(numbers);
  }

  const auto line = [&](const auto& cell) {
    std::string out;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      out += (c == 0 ? "" : "  ") + padded(cell(c), widths[c], right[c]);
    }
    out.erase(out.find_last_not_of(' ') + 1);  // no blanks at the end of a line
    return out + "\n";
  };
  std::string out = title_.empty() ? "" : title_ + "\n";
  out += line([&](std::size_t c) { return columns_[c]; });
  out += line([&](std::size_t c) { return std::string(widths[c], '-'); });
  for (const auto& row : rows_) out += line([&](std::size_t c) { return row[c]; });
  return out;
}

}  // namespace dls
