// The program of a chapter: its options, its sections, its output folder, and everything it says.
//
//   void tape(dls::Lesson& lesson) { lesson.say("d mean((10 x)^2) / dx = {:.2f}", 66.67); }
//
//   int main(int argc, char** argv) {
//     const dls::LessonSection sections[] = {{"tape", "The two-line tape", tape}};
//     return dls::run_lesson(argc, argv, DLS_CHAPTER, "How a program differentiates itself",
//     sections);
//   }
#pragma once
#include <fmt/core.h>

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "common/report/gnuplot.hpp"
#include "common/report/json_lines.hpp"
#include "common/report/progress.hpp"
#include "common/report/table.hpp"

namespace dls {

/// What the command line chose; the same for every chapter.
struct LessonOptions {
  std::string section;         // --section NAME; empty: all of them
  std::filesystem::path data;  // --data DIR; empty: where the catalogue puts data sets
  std::filesystem::path out;   // --out DIR; default <root>/out/NN_name
  std::uint64_t seed = 42;     // --seed N
  bool quick = false;          // --quick: seconds, on generated data
};

/// What a section talks through.
class Lesson {
 public:
  /// Makes the output folder. Throws Error when it cannot be made or written.
  explicit Lesson(LessonOptions options);

  const LessonOptions& options() const { return options_; }
  bool quick() const { return options_.quick; }
  std::uint64_t seed() const { return options_.seed; }

  /// The path of a file in the output folder.
  std::filesystem::path file(const std::string& name) const { return options_.out / name; }

  /// A line on standard output, visible at once. Without arguments: an empty line.
  template <class... Args>
  void say(fmt::format_string<Args...> format, Args&&... args) {
    print(fmt::format(format, std::forward<Args>(args)...) + "\n");
  }
  void say() { print("\n"); }

  /// A table, with an empty line below.
  void show(const Table& table);

  /// Text of several lines as it is: a picture of ascii.hpp.
  void show(const std::string& text);

  /// Writes a file into the output folder: under a temporary name, then renamed, so that it is
  /// whole or not there. Throws Error when it cannot be written.
  void write(const std::string& name, std::string_view bytes);

  /// Draws a picture (or a Plot) into the output folder and says so. `caption` is what somebody who
  /// cannot see it should read: it is the alt text on the page. Without gnuplot it says once how to
  /// get it, and goes on.
  void picture(const Picture& picture, const std::string& name, const std::string& caption);

  /// One line of metrics.jsonl: {"section":"tape","epoch":3,"loss":0.25}.
  void metric(std::initializer_list<JsonField> fields);

  /// A progress bar for `total` steps: call step() in the loop.
  Progress progress(std::string label, std::int64_t total) {
    return Progress(std::move(label), total);
  }

 private:
  friend int run_lesson(int argc, char** argv, const std::string& chapter, const std::string& title,
                        std::span<const struct LessonSection> sections);

  void print(const std::string& text);

  LessonOptions options_;
  std::string section_;  // the one that runs now
  std::unique_ptr<JsonLines> metrics_;
  bool gnuplot_missing_ = false;
};

/// A part of a lesson that can be run on its own.
struct LessonSection {
  std::string name;   // for --section
  std::string title;  // printed above it
  void (*run)(Lesson&);
};

/// Reads the options and runs the sections in order. Returns the exit status of the program: 0, or
/// 1 after one sentence on standard error that says what was wrong.
int run_lesson(int argc, char** argv, const std::string& chapter, const std::string& title,
               std::span<const LessonSection> sections);

}  // namespace dls
