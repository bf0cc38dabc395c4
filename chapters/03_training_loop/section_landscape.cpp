// The loss around the trained network: 21 x 21 networks, of which it is the one in the middle.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "chapters/03_training_loop/9_landscape.hpp"
#include "chapters/03_training_loop/lesson_data.hpp"
#include "chapters/03_training_loop/sections.hpp"
#include "common/core/parallel.hpp"
#include "common/io/crc32.hpp"
#include "common/report/images.hpp"

namespace dls::ch03 {

namespace {

std::uint32_t fingerprint(const Classifier& net) {
  std::string bytes;
  for (const NamedTensor& t : net.state()) {
    if (t.value.dtype() != DType::f32) continue;
    const auto numbers = t.value.to_vector<float>();
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float));
  }
  return crc32(bytes);
}

/// A digit for each point: on which of ten levels its loss lies, between the lowest and the highest
/// one, with equal factors from level to level. X is the trained network.
std::string contour(const Landscape& l) {
  const auto [low, high] = std::minmax_element(l.losses.begin(), l.losses.end());
  std::string text;
  for (int row = l.side; row-- > 0;) {
    for (int column = 0; column < l.side; ++column) {
      const double share = std::log(l.at(row, column) / *low) / std::log(*high / *low);
      const int level = std::min(9, static_cast<int>(10 * share));
      text += row == l.side / 2 && column == l.side / 2 ? "X " : fmt::format("{} ", level);
    }
    text += "\n";
  }
  text += "\nA digit d begins at a loss of:";
  for (int d = 0; d < 10; ++d)
    text += fmt::format("  {} {:.3g}", d, *low * std::pow(*high / *low, 0.1 * d));
  return text;
}

std::string csv(const Landscape& l) {
  std::string text = "a,b,loss\n";
  for (int row = 0; row < l.side; ++row)
    for (int column = 0; column < l.side; ++column)
      text += fmt::format("{},{},{}\n", l.coordinate(column), l.coordinate(row), l.at(row, column));
  return text;
}

/// The surface, with lines of equal loss on it.
Picture surface(const Landscape& l) {
  std::string script = "$loss << END\n";
  for (int row = 0; row < l.side; ++row) {
    for (int column = 0; column < l.side; ++column)
      script += fmt::format("{} {} {}\n", l.coordinate(column), l.coordinate(row),
                            std::log10(l.at(row, column)));
    script += "\n";
  }
  script += "END\n";
  const double centre = std::log10(l.centre());
  const double first_ring = std::ceil(10 * centre) / 10;
  script +=
      "set palette defined (0 '#08306b', 0.35 '#2171b5', 0.65 '#9ecae1', 1 '#fff7bc')\n"
      "unset colorbox\nunset key\nset pm3d depthorder border lc rgb '#446688' lw 0.4\n"
      "set view 30,24,1.05,1.1\nset contour surface\nset cntrlabel onecolor\n"
      "set border 895 lc rgb '#888888' lw 0.6\nset xlabel 'a'\nset ylabel 'b'\n"
      "set zlabel 'log10 of the loss' rotate parallel offset -1,0\n"
      "set ztics 0.5\nset xtics 0.5 offset 0,-0.3\nset ytics 0.5\n"
      "set title 'The loss around a trained network' font 'DejaVu Sans Bold,14'\n";
  script += fmt::format("set xyplane at {}\nset cntrparam levels incremental {},0.1,{}\n",
                        centre - 0.28, first_ring, first_ring + 3);
  script += fmt::format(
      "set label 1 'trained' at 0,0,{} point pt 7 ps 1.5 lc rgb '#b2182b' offset 1,0.3 front "
      "textcolor rgb '#ffffff'\n",
      centre);
  script +=
      "splot $loss using 1:2:3 with pm3d, "
      "$loss using 1:2:3 with lines lc rgb '#ffffff' lw 1.2 nosurface\n";
  return Picture(script, 960, 620);
}

}  // namespace

void landscape(Lesson& lesson) {
  set_threads(1);
  SavedNet saved = load_net(trained_net(lesson));
  Part some = load_data(lesson).train;
  some.members.resize(lesson.quick() ? 200 : 1000);
  Progress bar = lesson.progress("points", 2 * 21 * 21);
  const auto loss = [&] {
    bar.step();
    return evaluate(*saved.net, some).loss;
  };
  const double trained = loss();
  const std::uint32_t before = fingerprint(*saved.net);
  const Landscape first = landscape(*saved.net, loss, 21, 1, lesson.seed());
  const Landscape second = landscape(*saved.net, loss, 21, 1, lesson.seed());
  bar.done();

  lesson.show(contour(first));
  lesson.say();
  lesson.say("Loss of the trained network on {} pictures: {:.9f}", some.size(), trained);
  lesson.say("Loss in the middle of the grid:            {:.9f}   the same bits: {}",
             first.centre(), first.centre() == trained ? "yes" : "no");
  lesson.say("The whole grid once more, the same bits: {}",
             first.losses == second.losses ? "yes" : "no");
  lesson.say("The weights afterwards, the same bits: {}",
             fingerprint(*saved.net) == before ? "yes" : "no");
  lesson.write("landscape.csv", csv(first));
  lesson.picture(surface(first), "landscape.png",
                 "A bowl seen from above at an angle: the loss over a grid of 21 by 21 networks, "
                 "deep blue at its bottom, where a red dot marks the trained network, and rising "
                 "to all sides; white rings of equal loss lie around the dot");
}

}  // namespace dls::ch03
