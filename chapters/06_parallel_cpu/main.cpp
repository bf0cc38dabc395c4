// Chapter 06: what do threads, processes, vector units and caches buy, and when do they stop
// paying?
#include "chapters/06_parallel_cpu/sections.hpp"

int main(int argc, char** argv) {
  using namespace dls::ch06;
  const dls::LessonSection sections[] = {
      // First, since it needs a malloc that has learned nothing yet (section_ledger.cpp).
      {"ledger", "The ledger: gpt-mini", ledger},
      {"miner", "Threads and processes, waiting and computing", miner},
      {"sharing", "Many threads, one sum", sharing},
      {"crowd", "More threads than cores", crowd},
      {"caches", "How far away memory is", caches},
      {"first_touch", "The first touch", first_touch},
      {"simd", "One dot product in five ways", vectors_and_eigen},
      {"ladder", "A matrix product, rung by rung", gemm_ladder},
      {"roofline", "The roof of this machine", roofline},
      {"laws", "When more workers stop paying", laws},
      {"cost", "What a training costs", cost},
  };
  return dls::run_lesson(argc, argv, DLS_CHAPTER, "What the cores that you have can buy", sections);
}
