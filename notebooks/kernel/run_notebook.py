#!/usr/bin/env python3
"""Runs notebooks cell by cell with clang-repl and compares with their stored outputs.

Text must be equal, its numbers within 1e-4 relative; pictures must have the same type and size.
Tags of a cell: raises-exception (it must fail), nondeterministic (it must run; its output is not compared).
"""
import argparse
import base64
import json
import os
import re
import struct
import sys
import tempfile
import time

from engine import CellError, Engine

NUMBER = re.compile(r'(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w])')
RELATIVE = 1e-4
NOISE = 1e-9  # below this a number is the rounding of a particular machine
SKIPPED = 77  # CTest's exit code for "could not run here"


def same_text(a, b):
    """Whether two texts are equal up to white space, and their numbers within RELATIVE."""
    if NUMBER.sub('#', a).split() != NUMBER.sub('#', b).split():
        return False
    pairs = zip(map(float, NUMBER.findall(a)), map(float, NUMBER.findall(b)))
    return all(abs(x - y) <= max(NOISE, RELATIVE * max(abs(x), abs(y))) for x, y in pairs)


def png_size(content):
    """Width and height from the head of a PNG file in base64; None if it is none."""
    head = base64.b64decode(''.join(content)[:32])
    return struct.unpack('>II', head[16:24]) if head[:4] == b'\x89PNG' else None


def describe(output):
    """An output as text, for comparing and for printing a difference."""
    if output['output_type'] == 'stream':
        return f"{output['name']}: {''.join(output['text'])}"
    if output['output_type'] == 'error':
        return 'error: ' + '\n'.join(output['traceback'])
    lines = []
    for mime, content in sorted(output['data'].items()):
        size = png_size(content) if mime == 'image/png' else None
        lines.append(f'{mime} of {size[0]} x {size[1]} pixels' if size else f"{mime} {''.join(content)}")
    return '\n'.join(lines)


def difference(stored, now):
    """Why two lists of outputs differ, or None."""
    old, new = '\n'.join(map(describe, stored)), '\n'.join(map(describe, now))
    if len(stored) == len(now) and all(map(same_text, map(describe, stored), map(describe, now))):
        return None
    return f'--- stored\n{old[:3000]}\n--- now\n{new[:3000]}'


def run_cell(engine, source, number, may_fail):
    """(outputs as nbformat stores them, the CellError or None)"""
    outputs, error = [], None

    def emit(output):
        last = outputs[-1] if outputs else {}
        if output['output_type'] == 'stream' and last.get('name') == output['name']:
            last['text'] += output['text']
        else:
            outputs.append(output)
    try:
        engine.run(source, emit, f'cell{number}', snapshot=may_fail)
    except CellError as e:
        error = e
        lines = str(e).splitlines()
        outputs.append({'output_type': 'error', 'ename': 'CellError', 'evalue': lines[0], 'traceback': lines})
    for output in outputs:
        if 'text' in output:
            output['text'] = output['text'].splitlines(True)
    return outputs, error


def store(path, notebook):
    """Replaces the file at once, so that an interrupt leaves the old one or the new one."""
    with tempfile.NamedTemporaryFile('w', dir=os.path.dirname(path), suffix='.tmp', encoding='utf-8', delete=False) as f:
        json.dump(notebook, f, indent=1, ensure_ascii=False)
        f.write('\n')
    os.chmod(f.name, 0o644)
    os.replace(f.name, path)


def load(path):
    """(the notebook, its code cells). Whatever is not there as it should be raises an exception."""
    with open(path, encoding='utf-8') as f:
        notebook = json.load(f)
    cells = [cell for cell in notebook['cells'] if cell['cell_type'] == 'code']
    for cell in cells:
        ''.join(cell['source']), cell['metadata'].get('tags', []), '\n'.join(map(describe, cell['outputs']))
    return notebook, cells


def run(path, write, limit):
    """Runs one notebook in its own folder, as Jupyter does. The number of cells that are not as they should be."""
    path = os.path.abspath(path)
    try:
        notebook, cells = load(path)
    except (OSError, ValueError) as e:
        print(f'{path}: cannot be read as JSON: {e}')
        return 1
    except (KeyError, TypeError, AttributeError) as e:
        print(f'{path}: is JSON, but no notebook: {e!r}')
        return 1
    os.chdir(os.path.dirname(path))
    engine, bad, start = Engine(limit=limit), 0, time.monotonic()
    for number, cell in enumerate(cells, 1):
        tags = cell['metadata'].get('tags', [])
        cell_start = time.monotonic()
        outputs, error = run_cell(engine, ''.join(cell['source']), number, 'raises-exception' in tags)
        print(f'  cell {number}: {time.monotonic() - cell_start:.2f} s', flush=True)
        if bool(error) != ('raises-exception' in tags):
            bad += 1
            print(f'{path}: cell {number} ' + (f'failed:\n{error}' if error else 'should fail, but ran'))
            break  # what follows would only repeat that something is missing
        elif write:
            cell['execution_count'], cell['outputs'] = number, outputs
        elif 'nondeterministic' not in tags and (why := difference(cell['outputs'], outputs)):
            bad += 1
            print(f'{path}: cell {number} differs\n{why}')
    engine.stop()
    if write and not bad:
        store(path, notebook)
    verdict = 'stored' if write and not bad else 'not stored' if write else 'as stored'
    print(f'{path}: {len(cells) - bad} of {len(cells)} cells {verdict}, {time.monotonic() - start:.1f} s')
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('notebooks', nargs='+', metavar='NOTEBOOK')
    parser.add_argument('--write', action='store_true', help='store the outputs instead of comparing them')
    parser.add_argument('--limit', type=float, default=120, help='the most seconds that one cell may run (default 120)')
    options = parser.parse_args()
    try:
        paths = [os.path.abspath(path) for path in options.notebooks]
        return 1 if sum(run(path, options.write, options.limit) for path in paths) else 0
    except OSError as e:
        print(e)
        return SKIPPED if 'clang-repl' in str(e) else 1


if __name__ == '__main__':
    sys.exit(main())
