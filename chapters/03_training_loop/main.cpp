// Chapter 03: what must surround a model before its training can be stopped, resumed and trusted?
#include "chapters/03_training_loop/sections.hpp"

int main(int argc, char** argv) {
  using namespace dls::ch03;
  const dls::LessonSection sections[] = {
      {"net", "The network, before its first step", net},
      {"pieces", "Four pieces, tried on their own", pieces},
      {"train", "Five epochs, which you may kill", train},
      {"resume", "Killed, started again, and compared", resume},
      {"forgotten", "What each part of the state is for", forgotten},
      {"stop", "When to stop, and which weights to keep", stop},
      {"classify", "One picture, and two ways to get it wrong", classify},
      {"landscape", "The loss around the trained network", landscape},
      {"profile", "Where the time of a step goes", profile},
      {"recipe", "The same loop with better settings", recipe},
  };
  return dls::run_lesson(argc, argv, DLS_CHAPTER,
                         "Training that can be stopped, resumed and trusted", sections);
}
