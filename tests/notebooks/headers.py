"""Every header that a notebook includes must be C++17, without extensions and without warnings.

Notebooks also run on other kernels, with compilers as old as clang 9 and gcc 10. The repository
itself is C++20, so a stray std::span would go unnoticed until a reader's kernel meets it.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SKIPPED = 77
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def included():
    """The repository's headers that the notebooks' cells include, with the first notebook that does."""
    found = {}
    for path in sorted(glob.glob(os.path.join(ROOT, 'notebooks', '*.ipynb'))):
        with open(path, encoding='utf-8') as f:
            cells = [c for c in json.load(f)['cells'] if c['cell_type'] == 'code']
        for cell in cells:
            for header in INCLUDE.findall(''.join(cell['source'])):
                found.setdefault(header, os.path.basename(path))
    return found


def problems(compiler, header):
    """What the compiler says to a file that includes nothing but this header; '' if nothing."""
    with tempfile.NamedTemporaryFile('w', suffix='.cpp') as f:
        f.write(f'#include "{header}"\n')
        f.flush()
        done = subprocess.run([compiler, '-std=c++17', '-pedantic-errors', '-Wall', '-Wextra', '-Werror', '-fsyntax-only',
                               '-I' + ROOT, f.name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.stdout if done.returncode else ''


def main():
    compiler = shutil.which('clang++-19')
    if not compiler:
        print('skipped: clang++-19 is missing (apt install clang-19)')
        return SKIPPED
    # A check that cannot fail proves nothing: C++20 must be refused here.
    with tempfile.NamedTemporaryFile('w', suffix='.hpp') as f:
        f.write('#pragma once\nstruct P { int x; };\ninline P p() { return {.x = 1}; }\n')
        f.flush()
        assert problems(compiler, f.name), 'a designated initialiser passed as C++17'
    bad = 0
    headers = included()
    for header, notebook in headers.items():
        if text := problems(compiler, header):
            bad += 1
            print(f'{header} (included by {notebook}) is not plain C++17:\n{text[:3000]}')
    print(f'{len(headers)} headers, {bad} with problems')
    return 1 if bad or not headers else 0


if __name__ == '__main__':
    sys.exit(main())
