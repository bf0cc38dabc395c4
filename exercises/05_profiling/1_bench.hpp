// 05.1  A bench that is not fooled (about 30 min)
//
// Write two functions that measure on a machine which misbehaves: its first calls are slow, now and
// then a call takes a hundred times as long, and it becomes slower and slower while you measure.
//
//   typical_time(clock, call, warm_up, rounds)
//       Makes `warm_up` calls that do not count, then `rounds` calls that do, and times each of
//       these on its own: clock() before, clock() after. Returns the MEDIAN of the times: the
//       middle one when they are sorted; of an even number the mean of the two in the middle.
//
//   time_ratio(clock, a, b, warm_up, rounds)
//       How much longer does b take than a? 2 means twice as long. Each of the two is called
//       `warm_up` times without counting and `rounds` times counting, and the result must not
//       depend on the machine becoming 10 % slower meanwhile: for two calls that take the same
//       time it is 1.00, to 0.01.
//
// rounds is at least 1 and warm_up at least 0; for others throw dls::Error. clock() returns
// seconds. The test brings a clock of its own, on which only `call`, `a` and `b` take time.
//
// Check it:  ./learn check 05.1        Stuck:  ./learn hint 05.1
#pragma once
#include <functional>

#include "common/core/error.hpp"

using Clock = std::function<double()>;
using Call = std::function<void()>;

inline double typical_time([[maybe_unused]] const Clock& clock, [[maybe_unused]] const Call& call,
                           [[maybe_unused]] int warm_up, [[maybe_unused]] int rounds) {
  throw dls::NotDone("05.1 bench: write typical_time()");
}

inline double time_ratio([[maybe_unused]] const Clock& clock, [[maybe_unused]] const Call& a,
                         [[maybe_unused]] const Call& b, [[maybe_unused]] int warm_up,
                         [[maybe_unused]] int rounds) {
  throw dls::NotDone("05.1 bench: write time_ratio()");
}
