// What a benchmark says: a table for people, one JSON object a line for machines.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace dls_bench {

/// One measured figure, what bounds it and what it is compared with.
struct Row {
  /// "gemm_f32_1024_t1": what, format, size, threads.
  std::string metric;
  double value = 0;
  /// Rates ("GFLOP/s", "GB/s"): larger is better; times ("ns", "us", "ms", "s"): smaller is better.
  std::string unit;
  /// What the machine could do at best, in the same unit.
  std::optional<double> ceiling = {};
  /// Another program, and its figure; empty: none.
  std::string peer = {};
  std::optional<double> peer_value = {};
  /// What of_ceiling must reach, or the ratio.
  std::optional<double> bar = {};
  bool bar_is_for_ratio = false;

  /// value / ceiling and value / peer_value (the inverse for times): above 1 is better than the
  /// other.
  std::optional<double> of_ceiling() const;
  std::optional<double> ratio() const;
};

/// The rows as text, with whether bars are reached.
std::string table(const std::vector<Row>& rows, const std::string& title);

/// One object with the keys metric, value, unit, ceiling, of_ceiling, peer, peer_value, ratio, bar;
/// what a row lacks is null.
std::string json_line(const Row& row);

}  // namespace dls_bench
