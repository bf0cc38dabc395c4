// The sections of the lesson, in the order of the page. Each stands alone: --section NAME.
#pragma once
#include "common/report/lesson.hpp"

namespace dls::ch05 {

void warm_up(Lesson& lesson);  // section_bench.cpp: one call, timed thirty times
void compare(Lesson& lesson);  // section_bench.cpp: two ways, in turns and one after the other
void seeds(Lesson& lesson);    // section_seeds.cpp: streams of random numbers, the same bits twice
void ops(Lesson& lesson);      // section_ops.cpp: the table of operations, and the trace
void samples(Lesson& lesson);  // section_samples.cpp: a planted hot function, and the flame graph
void memory(Lesson& lesson);   // section_memory.cpp: two curves
void machine(Lesson& lesson);  // section_machine.cpp: clocks, governor, counters
void metrics(Lesson& lesson);  // section_metrics.cpp: from end to end
void find(Lesson& lesson);     // section_find.cpp: gpt-mini with planted defects, and the ledger

}  // namespace dls::ch05
