// A folder is locked against other objects and processes, and free again when its holder is gone.
#include <csignal>

#include "common/io/folder_lock.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

TEST_CASE("one holder at a time, in this process and in others") {
  const dls_test::TemporaryFolder folder;
  {
    dls::FolderLock first(folder.path());
    CHECK(first.take_if_free());
    dls::FolderLock second(folder.path());
    CHECK_FALSE(second.take_if_free());
    CHECK(dls_test::in_child([&] { return dls::FolderLock(folder.path()).take_if_free(); }) == 0);
  }
  dls::FolderLock third(folder.path());
  CHECK(third.take_if_free());
  CHECK(folder.entries() == 0);  // it leaves no file
}

TEST_CASE("a killed holder holds nothing") {
  const dls_test::TemporaryFolder folder;
  CHECK(WIFSIGNALED(dls_test::in_child([&] {
    dls::FolderLock lock(folder.path());
    lock.wait();
    return ::raise(SIGKILL);
  })));
  dls::FolderLock lock(folder.path());
  CHECK(lock.take_if_free());
}

TEST_CASE("where there is nothing to lock, nobody is in the way") {
  const dls_test::TemporaryFolder folder;
  dls::FolderLock lock(folder / "missing");
  CHECK(lock.take_if_free());
  lock.wait();
}
