// The parts and the batches.
#include <algorithm>
#include <set>
#include <vector>

#include "tests/chapters/03_training_loop/helpers.hpp"

using namespace dls;
using namespace dls::ch03;
using namespace ch03_test;

namespace {

/// Pictures whose first pixel says which one it is.
Pictures marked(int n) {
  LabelledImages images = glyphs(dls_test::seed(), n);
  Pictures p = scaled(images);
  float* x = p.x.mutable_data<float>();
  for (int i = 0; i < n; ++i) x[784 * i] = static_cast<float>(i);
  return p;
}

std::vector<int> marks(const Batch& batch) {
  std::vector<int> all;
  for (std::int64_t i = 0; i < batch.x.size(0); ++i)
    all.push_back(static_cast<int>(batch.x.at<float>({i, 0})));
  return all;
}

std::vector<int> epoch_of(Batches& batches) {
  std::vector<int> all;
  while (batches.left() > 0)
    for (const int m : marks(batches.next())) all.push_back(m);
  return all;
}

}  // namespace

TEST_CASE("two parts share no picture and lack none") {
  const Pictures p = marked(101);
  for (const std::int64_t second : {0, 1, 30, 101}) {
    const auto [a, b] = split(p, second, 5);
    CHECK(b.size() == second);
    std::set<std::int64_t> all(a.members.begin(), a.members.end());
    all.insert(b.members.begin(), b.members.end());
    CHECK(static_cast<int>(all.size()) == 101);
    CHECK(a.size() + b.size() == 101);
  }
  CHECK(split(p, 30, 5).second.members == split(p, 30, 5).second.members);
  CHECK(split(p, 30, 5).second.members != split(p, 30, 6).second.members);
  CHECK(split(p, 30, 5).first.pictures.x.shares_storage(p.x));
  CHECK(holds(error_of([&] { split(p, 102, 5); }), "102 of 101"));
}

TEST_CASE("pixels are scaled by mean and deviation") {
  LabelledImages images;
  images.count = 1;
  images.height = 1;
  images.width = 3;
  images.pixels = {0, 0.1307F, 1};
  images.labels = {7};
  const Pictures p = scaled(images);
  CHECK_SAME(p.x.to_vector<float>(),
             Numbers(std::vector<double>{-0.1307 / 0.3081, 0, (1 - 0.1307) / 0.3081}),
             within(1e-6, 1e-7, "float32"));
  CHECK(p.labels == std::vector<std::int64_t>{7});
}

TEST_CASE("an epoch shows each picture once, with its label, the last batch being what is left") {
  const Pictures p = marked(70);
  Batches batches(whole(p), 32, 3);
  std::vector<std::int64_t> sizes;
  std::set<int> seen;
  while (batches.left() > 0) {
    const Batch b = batches.next();
    sizes.push_back(b.x.size(0));
    for (std::int64_t i = 0; i < b.x.size(0); ++i) {
      const int mark = marks(b)[static_cast<std::size_t>(i)];
      CHECK(seen.insert(mark).second);
      CHECK(b.labels.at<std::int64_t>({i}) == p.labels[static_cast<std::size_t>(mark)]);
      CHECK(b.x.at<float>({i, 400}) == p.x.at<float>({mark, 400}));
    }
  }
  CHECK(sizes == std::vector<std::int64_t>{32, 32, 6});
  CHECK(seen.size() == 70);
  CHECK(holds(error_of([&] { batches.next(); }), "the epoch is over"));
  CHECK(holds(error_of([&] { Batches(whole(p), 0, 3); }), "at least 1"));
}

TEST_CASE("each epoch has another order; the same seed has the same") {
  const Pictures p = marked(50);
  Batches a(whole(p), 8, 3), b(whole(p), 8, 3), c(whole(p), 8, 4);
  const std::vector<int> first = epoch_of(a);
  a.next_epoch();
  const std::vector<int> second = epoch_of(a);
  CHECK(first != second);
  CHECK(epoch_of(b) == first);
  CHECK(epoch_of(c) != first);
  CHECK(!std::is_sorted(first.begin(), first.end()));
}

TEST_CASE("seek goes to where another stood, in a later epoch too") {
  const Pictures p = marked(50);
  Batches a(whole(p), 8, 3);
  epoch_of(a);
  a.next_epoch();
  epoch_of(a);
  a.next_epoch();  // two epochs on: an order that were made from the one before would show
  a.next();
  a.next();
  Batches b(whole(p), 8, 3);
  b.seek(a.stream(), a.used());
  CHECK(marks(b.next()) == marks(a.next()));
  CHECK(epoch_of(b) == epoch_of(a));
  a.next_epoch();
  b.next_epoch();
  CHECK(epoch_of(b) == epoch_of(a));
}
