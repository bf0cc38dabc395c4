#!/usr/bin/env bash
# What `./learn test --all` adds to `./learn test`: the sanitizers, the second compiler, clang-tidy.
# Run it through ./learn, which installs what is needed. An argument names one part: asan tsan clang.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs=$(nproc)

# One preset: configure, build the given targets, run the given tests.
preset() {
  local name=$1 tests=$2
  shift 2
  echo "== $name"
  cmake --preset "$name" -Wno-dev >"build/$name.configure.log" 2>&1 || { cat "build/$name.configure.log"; return 1; }
  cmake --build "build/$name" --target "$@" -- -k 20 >"build/$name.build.log" 2>&1 ||
    { cat "build/$name.build.log"; return 1; }
  [ -z "$tests" ] || ctest --test-dir "build/$name" -R "$tests" --output-on-failure --no-tests=error -j "$jobs" |
    grep -vE '^(Test project|Internal ctest|    Start| *[0-9]+/[0-9]+ .*Passed)'
}

part_asan() { preset asan '^common\.|^exercise\..*\.solution$' asan_tests; }
part_tsan() { DLS_GEMM=eigen preset tsan '^common\.' tsan_tests; }
part_clang() {
  echo "== clang 19: warnings, clang-tidy"
  cmake --preset clang -Wno-dev >build/clang.configure.log 2>&1 || { cat build/clang.configure.log; return 1; }
  python3 tools/lint/tidy.py build/clang
}

mkdir -p build
if [ $# -gt 0 ]; then
  for part in "$@"; do "part_$part"; done
else
  part_clang >build/clang.log 2>&1 & # beside the others: no core waits for the last long step of a part
  clang=$!
  trap 'kill $clang 2>/dev/null || true' EXIT
  part_asan
  part_tsan
  result=0
  wait $clang || result=$?
  cat build/clang.log
  exit $result
fi
