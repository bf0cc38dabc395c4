// 05.6: the findings, with the line of the report that speaks against each wrong one.
#include DLS_EXERCISE

#include <string>

#include "tests/support/check.hpp"

namespace {

bool open(const Finding& f) {
  return f.place == Place::not_found && f.cause == Cause::not_found &&
         f.remedy == Remedy::not_found;
}

}  // namespace

TEST_CASE("case A") {
  const Finding f = findings().a;
  if (open(f)) FAIL("case A is still open");
  if (f.cause == Cause::slow_kernel)
    FAIL(
        "no kernel has changed: linear, gelu and softmax are all slower by about the same factor. "
        "What do they have in common? Look at the second line of the report");
  if (f.cause == Cause::memory_grows || f.cause == Cause::needless_copy)
    FAIL("the third line: tensors take exactly as much memory as they should");
  if (f.cause == Cause::too_few_threads || f.cause == Cause::too_many_threads)
    FAIL("as many cores are busy as in the healthy run: look at the second line");
  CHECK_MESSAGE(f.cause == Cause::memory_given_back,
                "12,000 page faults a step: which memory is touched for the first time in each?");
  if (f.place == Place::forward || f.place == Place::backward)
    FAIL(
        "that is where the time is lost, since new memory is touched there. Which part has become "
        "slower although it computes nothing?");
  CHECK_MESSAGE(f.place == Place::log, "compare the five parts with the healthy run");
  if (f.remedy == Remedy::take_smaller_batches)
    FAIL("smaller batches need fewer pages, and give them back as well");
  CHECK(f.remedy == Remedy::keep_memory_between_steps);
}

TEST_CASE("case B") {
  const Finding f = findings().b;
  if (open(f)) FAIL("case B is still open");
  if (f.cause == Cause::too_many_threads)
    FAIL("threads that push each other aside keep ALL cores busy: the first line says 1 of 2");
  if (f.cause == Cause::waits_for_disk)
    FAIL(
        "a thread that waits uses no processor time at all, and the part that waits would be "
        "longer: here all parts that compute are");
  if (f.cause == Cause::slow_kernel)
    FAIL("all products are slower, and the samples no longer know libgomp: who is missing?");
  CHECK_MESSAGE(f.cause == Cause::too_few_threads, "the first line: how many cores are busy?");
  CHECK_MESSAGE(f.place == Place::setup,
                "forward and backward suffer alike: it was decided before the first step");
  CHECK(f.remedy == Remedy::use_all_cores);
}

TEST_CASE("case C") {
  const Finding f = findings().c;
  if (open(f)) FAIL("case C is still open");
  if (f.cause == Cause::waits_for_disk)
    FAIL(
        "who waits for a disk uses no processor time, and would not be sampled; but the samples "
        "name a function that makes tokens");
  CHECK_MESSAGE(f.place == Place::data, "compare the five parts with the healthy run");
  CHECK_MESSAGE(f.cause == Cause::work_repeated,
                "the samples: play_tokens makes tokens of a text. How often does the text change?");
  if (f.remedy == Remedy::load_ahead_in_another_thread)
    FAIL(
        "the cause would still be there, only hidden: and on which core? Both are busy. Something "
        "cheaper removes it");
  CHECK(f.remedy == Remedy::do_it_once_before_training);
}

TEST_CASE("case D") {
  const Finding f = findings().d;
  if (open(f)) FAIL("case D is still open");
  if (f.cause == Cause::memory_grows)
    FAIL(
        "what grows is larger after the last step than after the first: the third line says that "
        "it is the same, 31 MiB more from the first step on");
  if (f.cause == Cause::memory_given_back)
    FAIL("the second line: no page faults, and nothing is asked from the system");
  CHECK_MESSAGE(f.place == Place::log, "compare the five parts with the healthy run");
  CHECK_MESSAGE(f.cause == Cause::needless_copy,
                "31 MiB more: three times 4 bytes for each of 2.7 million weights");
  CHECK(f.remedy == Remedy::copy_rarely_or_not_at_all);
}
