"""Tests of notebooks/kernel: what an engine must survive, and what the test runner must notice."""
import base64
import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, 'notebooks', 'kernel'))
import engine  # noqa: E402
import run_notebook  # noqa: E402
from engine import AS_BEFORE, GONE, CellError, Engine  # noqa: E402

SKIPPED = 77
PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='


class Cells(unittest.TestCase):
    """One engine for all tests of a class: each must leave it usable for the next."""

    @classmethod
    def setUpClass(cls):
        cls.engine = Engine(limit=60)
        cls.engine.run('#include <iostream>\n#include <stdexcept>\n#include <vector>\nint x = 41;', print)

    @classmethod
    def tearDownClass(cls):
        cls.engine.stop()

    def run_cell(self, code, **options):
        """(stdout and stderr, the error's text or '')"""
        outputs = []
        try:
            self.engine.run(code, outputs.append, 'cell3', **options)
            error = ''
        except CellError as e:
            error = str(e)
        return ''.join(o.get('text', '') for o in outputs), error

    def check_alive(self):
        self.assertEqual(self.run_cell('std::cout << x + 1 << std::endl;'), ('42\n', ''))


class Engines(Cells):
    def test_text_and_pictures_come_in_order(self):
        outputs = []
        self.engine.run('#include "notebooks/nb.hpp"\n'
                        'std::cout << "a ü\\n"; nb::display({"image/png", "AAAA"}); std::cout << "b\\n";', outputs.append)
        self.assertEqual([o.get('text') or o['data'] for o in outputs], ['a ü\n', {'image/png': 'AAAA'}, 'b\n'])

    def test_output_arrives_while_the_cell_runs(self):
        times = []
        self.engine.run('#include <unistd.h>\nfor (int i = 0; i < 2; ++i) { std::cout << i << std::endl; usleep(400000); }',
                        lambda output: times.append(time.monotonic()))
        self.assertGreater(times[-1] - times[0], 0.2)

    def test_stderr_is_an_output_of_its_own(self):
        outputs = []
        self.engine.run('std::cerr << "careful\\n"; std::cout << "fine\\n";', outputs.append)
        self.assertEqual({o['name']: o['text'] for o in outputs}, {'stdout': 'fine\n', 'stderr': 'careful\n'})

    def test_a_large_output_is_complete(self):
        text, error = self.run_cell('for (int i = 0; i < 100000; ++i) std::cout << i << "\\n";')
        self.assertEqual((text, error), (''.join(f'{i}\n' for i in range(100000)), ''))

    def test_base64(self):
        self.run_cell('#include "notebooks/nb.hpp"')
        for plain, coded in ('', ''), ('f', 'Zg=='), ('fo', 'Zm8='), ('foo', 'Zm9v'), ('foobar', 'Zm9vYmFy'):
            self.assertEqual(self.run_cell(f'std::cout << nb::base64("{plain}") << std::endl;'), (coded + '\n', ''))
        self.assertIn('wants the bytes of a PNG', self.run_cell('nb::show(std::string("GIF89a, no PNG"));')[1])

    def test_a_compile_error_names_cell_line_and_column(self):
        text, error = self.run_cell('int y = x +\n  undefined_thing;')
        self.assertTrue(error.startswith('cell3.cpp:2:3: error: use of undeclared identifier'), error)
        self.assertNotIn('/', error.splitlines()[0])
        self.check_alive()

    def test_a_compile_error_takes_no_templates_along(self):
        self.assertIn('undeclared', self.run_cell('std::vector<float> f; f.push_back(1.5F); nope;')[1])
        self.assertEqual(self.run_cell('std::vector<float> f; f.push_back(2.5F); std::cout << f[0] << std::endl;'), ('2.5\n', ''))

    def test_includes_survive_an_error_in_the_code_below_them(self):
        self.assertIn('undeclared', self.run_cell('#include <forward_list>\nint bad = nope;')[1])
        self.assertEqual(self.run_cell('std::forward_list<int> l{7}; std::cout << l.front() << std::endl;'), ('7\n', ''))

    def test_a_missing_header_fails_the_cell(self):
        self.assertIn("'nope.h' file not found", self.run_cell('#include <nope.h>\nint never_made = 1;')[1])
        self.assertIn('undeclared', self.run_cell('std::cout << never_made;')[1])
        self.check_alive()

    def test_an_uncaught_exception_undoes_the_cell(self):
        text, error = self.run_cell('std::cout << "before\\n"; x = 7; throw std::runtime_error("boom");')
        self.assertEqual(text, 'before\n')
        self.assertEqual(error, f'uncaught exception: boom\n{AS_BEFORE}')
        self.check_alive()
        self.assertIn('no std::exception', self.run_cell('throw 3;')[1])
        self.check_alive()

    def test_a_crash_says_so_and_undoes_the_cell(self):
        text, error = self.run_cell('x = 9; *(volatile int*)nullptr = 1;')
        self.assertEqual(error, f'The cell crashed (SIGSEGV).\n{AS_BEFORE}')
        self.check_alive()

    def test_the_end_of_the_program_does_not_end_the_notebook(self):
        self.assertIn('exit code 3', self.run_cell('#include <stdlib.h>\nexit(3);')[1])
        self.check_alive()

    def test_a_missing_symbol_is_named(self):
        error = self.run_cell('extern int missing_symbol(); int m = missing_symbol();')[1]
        self.assertEqual(error, 'Declared, but defined nowhere: _Z14missing_symbolv. '
                         f'(A library is loaded with dlopen.)\n{AS_BEFORE}')
        self.check_alive()

    def test_the_time_limit(self):
        self.engine.limit = 1
        error = self.run_cell('for (volatile long i = 0; ; ++i) {}')[1]
        self.engine.limit = 60
        self.assertEqual(error, f'Stopped: it ran for more than 1 s.\n{AS_BEFORE}')
        self.check_alive()

    def test_an_interrupt(self):
        def interrupt():  # as Jupyter does: the whole process group, which we must not do to the caller's
            for pid in self.engine.interpreter.pid, self.engine.interpreter.copy, os.getpid():
                os.kill(pid, signal.SIGINT)
        threading.Timer(1, interrupt).start()
        with self.assertRaisesRegex(KeyboardInterrupt, AS_BEFORE):
            self.engine.run('for (volatile long i = 0; ; ++i) {}', print)
        self.check_alive()

    def test_a_name_is_defined_once(self):
        self.assertIn('A name is defined once', self.run_cell('int x = 2;')[1])
        self.check_alive()

    def test_what_would_block_or_crash_is_refused(self):
        for code, word in (('std::cin >> x;', 'std::cin'), ('{ auto f = [](int a) { return a; }; f(1); }', 'lambda'),
                           ('namespace a { int f() { return 1; }', "'{' is never closed"), ('int y = 3);', 'closes nothing'),
                           ('%quit', 'magics')):
            self.assertIn(word, self.run_cell(code)[1], code)
            self.check_alive()

    def test_strange_cells(self):
        for code in ('', '\n', '// only a comment', '/* two\nlines */', '#define TWO 2', ';', 'if (x) {}', '#if 0\nnope\n#endif'):
            self.assertEqual(self.run_cell(code), ('', ''), code)
        for code in ('/* open', '#if 1\nint k;', '"abc', "'a", 'R"(abc', '#include "', 'template <class T> struct', 'else', '@',
                     '#error no', '\\', 'asm("nope");', 'x\\'):
            self.run_cell(code)
            self.check_alive()


class WithoutSnapshot(Cells):
    def test_a_failure_restarts_the_interpreter_and_says_so(self):
        for code in ('throw 3;', '*(volatile int*)nullptr = 1;', 'extern int gone(); int g = gone();'):
            self.run_cell('#include <iostream>\nint z = 5;', snapshot=False)
            self.assertIn(GONE, self.run_cell(code, snapshot=False)[1])
            self.assertIn('undeclared', self.run_cell('int q = z;', snapshot=False)[1])

    def test_no_snapshot_while_a_library_keeps_threads(self):
        self.run_cell('#include <iostream>\n#include <thread>\n#include <unistd.h>\nint w = 1;')
        self.assertEqual(self.run_cell('void wait_long() { for (;;) pause(); }\nstd::thread t(wait_long);')[1], '')
        self.assertIn(GONE, self.run_cell('throw 3;')[1])


class Ends(unittest.TestCase):
    def test_nothing_is_left_behind(self):
        for code in 'int a = 1;', 'throw 1;', 'nope;':
            one = Engine()
            pids = set()
            try:
                one.run('int first = 1;', print)
                pids |= {one.interpreter.pid, one.interpreter.ended_copy}
                one.run(code, print)
            except CellError:
                pass
            pids |= {one.interpreter.pid, one.interpreter.ended_copy}
            one.stop()
            for pid in pids - {0}:
                with self.assertRaises(ProcessLookupError, msg=code):
                    os.kill(pid, 0)


class Heads(unittest.TestCase):
    def test_split(self):
        for head, rest in (('#include <a>\n', 'int x;'), ('// c\n#include <a>\n\n', 'f();\n#include <b>'), ('', 'int x;'),
                           ('/* two\nlines */\n#include <a>\n', 'x;'), ('#define A \\\n 1\n', 'x;'),
                           ('#if 1\n#include <a>\n#endif\n', 'x;'), ('#include <a>\n', '#if 1\nint x;\n#endif')):
            got_head, got_rest = engine.split_head(head + rest)
            self.assertEqual(got_head, head)
            self.assertEqual(got_rest, '\n' * head.count('\n') + rest)


class Comparison(unittest.TestCase):
    def test_numbers_may_differ_a_little(self):
        for a, b, same in (('loss 0.5', 'loss 0.50004', True), ('loss 0.5', 'loss 0.5001', False), ('n 100', 'n 101', False),
                           ('a  1\n', 'a 1', True), ('1e-12', '3e-12', True), ('1e-5', '2e-5', False), ('-1', '1', False),
                           ('x1 2', 'x2 2', False), ('nan', '1', False), ('nan', 'nan', True), ('12 of 49', '12 of', False)):
            self.assertEqual(run_notebook.same_text(a, b), same, (a, b))

    def test_pictures_are_compared_by_type_and_size(self):
        picture = {'output_type': 'display_data', 'data': {'image/png': PNG}, 'metadata': {}}
        wide = base64.b64decode(PNG)[:16] + struct.pack('>I', 2) + base64.b64decode(PNG)[20:]
        wider = {**picture, 'data': {'image/png': base64.b64encode(wide).decode()}}
        other = {**picture, 'data': {'image/png': PNG[:-8] + 'AAAAAAA='}}
        self.assertIsNone(run_notebook.difference([picture], [other]))
        self.assertIn('2 x 1 pixels', run_notebook.difference([picture], [wider]))
        self.assertIsNotNone(run_notebook.difference([picture], []))


class Runner(unittest.TestCase):
    """run_notebook.py as a program."""

    def run_program(self, cells, *options):
        """Runs a notebook of (source, tags, outputs); (exit code, what it printed, the cells afterwards)."""
        notebook = {'cells': [{'cell_type': 'code', 'id': f'c{i}', 'metadata': {'tags': tags}, 'execution_count': i,
                               'source': [source], 'outputs': outputs} for i, (source, tags, outputs) in enumerate(cells, 1)],
                    'metadata': {'kernelspec': {'name': 'xcpp17'}}, 'nbformat': 4, 'nbformat_minor': 5}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'n.ipynb')
            with open(path, 'w', encoding='utf-8') as f:
                json.dump(notebook, f)
            program = [sys.executable, os.path.join(ROOT, 'notebooks', 'kernel', 'run_notebook.py'), *options, path]
            done = subprocess.run(program, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            with open(path, encoding='utf-8') as f:
                return done.returncode, done.stdout, json.load(f)['cells']

    def test_write_then_compare(self):
        cells = [('#include <iostream>\nstd::cout << 0.1 + 0.2 << std::endl;', [], []),
                 ('throw 1;', ['raises-exception'], []),
                 ('std::cout << "the variables are still there\\n";', [], [])]
        code, text, after = self.run_program(cells, '--write')
        self.assertEqual(code, 0, text)
        self.assertEqual(after[0]['outputs'], [{'output_type': 'stream', 'name': 'stdout', 'text': ['0.3\n']}])
        stored = [(''.join(c['source']), c['metadata']['tags'], c['outputs']) for c in after]
        code, text, _ = self.run_program(stored)
        self.assertEqual(code, 0, text)
        stored[0][2][0]['text'] = ['0.3001\n']
        code, text, _ = self.run_program(stored)
        self.assertEqual(code, 1)
        self.assertIn('cell 1 differs', text)
        self.assertIn('0.3001', text)

    def test_a_failing_cell_fails_the_run_and_is_not_stored(self):
        code, text, after = self.run_program([('int a = nope;', [], []), ('a = 2;', [], [])], '--write')
        self.assertEqual((code, after[0]['outputs']), (1, []))
        self.assertIn('undeclared identifier', text)
        self.assertNotIn('cell 2', text)  # it would only repeat what is missing
        self.assertEqual(self.run_program([('int a = nope;', ['nondeterministic'], [])])[0], 1)

    def test_a_cell_that_should_fail_must_fail(self):
        code, text, _ = self.run_program([('int a = 1;', ['raises-exception'], [])])
        self.assertEqual(code, 1)
        self.assertIn('should fail, but ran', text)

    def test_nondeterministic_output_is_not_compared(self):
        self.assertEqual(self.run_program([('#include <iostream>\nstd::cout << 3;', ['nondeterministic'], [])])[0], 0)


if __name__ == '__main__':
    if not engine.find_program():
        print('skipped: clang-repl is missing (apt install clang-tools-19)')
        sys.exit(SKIPPED)
    unittest.main()
