// What all the tools of this chapter say about one training, on half a page.
#pragma once
#include <string>
#include <vector>

#include "chapters/05_profiling/4_planted_training.hpp"
#include "common/report/op_recorder.hpp"

namespace dls::ch05 {

struct TrainingReport {
  int steps = 0;
  double seconds_a_step = 0;  ///< the middle one
  double cores_busy = 0;      ///< processor time over time: 2 when two cores were busy throughout
  double page_faults = 0;     ///< a step
  double blocks = 0;          ///< of memory that were asked from the system, a step
  double bytes_first = 0;     ///< of tensors, after the first of these steps
  double bytes_last = 0;      ///< and after the last
  double bytes_peak = 0;      ///< of tensors, the most within a step
  double loss = 0;            ///< of the last step
  std::vector<OpRow> rows;    ///< of the op recorder
  std::vector<std::pair<std::string, double>> hot;  ///< innermost functions, share of the samples

  std::string text() const;
};

/// Trains some steps to warm up, and `steps` that count, under the recorder and the sampler.
TrainingReport report_of(const PlantedSizes& sizes, const std::vector<Defect>& defects, int steps,
                         std::uint64_t seed);

}  // namespace dls::ch05
