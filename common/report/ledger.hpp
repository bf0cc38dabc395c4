// The ledger: what each chapter's lever does to the one model that the book follows, a row each.
//
//   dls::LedgerRow row{"05", "one thread more", "gpt-mini, B=8 T=64: two threads instead of one"};
//   row.ms = {63.0, 47.2};
//   dls::enter_in_ledger(lesson, row);
#pragma once
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "common/report/gnuplot.hpp"
#include "common/report/lesson.hpp"

namespace dls {

/// One quantity before and after the lever is pulled; what was not measured is left as it is.
struct BeforeAfter {
  static constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();
  double before = kNotMeasured, after = kNotMeasured;
  bool measured() const { return before == before && after == after; }
};

struct LedgerRow {
  std::string chapter;       ///< "05"
  std::string lever;         ///< in a few words; chapter and lever together name the row
  std::string what;          ///< a sentence: what was changed, at which batch and length
  BeforeAfter ms = {};       ///< milliseconds per step
  BeforeAfter bytes = {};    ///< counted peak
  BeforeAfter loss = {};     ///< after as many samples
  std::string machine = "";  ///< filled in when empty: processor and number of cores
};

struct Ledger {
  std::vector<LedgerRow> rows;        ///< by chapter, within a chapter as they were entered
  std::vector<std::string> problems;  ///< a sentence for each damaged line, with its number
};

/// <root>/out/ledger.jsonl, one JSON object a line.
std::filesystem::path ledger_file();

/// Enters a row: it takes the place of an older one with the same chapter and lever. Several
/// programs may do so at once; the file is whole at any moment, and damaged lines stay as they are.
/// Throws Error when chapter or lever is empty, or when the file cannot be written.
void enter_in_ledger(const std::filesystem::path& file, LedgerRow row);

/// The same for the program of a chapter, which says so in a line. With --quick nothing is entered,
/// since such numbers mean nothing; with --out the ledger is a file in that folder.
void enter_in_ledger(Lesson& lesson, LedgerRow row);

/// All rows; none when there is no such file. Damaged lines are left out and named.
Ledger read_ledger(const std::filesystem::path& file);

/// The rows as a table, and below it each row's sentence and machine.
std::string ledger_table(const std::vector<LedgerRow>& rows);

/// Time and memory before and after over the rows' numbers in the table. Needs a row with a
/// measured time or memory; else throws Error.
Picture ledger_picture(const std::vector<LedgerRow>& rows);

/// The times as bars of text, where there is no gnuplot.
std::string ledger_bars(const std::vector<LedgerRow>& rows);

}  // namespace dls
