// Loops shared by threads (C++17: notebooks include this file).
#pragma once
#include <cstdint>
#include <type_traits>

namespace dls {

/// The threads that parallel loops (and oneDNN's products, which share the pool) use.
int threads();

/// Sets it for loops started by the calling thread from now on. Throws Error unless count >= 1.
void set_threads(int count);

namespace detail {
/// Calls run(body, i) once for each chunk i in [0, chunks), on several threads when there are any.
void run_chunks(std::int64_t chunks, void* body, void (*run)(void* body, std::int64_t chunk));
}  // namespace detail

/// Splits [0, n) into chunks of `grain` indices (the last one may be shorter) and calls
/// body(begin, end) once for each, in any order and on any thread. Returns when all are done; the
/// first exception of a body is thrown on.
///
/// The chunks depend on n and grain alone, never on the number of threads: a body that adds up its
/// chunk and stores the sum by chunk (begin / grain) gives the same bits on every machine. One
/// chunk runs directly on the calling thread, so `grain` is also the size below which threads do
/// not pay. Throws Error unless grain >= 1.
template <class Body>
void parallel_for(std::int64_t n, std::int64_t grain, Body&& body);

namespace detail {
[[noreturn]] void bad_grain(std::int64_t grain);
}

template <class Body>
void parallel_for(std::int64_t n, std::int64_t grain, Body&& body) {
  if (grain < 1) detail::bad_grain(grain);
  if (n <= 0) return;
  if (n <= grain) {
    body(std::int64_t{0}, n);
    return;
  }
  struct Loop {
    std::int64_t n, grain;
    std::remove_reference_t<Body>* body;
  } loop{n, grain, &body};
  detail::run_chunks((n + grain - 1) / grain, &loop, [](void* data, std::int64_t chunk) {
    Loop& l = *static_cast<Loop*>(data);
    const std::int64_t begin = chunk * l.grain;
    (*l.body)(begin, begin + l.grain < l.n ? begin + l.grain : l.n);
  });
}

}  // namespace dls
