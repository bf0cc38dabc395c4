// How often a piece of program asks the heap for memory.
#pragma once
#include <functional>

namespace dls_bench {

/// Calls of operator new: from this program, and from inside oneDNN, which makes five small ones in
/// each product for its own list of arguments.
struct HeapCalls {
  int ours = 0, of_onednn = 0;
};

/// Those of `body`, on the calling thread. A program that calls this has its operator new replaced.
HeapCalls count_heap_calls(const std::function<void()>& body);

}  // namespace dls_bench
