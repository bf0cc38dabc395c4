// 06.3  A sum that does not know how many threads there were (about 35 min)
//
// Floats are rounded after every addition, so another order of additions gives other bits. A
// training that is to give the same numbers on two machines needs sums whose order does not depend
// on the number of threads, nor on which thread was faster.
//
// parallel_sum(x, threads, sum_of) returns the sum of x. It cuts x into pieces, has each piece
// added up by sum_of(pointer, count) on one of `threads` threads, and adds up what these returned.
//
//   - The same bits for 1, 2, 3, ... 8 threads, in every run.
//   - As many threads as were asked for work at the same time, when x has at least 4096 numbers for
//     each. A shorter x may be added up by fewer.
//   - sum_of is called for nothing but pieces of x, together all of it, at most 65,536 numbers
//     each. An empty x has the sum 0.
//
// How the pieces are shared out is your choice: a counter (std::atomic) from which each thread
// takes the next piece, or every threads-th piece. Where the results go is the point.
//
// Check it:  ./learn check 06.3        Stuck:  ./learn hint 06.3
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#include "common/core/error.hpp"

using SumOf = std::function<float(const float*, std::size_t)>;

inline float parallel_sum([[maybe_unused]] const std::vector<float>& x,
                          [[maybe_unused]] int threads, [[maybe_unused]] const SumOf& sum_of) {
  throw dls::NotDone("06.3 ordered_reduce: write parallel_sum()");
}
