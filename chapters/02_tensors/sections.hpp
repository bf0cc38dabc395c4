// The sections of the lesson, in the order of the page. Each stands alone: --section NAME.
#pragma once
#include "common/report/lesson.hpp"

namespace dls::ch02 {

void inside(Lesson& lesson);           // section_inside.cpp: type, place, shape, and two names
void slices(Lesson& lesson);           // section_slices.cpp: slices, new axes, swapped strides
void reshape_or_copy(Lesson& lesson);  // section_reshape.cpp: views, and the case that must copy
void arithmetic(Lesson& lesson);       // section_arithmetic.cpp: add, add in place, broadcasting
void picking(Lesson& lesson);          // section_picking.cpp: index lists and masks
void version(Lesson& lesson);          // section_version.cpp: a write before the backward pass
void foreign(Lesson& lesson);          // section_foreign.cpp: a matrix of Eigen's as a tensor
void bytes(Lesson& lesson);            // section_bytes.cpp: counted bytes, who shares with whom
void picture(Lesson& lesson);          // section_picture.cpp: views that you can see

}  // namespace dls::ch02
