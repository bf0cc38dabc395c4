#!/bin/sh
# The project of the warm-up's page, built as the page says, warnings being errors; its tests pass,
# and its programs print what their twins in Python print.   tour.sh TOUR_FOLDER BUILD_FOLDER
set -e
rm -rf "$2"
CXXFLAGS="-Wall -Wextra -Werror -O0" cmake -S "$1" -B "$2"
cmake --build "$2"
ctest --test-dir "$2" --output-on-failure --no-tests=error
"$2/tour" >"$2/tour.txt"
"$2/phrases" >"$2/phrases.txt"
command -v python3 >/dev/null || { echo "python3 is not here: the programs were not compared"; exit 0; }
python3 "$1/tour.py" | diff - "$2/tour.txt"
if python3 -c 'import numpy' 2>/dev/null; then python3 "$1/phrases.py" | diff - "$2/phrases.txt"; fi
