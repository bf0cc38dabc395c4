// The sections of the lesson, in the order of the program. Each stands alone: --section NAME.
#pragma once
#include "common/report/lesson.hpp"

namespace dls::ch06 {

void ledger(Lesson& lesson);       // section_ledger.cpp: the book's model, threads and memory
void miner(Lesson& lesson);        // section_miner.cpp: threads, processes, two kinds of work
void sharing(Lesson& lesson);      // section_sharing.cpp: lost updates, ordered sums, false sharing
void crowd(Lesson& lesson);        // section_crowd.cpp: more threads than cores
void caches(Lesson& lesson);       // section_caches.cpp: how far away memory is
void first_touch(Lesson& lesson);  // section_first_touch.cpp: page faults, and their cure
void vectors_and_eigen(Lesson& lesson);  // section_simd.cpp: one dot product in several ways
void gemm_ladder(Lesson& lesson);        // section_ladder.cpp: a matrix product, rung by rung
void roofline(Lesson& lesson);  // section_roofline.cpp: this machine's roof, and what is under it
void laws(Lesson& lesson);      // section_laws.cpp: Amdahl, Gustafson, and a measured curve
void cost(Lesson& lesson);      // section_cost.cpp: what a training costs

}  // namespace dls::ch06
