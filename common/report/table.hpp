// Tables of text: columns aligned, numbers to the right (C++17).
#pragma once
#include <string>
#include <vector>

namespace dls {

/// A table that is filled row by row and printed as plain text.
class Table {
 public:
  /// The names of the columns, and a line above the table.
  explicit Table(std::vector<std::string> columns, std::string title = "");

  /// One row; throws Error when the number of cells is not the number of columns.
  Table& row(std::vector<std::string> cells);

  /// The table as lines of text, each with its newline. A column whose cells are all numbers (or
  /// empty, or "-") stands to the right, others to the left.
  std::string str() const;

 private:
  std::string title_;
  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace dls
