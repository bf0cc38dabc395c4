// From a file to an answer: one picture, nothing recorded, and two ways to get it wrong.
#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "chapters/03_training_loop/lesson_data.hpp"
#include "chapters/03_training_loop/sections.hpp"
#include "common/core/parallel.hpp"
#include "common/io/file.hpp"
#include "common/report/ascii.hpp"

namespace dls::ch03 {

namespace {

/// Every second pixel of a picture, as characters.
std::string small(const std::vector<float>& picture) {
  std::vector<float> half;
  for (int r = 0; r < 28; r += 2)
    for (int c = 0; c < 28; c += 2)
      half.push_back((picture[static_cast<std::size_t>(r * 28 + c)] +
                      picture[static_cast<std::size_t>(r * 28 + c + 1)] +
                      picture[static_cast<std::size_t>((r + 1) * 28 + c)] +
                      picture[static_cast<std::size_t>((r + 1) * 28 + c + 1)]) /
                     4);
  return ascii_image(half, 14, 14);
}

void one_picture(Lesson& lesson, const LessonData& data, SavedNet& saved) {
  const std::vector<float>& picture = data.sample;
  lesson.show(small(picture));
  const Answer answer = classify(saved, picture);
  std::vector<std::size_t> order(answer.probabilities.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return answer.probabilities[a] > answer.probabilities[b];
  });
  Table table({"class", "probability"});
  for (std::size_t k = 0; k < 3; ++k)
    table.row({data.class_name(static_cast<std::int64_t>(order[k])),
               fmt::format("{:.4f}", answer.probabilities[order[k]])});
  lesson.show(table);
  lesson.say("It is: {}. Anything recorded on the tape: {}.", data.class_name(data.sample_label),
             answer.recorded ? "yes" : "no");
  lesson.say();
}

void refuse_damage(Lesson& lesson, const std::filesystem::path& file) {
  std::string bytes = read_file(file);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  const std::filesystem::path damaged = subfolder(lesson, "classify") / "damaged.ckpt";
  write_file(damaged, bytes);
  try {
    load_net(damaged);
    lesson.say("One bit of the file flipped: nobody noticed.");
  } catch (const Error& error) {
    lesson.say("One bit of the file flipped: {}", error.what());
  }
  lesson.say();
}

/// The test pictures as they were before they were scaled, 0 to 1.
Part unscaled(const Part& part, Scale scale) {
  Part other = part;
  other.pictures.x = part.pictures.x.copy();
  float* x = other.pictures.x.mutable_data<float>();
  for (std::int64_t i = 0; i < other.pictures.x.elements(); ++i)
    x[i] = x[i] * scale.deviation + scale.mean;
  return other;
}

/// As evaluate(), with dropout on.
Score evaluate_in_training_mode(Classifier& net, const Part& part) {
  const NoGrad off;
  net.train(true);
  Batches batches(part, 500, 0);
  Score score;
  while (batches.left() > 0) {
    const Batch b = batches.next();
    const Variable y = net(Variable(b.x));
    for (std::int64_t i = 0; i < b.x.size(0); ++i)
      score.accuracy += likeliest(y.value(), i) == b.labels.at<std::int64_t>({i}) ? 1 : 0;
  }
  net.train(false);
  score.accuracy /= static_cast<double>(part.size());
  return score;
}

}  // namespace

void classify(Lesson& lesson) {
  set_threads(1);
  const std::filesystem::path file = trained_net(lesson);
  const LessonData data = load_data(lesson);
  SavedNet saved = load_net(file);
  one_picture(lesson, data, saved);
  refuse_damage(lesson, file);

  const Part raw = unscaled(data.test, saved.scale);
  Table table({"all test pictures", "accuracy", "once more"});
  const auto row = [&](const std::string& name, const std::function<Score()>& score) {
    const double first = score().accuracy, second = score().accuracy;
    table.row({name, fmt::format("{:.4f}", first), fmt::format("{:.4f}", second)});
  };
  row("as they should be", [&] { return evaluate(*saved.net, data.test); });
  row("pixels 0 to 1, not scaled as in training", [&] { return evaluate(*saved.net, raw); });
  row("dropout still on", [&] { return evaluate_in_training_mode(*saved.net, data.test); });
  row("both", [&] { return evaluate_in_training_mode(*saved.net, raw); });
  lesson.show(table);
}

}  // namespace dls::ch03
