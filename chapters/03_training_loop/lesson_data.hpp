// What several sections of the lesson share: the pictures, the recipe, the trained network.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "chapters/03_training_loop/6_callbacks.hpp"
#include "common/report/lesson.hpp"

namespace dls::ch03 {

/// The three parts, and the pictures as they were read.
struct LessonData {
  Part train, validation, test;
  std::vector<float> sample;  ///< the first test picture as it was read, 0 black to 1 white
  std::int64_t sample_label = 0;
  std::string name;  ///< "fashion-mnist" or "generated"
  bool real() const { return name == "fashion-mnist"; }
  std::string class_name(std::int64_t label) const;
};

/// Fashion-MNIST: 55,000 / 5,000 / 10,000 pictures. Generated ones where it is not there (which it
/// says) and for --quick: 2,000 / 500 / 500.
LessonData load_data(Lesson& lesson);

/// The original's recipe; with --quick larger steps, since there are so few of them.
Recipe original_recipe(const Lesson& lesson);

/// A folder inside the output folder, made when it is not there.
std::filesystem::path subfolder(Lesson& lesson, const std::string& name);

/// The file with the best weights of section train, which is finished first if need be.
std::filesystem::path trained_net(Lesson& lesson);

}  // namespace dls::ch03
