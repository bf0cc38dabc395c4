// The original's training, as a program that may be killed at any moment and started again.
#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "chapters/03_training_loop/6_callbacks.hpp"
#include "chapters/03_training_loop/epoch_table.hpp"
#include "chapters/03_training_loop/lesson_data.hpp"
#include "chapters/03_training_loop/sections.hpp"
#include "common/core/check.hpp"
#include "common/core/parallel.hpp"
#include "common/io/crc32.hpp"
#include "common/io/file.hpp"
#include "common/io/folder_lock.hpp"

namespace dls::ch03 {

namespace {

constexpr int kPatience = 3;

/// Whether a state is that of an ended training: all epochs done, or stopped early.
bool ended(const Checkpoint& state, const Recipe& recipe) {
  return number(state, "epoch") >= recipe.epochs || number(state, "stop.waited") >= kPatience;
}

/// A checkpoint of the training in this folder; an error says what to do without it.
Checkpoint load_or_advise(const std::filesystem::path& file, const std::string& advice) {
  try {
    return load_checkpoint(file);
  } catch (const Error& error) {
    throw Error(fmt::format("{}. {}", error.what(), advice));
  }
}

/// The state in last.ckpt.
Checkpoint load_state(const std::filesystem::path& file) {
  return load_or_advise(
      file, fmt::format("This training cannot go on. To begin it anew, move the folder {} away, or "
                        "choose another place with --out",
                        file.parent_path().string()));
}

/// Removes the checkpoint of a training that is finished, and puts one with other settings aside.
void clear_old(Lesson& lesson, const std::filesystem::path& file, const Recipe& recipe,
               bool keep_finished) {
  if (!std::filesystem::exists(file)) return;
  const Checkpoint old = load_state(file);
  if (old.note("recipe") != text(recipe)) {
    for (const char* name : {"last", "best"}) {
      const std::filesystem::path from = file.parent_path() / (name + std::string(".ckpt"));
      if (std::filesystem::exists(from))
        std::filesystem::rename(from, file.parent_path() / (name + std::string("-before.ckpt")));
    }
    lesson.say(
        "(The training found here had other settings. It is kept as last-before.ckpt and "
        "best-before.ckpt; this one begins anew.)");
    return;
  }
  if (keep_finished || !ended(old, recipe)) {
    return;
  }
  std::filesystem::remove(file);
}

/// Finishes the training in folder train, from wherever it stands, and says what came of it.
void finish(Lesson& lesson, const LessonData& data, bool keep_finished) {
  set_threads(1);  // the products are so small that a second thread costs more than it does
  const Recipe recipe = original_recipe(lesson);
  const std::filesystem::path folder = subfolder(lesson, "train");
  FolderLock only_one(folder);
  DLS_CHECK(only_one.take_if_free(),
            "another process trains in {}: wait until it has ended, or choose another folder with "
            "--out",
            folder.string());
  clear_old(lesson, folder / "last.ckpt", recipe, keep_finished);

  // [trainer]
  Training training(recipe, data.train);
  KeepBest best(folder / "best.ckpt");
  StopEarly early(kPatience);
  LossLog log(folder / "loss.jsonl");
  EpochTable table(lesson, data.test);
  ShowProgress bar(training);
  Trainer trainer(training, data.validation, folder, lesson.quick() ? 20 : 200,
                  {&best, &early, &log, &table, &bar});
  const bool resumed = trainer.resume();
  // [/trainer]
  if (resumed) lesson.say("Resumed: {} steps were done before.", training.steps());
  lesson.say("Stop this process at any moment, with: kill -9 {}   Then start it again.",
             ::getpid());
  lesson.say();
  const std::int64_t before = training.steps();
  const auto start = std::chrono::steady_clock::now();
  trainer.run();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;

  lesson.show(table.table());
  lesson.say("{} steps in {:.1f} s.", training.steps() - before, took.count());
  lesson.say("The best epoch was {}, with validation loss {:.4f}: its weights are in best.ckpt.",
             best.epoch(), best.loss());
  lesson.say("Early stopping {} (patience {}, waited {}).",
             early.wants_to_stop() ? "ended the training" : "was not needed", kPatience,
             early.waited());
  lesson.say("Fingerprint of the whole state, last.ckpt: {:08x}",
             crc32(read_file(folder / "last.ckpt")));
}

}  // namespace

void train(Lesson& lesson) {
  const LessonData data = load_data(lesson);
  lesson.say("{}: {} pictures to train on, {} to validate, {} to test.", data.name,
             data.train.size(), data.validation.size(), data.test.size());
  finish(lesson, data, false);
}

std::filesystem::path trained_net(Lesson& lesson) {
  const std::filesystem::path file = lesson.file("train") / "best.ckpt";
  const std::filesystem::path last = lesson.file("train") / "last.ckpt";
  const Recipe recipe = original_recipe(lesson);
  if (std::filesystem::exists(last)) {
    const Checkpoint state = load_state(last);
    if (state.note("recipe") == text(recipe) && ended(state, recipe)) {
      load_or_advise(file, "./learn run 03 --section train makes it again");
      return file;
    }
  }
  lesson.say("There is no trained network yet: first the section train.");
  finish(lesson, load_data(lesson), true);
  lesson.say();
  return file;
}

}  // namespace dls::ch03
