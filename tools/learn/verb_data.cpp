// data list, get and verify: the face of common/data/catalogue.
#include <fmt/format.h>

#include <cstdio>

#include "common/core/error.hpp"
#include "common/data/catalogue.hpp"
#include "common/report/suggest.hpp"
#include "common/report/table.hpp"
#include "tools/learn/verbs.hpp"

namespace learn {

namespace {

const dls::Dataset& known_dataset(const std::string& name) {
  std::vector<std::string> names;
  for (const dls::Dataset& set : dls::catalogue()) {
    if (set.name == name) return set;
    names.push_back(set.name);
  }
  throw dls::Error(fmt::format("There is no data set '{}'.{} The data sets are {}.", name,
                               dls::did_you_mean(name, names), dls::in_words(names)));
}

/// Prints what is wrong with one set; a set that is not here is no fault unless it was asked for.
bool verify_one(const dls::Dataset& set, bool asked_for) {
  const auto folder = dls::find_dataset(set.name);
  if (!folder) {
    if (asked_for)
      fmt::print("{}  is not here. ./learn data get {} fetches it.\n", set.name, set.name);
    return !asked_for;
  }
  bool good = true;
  for (const dls::VerifiedFile& file : dls::verify_dataset(set, *folder)) {
    fmt::print("{}  {}: {}\n", set.name, file.name, file.message);
    good = good && file.good;
  }
  return good;
}

}  // namespace

int data_list() {
  dls::Table table({"name", "here", "what", "licence"});
  for (const dls::Dataset& set : dls::catalogue()) {
    const std::string absent = set.chapter.empty() ? "no" : "with " + set.chapter;
    table.row({set.name, dls::find_dataset(set.name) ? "yes" : absent, set.what, set.licence});
  }
  fmt::print(
      "{}\n./learn data get NAME fetches one that is not here; \"with\" a chapter means that it "
      "can be fetched once that chapter is written.\n",
      table.str());
  return 0;
}

int data_get(const std::string& name, const std::string& from) {
  const dls::Dataset& set = known_dataset(name);
  fmt::print("{} is in {}.\n", name, dls::get_dataset(set, from).string());
  return 0;
}

int data_verify(const std::string& name) {
  if (!name.empty()) return verify_one(known_dataset(name), true) ? 0 : 1;
  bool good = true;
  bool any = false;
  for (const dls::Dataset& set : dls::catalogue()) {
    any = any || dls::find_dataset(set.name);
    good = verify_one(set, false) && good;
  }
  if (!any) fmt::print("No data set is here yet. ./learn data list shows what there is.\n");
  return good ? 0 : 1;
}

}  // namespace learn
