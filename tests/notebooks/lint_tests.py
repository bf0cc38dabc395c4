"""Tests of notebooks/kernel/lint.py: each rule with cells that break it and cells that must pass."""
import os
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, 'notebooks', 'kernel'))
import lint  # noqa: E402

GOOD = [
    '',
    '// a comment; with [](int x) { return x; } in it',
    '#include <iostream>\n\n// why\n#include "a/b.hpp"\nusing namespace dls;',
    '#include <iostream>\nstd::cout << "a; } { [](){ \\" " << \'}\' << std::endl;',
    'int a = 1, b[3] = {1, 2, 3};\nstd::vector<std::pair<int, double>> v;\nb[a] = 7;',
    'auto f = [](int x) { return x + 1; };',
    'const auto g = [](double x) -> double { return x; };',
    '{\n  int a[3] = {1, 2, 3};\n  a[1] = a[2];\n}',
    'for (int i = 0; i < 3; ++i) {\n  v[i] = {1, 2};\n}',
    'if (a) { b(); } else { c(); }\ndo { d(); } while (e);\ntry { f(); } catch (const E& e) { g(); }',
    'namespace play {\nint f(int x) { return x; }\ntemplate <class T> T g(T t) { return [t] { return t; }(); }\n}',
    'struct Point {\n  double x;\n  double norm() const { return x * x; }\n};',
    'enum class Kind { a, b };',
    'const char* s = R"(text with } and ; and " and\nlines)";',
    'f(x);\nx.y(z);\ni++;',
    'std::size_t n = 1\'000\'000;',
    '#define TWICE(x) \\\n  (2 * (x))\nint t = TWICE(3);',
    'dls::Plot plot("t");\nplot.line("a", {1, 2}, {3, 4});\nnb::show(plot);',
]

BAD = [
    ('%matplotlib', 'magics'),
    ('!ls', 'magics'),
    ('int a = 1;\n#include <iostream>', 'includes come first'),
    ('std::sort(v.begin(), v.end(), [](int a, int b) { return a < b; });', 'lambda'),
    ('{ auto f = [](int x) { return x; }; }', 'lambda'),
    ('for (int i = 0; i < 2; ++i) { h([&] { return i; }); }', 'lambda'),
    ('std::function<int(int)> h = [](int x) { return x; };', 'lambda'),
    ('int k = 2; auto f = [&](int x) { return x + k; };', 'lambda'),
    ('int a = 3;\na', 'semicolon'),
    ('a;', 'a value alone'),
    ('v.size', 'semicolon'),
    ('int f(int x) { return x; }', 'a function'),
    ('int a = 1;\nstd::vector<int> g() { return {}; }', 'a function'),
    ('template <class T> T g(T t) { return t; }', 'a function'),
    ('int a = 1;\nnamespace x { int b; }', 'a cell of its own'),
    ('namespace x { int b; }\nx::b = 2;', 'a cell of its own'),
    ('int main() { return 0; }', 'no main'),
    ('return 3;', 'no main'),
    ('int a; std::cin >> a;', 'std::cin'),
    ('printf("%d", 3);', 'printf'),
    ('std::puts("a");', 'printf'),
    ('{ int a = 1;', "line 1: '{' is never closed"),
    ('int a = 1;\n}', "line 2: '}' closes nothing"),
    ('f(a];', "']' closes nothing"),
]

NAMES = [
    ('int a = 1;', ['a']), ('int a = 1, *b, c[3];', ['a', 'b', 'c']), ('std::vector<int> v{1, 2}, w;', ['v', 'w']),
    ('const std::string s("x");', ['s']), ('auto [u, v] = pair();', ['u', 'v']), ('struct P { int x; };', ['P']),
    ('auto f = [](int x) { return x; };', ['f']), ('dls::Plot plot("a, b");', ['plot']), ('const double* p = &q;', ['p']),
    ('x = 3;', []), ('f(x);', []), ('std::cout << x;', []), ('{ int a = 1; }', []), ('using namespace dls;', []),
    ('for (int i = 0; i < 3; ++i) f(i);', []), ('namespace n { int a; }', []), ('return x;', []), ('v[i] = 3;', []),
]


def notebook(*sources, **change):
    cells = [{'cell_type': 'code', 'id': f'c{i}', 'metadata': {}, 'execution_count': i, 'outputs': [], 'source': [s]}
             for i, s in enumerate(sources, 1)]
    return {'cells': cells, 'metadata': {'kernelspec': {'name': 'xcpp17'}}, 'nbformat': 4, 'nbformat_minor': 5, **change}


class Rules(unittest.TestCase):
    def test_good_cells(self):
        for source in GOOD:
            self.assertEqual(list(lint.problems(source)), [], source)

    def test_bad_cells(self):
        for source, word in BAD:
            found = list(lint.problems(source))
            self.assertTrue(any(word in problem for problem in found), (source, word, found))

    def test_names(self):
        for source, names in NAMES:
            self.assertEqual([n for s in lint.statements(lint.blank(source)) for n in lint.defined_names(s)], names, source)

    def test_blank_keeps_positions(self):
        for source in GOOD + [source for source, _ in BAD]:
            self.assertEqual(len(lint.blank(source)), len(source), source)
            self.assertEqual(lint.blank(source).count('\n'), source.count('\n'), source)


class Notebooks(unittest.TestCase):
    def check(self, word, book):
        self.assertTrue(any(word in problem for problem in lint.notebook_problems(book)), word)

    def test_a_good_notebook(self):
        self.assertEqual(list(lint.notebook_problems(notebook('int a = 1;', '{ int a = 2; }'))), [])

    def test_a_name_is_defined_once(self):
        self.check("'a' is already defined in cell 1", notebook('int a = 1;', 'double a = 2;'))
        self.check("'P' is already defined in cell 1", notebook('struct P {};', 'struct P {};'))
        book = notebook('int a = 1;', 'int a = 2;')
        book['cells'][1]['metadata'] = {'tags': ['raises-exception']}
        self.assertEqual(list(lint.notebook_problems(book)), [])

    def test_form(self):
        self.check('nbformat', notebook(nbformat_minor=4))
        self.check('xcpp17', notebook(metadata={'kernelspec': {'name': 'python3'}}))
        book = notebook('int a;', 'int b;')
        book['cells'][1]['id'] = 'c1'
        self.check("'c1' occurs 2 times", book)

    def test_outputs(self):
        book = notebook('int a;')
        book['cells'][0]['execution_count'] = None
        self.check('missing or old', book)
        book = notebook('int a;')
        book['cells'][0]['outputs'] = [{'output_type': 'display_data', 'data': {'image/svg+xml': ''}, 'metadata': {}}]
        self.check('image/svg+xml', book)


if __name__ == '__main__':
    unittest.main()
