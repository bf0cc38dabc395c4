// The ladder: all rungs in order.
#pragma once
#include <vector>

#include "chapters/06_parallel_cpu/gemm/1_three_loops.hpp"
#include "chapters/06_parallel_cpu/gemm/2_loop_order.hpp"
#include "chapters/06_parallel_cpu/gemm/3_vectors.hpp"
#include "chapters/06_parallel_cpu/gemm/4_registers.hpp"
#include "chapters/06_parallel_cpu/gemm/5_blocks.hpp"
#include "chapters/06_parallel_cpu/gemm/6_packed.hpp"

namespace dls::ch06 {

struct Rung {
  const char* name;  // as the file is called, without its number
  const char* idea;
  void (*multiply)(const Product&, Simd);
};

inline std::vector<Rung> ladder() {
  return {{"three_loops", "the definition", three_loops},
          {"loop_order", "B is read along its rows", loop_order},
          {"vectors", "16 (8, 4) numbers an instruction", vectors},
          {"registers", "a tile of C stays in registers", registers},
          {"blocks", "what is used again is still in a cache", blocks},
          {"packed", "panels in the order of their use", packed}};
}

}  // namespace dls::ch06
