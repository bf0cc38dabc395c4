// Chapter 05: where does the time go, and would the answer be the same tomorrow?
#include "chapters/05_profiling/sections.hpp"

int main(int argc, char** argv) {
  using namespace dls::ch05;
  const dls::LessonSection sections[] = {
      {"warm-up", "The first call is not like the others", warm_up},
      {"compare", "Which is faster, and is that sure?", compare},
      {"seeds", "The same numbers tomorrow", seeds},
      {"ops", "Every operation of a training step", ops},
      {"samples", "What is it doing just now?", samples},
      {"memory", "Memory, as the system and as we count it", memory},
      {"machine", "The machine that it was measured on", machine},
      {"metrics", "A whole run in six numbers", metrics},
      {"find", "Four trainings with something wrong", find},
  };
  return dls::run_lesson(argc, argv, DLS_CHAPTER, "Where the time goes", sections);
}
