// Four pieces that are new in this chapter, each tried on its own before it is trusted.
#include <fmt/core.h>

#include <cmath>
#include <vector>

#include "chapters/03_training_loop/sections.hpp"
#include "common/nn/init.hpp"
#include "common/nn/layers.hpp"
#include "common/optim/optimizer.hpp"

namespace dls::ch03 {

namespace {

/// The largest difference between the tape's gradient and (softmax - onehot) / B.
double worst_difference(std::uint64_t seed) {
  Rng rng(seed, "logits");
  const std::int64_t rows = 32, classes = 10;
  const Variable logits = parameter(normal({rows, classes}, 0, 3, rng, DType::f64));
  Tensor labels = Tensor::zeros({rows}, DType::i64);
  for (std::int64_t i = 0; i < rows; ++i) labels.set<std::int64_t>({i}, rng.below(10));
  backward(nll_loss(log_softmax(logits), labels));
  double worst = 0;
  for (std::int64_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (std::int64_t c = 0; c < classes; ++c) sum += std::exp(logits.value().at<double>({i, c}));
    for (std::int64_t c = 0; c < classes; ++c) {
      const double softmax = std::exp(logits.value().at<double>({i, c})) / sum;
      const double onehot = labels.at<std::int64_t>({i}) == c ? 1 : 0;
      worst = std::max(worst, std::abs(logits.grad().value().at<double>({i, c}) -
                                       (softmax - onehot) / static_cast<double>(rows)));
    }
  }
  return worst;
}

void loss_of_large_logits(Lesson& lesson) {
  const Variable logits = parameter(Tensor::of<float>({1, 3}, {1000, 0, -1000}));
  lesson.say("Logits 1000, 0, -1000. Straight from the formula: e^1000 is {}, and the loss {}.",
             std::exp(1000.0), -std::log(std::exp(1000.0) / std::exp(1000.0)));
  for (const std::int64_t label : {0, 2}) {
    const double loss =
        nll_loss(log_softmax(logits), Tensor::of<std::int64_t>({1}, {label})).item();
    lesson.say("  with the largest logit taken off first, label {}: loss {:.0f}", label,
               loss + 0.0);
  }
}

void dropout_mean(Lesson& lesson) {
  const std::int64_t n = 100000;
  Dropout drop(0.1, lesson.seed());
  const Variable ones(Tensor::full({n}, 1));
  const double mean = dls::mean(drop(ones)).item();
  const double sigma = std::sqrt(0.1 / 0.9 / static_cast<double>(n));
  lesson.say("Dropout 0.1 on 100,000 ones: mean {:.4f}, which is {:.1f} standard errors from 1.",
             mean, std::abs(mean - 1) / sigma);
  drop.train(false);
  lesson.say("  in evaluation mode: the same tensor, untouched: {}",
             drop(ones) == ones ? "yes" : "no");
}

void first_adam_step(Lesson& lesson) {
  Table table({"gradient", "first step of SGD", "first step of Adam"});
  for (const double gradient : {1e-4, 1e-2, 1.0, 100.0}) {
    double step[2];
    for (const bool adam : {false, true}) {
      Variable w = parameter(Tensor::full({1}, 0, DType::f64));
      w.set_grad(Variable(Tensor::full({1}, gradient, DType::f64)));
      if (adam)
        Adam({{"w", w}}, 2e-4).step();
      else
        Sgd({{"w", w}}, 2e-4).step();
      step[adam ? 1 : 0] = w.item();
    }
    table.row({fmt::format("{:g}", gradient), fmt::format("{:g}", step[0]),
               fmt::format("{:.6g}", step[1])});
  }
  lesson.show(table);
}

}  // namespace

void pieces(Lesson& lesson) {
  lesson.say(
      "Gradient of NLL after log-softmax, against (softmax - onehot)/B: they differ by at "
      "most {:.0e}.",
      worst_difference(lesson.seed()));
  loss_of_large_logits(lesson);
  lesson.say();
  dropout_mean(lesson);
  lesson.say();
  lesson.say("A learning rate of 0.0002:");
  first_adam_step(lesson);
}

}  // namespace dls::ch03
