// A run of a benchmark program: its options, its measurements, its rows.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/bench/rows.hpp"

namespace dls_bench {

/// Measures several things in turn, again and again, so that a slow moment of the machine meets all
/// of them, and keeps each one's median. Google Benchmark does the timing; its own options
/// (--benchmark_filter=..., ...) work.
class Session {
 public:
  /// Reads --peer, --json FILE and --help (which ends the program); refuses what it does not know
  /// with a sentence.
  Session(int argc, char** argv, std::string title);

  /// Whether the comparison with other libraries was asked for.
  bool peer() const { return peer_; }

  /// Adds a thing to measure: `call` does `amount` of work (operations, bytes) on `threads`
  /// threads.
  void measure(const std::string& name, int threads, double amount, std::function<void()> call);

  /// Measures everything added so far.
  void run();

  /// The median rate in units of 1e9 a second, and the median seconds a call takes; nothing when it
  /// was filtered out.
  std::optional<double> giga_per_second(const std::string& name) const;
  std::optional<double> seconds(const std::string& name) const;

  void row(Row row) { rows_.push_back(std::move(row)); }

  /// Prints the table, and writes the JSON file if one was asked for.
  void finish() const;

 private:
  struct Measured {
    double amount = 0;
    std::vector<double> seconds;  // of a call, one for each repetition
  };
  class Reporter;

  std::string title_, json_;
  bool peer_ = false;
  std::map<std::string, Measured> measured_;
  std::vector<Row> rows_;
};

/// How many threads this machine runs at once.
int hardware_threads();

/// What main() of a benchmark returns: 0, or 1 after an error's sentence.
int guarded(const std::function<void()>& body);

}  // namespace dls_bench
