// Ten kinds of generated pictures in the form of Fashion-MNIST, for tests and for --quick.
#pragma once
#include <cstdint>

#include "common/data/fashion_mnist.hpp"

namespace dls {

/// `count` pictures of 28 x 28 pixels: the digits 0 to 9 as five by seven dots, each drawn at a
/// random place, size, slant and brightness, over noise. Picture i depends on (seed, i) alone.
/// They stand in for real pictures where those are absent, and are far easier: a program that uses
/// them says so.
LabelledImages glyphs(std::uint64_t seed, int count);

}  // namespace dls
