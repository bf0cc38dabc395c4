// What a benchmark says: a table for people, one JSON object a line for machines.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace dls_bench {

/// One measured figure, what bounds it and what it is compared with.
struct Row {
  std::string metric;  ///< "gemm_f32_1024_t1": what, format, size, threads
  double value = 0;
  std::string
      unit;  ///< rates ("GFLOP/s", "GB/s"): larger is better; times ("us", "ms", "s"): smaller
  std::optional<double> ceiling = {};  ///< what the machine could do at best, in the same unit
  std::string peer = {};               ///< another program's name; empty: none
  std::optional<double> peer_value = {};
  std::optional<double> bar =
      {};  ///< what of_ceiling must reach, or the ratio when there is a peer

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
