#include "common/optim/schedule.hpp"

#include <cmath>

#include "common/core/check.hpp"

namespace dls {

double StepSchedule::operator()(std::int64_t step) const {
  DLS_CHECK(step >= 0 && every >= 1,
            "step {} of a schedule that changes every {} steps: steps count from 0, and a period "
            "has at least one",
            step, every);
  const std::int64_t periods = step / every;  // completed ones
  return base * std::pow(factor, static_cast<double>(periods));
}

double CosineSchedule::operator()(std::int64_t step) const {
  DLS_CHECK(step >= 0 && warmup >= 0 && warmup <= total,
            "step {} of a schedule of {} steps with {} of warm-up: steps count from 0, and the "
            "warm-up is part of the total",
            step, total, warmup);
  if (step < warmup) return base * static_cast<double>(step + 1) / static_cast<double>(warmup);
  if (step >= total) return last;
  const double done = static_cast<double>(step - warmup) / static_cast<double>(total - warmup);
  return last + (base - last) * 0.5 * (1 + std::cos(3.14159265358979323846 * done));
}

}  // namespace dls
