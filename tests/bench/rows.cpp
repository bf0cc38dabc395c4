#include "tests/bench/rows.hpp"

#include <fmt/format.h>

#include "common/report/json_lines.hpp"
#include "common/report/table.hpp"

namespace dls_bench {
namespace {

bool smaller_is_better(const std::string& unit) {
  return unit == "ns" || unit == "us" || unit == "ms" || unit == "s";
}

std::optional<double> quotient(const Row& row, const std::optional<double>& other) {
  if (!other) return {};
  return smaller_is_better(row.unit) ? *other / row.value : row.value / *other;
}

std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{:.4g}", *value) : "";
}

std::string percent(const std::optional<double>& value) {
  return value ? fmt::format("{:.1f}", *value * 100) : "";
}

/// "0.85 reached", "0.85 missed", or nothing.
std::string verdict(const Row& row) {
  if (!row.bar) return "";
  const std::optional<double> reached = row.bar_is_for_ratio ? row.ratio() : row.of_ceiling();
  return fmt::format("{:.2f} {}", *row.bar, reached && *reached >= *row.bar ? "reached" : "missed");
}

std::string json(const std::optional<double>& value) {
  return value ? dls::JsonValue(*value).json() : "null";
}

}  // namespace

std::optional<double> Row::of_ceiling() const { return quotient(*this, ceiling); }
std::optional<double> Row::ratio() const { return quotient(*this, peer_value); }

std::string table(const std::vector<Row>& rows, const std::string& title) {
  bool any_peer = false;
  for (const Row& row : rows) any_peer = any_peer || !row.peer.empty();
  std::vector<std::string> columns = {"what", "figure", "unit", "ceiling", "% of ceiling", "bar"};
  if (any_peer) columns.insert(columns.end(), {"peer", "its figure", "ratio"});
  dls::Table text(columns, title);
  for (const Row& row : rows) {
    std::vector<std::string> cells = {row.metric,          number(row.value),         row.unit,
                                      number(row.ceiling), percent(row.of_ceiling()), verdict(row)};
    if (any_peer)
      cells.insert(cells.end(), {row.peer, number(row.peer_value), number(row.ratio())});
    text.row(cells);
  }
  return text.str();
}

std::string json_line(const Row& row) {
  const auto text = [](const std::string& s) { return dls::JsonValue(s).json(); };
  return fmt::format(
      R"({{"metric":{},"value":{},"unit":{},"ceiling":{},"of_ceiling":{},"peer":{},"peer_value":{},"ratio":{},"bar":{}}})",
      text(row.metric), json(row.value), text(row.unit), json(row.ceiling), json(row.of_ceiling()),
      row.peer.empty() ? "null" : text(row.peer), json(row.peer_value), json(row.ratio()),
      json(row.bar));
}

}  // namespace dls_bench
