#include "common/report/ledger.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "common/core/check.hpp"
#include "common/io/file.hpp"
#include "common/io/folder_lock.hpp"
#include "common/report/plot.hpp"

namespace dls {
namespace {

using Json = nlohmann::ordered_json;

struct Measured {
  const char* key;
  BeforeAfter LedgerRow::* value;
};
constexpr Measured kMeasured[] = {
    {"ms", &LedgerRow::ms}, {"bytes", &LedgerRow::bytes}, {"loss", &LedgerRow::loss}};

/// "AMD EPYC 9B14, 2 cores".
std::string this_machine() {
  std::string name = "unknown processor";
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.rfind("model name", 0) != 0 || colon == std::string::npos) continue;
    name = line.substr(colon + 2);
    break;
  }
  return fmt::format("{}, {} cores", name, std::thread::hardware_concurrency());
}

std::string as_line(const LedgerRow& row) {
  Json json{{"chapter", row.chapter}, {"lever", row.lever}, {"what", row.what}};
  for (const auto& [key, value] : kMeasured) {
    const BeforeAfter& pair = row.*value;
    // JSON has no infinity; a loss that blew up must not look like one that was not measured.
    const auto number = [](double x) { return std::isinf(x) ? Json("Infinity") : Json(x); };
    if (!std::isnan(pair.before)) json[fmt::format("{}_before", key)] = number(pair.before);
    if (!std::isnan(pair.after)) json[fmt::format("{}_after", key)] = number(pair.after);
  }
  json["machine"] = row.machine;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string text_of(const Json& json, const std::string& key) {
  DLS_CHECK(json.contains(key) && json.at(key).is_string() && !json.at(key).empty(),
            "has no text \"{}\"", key);
  return json.at(key).get<std::string>();
}

double number_of(const Json& json, const std::string& key) {
  if (!json.contains(key)) return BeforeAfter::kNotMeasured;
  const Json& value = json.at(key);
  if (value == "Infinity") return std::numeric_limits<double>::infinity();
  DLS_CHECK(value.is_number(), "has a \"{}\" that is no number", key);
  return value.get<double>();
}

/// Throws Error, whose text goes on after "line 3 ".
LedgerRow row_of(const std::string& line) {
  const Json json = Json::parse(line, nullptr, false);
  DLS_CHECK(json.is_object(), "is no JSON object");
  LedgerRow row{text_of(json, "chapter"), text_of(json, "lever"), text_of(json, "what")};
  for (const auto& [key, value] : kMeasured) {
    (row.*value) = {number_of(json, fmt::format("{}_before", key)),
                    number_of(json, fmt::format("{}_after", key))};
  }
  row.machine = text_of(json, "machine");
  return row;
}

std::optional<LedgerRow> readable(const std::string& line) {
  try {
    return row_of(line);
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// None when there is no file.
std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::vector<std::string> lines;
  if (!std::filesystem::exists(file)) return lines;
  const std::string text = read_file(file);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string cell(double value, const char* format) {
  return std::isnan(value) ? "-" : fmt::format(fmt::runtime(format), value);
}

}  // namespace

std::filesystem::path ledger_file() {
  return std::filesystem::path(DLS_ROOT) / "out" / "ledger.jsonl";
}

void enter_in_ledger(const std::filesystem::path& file, LedgerRow row) {
  DLS_CHECK(!row.chapter.empty() && !row.lever.empty() && !row.what.empty(),
            "a row of the ledger needs a chapter, a lever and a sentence, got '{}', '{}' and '{}'",
            row.chapter, row.lever, row.what);
  if (row.machine.empty()) row.machine = this_machine();
  std::error_code failure;
  std::filesystem::create_directories(file.parent_path(), failure);
  DLS_CHECK(!failure, "cannot make the folder {}: {}", file.parent_path().string(),
            failure.message());
  FolderLock lock(file.parent_path());
  lock.wait();
  std::string text;
  bool entered = false;
  for (const std::string& line : lines_of(file)) {
    const std::optional<LedgerRow> old = readable(line);
    const bool same = old && old->chapter == row.chapter && old->lever == row.lever;
    if (!same) text += line + "\n";  // a damaged line, too: somebody may still be able to read it
    if (same && !entered) text += as_line(row) + "\n";
    entered = entered || same;
  }
  if (!entered) text += as_line(row) + "\n";
  write_file(file, text);
}

void enter_in_ledger(Lesson& lesson, LedgerRow row) {
  if (lesson.quick()) {
    return lesson.say("[ledger] a --quick run is not entered; without it this would be a row");
  }
  const bool usual = lesson.options().out.parent_path() == ledger_file().parent_path();
  enter_in_ledger(usual ? ledger_file() : lesson.file("ledger.jsonl"), row);
  lesson.say("[ledger] chapter {}, {}: ./learn ledger shows all rows", row.chapter, row.lever);
}

Ledger read_ledger(const std::filesystem::path& file) {
  Ledger ledger;
  int number = 0;
  for (const std::string& line : lines_of(file)) {
    ++number;
    try {
      const LedgerRow row = row_of(line);
      const auto place = std::upper_bound(
          ledger.rows.begin(), ledger.rows.end(), row,
          [](const LedgerRow& a, const LedgerRow& b) { return a.chapter < b.chapter; });
      ledger.rows.insert(place, row);
    } catch (const Error& error) {
      ledger.problems.push_back(
          fmt::format("{}: line {} {} and is left out", file.string(), number, error.what()));
    }
  }
  return ledger;
}

std::string ledger_table(const std::vector<LedgerRow>& rows) {
  Table table({"row", "chapter", "lever", "ms/step", "then", "times faster", "MiB", "then", "loss",
               "then"});
  std::string sentences;
  int number = 0;
  for (const LedgerRow& row : rows) {
    constexpr double mib = 1024 * 1024;
    table.row({std::to_string(++number), row.chapter, row.lever, cell(row.ms.before, "{:.1f}"),
               cell(row.ms.after, "{:.1f}"), cell(row.ms.before / row.ms.after, "{:.2f}"),
               cell(row.bytes.before / mib, "{:.1f}"), cell(row.bytes.after / mib, "{:.1f}"),
               cell(row.loss.before, "{:.3f}"), cell(row.loss.after, "{:.3f}")});
    sentences += fmt::format("{}  {} ({})\n", number, row.what, row.machine);
  }
  return table.str() + "\n" + sentences;
}

Picture ledger_picture(const std::vector<LedgerRow>& rows) {
  std::vector<Plot> plots;
  const auto add = [&](const char* title, const char* unit, double per, auto value) {
    std::vector<double> x, before, after;
    double most = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const BeforeAfter& pair = rows[i].*value;
      if (!std::isfinite(pair.before) || !std::isfinite(pair.after)) continue;
      x.push_back(static_cast<double>(i + 1));
      before.push_back(pair.before / per);
      after.push_back(pair.after / per);
      most = std::max({most, before.back(), after.back()});
    }
    if (x.empty()) return;
    const double last = static_cast<double>(rows.size());
    plots.push_back(Plot(title).axes("row of the ledger", unit).x_range(0.5, last + 0.5));
    plots.back().y_range(0, most > 0 ? 1.05 * most : 1);
    plots.back().points("before", x, before).points("after", x, after);
  };
  add("Time per step", "ms", 1, &LedgerRow::ms);
  add("Counted memory", "MiB", 1024 * 1024, &LedgerRow::bytes);
  return panels("gpt-mini, lever by lever", plots, 2);
}

std::string ledger_bars(const std::vector<LedgerRow>& rows) {
  double longest = 0;
  for (const LedgerRow& row : rows) {
    if (row.ms.measured()) longest = std::max({longest, row.ms.before, row.ms.after});
  }
  std::string text;
  for (const LedgerRow& row : rows) {
    if (!row.ms.measured() || !std::isfinite(longest) || longest <= 0) continue;
    text += fmt::format("{} {}\n", row.chapter, row.lever);
    const auto bar = [&](const char* when, double ms) {
      const auto length = static_cast<std::size_t>(std::max(0.0, ms / longest * 50 + 0.5));
      text += fmt::format("  {:<6} {} {:.1f} ms\n", when, std::string(length, '#'), ms);
    };
    bar("before", row.ms.before);
    bar("after", row.ms.after);
  }
  return text;
}

}  // namespace dls
