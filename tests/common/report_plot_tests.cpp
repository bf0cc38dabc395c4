#include <cstdint>

#include "common/core/rng.hpp"
#include "common/report/plot.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls_test;

namespace {

// Draws the picture and returns its width and height, read from the PNG's own header; (0,0) when
// there is no gnuplot here.
std::pair<int, int> drawn_size(const dls::Picture& picture) {
  std::string png;
  try {
    png = picture.png();
  } catch (const dls::GnuplotMissing& missing) {
    MESSAGE(missing.what());
    return {picture.width(), picture.height()};
  }
  REQUIRE(png.size() > 100);
  CHECK(png.substr(0, 8) == "\x89PNG\r\n\x1a\n");
  CHECK(holds(png.substr(png.size() - 12), "IEND"));
  const auto number = [&](std::size_t at) {
    int value = 0;
    for (std::size_t i = at; i < at + 4; ++i)
      value = value * 256 + static_cast<unsigned char>(png[i]);
    return value;
  };
  return {number(16), number(20)};
}

dls::Tile tile(int height, int width) {
  dls::Tile t;
  t.height = height;
  t.width = width;
  t.pixels.assign(static_cast<std::size_t>(height) * width, 0.5f);
  return t;
}

}  // namespace

TEST_CASE("charts of every kind become PNG files of the size that was asked for") {
  dls::Plot plot("A \"quoted\" title, with \\ and `date` and $x and 9×9 and {/b}");
  plot.axes("epoch_1", "loss^2").log_x().log_y().size(640, 400);
  plot.line("it's", {1, 2, 3}, {0.1, 1, 10}).dashed("bound", {1, 3}, {5, 5});
  plot.points("", {2}, {3}).line("one value", {7.0});
  CHECK(drawn_size(plot) == std::pair(640, 400));
  CHECK(drawn_size(dls::Plot("flat").line("", {1, 1, 1})) == std::pair(900, 540));
  CHECK(drawn_size(
            dls::Plot("flat at 0, ranges").points("p", {0}, {0}).y_range(-1, 2).x_range(0, 9)) ==
        std::pair(900, 540));
  CHECK(drawn_size(dls::panels("three", {plot, plot, plot}, 2)) == std::pair(1280, 840));
}

TEST_CASE("a title is text, never a command") {
  const TemporaryFolder folder;
  drawn_size(dls::Plot("`touch '" + (folder / "ran").string() + "'`").line("l", {1, 2}));
  CHECK(folder.entries() == 0);
}

TEST_CASE("maps and grids") {
  const std::vector<float> values = {-1, 0, 2, 3, 4, 5};
  for (const auto& [rows, cols] : {std::pair(2, 3), std::pair(6, 1), std::pair(1, 6)}) {
    const dls::Picture map = dls::heat_map("weights", rows, cols, values);
    CHECK(drawn_size(map) == std::pair(map.width(), map.height()));
  }
  const dls::Picture constant = dls::heat_map("same", 2, 2, std::vector<double>{7, 7, 7, 7});
  CHECK(drawn_size(constant) == std::pair(constant.width(), constant.height()));
  std::vector<dls::Tile> tiles = {tile(28, 28), tile(9, 9), tile(1, 1)};
  tiles[1].caption = "shirt\nis a \"coat\"";
  tiles[1].mark = dls::Tile::Mark::bad;
  const dls::Picture grid = dls::picture_grid("tiles", tiles, 2);
  CHECK(drawn_size(grid) == std::pair(grid.width(), grid.height()));
}

TEST_CASE("the same chart gives the same bytes") {
  const dls::Picture picture = dls::Plot("p").line("l", {1, 3, 2}).picture();
  try {
    CHECK(picture.png() == picture.png());
  } catch (const dls::GnuplotMissing& missing) {
    MESSAGE(missing.what());
  }
}

TEST_CASE("what cannot be drawn is refused by name and place") {
  CHECK(
      holds(error_of([] { dls::Plot("p").line("l", {1, 2}, {1}); }), "2 x values and 1 y values"));
  CHECK(holds(error_of([] { dls::Plot("p").line("l", std::vector<double>()); }), "is empty"));
  CHECK(holds(error_of([] { dls::Plot("p").line("loss", {1, 2, 3}, {1, NAN, 3}); }),
              "'loss' of the plot 'p' cannot be drawn: value 1 is (2, nan)"));
  CHECK(
      holds(error_of([] { dls::Plot("p").points("l", {INFINITY}, {1}); }), "value 0 is (inf, 1)"));
  CHECK(holds(error_of([] { dls::Plot("p").log_y().line("l", {1, 0, 3}).picture(); }),
              "value 1 is (2, 0)"));
  CHECK(holds(error_of([] { dls::Plot("p").line("l", {-1, 1}, {1, 1}).log_x().picture(); }),
              "value 0 is (-1, 1)"));
  CHECK(holds(error_of([] { dls::Plot("p").picture(); }), "no line and no points"));
  CHECK(holds(error_of([] { dls::Plot("p").y_range(2, 2); }), "from low to high"));
  CHECK(holds(error_of([] { dls::panels("p", {}, 2); }), "at least one plot"));
  CHECK(holds(error_of([] { dls::heat_map("h", 2, 2, std::vector<float>{1, 2, 3}); }),
              "3 values do not make 2 rows of 2"));
  CHECK(holds(error_of([] { dls::heat_map("h", 2, 2, std::vector<float>{1, 2, 3, NAN}); }),
              "row 1, column 1 is nan"));
  CHECK(holds(error_of([] { dls::picture_grid("g", {}, 2); }), "at least one tile"));
  std::vector<dls::Tile> tiles = {tile(2, 2), tile(2, 2)};
  tiles[1].pixels.pop_back();
  CHECK(holds(error_of([&] { dls::picture_grid("g", tiles, 2); }), "tile 1 of 'g': 3 values"));
}

TEST_CASE("no gnuplot, a gnuplot that fails, no temporary folder: each its own sentence") {
  const TemporaryFolder folder;
  const dls::Picture picture = dls::Plot("p").line("l", {1, 2});
  const std::string old_path = ::getenv("PATH");
  const auto with_program = [&](const std::string& script) {
    put(folder / "gnuplot", "#!/bin/sh\n" + script);
    std::filesystem::permissions(folder / "gnuplot", std::filesystem::perms::owner_all);
  };
  ::setenv("PATH", folder.path().c_str(), 1);
  CHECK_THROWS_AS(picture.png(), dls::GnuplotMissing);
  with_program("echo 'unknown terminal pngcairo' >&2\nexit 1\n");
  CHECK(holds(error_of([&] { picture.png(); }), "unknown terminal pngcairo"));
  with_program("echo 'no picture at all'\n");
  CHECK(holds(error_of([&] { picture.png(); }), "could not draw"));
  ::setenv("PATH", old_path.c_str(), 1);

  ::setenv("TMPDIR", (folder / "none").c_str(), 1);
  CHECK(holds(error_of([&] { picture.png(); }), "cannot make a temporary folder"));
  ::setenv("TMPDIR", (folder / "it's").c_str(), 1);
  std::filesystem::create_directory(folder / "it's");
  CHECK(drawn_size(picture) == std::pair(900, 540));
  CHECK(std::filesystem::is_empty(folder / "it's"));
  ::unsetenv("TMPDIR");
}
