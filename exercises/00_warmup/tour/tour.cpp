// A tour in C++. tour.py says the same in Python and prints the
// same lines.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mean.hpp"

// What Python prints for a list.
std::string text(const std::vector<int>& list) {
  std::string result;
  for (int value : list)
    result +=
        (result.empty() ? "" : ", ") + std::to_string(value);
  return "[" + result + "]";
}

std::string text(const std::vector<std::string>& list) {
  std::string result;
  for (const std::string& value : list)
    result += (result.empty() ? "'" : ", '") + value + "'";
  return "[" + result + "]";
}

const char* text(bool value) {
  return value ? "True" : "False";
}

// [function]
void double_all(std::vector<int>& values) {
  for (int& value : values) value *= 2;
}
// [/function]

// [block]
struct Entered {
  Entered() { std::cout << "in\n"; }
  ~Entered() { std::cout << "out\n"; }
};

void block() {
  {
    Entered entered;
    std::cout << "inside\n";
  }
  std::cout << "behind\n";
}
// [/block]

// [generic]
template <class T>
T largest(const std::vector<T>& values) {
  T best = values[0];
  for (const T& v : values) best = v > best ? v : best;
  return best;
}
// [/generic]

int main() {
  // [values]
  std::vector<int> x = {1, 2, 3};
  std::vector<int> y = x;   // a second vector
  std::vector<int>& z = x;  // a second name
  y[0] = 10;
  z[1] = 20;
  std::cout << text(x) << " " << text(y) << "\n";
  // [/values]

  double_all(x);
  std::cout << text(x) << "\n";

  // [words]
  std::map<std::string, int> ages = {{"ada", 36}, {"alan", 41}};
  ages["grace"] = 85;
  for (const auto& [name, age] : ages)
    std::cout << name << " is " << age << "\n";

  std::vector<std::string> names;
  for (const auto& [name, age] : ages) names.push_back(name);
  std::ranges::sort(names, [&](const auto& a, const auto& b) {
    return ages[a] > ages[b];
  });
  std::cout << text(names) << "\n";
  // [/words]

  block();

  // [owner]
  auto first = std::make_unique<std::vector<int>>(3);
  auto second = std::move(first);
  std::cout << second->size() << " " << text(first == nullptr)
            << "\n";
  // [/owner]

  // [numbers]
  std::cout << 7 / 2.0 << " " << 7 / 2 << "\n";
  std::cout << (std::int64_t{1} << 53) + 1 << "\n";
  std::cout << text(std::cmp_greater(3u, -1)) << "\n";
  // [/numbers]

  std::cout << largest(std::vector{3, 9, 4}) << "\n";
  std::cout << largest(std::vector{0.5, 0.25}) << "\n";

  // [errors]
  try {
    mean({});
  } catch (const std::invalid_argument& error) {
    std::cout << error.what() << "\n";
  }
  // [/errors]
}
