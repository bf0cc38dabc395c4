#include "tools/learn/progress.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "common/core/error.hpp"
#include "common/io/file.hpp"
#include "tools/learn/my_files.hpp"

namespace learn {

namespace {

constexpr int kMostHints = 1000;

/// A whole number from 0 to `most`; anything else means that the file is damaged.
std::uint64_t whole_number(const nlohmann::json& value, std::uint64_t most) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most) {
    throw dls::Error("not a whole number in range");
  }
  return value.get<std::uint64_t>();
}

Progress from_json(const nlohmann::json& json) {
  Progress progress;
  if (!json.at("exercises").is_object()) throw dls::Error("the exercises are no table");
  for (const auto& [id, entry] : json.at("exercises").items()) {
    progress.exercises[id] = {entry.at("passed_at").get<std::string>(),
                              whole_number(entry.at("seed"), UINT64_MAX),
                              static_cast<int>(whole_number(entry.at("hints_shown"), kMostHints)),
                              entry.at("begun_anew").get<bool>()};
  }
  return progress;
}

std::string to_text(const Progress& progress) {
  nlohmann::json json;
  json["about"] = "Written by ./learn: what you have solved.";
  json["exercises"] = nlohmann::json::object();
  for (const auto& [id, record] : progress.exercises) {
    json["exercises"][id] = {{"passed_at", record.passed_at},
                             {"seed", record.seed},
                             {"hints_shown", record.hints_shown},
                             {"begun_anew", record.begun_anew}};
  }
  return json.dump(2) + "\n";
}

}  // namespace

ExerciseRecord Progress::of(const std::string& id) const {
  const auto found = exercises.find(id);
  return found == exercises.end() ? ExerciseRecord{} : found->second;
}

bool Progress::solved(const std::string& id) const {
  const ExerciseRecord record = of(id);
  return record.passed() && !record.begun_anew;
}

Progress read_progress(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return {};
  std::string text;
  try {
    text = dls::read_file(path);
  } catch (const dls::Error& error) {  // not readable is not damaged: leave it where it is
    fmt::print(stderr, "Your progress cannot be read, so all exercises count as open: {}\n",
               error.what());
    return {};
  }
  try {
    return from_json(nlohmann::json::parse(text));
  } catch (const std::exception&) {  // the JSON library's, or ours for a value out of range
    const std::filesystem::path kept = unused_name(path.string() + ".damaged");
    std::error_code failed;
    std::filesystem::rename(path, kept, failed);
    fmt::print(
        stderr,
        "{} is damaged, so the record of what you solved begins anew. {} Your own files in my/ are "
        "untouched: ./learn check NN.K enters a solved exercise again.\n",
        path.string(),
        failed ? "" : fmt::format("The damaged one is kept as {}.", kept.filename().string()));
    return {};
  }
}

void change_progress(const std::filesystem::path& path,
                     const std::function<void(Progress&)>& change) {
  try {
    if (std::filesystem::exists(path)) dls::read_file(path);  // unreadable: leave it alone
    Progress progress = read_progress(path);
    change(progress);
    std::filesystem::create_directories(path.parent_path());
    dls::write_file(path, to_text(progress));
  } catch (const std::exception& error) {
    fmt::print(stderr, "Your progress was not saved: {}\n", error.what());
  }
}

std::string now_utc() {
  return fmt::format(
      "{:%Y-%m-%dT%H:%M:%SZ}",
      fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

}  // namespace learn
