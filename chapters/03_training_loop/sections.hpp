// The sections of the lesson, in the order of the page. Each stands alone: --section NAME.
#pragma once
#include "common/report/lesson.hpp"

namespace dls::ch03 {

void net(Lesson& lesson);        // section_net.cpp: layers, graph, operations
void pieces(Lesson& lesson);     // section_pieces.cpp: loss, dropout and Adam, each on its own
void train(Lesson& lesson);      // section_train.cpp: five epochs, to be killed and started again
void resume(Lesson& lesson);     // section_resume.cpp: kills that training, and compares
void forgotten(Lesson& lesson);  // section_forget.cpp: what each part of the state is for
void stop(Lesson& lesson);       // section_stop.cpp: when to stop, and which weights to keep
void classify(Lesson& lesson);   // section_classify.cpp: one picture, and two ways to get it wrong
void landscape(Lesson& lesson);  // section_landscape.cpp: the loss around the trained network
void profile(Lesson& lesson);    // section_profile.cpp: where the time of a step goes
void recipe(Lesson& lesson);     // section_recipe.cpp: better settings

}  // namespace dls::ch03
