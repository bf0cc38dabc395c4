// Learning-rate schedules: functions of the step number, so that there is no state to save (C++17).
#pragma once
#include <cstdint>

namespace dls {

/// base * factor^(number of completed periods of `every` steps).
struct StepSchedule {
  double base;
  std::int64_t every;
  double factor = 0.1;
  /// `step` counts from 0. Throws Error when it is negative or `every` below 1.
  double operator()(std::int64_t step) const;
};

/// Rises linearly to `base` in `warmup` steps (the first one gets base/warmup), then falls along
/// half a cosine to `last`, which it reaches at step `total` and keeps. Source: Loshchilov and
/// Hutter, "SGDR", ICLR 2017, section 3 (the cosine).
struct CosineSchedule {
  double base;
  std::int64_t total;
  std::int64_t warmup = 0;
  double last = 0;
  /// `step` counts from 0. Throws Error when it is negative or warmup is not in [0, total].
  double operator()(std::int64_t step) const;
};

}  // namespace dls
