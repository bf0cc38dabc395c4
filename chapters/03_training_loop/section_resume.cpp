// A real training process, killed and started again; then what each part of its state is for.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "chapters/03_training_loop/child.hpp"
#include "chapters/03_training_loop/lesson_data.hpp"
#include "chapters/03_training_loop/sections.hpp"
#include "common/core/parallel.hpp"
#include "common/io/file.hpp"

namespace dls::ch03 {

namespace {

namespace fs = std::filesystem;

std::int64_t size_of(const fs::path& file) {
  std::error_code missing;
  const std::uintmax_t size = fs::file_size(file, missing);
  return missing ? 0 : static_cast<std::int64_t>(size);
}

/// How many steps are in a log; a line that the kill has cut off counts.
std::int64_t steps_in(const std::string& log) {
  std::int64_t steps = 0;
  for (auto at = log.find("\"step\""); at != std::string::npos; at = log.find("\"step\"", at + 1))
    ++steps;
  return steps;
}

/// This program as a child that runs section train in `out`.
std::vector<std::string> train_command(Lesson& lesson, const fs::path& out) {
  std::vector<std::string> words = {fs::read_symlink("/proc/self/exe").string(),
                                    "--section",
                                    "train",
                                    "--seed",
                                    std::to_string(lesson.seed()),
                                    "--out",
                                    out.string()};
  if (lesson.quick()) words.push_back("--quick");
  if (!lesson.options().data.empty()) {
    words.push_back("--data");
    words.push_back(lesson.options().data.string());
  }
  return words;
}

/// Kills the training in `out` each time its log has grown to the next mark; then lets it end.
void kill_again_and_again(Lesson& lesson, const fs::path& out, const std::vector<double>& marks,
                          std::int64_t whole_log) {
  const fs::path log = out / "train" / "loss.jsonl", state = out / "train" / "last.ckpt";
  const fs::path says = out / "says.txt";
  Table table({"kill -9", "steps in the log", "resumes after step", "steps to be repeated"});
  int kills = 0;
  for (const double mark : marks) {
    fs::remove(says);
    Child child(train_command(lesson, out), says);
    const auto far_enough = [&] {  // it has read its checkpoint, and gone on to the mark
      return size_of(says) > 0 && read_file(says).find("kill -9") != std::string::npos &&
             size_of(log) >= static_cast<std::int64_t>(mark * static_cast<double>(whole_log));
    };
    if (!child.watch(far_enough)) {  // it was faster than we looked
      lesson.say("The training ended before kill {}; see {}.", kills + 1, says.string());
      break;
    }
    child.kill();
    const std::int64_t steps = steps_in(read_file(log));
    const std::int64_t kept =
        fs::exists(state) ? static_cast<std::int64_t>(number(load_checkpoint(state), "steps")) : 0;
    table.row({std::to_string(++kills), std::to_string(steps), std::to_string(kept),
               std::to_string(std::max<std::int64_t>(steps - kept, 0))});
  }
  Child last(train_command(lesson, out), says);
  if (!last.wait()) throw Error("the resumed training failed; see " + says.string());
  lesson.show(table);
}

void compare_runs(Lesson& lesson, const fs::path& straight, const fs::path& killed) {
  bool same = true;
  for (const char* name : {"loss.jsonl", "last.ckpt", "best.ckpt"}) {
    const std::string a = read_file(straight / name), b = read_file(killed / name);
    same = same && a == b;
    lesson.say("{:<10}  {:>9} bytes uninterrupted, {:>9} killed and resumed, {}", name, a.size(),
               b.size(), a == b ? "the same" : "DIFFERENT");
  }
  lesson.say("identical: {}", same ? "yes" : "no");
}

}  // namespace

void resume(Lesson& lesson) {
  trained_net(lesson);
  const fs::path straight = lesson.file("train"), out = subfolder(lesson, "resume");
  fs::remove_all(out / "train");
  // [kills]
  Rng rng(lesson.seed(), "kills");
  std::vector<double> marks;
  for (int i = 0; i < (lesson.quick() ? 3 : 4); ++i) marks.push_back(rng.uniform(0.02, 0.95));
  std::sort(marks.begin(), marks.end());
  kill_again_and_again(lesson, out, marks, size_of(straight / "loss.jsonl"));
  compare_runs(lesson, straight, out / "train");
  // [/kills]
}

}  // namespace dls::ch03
