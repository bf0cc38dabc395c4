// Chapter 04: what does each number format keep, lose and cost?
#include "chapters/04_floating_point/sections.hpp"

int main(int argc, char** argv) {
  using namespace dls::ch04;
  const dls::LessonSection sections[] = {
      {"formats", "What each format can hold, and what it costs", formats},
      {"tenth", "One tenth, in every format", tenth},
      {"patterns", "Every pattern of the small formats", patterns},
      {"rounding", "Three ways to round", rounding},
      {"sums", "Long sums", sums},
      {"products", "A product whose inputs have fewer bits", products},
      {"gradients", "Gradients too small for fp16", gradients},
      {"integers", "Small integers and a scale", integers},
      {"nf4", "Sixteen numbers for weights", nf4},
      {"fastmath", "What -ffast-math makes of NaN", fast_math},
      {"speed", "What a conversion costs", speed},
  };
  return dls::run_lesson(argc, argv, DLS_CHAPTER, "What each number format keeps, loses and costs",
                         sections);
}
