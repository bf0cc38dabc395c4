// The test set came from the same generator as the training set, with the same slip in it.
#include <fmt/core.h>

#include <string>
#include <utility>
#include <vector>

#include "chapters/01_autograd/patch_data.hpp"
#include "chapters/01_autograd/sections.hpp"
#include "common/report/plot.hpp"

namespace dls::ch01 {

namespace {

constexpr int kPlaces = BlackPatch::kSide - BlackPatch::kPatch + 1;  // 7 rows, 7 columns

/// What the network says to a clean picture with the patch at each of the 49 places: (49,1).
Matrix every_place(HandNetwork& net) {
  Matrix x = Matrix::Constant(kPlaces * kPlaces, BlackPatch::kPixels, 0.996);
  for (int place = 0; place < kPlaces * kPlaces; ++place)
    for (int r = 0; r < BlackPatch::kPatch; ++r)
      for (int c = 0; c < BlackPatch::kPatch; ++c)
        x(place, (place / kPlaces + r) * BlackPatch::kSide + place % kPlaces + c) = 0.0;
  return net.forward(x);
}

/// The recall over those pictures whose patch does not lie on the diagonal.
double recall_off_diagonal(HandNetwork& net, const PatchData& data) {
  const Matrix p = net.forward(data.x);
  Outcomes o;
  for (Index i = 0; i < data.x.rows(); ++i) {
    if (data.y(i, 0) != 1.0) continue;
    Index first = 0;  // the patch's upper left corner is its first black pixel
    while (data.x(i, first) > 0.5) ++first;
    if (first / BlackPatch::kSide == first % BlackPatch::kSide) continue;
    ++(p(i, 0) >= 0.5 ? o.true_positive : o.false_negative);
  }
  return o.recall();
}

}  // namespace

void elsewhere(Lesson& lesson) {
  const PatchData test = test_patches(lesson.seed());
  const PatchData anywhere =
      patch_data(lesson.seed(), 2000, PatchPlace::anywhere, "black patch anywhere");
  HandNetwork net = train_by_hand(train_patches(lesson.seed()), kOneHidden, lesson.seed(), 1e-3);

  const Matrix p = every_place(net);
  lesson.say("The trained network's answer to a patch at each of the 49 places (row and column of");
  lesson.say("its upper left corner). Above 0.5 means: found.");
  lesson.say();
  Table map({"row", "0", "1", "2", "3", "4", "5", "6"});
  for (int r = 0; r < kPlaces; ++r) {
    std::vector<std::string> cells{fmt::format("{}", r)};
    for (int c = 0; c < kPlaces; ++c) cells.push_back(fmt::format("{:.2f}", p(r * kPlaces + c, 0)));
    map.row(cells);
  }
  lesson.show(map);

  const PatchData retrain =
      patch_data(lesson.seed(), 2000, PatchPlace::anywhere, "black patch train anywhere");
  HandNetwork wide = train_by_hand(retrain, kOneHidden, lesson.seed(), 1e-2);

  Table table(
      {"learned from", "accuracy on its test set", "recall off the diagonal", "places found"});
  const auto add = [&](const std::string& name, HandNetwork& n, const PatchData& own) {
    const double accuracy = count_outcomes(n.forward(own.x), own.y).accuracy();
    const double recall = recall_off_diagonal(n, anywhere);
    const auto found = (every_place(n).array() >= 0.5).count();
    table.row({name, fmt::format("{:.3f}", accuracy), fmt::format("{:.3f}", recall),
               fmt::format("{} of 49", found)});
    lesson.metric({{"learned_from", name},
                   {"accuracy", accuracy},
                   {"recall_off_diagonal", recall},
                   {"places", found}});
  };
  add("the diagonal", net, test);
  add("anywhere, rate 0.01", wide, anywhere);
  lesson.show(table);
  lesson.say(
      "One random number served as row and as column, in the training set and in the test set.");
  lesson.say("So the perfect score was true, and said nothing about patches off the diagonal.");

  // Where the patches were in training: the five places of the generator.
  Matrix seen = Matrix::Zero(kPlaces, kPlaces);
  for (int i = 1; i <= 5; ++i) seen(i, i) = 1;
  const auto map_of = [](const std::string& title, const Matrix& m) {
    return heat_map(title, kPlaces, kPlaces, std::vector<double>(m.data(), m.data() + m.size()),
                    "column of the patch", "row of the patch", std::pair(0.0, 1.0));
  };
  const auto count = [&](HandNetwork& n) {
    return fmt::format("{} of 49", (every_place(n).array() >= 0.5).count());
  };
  lesson.picture(
      panels("Where does it find the patch? (Accuracy on its own test pictures: 1.000)",
             std::vector<Picture>{map_of("Trained and tested here: 5 of 49", seen),
                                  map_of("Found here: " + count(net), p),
                                  map_of("Trained anywhere: " + count(wide), every_place(wide))},
             3),
      "places.png",
      "Three maps of the 49 places of the patch. In training it was in five, on the diagonal; the "
      "network finds it in thirteen, on and beside the diagonal; trained on patches anywhere, the "
      "same network finds all 49");
}

}  // namespace dls::ch01
