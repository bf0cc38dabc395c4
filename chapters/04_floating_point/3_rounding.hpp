// The one place where something is lost: a number between two neighbours becomes one of them.
#pragma once
#include <cmath>

namespace dls::ch04 {

enum class Rounding {
  nearest_even,  ///< to the nearer neighbour; from the middle to the even one
  toward_zero,   ///< the rest is cut off
  stochastic     ///< up with the probability of the rest, so that the mean is right
};

// [round]
/// A number counted in steps of the format, steps >= 0, as a whole number of steps. `random` is
/// uniform in [0, 1), and used by stochastic rounding only.
inline double round_steps(double steps, Rounding rounding, double random = 0) {
  const double below = std::floor(steps);
  const double rest = steps - below;  // exact, in [0, 1)
  bool up = false;
  switch (rounding) {
    case Rounding::nearest_even:
      up = rest > 0.5 || (rest == 0.5 && std::fmod(below, 2) == 1);
      break;
    case Rounding::toward_zero:
      break;
    case Rounding::stochastic:
      up = random < rest;
      break;
  }
  return up ? below + 1 : below;
}
// [/round]

}  // namespace dls::ch04
