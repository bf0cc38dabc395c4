#include "tools/learn/manifest.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "common/core/error.hpp"
#include "common/report/suggest.hpp"

namespace learn {

namespace {

constexpr std::array<std::string_view, 5> kKinds{"write", "predict", "repair", "measure",
                                                 "diagnose"};
constexpr int kMostMinutes = 240;
constexpr int kMostRanks = 64;
constexpr double kMostSeconds = 3600;

/// Reads the keys of one table and complains with the place of what is wrong.
class TableReader {
 public:
  /// `name`: what the table is about, as the complaints call it.
  TableReader(const toml::table& table, std::string file, std::string name)
      : table_(table), file_(std::move(file)), name_(std::move(name)) {}

  const std::string& name() const { return name_; }

  void only(const std::vector<std::string>& known) const {
    for (const auto& [key, value] : table_) {
      const std::string word(key.str());
      if (std::find(known.begin(), known.end(), word) == known.end()) {
        complain(key.source(),
                 fmt::format("{} has an unknown key '{}'.{} The keys are {}", name_, word,
                             dls::did_you_mean(word, known), dls::in_words(known)));
      }
    }
  }

  [[noreturn]] void complain(const toml::source_region& where, const std::string& what) const {
    throw dls::Error(
        fmt::format("{}:{}:{}: {}.", file_, where.begin.line, where.begin.column, what));
  }
  [[noreturn]] void complain(const std::string& key, const std::string& what) const {
    const toml::node* node = table_.get(key);
    complain(node == nullptr ? table_.source() : node->source(), what);
  }

  std::string text(const std::string& key, const std::string& wanted) const {
    const std::optional<std::string> value = table_[key].value_exact<std::string>();
    if (!value || blank(*value))
      complain(key, fmt::format("{} needs '{}', {}", name_, key, wanted));
    return *value;
  }

  /// A number above 0 and at most `most`.
  double number(const std::string& key, double most) const {
    const std::optional<double> value = table_[key].value<double>();
    if (!value || !(*value > 0 && *value <= most)) {
      complain(key,
               fmt::format("{} needs '{}', a number above 0 and at most {}", name_, key, most));
    }
    return *value;
  }
  int whole_number(const std::string& key, int most) const {
    const std::optional<std::int64_t> value = table_[key].value_exact<std::int64_t>();
    if (!value || *value < 1 || *value > most) {
      complain(key, fmt::format("{} needs '{}', a whole number from 1 to {}", name_, key, most));
    }
    return static_cast<int>(*value);
  }
  bool has(const std::string& key) const { return table_.contains(key); }

  std::vector<std::string> texts(const std::string& key) const {
    std::vector<std::string> result;
    const toml::array* list = table_[key].as_array();
    if (list == nullptr) complain(key, fmt::format("{} needs '{}', a list of texts", name_, key));
    for (const toml::node& node : *list) {
      const std::optional<std::string> text = node.value_exact<std::string>();
      if (!text || blank(*text)) {
        complain(node.source(),
                 fmt::format("{}: '{}' must hold texts only, none of them empty", name_, key));
      }
      result.push_back(*text);
    }
    return result;
  }

 private:
  static bool blank(const std::string& text) {
    return text.find_first_not_of(" \t\r\n") == std::string::npos;
  }

  const toml::table& table_;
  std::string file_, name_;
};

bool two_numbers(const std::string& id) {
  return id.size() >= 4 && id[2] == '.' &&
         id.find_first_not_of("0123456789.") == std::string::npos &&
         std::count(id.begin(), id.end(), '.') == 1;
}

/// Only letters, digits and "_-./", one folder deep: it is used under four folders and in the
/// build.
bool plain_path(const std::string& path) {
  const bool letters = std::all_of(path.begin(), path.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c == '/';
  });
  return letters && std::count(path.begin(), path.end(), '/') == 1 &&
         path.find("..") == std::string::npos && (path.ends_with(".hpp") || path.ends_with(".cu"));
}

/// `stubs`: the folder in which the path must lead to a file.
Exercise read_exercise(const TableReader& table, const std::filesystem::path& stubs) {
  table.only({"id", "path", "title", "kind", "minutes", "hints", "ranks", "timeout_s"});
  Exercise result;
  result.id = table.text("id", "a text such as \"01.1\"");
  result.path = table.text("path", "a text such as \"01_autograd/1_name.hpp\"");
  result.title = table.text("title", "a text");
  result.kind = table.text("kind", "one of write, predict, repair, measure, diagnose");
  result.minutes = table.whole_number("minutes", kMostMinutes);
  result.hints = table.texts("hints");
  if (table.has("ranks")) result.ranks = table.whole_number("ranks", kMostRanks);
  if (table.has("timeout_s")) result.timeout_s = table.number("timeout_s", kMostSeconds);

  if (!two_numbers(result.id)) {
    table.complain("id", fmt::format("the id '{}' is not of the form NN.K", result.id));
  }
  const std::string folder = result.id.substr(0, 2) + "_";
  const std::string number = "/" + result.id.substr(3) + "_";
  if (!plain_path(result.path) || result.path.rfind(folder, 0) != 0 ||
      result.path.find(number) == std::string::npos) {
    table.complain("path",
                   fmt::format("the path '{}' of exercise {} is not of the form {}name{}name.hpp",
                               result.path, result.id, folder, number));
  }
  std::error_code missing;
  if (!std::filesystem::is_regular_file(stubs / result.path, missing)) {
    table.complain("path", fmt::format("the path '{}' of exercise {} leads to no file in {}",
                                       result.path, result.id, stubs.string()));
  }
  if (std::find(kKinds.begin(), kKinds.end(), result.kind) == kKinds.end()) {
    table.complain("kind",
                   fmt::format("{}: '{}' is no kind of exercise: write, predict, repair, measure "
                               "and diagnose are",
                               table.name(), result.kind));
  }
  if (result.hints.size() < 2) table.complain("hints", table.name() + " needs at least two hints");
  return result;
}

}  // namespace

std::string Exercise::chapter() const { return path.substr(0, path.find('/')); }

std::string Exercise::target(const std::string& form) const {
  return fmt::format("ex_{}_{}_{}", id.substr(0, 2), id.substr(3), form);
}

const Exercise& Manifest::find(const std::string& word) const {
  // Leading folders are the shell's completion: my/01_autograd/1_name.hpp names the exercise too.
  const std::string id = word.size() >= 3 && word[1] == '.' ? "0" + word : word;
  std::vector<std::string> ids, neighbours;  // neighbours: those of the same chapter
  for (const Exercise& exercise : exercises) {
    const bool path = word.size() >= exercise.path.size() && word.ends_with(exercise.path);
    if (exercise.id == id || path) return exercise;
    ids.push_back(exercise.id);
    if (id.substr(0, 3) == exercise.id.substr(0, 3)) neighbours.push_back(exercise.id);
  }
  throw dls::Error(fmt::format(
      "There is no exercise '{}'.{} ./learn list shows them all.", word,
      neighbours.empty() ? dls::did_you_mean(id, ids)
                         : fmt::format(" This chapter has {}.", dls::in_words(neighbours))));
}

Manifest read_manifest(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) {
    throw dls::Error(fmt::format("{} is missing; git checkout brings it back.", path.string()));
  }
  toml::table document;
  try {
    document = toml::parse_file(path.string());
  } catch (const toml::parse_error& error) {
    throw dls::Error(fmt::format("{}:{}:{}: {}. git checkout of this file brings back a whole one.",
                                 path.string(), error.source().begin.line,
                                 error.source().begin.column, error.description()));
  }

  Manifest manifest;
  const TableReader top(document, path.string(), "the file");
  top.only({"exercise"});
  const toml::array* list = document["exercise"].as_array();
  if (list == nullptr) top.complain("exercise", "the list of [[exercise]] tables is missing");
  for (const toml::node& node : *list) {
    if (!node.is_table())
      top.complain(node.source(), "'exercise' must be written as [[exercise]] tables");
    const std::optional<std::string> id = (*node.as_table())["id"].value_exact<std::string>();
    const TableReader table(*node.as_table(), path.string(),
                            id ? "exercise " + *id : "an exercise");
    Exercise exercise = read_exercise(table, path.parent_path());
    for (const Exercise& other : manifest.exercises) {
      if (other.id == exercise.id)
        table.complain("id", fmt::format("exercise {} is there twice", other.id));
      if (other.path == exercise.path) {
        table.complain("path", fmt::format("{} belongs to two exercises", other.path));
      }
    }
    manifest.exercises.push_back(std::move(exercise));
  }
  return manifest;
}

}  // namespace learn
