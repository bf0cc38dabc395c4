#include "tools/learn/manifest.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>

#include "common/core/error.hpp"
#include "tools/learn/suggest.hpp"

namespace learn {

namespace {

constexpr std::array<std::string_view, 5> kKinds{"write", "predict", "repair", "measure",
                                                 "diagnose"};

/// Reads the keys of one table and complains with the place of what is wrong.
class TableReader {
 public:
  TableReader(const toml::table& table, std::string file) : table_(table), file_(std::move(file)) {}

  [[noreturn]] void complain(const toml::source_region& where, const std::string& what) const {
    throw dls::Error(
        fmt::format("{}:{}:{}: {}.", file_, where.begin.line, where.begin.column, what));
  }
  [[noreturn]] void complain(const std::string& key, const std::string& what) const {
    const toml::node* node = table_.get(key);
    complain(node == nullptr ? table_.source() : node->source(), what);
  }

  template <typename T>
  T required(const std::string& key, const std::string& wanted) const {
    const std::optional<T> value = table_[key].value_exact<T>();
    if (!value) complain(key, fmt::format("an exercise needs '{}', {}", key, wanted));
    return *value;
  }

  double number_or(const std::string& key, double otherwise) const {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return otherwise;
    const std::optional<double> value = node->value<double>();
    if (!value || !(*value > 0)) complain(key, fmt::format("'{}' must be a number above 0", key));
    return *value;
  }

  std::vector<std::string> texts(const std::string& key) const {
    std::vector<std::string> result;
    const toml::array* list = table_[key].as_array();
    if (list == nullptr) complain(key, fmt::format("an exercise needs '{}', a list of texts", key));
    for (const toml::node& node : *list) {
      const std::optional<std::string> text = node.value_exact<std::string>();
      if (!text) complain(node.source(), fmt::format("'{}' must hold texts only", key));
      result.push_back(*text);
    }
    return result;
  }

 private:
  const toml::table& table_;
  std::string file_;
};

bool two_numbers(const std::string& id) {
  return id.size() >= 4 && id[2] == '.' &&
         id.find_first_not_of("0123456789.") == std::string::npos &&
         std::count(id.begin(), id.end(), '.') == 1;
}

Exercise read_exercise(const TableReader& table) {
  Exercise result;
  result.id = table.required<std::string>("id", "a text such as \"01.1\"");
  result.path = table.required<std::string>("path", "a text such as \"01_autograd/1_name.hpp\"");
  result.title = table.required<std::string>("title", "a text");
  result.kind =
      table.required<std::string>("kind", "one of write, predict, repair, measure, diagnose");
  result.minutes = static_cast<int>(table.required<std::int64_t>("minutes", "a whole number"));
  result.hints = table.texts("hints");
  result.ranks = static_cast<int>(table.number_or("ranks", 1));
  result.timeout_s = table.number_or("timeout_s", 60);

  if (!two_numbers(result.id)) {
    table.complain("id", fmt::format("the id '{}' is not of the form NN.K", result.id));
  }
  const std::string folder = result.id.substr(0, 2) + "_";
  const std::string number = "/" + result.id.substr(3) + "_";
  const bool plain = std::count(result.path.begin(), result.path.end(), '/') == 1 &&
                     result.path.find("..") == std::string::npos;
  if (!plain || result.path.rfind(folder, 0) != 0 ||
      result.path.find(number) == std::string::npos) {
    table.complain("path",
                   fmt::format("the path '{}' of exercise {} is not of the form {}name{}name.hpp",
                               result.path, result.id, folder, number));
  }
  if (std::find(kKinds.begin(), kKinds.end(), result.kind) == kKinds.end()) {
    table.complain("kind",
                   fmt::format("'{}' is no kind of exercise: write, predict, repair, measure "
                               "and diagnose are",
                               result.kind));
  }
  if (result.hints.size() < 2) table.complain("hints", "an exercise needs at least two hints");
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
  throw dls::Error(fmt::format("There is no exercise '{}'.{} ./learn list shows them all.", word,
                               neighbours.empty()
                                   ? did_you_mean(id, ids)
                                   : fmt::format(" This chapter has {}.", in_words(neighbours))));
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
  const TableReader top(document, path.string());
  const toml::array* list = document["exercise"].as_array();
  if (list == nullptr) top.complain("exercise", "the list of [[exercise]] tables is missing");
  for (const toml::node& node : *list) {
    if (!node.is_table())
      top.complain(node.source(), "'exercise' must be written as [[exercise]] tables");
    const TableReader table(*node.as_table(), path.string());
    Exercise exercise = read_exercise(table);
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
