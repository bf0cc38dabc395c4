#include "chapters/03_training_loop/lesson_data.hpp"

#include <optional>
#include <tuple>
#include <utility>

#include "common/core/check.hpp"
#include "common/data/catalogue.hpp"
#include "common/data/glyphs.hpp"

namespace dls::ch03 {

std::string LessonData::class_name(std::int64_t label) const {
  return real() ? kFashionClasses[static_cast<std::size_t>(label)] : std::to_string(label);
}

namespace {

/// The folder of the real pictures, if they are wanted and here.
std::optional<std::filesystem::path> real_pictures(const Lesson& lesson) {
  if (lesson.quick()) return std::nullopt;
  return find_dataset("fashion-mnist", lesson.options().data);
}

/// Fills in the parts from pictures as they were read.
void fill(LessonData& data, TrainTest all, int validation, std::uint64_t seed) {
  DLS_CHECK(all.train.count > validation && all.test.count > 0,
            "{} pictures to train on and {} to test are too few: {} of the first are set aside to "
            "validate, and both must leave at least one",
            all.train.count, all.test.count, validation);
  data.sample.assign(all.test.picture(0), all.test.picture(1));
  data.sample_label = all.test.labels[0];
  std::tie(data.train, data.validation) = split(scaled(std::move(all.train)), validation, seed);
  data.test = whole(scaled(std::move(all.test)));
}

}  // namespace

LessonData load_data(Lesson& lesson) {
  LessonData data;
  if (const auto folder = real_pictures(lesson)) {
    data.name = "fashion-mnist";
    fill(data, load_fashion_mnist(*folder), 5000, lesson.seed());
    return data;
  }
  if (!lesson.quick()) lesson.say("{}", missing_dataset("fashion-mnist"));
  lesson.say("GENERATED pictures (the digits 0 to 9, far easier than clothes) stand in.");
  const int few = lesson.quick() ? 500 : 2000;
  data.name = "generated";
  fill(data, {glyphs(lesson.seed(), 5 * few), glyphs(lesson.seed() + 1, few)}, few, lesson.seed());
  return data;
}

Recipe original_recipe(const Lesson& lesson) {
  Recipe recipe;
  recipe.seed = lesson.seed();
  recipe.data = real_pictures(lesson) ? "fashion-mnist" : "generated";
  if (lesson.quick()) recipe.rate = 1e-3;
  return recipe;
}

std::filesystem::path subfolder(Lesson& lesson, const std::string& name) {
  const std::filesystem::path folder = lesson.file(name);
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) throw Error("cannot make the folder " + folder.string() + ": " + failure.message());
  return folder;
}

}  // namespace dls::ch03
