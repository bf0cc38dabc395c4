// Looking into the network: where the pictures lie in each layer's eyes, and what its weights are.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "chapters/01_autograd/9_pca.hpp"
#include "chapters/01_autograd/patch_data.hpp"
#include "chapters/01_autograd/sections.hpp"
#include "chapters/01_autograd/text_picture.hpp"
#include "common/report/ascii.hpp"
#include "common/report/plot.hpp"

namespace dls::ch01 {

namespace {

/// A column of the first 200 points, where the label is `wanted` (or everywhere with -1).
std::vector<double> pick(const Matrix& points, Index column, const Matrix& labels, int wanted) {
  std::vector<double> out;
  const Index first = std::min<Index>(200, points.rows());  // more would only hide each other
  for (Index i = 0; i < first; ++i)
    if (wanted < 0 || static_cast<int>(labels(i, 0)) == wanted) out.push_back(points(i, column));
  return out;
}

void show_points(Lesson& lesson, const PatchData& test, HandNetwork& net) {
  std::vector<Matrix> views{test.x};
  for (Matrix& f : net.features(test.x)) views.push_back(std::move(f));
  const std::vector<std::string> names = {"input", "layer 1", "layer 2"};
  const std::vector<std::string> titles = {"Its 81 pixels", "After layer 1: 56 numbers",
                                           "After layer 2: one number"};

  Table table({"view", "numbers", "component 1", "component 2", "separation"},
              "Share of the variance along two directions; distance of the classes / their spread");
  std::vector<Plot> plots;
  for (std::size_t v = 0; v < views.size(); ++v) {
    const Pca p = pca(views[v]);
    const double apart = separation(views[v], test.y);
    table.row({names[v], fmt::format("{}", views[v].cols()), fmt::format("{:.3f}", p.explained[0]),
               fmt::format("{:.3f}", p.explained[1]), fmt::format("{:.2f}", apart)});
    lesson.metric({{"view", names[v]},
                   {"explained1", p.explained[0]},
                   {"explained2", p.explained[1]},
                   {"separation", apart}});
    Plot plot(titles[v]);
    plot.axes("widest direction", "second widest").size(400, 360);
    plot.points("no patch", pick(p.points, 0, test.y, 0), pick(p.points, 1, test.y, 0));
    plot.points("patch, in 5 places", pick(p.points, 0, test.y, 1), pick(p.points, 1, test.y, 1));
    plots.push_back(plot);

    std::string csv = "component1,component2,label\n";
    for (Index i = 0; i < p.points.rows(); ++i)
      csv += fmt::format("{},{},{}\n", p.points(i, 0), p.points(i, 1), test.y(i, 0));
    lesson.write(fmt::format("pca_{}.csv", v == 0 ? "input" : fmt::format("layer{}", v)), csv);

    if (v == 1) {
      std::vector<int> classes(200);
      for (int i = 0; i < 200; ++i)
        classes[static_cast<std::size_t>(i)] = static_cast<int>(test.y(i, 0));
      lesson.say(
          "200 test pictures as layer 1 sees them: o = no patch; each x = all those with the");
      lesson.say(
          "patch in one of its five places. Seen from above, along the two widest directions:");
      lesson.show(ascii_scatter(pick(p.points, 0, test.y, -1), pick(p.points, 1, test.y, -1),
                                classes, 60, 14));
    }
  }
  lesson.show(table);
  lesson.picture(
      panels("200 test pictures, each a dot: how a layer draws the two kinds apart", plots, 3),
      "pca.png",
      "Three scatter plots: in the input the pictures without a patch lie among "
      "five groups with one; in layer 1 they have moved to one side; in layer 2 one "
      "number separates them");
}

void show_weights(Lesson& lesson, HandNetwork& net) {
  const std::vector<Parameter*> p = net.parameters();
  const Matrix &w1 = p[0]->value, &w2 = p[2]->value;  // (81,56), (56,1)
  // The most important neuron first: the size of its vote in the last layer.
  std::vector<Index> order(static_cast<std::size_t>(w2.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return std::abs(w2(a, 0)) > std::abs(w2(b, 0)); });

  lesson.say("The 81 weights of the neuron with the loudest vote ({:+.2f}), as a picture:",
             w2(order[0], 0));
  const Eigen::VectorXd column = w1.col(order[0]);
  const std::vector<double> loudest(column.data(), column.data() + column.size());
  lesson.show(
      framed({{ascii_image(loudest, 9, 9), fmt::format("@@ is {:+.2f}, blank {:+.2f}",
                                                       column.maxCoeff(), column.minCoeff())}}));
  lesson.say();

  const double low = w1.minCoeff(), high = w1.maxCoeff();
  std::vector<Tile> tiles;
  for (const Index j : order) {
    Tile tile;
    tile.height = tile.width = 9;
    for (Index i = 0; i < w1.rows(); ++i)
      tile.pixels.push_back(static_cast<float>((w1(i, j) - low) / (high - low)));
    const bool silent = std::abs(w2(j, 0)) < 0.005;
    tile.caption = silent ? "0.00" : fmt::format("{:+.2f}", w2(j, 0));
    tiles.push_back(tile);
  }
  // The sizes in a title come from the matrix: a picture of the original program says 89 x 56 above
  // 81 x 56.
  lesson.picture(
      picture_grid(fmt::format("The {} weights of each of {} neurons (white +, black -), and its "
                               "vote below (+ for a patch, - against)",
                               w1.rows(), w1.cols()),
                   tiles, 14),
      "weights.png",
      "56 small pictures of weights, loudest vote first: the loud ones show a diagonal band, the "
      "quiet ones are still random");
}

}  // namespace

void inside(Lesson& lesson) {
  const PatchData test = test_patches(lesson.seed());
  HandNetwork net = train_by_hand(train_patches(lesson.seed()), kOneHidden, lesson.seed(), 1e-3);
  show_points(lesson, test, net);
  show_weights(lesson, net);
}

}  // namespace dls::ch01
