// What `learn` can be told. Each returns the exit status, or throws dls::Error with a sentence.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tools/learn/place.hpp"

namespace learn {

using Words = std::vector<std::string>;

// verb_overview.cpp: where a learner stands
int where_you_are(const Place& place);
int list(const Place& place);
int report(const Place& place, bool json);
int ledger(const Place& place);

// verb_programs.cpp: programs of the repository, with their own options handed on
int run(const Place& place, const Words& words);
int bench(const Place& place, const Words& words);
int notebook(const Place& place, const Words& words);

// verb_check.cpp and verb_watch.cpp: an empty exercise means the next unsolved one
struct CheckOptions {
  std::string exercise;
  std::uint64_t seed = 1;
  bool everything = false;  ///< show all failing checks
};
int check(const Place& place, const CheckOptions& options);
int watch(const Place& place, const CheckOptions& options, bool poll);

// verb_help.cpp
int hint(const Place& place, const std::string& exercise);
int solution(const Place& place, const std::string& exercise, bool show);
int reset(const Place& place, const std::string& exercise);

// verb_data.cpp
int data_list();
int data_get(const std::string& name, const std::string& from);
int data_verify(const std::string& name);

// verb_doctor.cpp
int doctor(const Place& place, bool peaks);

// verb_test.cpp and verb_gates.cpp
int test(const Place& place, bool all);
int test_exercises(const Place& place);

// verb_gate.cpp: is an exercise what its contract says? Run by CTest, not by learners.
int gate(const Place& place, const std::string& id, const std::string& form,
         const std::string& file, const std::string& program);

}  // namespace learn
