// The network before its first step: its layers, its graph, and the operations of a step.
#include <fmt/core.h>

#include "chapters/03_training_loop/flops.hpp"
#include "chapters/03_training_loop/sections.hpp"
#include "common/autograd/graph.hpp"

namespace dls::ch03 {

namespace {

std::string with_commas(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string number_or_dash(std::int64_t number) { return number == 0 ? "-" : with_commas(number); }

void show_layers(Lesson& lesson, const Classifier& net) {
  Table table({"layer", "kind", "output", "parameters", "mult-adds"});
  std::int64_t parameters = 0, multiply_add = 0;
  for (const LayerRow& row : summary(net.sizes())) {
    table.row({row.name, row.kind, to_string(row.output), number_or_dash(row.parameters),
               number_or_dash(row.multiply_add)});
    parameters += row.parameters;
    multiply_add += row.multiply_add;
  }
  table.row({"all", "", "", with_commas(parameters), with_commas(multiply_add)});
  lesson.show(table);
  lesson.say("Counted in the network itself: {} parameters. As float32: {:.1f} KiB.",
             with_commas(net.parameter_count()),
             static_cast<double>(net.parameter_count()) * 4 / 1024);
}

int operations(const Variable& root) {
  int count = 0;
  for (const GraphEntry& entry : graph(root)) count += entry.leaf ? 0 : 1;
  return count;
}

}  // namespace

void net(Lesson& lesson) {
  Classifier net({784, 64, 64, 10}, 0.1, lesson.seed());
  show_layers(lesson, net);

  const Variable x(Tensor::full({32, 784}, 0.5));
  const Tensor labels = Tensor::zeros({32}, DType::i64);
  const Variable loss = nll_loss(net(x), labels);
  lesson.say();
  lesson.say("What the tape holds after a forward pass of 32 pictures:");
  lesson.show(graph_list(loss, net.named_parameters()));
  lesson.write("net.dot", graph_dot(loss, net.named_parameters()));
  lesson.say("As a drawing: dot -Tsvg out/03_training_loop/net.dot -o net.svg");
  lesson.say();

  net.train(false);
  Variable answer;
  {
    const NoGrad off;
    answer = net(x);
  }
  lesson.say("Operations on the tape: {} in training, {} in inference mode.", operations(loss),
             operations(answer));
  net.train(true);
  lesson.say();

  // [flops]
  // The backward pass is recorded as well, so that its products can be counted. All gradients go
  // into one sum, so that one walk meets them all, and each operation once.
  BackwardOptions record_it;
  record_it.create_graph = true;
  Variable all = loss;
  for (const Variable& gradient : gradients(loss, net.parameters(), {}, record_it))
    all = all + sum(gradient);
  const std::int64_t forward = product_flops(loss), both = product_flops(all);
  // [/flops]
  const FlopFormula formula = flop_formula(net.sizes(), 32);
  Table table({"FLOP of a step of 32 pictures", "counted", "by formula"});
  table.row({"forward", with_commas(forward), with_commas(formula.forward)});
  table.row({"backward", with_commas(both - forward), with_commas(formula.backward)});
  table.row({"together", with_commas(both), with_commas(formula.forward + formula.backward)});
  table.row({"rule of thumb: 6 x weights x pictures", "-", with_commas(6 * 54912 * 32)});
  lesson.show(table);
}

}  // namespace dls::ch03
