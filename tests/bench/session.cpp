#include "tests/bench/session.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "common/core/check.hpp"
#include "common/core/parallel.hpp"
#include "common/report/json_lines.hpp"

namespace dls_bench {
namespace {

constexpr const char* kHelp =
    "  --peer        compare with other libraries\n"
    "  --json FILE   write one JSON object a line\n"
    "  --benchmark_repetitions=N, --benchmark_min_time=S, --benchmark_filter=REGEX   as in Google "
    "Benchmark\n";

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace

/// Collects the times instead of printing them.
class Session::Reporter : public benchmark::BenchmarkReporter {
 public:
  explicit Reporter(Session& session) : session_(session) {}

  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.iterations == 0) continue;
      const double seconds = run.real_accumulated_time / static_cast<double>(run.iterations);
      session_.measured_.at(run.run_name.function_name).seconds.push_back(seconds);
    }
  }

 private:
  Session& session_;
};

Session::Session(int argc, char** argv, std::string title) : title_(std::move(title)) {
  // Later options win, so the user's come after ours.
  static std::vector<std::string> words = {argv[0], "--benchmark_enable_random_interleaving=true",
                                           "--benchmark_repetitions=7", "--benchmark_min_time=0.1"};
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--peer") {
      peer_ = true;
    } else if (word == "--json" && i + 1 < argc) {
      json_ = argv[++i];
    } else if (word == "--help") {
      fmt::print("{}\n{}", title_, kHelp);
      std::exit(0);
    } else {
      DLS_CHECK(word.starts_with("--benchmark_"),
                "the option {} is not known or lacks its value. Options:\n{}", word, kHelp);
      words.push_back(word);
    }
  }
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
  DLS_CHECK(count == 1, "Google Benchmark does not know the option {}", pointers[1]);
}

void Session::measure(const std::string& name, int threads, double amount,
                      std::function<void()> call) {
  measured_[name].amount = amount;
  benchmark::RegisterBenchmark(name.c_str(), [threads,
                                              call = std::move(call)](benchmark::State& state) {
    const int before = dls::threads();
    dls::set_threads(threads);
    call();  // caches are warm and code is generated before the clock starts
    for (auto _ : state) call();
    dls::set_threads(before);
  })->UseRealTime();
}

void Session::run() {
  std::fprintf(stderr, "measuring %zu things in turn ...\n", measured_.size());
  Reporter reporter(*this);
  benchmark::RunSpecifiedBenchmarks(&reporter);
}

std::optional<double> Session::seconds(const std::string& name) const {
  const auto found = measured_.find(name);
  if (found == measured_.end() || found->second.seconds.empty()) return {};
  return median(found->second.seconds);
}

std::optional<double> Session::giga_per_second(const std::string& name) const {
  const std::optional<double> time = seconds(name);
  if (!time) return {};
  return measured_.at(name).amount / *time / 1e9;
}

void Session::finish() const {
  fmt::print("{}", table(rows_, title_));
  if (json_.empty()) return;
  dls::JsonLines file(json_);
  for (const Row& row : rows_) file.write(json_line(row));
  file.close();
}

int hardware_threads() {
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

int guarded(const std::function<void()>& body) {
  try {
    body();
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
}

}  // namespace dls_bench
