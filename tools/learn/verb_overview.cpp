// The verbs that say where a learner stands: no verb at all, list, report, ledger.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <optional>

#include "common/io/file.hpp"
#include "common/report/json_lines.hpp"
#include "common/report/ledger.hpp"
#include "common/report/table.hpp"
#include "tools/learn/chapters.hpp"
#include "tools/learn/manifest.hpp"
#include "tools/learn/next_exercise.hpp"
#include "tools/learn/progress.hpp"
#include "tools/learn/verbs.hpp"

namespace learn {

namespace {

std::string state_of(const ExerciseRecord& record) {
  if (!record.passed()) return "open";
  return record.begun_anew ? "begun anew" : "passed";
}

/// The page of a chapter, or of the warm-up, which stands beside its exercises.
std::string page_of(const std::string& chapter) {
  const bool warmup = chapter.rfind("00_", 0) == 0;
  return fmt::format("{}/{}/README.md", warmup ? "exercises" : "chapters", chapter);
}

/// The first heading of a chapter's page.
std::string title_of(const Place& place, const std::string& chapter) {
  std::ifstream page(place.root / page_of(chapter));
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("# ", 0) == 0) return line.substr(2);
  }
  return chapter;
}

int count_solved(const Manifest& manifest, const Progress& progress) {
  return static_cast<int>(std::count_if(manifest.exercises.begin(), manifest.exercises.end(),
                                        [&](const Exercise& e) { return progress.solved(e.id); }));
}

}  // namespace

int where_you_are(const Place& place) {
  const Manifest manifest = read_manifest(place.manifest());
  const Progress progress = read_progress(place.state());
  fmt::print("You have solved {} of {} exercises.\n", count_solved(manifest, progress),
             manifest.exercises.size());
  const std::optional<Exercise> next = next_unsolved(manifest, progress);
  if (!next) {
    fmt::print("That is all there are. ./learn list shows them again.\n");
    return 0;
  }
  const std::string chapter = next->chapter();
  const std::string number = chapter.substr(0, 2);
  fmt::print("\nNext:\n");
  if (!fs::exists(place.root / "out" / chapter) && fs::exists(place.root / "chapters" / chapter)) {
    fmt::print("  read   {}: {}\n", page_of(chapter), title_of(place, chapter));
    fmt::print("  see    ./learn run {}\n", number);
  } else if (is_warmup(*next)) {
    fmt::print("  read   {}: {}\n", page_of(chapter), title_of(place, chapter));
  }
  fmt::print("  solve  {} {} ({}, {} minutes)\n", next->id, next->title, next->kind, next->minutes);
  if (fs::exists(place.my() / next->path)) {
    fmt::print("         in my/{}, then ./learn check\n", next->path);
  } else {
    fmt::print("         ./learn check puts your copy into my/{}\n", next->path);
  }
  const Exercise& first = manifest.exercises.front();
  if (count_solved(manifest, progress) == 0 && is_warmup(first)) {
    fmt::print("\nNew to C++? An hour of warm-up: {}, then ./learn check {}\n",
               page_of(first.chapter()), first.id);
  }
  fmt::print("\n./learn --help shows everything else.\n");
  return 0;
}

int list(const Place& place) {
  const Manifest manifest = read_manifest(place.manifest());
  const Progress progress = read_progress(place.state());
  if (!manifest.exercises.empty() && is_warmup(manifest.exercises.front())) {
    const std::string warmup = manifest.exercises.front().chapter();
    fmt::print("{}  {}\n", warmup, title_of(place, warmup));
  }
  for (const std::string& chapter : chapters(place)) {
    fmt::print("{}  {}\n", chapter, title_of(place, chapter));
  }
  dls::Table table({"exercise", "title", "kind", "min", "state"});
  for (const Exercise& exercise : manifest.exercises) {
    table.row({exercise.id, exercise.title, exercise.kind, std::to_string(exercise.minutes),
               state_of(progress.of(exercise.id))});
  }
  fmt::print("\n{}", table.str());
  return 0;
}

int report(const Place& place, bool json) {
  const Manifest manifest = read_manifest(place.manifest());
  const Progress progress = read_progress(place.state());
  if (json) {
    std::string rows;
    for (const Exercise& exercise : manifest.exercises) {
      const ExerciseRecord record = progress.of(exercise.id);
      rows +=
          (rows.empty() ? "  " : ",\n  ") + dls::json_object({{"id", exercise.id},
                                                              {"title", exercise.title},
                                                              {"passed", record.passed()},
                                                              {"passed_at", record.passed_at},
                                                              {"seed", record.seed},
                                                              {"hints_shown", record.hints_shown}});
    }
    fmt::print("[\n{}\n]\n", rows);
    return 0;
  }
  dls::Table table({"exercise", "title", "passed", "seed", "hints"});
  for (const Exercise& exercise : manifest.exercises) {
    const ExerciseRecord record = progress.of(exercise.id);
    table.row({exercise.id, exercise.title, record.passed() ? record.passed_at : "no",
               record.passed() ? std::to_string(record.seed) : "-",
               std::to_string(record.hints_shown)});
  }
  fmt::print("{}\n{} of {} solved.\n", table.str(), count_solved(manifest, progress),
             manifest.exercises.size());
  return 0;
}

int ledger(const Place& place) {
  const fs::path out = place.root / "out";
  const dls::Ledger ledger = dls::read_ledger(out / "ledger.jsonl");
  for (const std::string& problem : ledger.problems) fmt::print("{}.\n", problem);
  if (ledger.rows.empty()) {
    fmt::print("The ledger is empty: its first row comes in chapter 05, with ./learn run 05.\n");
    return 0;
  }
  fmt::print("{}", dls::ledger_table(ledger.rows));
  const auto drawable = [](const dls::LedgerRow& row) {
    return row.ms.measured() || row.bytes.measured();
  };
  if (std::none_of(ledger.rows.begin(), ledger.rows.end(), drawable)) return 0;
  try {
    dls::write_file(out / "ledger.png", dls::ledger_picture(ledger.rows).png());
    fmt::print("\nDrawn in out/ledger.png.\n");
  } catch (const dls::GnuplotMissing& missing) {
    fmt::print("\n{}{}\n", dls::ledger_bars(ledger.rows), missing.what());
  }
  return 0;
}

}  // namespace learn
