// Chapter 01: how does a program obtain the gradient of its own output, and who checks it?
#include "chapters/01_autograd/sections.hpp"

int main(int argc, char** argv) {
  using namespace dls::ch01;
  const dls::LessonSection sections[] = {
      {"fashion", "A network learns to tell clothes apart", fashion},
      {"by_hand", "A smaller network, its gradient worked out on paper", by_hand},
      {"check", "Is that gradient right?", check},
      {"tape", "The gradient of any program", tape},
      {"same", "The small network again, on the tape", same},
      {"rates", "Learning rate, depth and luck", rates},
      {"inside", "What the layers make of the pictures", inside},
      {"elsewhere", "What a perfect score did not say", elsewhere},
  };
  return dls::run_lesson(argc, argv, DLS_CHAPTER,
                         "How a program finds the gradient of its own output", sections);
}
