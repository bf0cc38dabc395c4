#include "tools/learn/progress.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>

#include "common/core/error.hpp"
#include "common/io/file.hpp"
#include "common/io/folder_lock.hpp"
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

/// The bytes of the state, or nothing when there is none. Throws dls::Error when it is there but
/// cannot be read.
std::optional<std::string> text_of(const std::filesystem::path& path) {
  std::error_code failed;
  const std::filesystem::file_status status = std::filesystem::status(path, failed);
  if (status.type() == std::filesystem::file_type::not_found) return std::nullopt;
  if (failed) throw dls::Error(fmt::format("{}: {}.", path.string(), failed.message()));
  return dls::read_file(path);
}

/// The state in `text`, or nothing when it is damaged.
std::optional<Progress> parsed(const std::string& text) {
  try {
    return from_json(nlohmann::json::parse(text));
  } catch (const std::exception&) {  // the JSON library's, or ours for a value out of range
    return std::nullopt;
  }
}

/// The state, after a damaged file has been moved aside. The caller holds the lock: nobody can put
/// a whole file in its place meanwhile.
Progress read_or_move_away(const std::filesystem::path& path) {
  const std::optional<std::string> text = text_of(path);
  if (!text) return {};
  if (const std::optional<Progress> progress = parsed(*text)) return *progress;
  const std::filesystem::path kept = unused_name(path.string() + ".damaged");
  std::error_code failed;
  std::filesystem::rename(path, kept, failed);
  if (failed) {
    throw dls::Error(fmt::format("{} is damaged and cannot be moved aside: {}.", path.string(),
                                 failed.message()));
  }
  fmt::print(stderr,
             "{} is damaged, so the record of what you solved begins anew. The damaged one is kept "
             "as {}. Your own files in my/ are untouched: ./learn check NN.K enters a solved "
             "exercise again.\n",
             path.string(), kept.filename().string());
  return {};
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
  try {
    const std::optional<std::string> text = text_of(path);
    if (!text) return {};
    if (const std::optional<Progress> progress = parsed(*text)) return *progress;
    dls::FolderLock lock(path.parent_path());
    lock.wait();
    return read_or_move_away(path);
  } catch (const std::exception& error) {  // not readable is not damaged: leave it where it is
    fmt::print(stderr, "Your progress cannot be read, so all exercises count as open: {}\n",
               error.what());
    return {};
  }
}

void change_progress(const std::filesystem::path& path,
                     const std::function<void(Progress&)>& change) {
  try {
    make_folder(path.parent_path());
    // Held while the state is read and written back, so that of two checks at once neither loses
    // the other's entry.
    dls::FolderLock lock(path.parent_path());
    lock.wait();
    Progress progress = read_or_move_away(path);
    change(progress);
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
