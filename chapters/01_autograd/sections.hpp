// The sections of the lesson, in the order of the program. Each stands alone: --section NAME.
#pragma once
#include "common/report/lesson.hpp"

namespace dls::ch01 {

void fashion(Lesson& lesson);    // section_fashion.cpp: what a gradient is good for
void by_hand(Lesson& lesson);    // section_by_hand.cpp: a network, its gradient on paper
void check(Lesson& lesson);      // section_check.cpp: is that gradient right?
void tape(Lesson& lesson);       // section_tape.cpp: the gradient of any program
void same(Lesson& lesson);       // section_same.cpp: the network again, on the tape
void rates(Lesson& lesson);      // section_rates.cpp: learning rate, depth and luck
void inside(Lesson& lesson);     // section_inside.cpp: what the layers make of the pictures
void elsewhere(Lesson& lesson);  // section_elsewhere.cpp: what a perfect score did not say

}  // namespace dls::ch01
