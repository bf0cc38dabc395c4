// What a gradient is good for: the tape of this chapter learns to tell ten kinds of clothes apart.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string>
#include <vector>

#include "chapters/01_autograd/classifier.hpp"
#include "chapters/01_autograd/sections.hpp"
#include "chapters/01_autograd/text_picture.hpp"
#include "common/data/catalogue.hpp"
#include "common/data/fashion_mnist.hpp"
#include "common/data/glyphs.hpp"
#include "common/report/plot.hpp"

namespace dls::ch01 {

namespace {

Pictures to_matrix(const LabelledImages& images) {
  Pictures p;
  p.x = Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
            images.pixels.data(), images.count, images.height * images.width)
            .cast<double>();
  p.labels.assign(images.labels.begin(), images.labels.end());
  return p;
}

struct Sets {
  Pictures train, test;
  bool real = false;
};

/// 10,000 real pictures and all 10,000 test pictures; generated ones for --quick and where there
/// are no real ones.
Sets load(Lesson& lesson) {
  Sets s;
  if (!lesson.quick()) {
    if (const auto folder = find_dataset("fashion-mnist", lesson.options().data)) {
      const TrainTest all = load_fashion_mnist(*folder);
      s.train = to_matrix(all.train.first(10000));
      s.test = to_matrix(all.test);
      s.real = true;
      lesson.say("Fashion-MNIST from {}: 28 x 28 grey pixels, ten kinds of clothes.",
                 folder->string());
      return s;
    }
    lesson.say("{}", missing_dataset("fashion-mnist"));
  }
  lesson.say(
      "GENERATED pictures (the digits 0 to 9, far easier than clothes) stand in for real ones.");
  s.train = to_matrix(glyphs(lesson.seed(), lesson.quick() ? 1000 : 10000));
  s.test = to_matrix(glyphs(lesson.seed() + 1, lesson.quick() ? 500 : 2000));
  return s;
}

std::string class_name(const Sets& sets, int label) {
  return sets.real ? kFashionClasses[static_cast<std::size_t>(label)] : std::to_string(label);
}

/// The first 16 test pictures, or the first 16 mistakes, with what was said and what it is.
std::vector<Tile> tiles_of(const Sets& sets, const std::vector<int>& said, bool mistakes_only) {
  std::vector<Tile> tiles;
  for (Index i = 0; i < sets.test.x.rows() && tiles.size() < 16; ++i) {
    const int is = sets.test.labels[static_cast<std::size_t>(i)];
    const int guess = said[static_cast<std::size_t>(i)];
    if (mistakes_only && guess == is) continue;
    Tile tile;
    tile.height = tile.width = 28;
    for (Index k = 0; k < sets.test.x.cols(); ++k)
      tile.pixels.push_back(static_cast<float>(sets.test.x(i, k)));
    tile.caption = "says " + class_name(sets, guess) + "\nis " + class_name(sets, is);
    tile.mark = guess == is ? Tile::Mark::good : Tile::Mark::bad;
    tiles.push_back(tile);
  }
  return tiles;
}

void show_pictures(Lesson& lesson, const Sets& sets, const std::vector<int>& said) {
  const std::string kind = sets.real ? "" : " (GENERATED)";
  lesson.picture(picture_grid("The first 16 test pictures" + kind, tiles_of(sets, said, false), 8),
                 "predictions.png",
                 "Sixteen small grey pictures; below each what the network says and what it is, "
                 "green where it is right and red where it is wrong");
  const std::vector<Tile> mistakes = tiles_of(sets, said, true);
  if (!mistakes.empty())
    lesson.picture(picture_grid("The first 16 mistakes" + kind, mistakes, 8), "mistakes.png",
                   "Sixteen small grey pictures that the network took for something else");
}

/// In the terminal: the first picture that it knows, and the first that it takes for another.
void show_in_text(Lesson& lesson, const Sets& sets, const std::vector<int>& said) {
  std::vector<Framed> pictures;
  for (const bool right : {true, false}) {
    for (std::size_t i = 0; i < said.size(); ++i) {
      const int is = sets.test.labels[i];
      if ((said[i] == is) != right) continue;
      const std::string says = "says " + class_name(sets, said[i]);
      pictures.push_back({shades(sets.test.x.row(static_cast<Index>(i)), 28, 28),
                          right ? says + ": right" : says + ", is " + class_name(sets, is)});
      break;
    }
  }
  lesson.show(framed(pictures));
  lesson.say();
}

void show_confusions(Lesson& lesson, const Sets& sets, const std::vector<int>& said) {
  int count[10][10] = {};
  for (std::size_t i = 0; i < said.size(); ++i) ++count[sets.test.labels[i]][said[i]];
  Table table({"is", "of", "right", "most often taken for", "times"});
  for (int is = 0; is < 10; ++is) {
    int all = 0, other = is == 0 ? 1 : 0;
    for (int c = 0; c < 10; ++c) {
      all += count[is][c];
      if (c != is && count[is][c] > count[is][other]) other = c;
    }
    const bool mistaken = count[is][other] > 0;
    table.row({class_name(sets, is), fmt::format("{}", all), fmt::format("{}", count[is][is]),
               mistaken ? class_name(sets, other) : "-",
               mistaken ? fmt::format("{}", count[is][other]) : "-"});
  }
  lesson.show(table);
}

}  // namespace

void fashion(Lesson& lesson) {
  const Sets sets = load(lesson);
  const int epochs = lesson.quick() ? 5 : 12;
  const double rate = 0.1;
  TapeNetwork net({784, 128, 10}, lesson.seed(), 0.05);
  lesson.say(
      "A network 784 -> 128 -> 10: 101,770 numbers, all of them random at first. It learns from");
  lesson.say("{} pictures, 50 a step, each step {} times the gradient.", sets.train.labels.size(),
             rate);
  lesson.say();

  Rng rng(lesson.seed(), "shuffle");
  Progress progress =
      lesson.progress("steps", static_cast<std::int64_t>(sets.train.labels.size() / 50) * epochs);
  Table table({"epoch", "train loss", "test accuracy"});
  const auto start = std::chrono::steady_clock::now();
  std::vector<int> said = predict(net, sets.test.x);
  table.row({"0", "-", fmt::format("{:.4f}", accuracy(said, sets.test.labels))});
  for (int epoch = 1; epoch <= epochs; ++epoch) {
    const double loss = train_in_batches(net, sets.train, rng, rate, [&] { progress.step(); });
    said = predict(net, sets.test.x);
    const double share = accuracy(said, sets.test.labels);
    table.row(
        {fmt::format("{}", epoch), fmt::format("{:.4f}", loss), fmt::format("{:.4f}", share)});
    lesson.metric({{"epoch", epoch},
                   {"loss", loss},
                   {"accuracy", share},
                   {"pictures", sets.real ? "fashion-mnist" : "generated"}});
  }
  progress.done();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  lesson.show(table);
  lesson.say(
      "Trained and tested in {:.1f} s, on pictures that it had never seen: of 100, {:.0f} right.",
      took.count(), 100 * accuracy(said, sets.test.labels));
  lesson.say();
  show_in_text(lesson, sets, said);
  show_confusions(lesson, sets, said);
  show_pictures(lesson, sets, said);
  lesson.say();
  lesson.say("What told each of the 101,770 numbers which way to move, {} times, was a gradient.",
             sets.train.labels.size() / 50 * static_cast<std::size_t>(epochs));
  lesson.say("The rest of the lesson builds what finds it.");
}

}  // namespace dls::ch01
