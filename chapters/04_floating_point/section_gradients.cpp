// The gradients of a network: how many fall below the range of fp16, and how a scale brings them
// back.
#include <fmt/core.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "chapters/04_floating_point/5_limits.hpp"
#include "chapters/04_floating_point/histogram.hpp"
#include "chapters/04_floating_point/sections.hpp"
#include "common/autograd/ops.hpp"
#include "common/core/parallel.hpp"
#include "common/core/rng.hpp"
#include "common/data/catalogue.hpp"
#include "common/data/fashion_mnist.hpp"
#include "common/data/glyphs.hpp"
#include "common/nn/layers.hpp"
#include "common/optim/optimizer.hpp"
#include "common/report/plot.hpp"

namespace dls::ch04 {

namespace {

LabelledImages pictures(Lesson& lesson) {
  if (!lesson.quick()) {
    if (const auto folder = find_dataset("fashion-mnist", lesson.options().data))
      return load_fashion_mnist(*folder).train.first(20000);
    lesson.say("{}", missing_dataset("fashion-mnist"));
  }
  return glyphs(lesson.seed(), 2000);
}

struct Batch {
  Variable x;     // (B,784)
  Tensor labels;  // (B)
};

Batch batch_of(const LabelledImages& all, Rng& rng, std::int64_t count) {
  const std::int64_t pixels = static_cast<std::int64_t>(all.height) * all.width;
  std::vector<float> x;
  std::vector<std::int64_t> labels;
  for (std::int64_t i = 0; i < count; ++i) {
    const int which = static_cast<int>(rng.below(static_cast<std::uint32_t>(all.count)));
    x.insert(x.end(), all.picture(which), all.picture(which) + pixels);
    labels.push_back(all.labels[static_cast<std::size_t>(which)]);
  }
  return {Variable(Tensor::of<float>({count, pixels}, x)),
          Tensor::of<std::int64_t>({count}, labels)};
}

/// Trains 784-64-64-10 for a while; then all gradients of one batch that a backward pass computes
/// between its layers: of the logits and of both hidden layers.
std::vector<float> gradients_of_a_network(Lesson& lesson) {
  const LabelledImages all = pictures(lesson);
  Rng rng(lesson.seed(), "gradients");
  Linear first(static_cast<std::int64_t>(all.height) * all.width, 64, rng), second(64, 64, rng);
  Linear third(64, 10, rng);
  NamedVariables weights;
  for (Linear* layer : {&first, &second, &third})
    for (const auto& [name, weight] : layer->named_parameters()) weights.push_back({name, weight});
  Adam optimizer(weights, 1e-3);
  const int steps = lesson.quick() ? 300 : 2000;
  for (int step = 0; step < steps; ++step) {
    const Batch b = batch_of(all, rng, 64);
    optimizer.zero_grad();
    backward(cross_entropy(third(relu(second(relu(first(b.x))))), b.labels));
    optimizer.step();
  }
  // [gradients]
  const Batch b = batch_of(all, rng, 512);
  const Variable z1 = first(b.x), z2 = second(relu(z1)), logits = third(relu(z2));
  const Variable loss = cross_entropy(logits, b.labels);
  std::vector<float> result;
  for (const Variable& gradient : gradients(loss, {z1, z2, logits}))
    for (const float value : gradient.value().to_vector<float>()) result.push_back(value);
  // [/gradients]
  lesson.say(
      "After {} steps, a batch of 512 pictures with a loss of {:.4f}: {} gradients between the "
      "layers.",
      steps, loss.item(), result.size());
  return result;
}

}  // namespace

void gradients(Lesson& lesson) {
  set_threads(1);  // the products are small
  const std::vector<float> g = gradients_of_a_network(lesson);
  Table table({"format", "times", "become 0", "keep fewer digits", "fit", "become infinity"});
  std::vector<Histogram> drawn;
  const auto row = [&](const Format& f, int power) {
    const Histogram h = histogram(f, g, std::ldexp(1.0, power));
    const auto percent = [&](Fate fate) { return fmt::format("{:.1f} %", 100 * h.share(fate)); };
    table.row({f.name, power == 0 ? "1" : fmt::format("2^{}", power), percent(Fate::zero),
               percent(Fate::subnormal), percent(Fate::normal), percent(Fate::infinity)});
    lesson.metric({{"what", "gradients"},
                   {"format", f.name},
                   {"power", power},
                   {"zero", h.share(Fate::zero)},
                   {"infinity", h.share(Fate::infinity)}});
    return h;
  };
  for (const int power : {0, 8, 16, 24, 32}) {
    const Histogram h = row(kFp16, power);
    if (power % 16 == 0 || power == 24) drawn.push_back(h);
  }
  row(kBf16, 0);
  row(kE5m2, 0);
  row(kE4m3, 0);
  lesson.show(table);

  double highest = 0;
  for (const Histogram& h : drawn)
    for (const auto& shares : h.shares)
      for (const auto& [exponent, share] : shares) highest = std::max(highest, 110 * share);
  const char* const titles[] = {"as they are", "times 2^16", "times 2^24", "times 2^32"};
  std::vector<Picture> panel;
  for (std::size_t i = 0; i < drawn.size(); ++i)
    panel.push_back(draw(drawn[i], titles[i], highest, i == 0));
  lesson.picture(
      panels<Picture>("Gradients of a network, in fp16", panel, 1), "gradients.png",
      "Four histograms of the same gradients over powers of two, one below the other: as "
      "they are, where many become 0 in fp16; times 2^16 and times 2^24, where nearly "
      "all fit; times 2^32, where the largest become infinity");
}

}  // namespace dls::ch04
