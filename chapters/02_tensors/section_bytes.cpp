// The price of a view, counted on a tensor of 1 GB; and who shares memory with whom.
#include <string>
#include <utility>
#include <vector>

#include "chapters/02_tensors/6_picking.hpp"
#include "chapters/02_tensors/layouts.hpp"
#include "chapters/02_tensors/sections.hpp"

namespace dls::ch02 {

namespace {

void one_gigabyte(Lesson& lesson) {
  Table table({"operation", "GB before", "GB after", "new bytes"});
  const auto gb = [](std::int64_t bytes) {
    return fmt::format("{:.1f}", static_cast<double>(bytes) / (1024.0 * 1024 * 1024));
  };
  const auto add = [&](const char* name, auto make) {
    const std::int64_t before = bytes_in_use();
    auto result = make();
    const std::int64_t after = bytes_in_use();
    table.row({name, gb(before), gb(after), std::to_string(after - before)});
    lesson.metric({{"what", name}, {"new_bytes", after - before}});
    return result;
  };
  // [gigabyte]
  // 2^28 floats. Nobody reads or writes them, so the operating system never has to find the pages.
  auto x =
      add("x = empty((1024,1024,256))", [] { return Tensor<float>::empty({1024, 1024, 256}); });
  add("y = x", [&] { return x; });
  add("x[512]", [&] { return select(x, 0, 512); });
  add("x[:,::2]", [&] { return slice(x, 1, 0, kEnd, 2); });
  add("transpose(x)", [&] { return transpose(x); });
  add("reshape(x,(-1))", [&] { return reshape(x, {-1}); });
  add("x[None]", [&] { return new_axis(x, 0); });
  add("x stretched to (8,1024,1024,256)", [&] { return expand(x, {8, 1024, 1024, 256}); });
  add("copy(x[512,:4])", [&] { return copy(slice(select(x, 0, 512), 0, 0, 4)); });
  // [/gigabyte]
  lesson.show(table);
}

void who_shares(Lesson& lesson) {
  const auto x = reshape(Tensor<float>::arange(12), {3, 4});
  const std::vector<std::pair<std::string, Tensor<float>>> all = {
      {"x", x},
      {"y = x", x},
      {"x[1]", select(x, 0, 1)},
      {"x[:,::2]", slice(x, 1, 0, kEnd, 2)},
      {"transpose(x)", transpose(x)},
      {"reshape(x,(2,6))", reshape(x, {2, 6})},
      {"x stretched", expand(x, {5, 3, 4})},
      {"reshape(transpose(x),(12))", reshape(transpose(x), {12})},
      {"copy(x)", copy(x)},
      {"x + x", x + x},
      {"x[x > 3]", masked_select(x, greater(x, 3))},
  };
  std::vector<std::string> columns = {"tensor"};
  for (std::size_t i = 0; i < all.size(); ++i) columns.push_back(std::to_string(i));
  Table table(columns, "Who shares memory with whom? #: the same storage");
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<std::string> cells = {all[i].first + " (" + std::to_string(i) + ")"};
    for (const auto& other : all)
      cells.push_back(all[i].second.shares_storage(other.second) ? "#" : ".");
    table.row(cells);
  }
  lesson.show(table);
}

}  // namespace

void bytes(Lesson& lesson) {
  one_gigabyte(lesson);
  who_shares(lesson);
}

}  // namespace dls::ch02
