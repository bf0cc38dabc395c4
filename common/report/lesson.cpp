#include "common/report/lesson.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <string>
#include <system_error>
#include <vector>

#include "common/core/check.hpp"
#include "common/io/file.hpp"
#include "common/report/suggest.hpp"

namespace dls {
namespace {

std::string section_list(std::span<const LessonSection> sections) {
  std::size_t width = 0;
  for (const LessonSection& section : sections) width = std::max(width, section.name.size());
  std::string out = "Sections:\n";
  for (const LessonSection& section : sections) {
    out += fmt::format("  {:<{}}  {}\n", section.name, width, section.title);
  }
  return out;
}

// A path below the root is shown from there, as the pages do.
std::string display(const std::filesystem::path& path) {
  const std::filesystem::path below = path.lexically_relative(DLS_ROOT);
  return below.empty() || *below.begin() == ".." ? path.string() : below.string();
}

// CLI11 would read "-1" as 2^64 - 1.
std::string seed_fault(const std::string& text) {
  std::uint64_t seed = 0;
  const char* end = text.data() + text.size();
  const auto [rest, fault] = std::from_chars(text.data(), end, seed);
  if (fault == std::errc() && rest == end) return "";
  return fmt::format("'{}' is no seed: it takes a whole number from 0 to {}", text, UINT64_MAX);
}

// The one sentence, and the exit status. fmt would throw where standard error is full, too.
int complain(const std::string& chapter, const std::string& text) {
  std::fputs((chapter + ": " + text + "\n").c_str(), stderr);
  return 1;
}

// An empty name would mean the folder one stands in, or no option at all.
std::string folder_fault(const std::string& name) {
  return name.empty() ? "the name of the folder is empty" : "";
}

void check_section(const std::string& name, std::span<const LessonSection> sections) {
  std::vector<std::string> known;
  for (const LessonSection& section : sections) {
    if (section.name == name) return;
    known.push_back(section.name);
  }
  throw Error(fmt::format("there is no section '{}' here.{} The sections are {}.", name,
                          did_you_mean(name, known), in_words(known)));
}

// " Did you mean '--quick'?" for the first option that is not known.
std::string option_suggestion(const CLI::App& app, const std::vector<std::string>& words) {
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options()) known.push_back(option->get_name());
  for (const std::string& whole : words) {
    const std::string word = whole.substr(0, whole.find('='));
    const bool option = word.rfind("--", 0) == 0;
    if (!option || std::find(known.begin(), known.end(), word) != known.end()) continue;
    return did_you_mean(word, known);
  }
  return "";
}

}  // namespace

Lesson::Lesson(LessonOptions options) : options_(std::move(options)) {
  std::error_code failure;
  std::filesystem::create_directories(options_.out, failure);
  DLS_CHECK(!failure, "cannot make the output folder {}: {}; choose another with --out DIR",
            options_.out.string(), failure.message());
  metrics_ = std::make_unique<JsonLines>(file("metrics.jsonl"));
}

void Lesson::print(const std::string& text) {
  // On a terminal a progress bar may stand on this line: the first control code removes it.
  const std::string out = on_terminal() ? "\x1b[K" + text : text;
  if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size() || std::fflush(stdout) != 0) {
    throw Error(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
  }
}

void Lesson::show(const Table& table) { print(table.str() + "\n"); }

void Lesson::show(const std::string& text) {
  print(text.empty() || text.back() == '\n' ? text : text + "\n");
}

void Lesson::write(const std::string& name, std::string_view bytes) {
  write_file(file(name), bytes);
}

void Lesson::picture(const Picture& picture, const std::string& name, const std::string& caption) {
  if (gnuplot_missing_) return;
  try {
    write(name, picture.png());
    say("[picture] {}: {}", name, caption);
  } catch (const GnuplotMissing& missing) {
    gnuplot_missing_ = true;
    say("{}", missing.what());
  }
}

void Lesson::metric(std::initializer_list<JsonField> fields) {
  const std::string object = json_object(fields);
  const std::string head = json_object({{"section", section_}});
  // {"section":"tape"} and {"loss":0.25} become one object.
  metrics_->write(fields.size() == 0 ? head
                                     : head.substr(0, head.size() - 1) + "," + object.substr(1));
}

int run_lesson(int argc, char** argv, const std::string& chapter, const std::string& title,
               std::span<const LessonSection> sections) {
  // A size limit should fail like a full disk, in write(), where it becomes a sentence.
  std::signal(SIGXFSZ, SIG_IGN);

  LessonOptions options;
  options.out = std::filesystem::path(DLS_ROOT) / "out" / chapter;
  CLI::App app(title, chapter);
  app.footer(section_list(sections));
  app.add_option("--section", options.section, "run only the section of this name");
  app.add_option("--data", options.data, "folder with the data sets (default: data/)")
      ->check(folder_fault);
  app.add_option("--seed", options.seed, "seed of all random numbers (default: 42)")
      ->check(seed_fault);
  app.add_option("--out", options.out,
                 "folder for pictures and metrics (default: out/" + chapter + ")")
      ->check(folder_fault);
  app.add_flag("--quick", options.quick, "finish in seconds, on generated data");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& parse) {
    if (parse.get_exit_code() == 0) {  // --help
      app.exit(parse);
      if (std::cout.flush()) return 0;
      return complain(chapter,
                      fmt::format("cannot write to standard output: {}", std::strerror(errno)));
    }
    return complain(chapter, fmt::format("{}.{} --help shows the options.", parse.what(),
                                         option_suggestion(app, {argv + 1, argv + argc})));
  }

  try {
    if (app.count("--section") > 0) check_section(options.section, sections);
    Lesson lesson(options);
    lesson.say("{}: {}", chapter, title);
    for (const LessonSection& section : sections) {
      if (!options.section.empty() && options.section != section.name) continue;
      lesson.section_ = section.name;
      lesson.say("\n== {}: {} ==", section.name, section.title);
      section.run(lesson);
    }
    lesson.metrics_->close();
    lesson.say("\nPictures and measurements are in {}", display(options.out));
    return 0;
  } catch (const std::exception& error) {
    std::fflush(stdout);
    return complain(chapter, error.what());
  }
}

}  // namespace dls
