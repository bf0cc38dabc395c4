// The sections of the lesson, in the order of the page. Each stands alone: --section NAME.
#pragma once
#include "common/report/lesson.hpp"

namespace dls::ch04 {

void formats(Lesson& lesson);   // section_formats.cpp: what each format can hold, and bytes
void tenth(Lesson& lesson);     // section_tenth.cpp: the bits of 0.1 in every format
void patterns(Lesson& lesson);  // section_patterns.cpp: every pattern of the small formats
void rounding(
    Lesson& lesson);        // section_rounding.cpp: three ways to round, and what they add up to
void sums(Lesson& lesson);  // section_sums.cpp: sums that stall, and sums that do not
void products(Lesson& lesson);  // section_products.cpp: one product, its inputs with fewer bits
void gradients(
    Lesson& lesson);  // section_gradients.cpp: gradients below the range of fp16, and back
void integers(
    Lesson& lesson);       // section_integers.cpp: INT8 with one scale, with two ends, by block
void nf4(Lesson& lesson);  // section_nf4.cpp: sixteen numbers, and what a weight costs
void fast_math(Lesson& lesson);  // section_fast_math.cpp: what -ffast-math makes of NaN
void speed(Lesson& lesson);      // section_speed.cpp: what a conversion costs

}  // namespace dls::ch04
