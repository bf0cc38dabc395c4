// 05.4  Fold stacks (about 20 min)
//
// A sampling profiler brings thousands of stacks. Each names the function that was running FIRST,
// then the one that had called it, and so on to main. Programs that draw flame graphs read them
// "folded": one line for each different stack, the functions from the outermost to the innermost
// with semicolons between them, a space, and how often that stack was seen:
//
//     main;train;load 3
//     main;train;step;product 7
//
// Write fold(stacks): these lines, each with its newline, sorted as text. A function that calls
// itself stands as often in the line as in the stack. An empty stack is left out. A semicolon
// inside a name would cut it in two: write a colon instead.
//
// Check it:  ./learn check 05.4        Stuck:  ./learn hint 05.4
#pragma once
#include <string>
#include <vector>

#include "common/core/error.hpp"

using Stack = std::vector<std::string>;  // the innermost function first

inline std::string fold([[maybe_unused]] const std::vector<Stack>& stacks) {
  throw dls::NotDone("05.4 fold_stacks: write fold()");
}
