// Chapter 02: what is a tensor beyond its numbers, and when do two of them share memory?
#include "chapters/02_tensors/sections.hpp"

int main(int argc, char** argv) {
  using namespace dls::ch02;
  const dls::LessonSection sections[] = {
      {"inside", "What a tensor is", inside},
      {"slices", "Slices: other strides, the same numbers", slices},
      {"reshape", "Reshape: a view if it can, a copy if it must", reshape_or_copy},
      {"arithmetic", "Add, add in place, and shapes that stretch", arithmetic},
      {"picking", "Picking by index lists and masks", picking},
      {"version", "Somebody wrote over it", version},
      {"foreign", "Memory of somebody else", foreign},
      {"bytes", "What views cost, and who shares with whom", bytes},
      {"picture", "Eight pictures out of one", picture},
  };
  return dls::run_lesson(argc, argv, DLS_CHAPTER, "When two tensors share memory", sections);
}
