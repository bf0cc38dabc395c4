#!/usr/bin/python3
"""browser_check.py [PICTURE.png]: opens notebook 01 in a real browser, as `learn notebook 01` does, and uses it.

It runs all cells, looks for the pictures, interrupts an endless loop, crashes a cell, and stops the
server with Ctrl-C. Run on request: it needs Chromium and half a minute.

    apt install jupyter-notebook python3-ipykernel clang-tools-19 gnuplot-nox chromium-driver python3-selenium
"""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

from selenium import webdriver

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NAME = '01_autograd.ipynb'


def wait(what, condition, seconds=180):
    """Waits until condition() is true and returns its value; fails with `what`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.2)
    raise AssertionError(f'waited {seconds} s for: {what}')


class Notebook:
    """The classic notebook page, through its own JavaScript objects."""

    def __init__(self, browser, url):
        self.browser = browser
        browser.get(url)
        wait('the kernel', lambda: self.ask('return window.Jupyter && Jupyter.notebook && Jupyter.notebook.kernel '
                                            '&& Jupyter.notebook.kernel.is_connected() && !Jupyter.notebook.kernel.busy'))

    def ask(self, script):
        return self.browser.execute_script(script)

    def run_all(self):
        self.ask('Jupyter.notebook.clear_all_output(); Jupyter.notebook.execute_all_cells();')
        self.finish()

    def finish(self):
        wait('the cells to finish', lambda: self.ask('return !Jupyter.notebook.get_cells().some(c => c.input_prompt_number === "*")'))

    def start(self, code):
        """Runs code in a new last cell, without waiting."""
        self.ask(f'const c = Jupyter.notebook.insert_cell_at_bottom("code"); c.set_text({json.dumps(code)}); c.execute();')

    def run(self, code):
        """Runs code in a new last cell and returns its outputs."""
        self.start(code)
        self.finish()
        return self.outputs()[-1]

    def outputs(self):
        return self.ask('return Jupyter.notebook.get_cells().filter(c => c.cell_type === "code").map(c => c.output_area.outputs)')


def check(notebook, picture):
    with open(os.path.join(ROOT, 'notebooks', NAME), encoding='utf-8') as f:
        stored = [c['outputs'] for c in json.load(f)['cells'] if c['cell_type'] == 'code']

    start = time.monotonic()
    notebook.run_all()
    outputs = notebook.outputs()
    print(f'all cells ran in {time.monotonic() - start:.1f} s')
    kinds = [[o['output_type'] for o in cell] for cell in outputs]
    assert kinds == [[o['output_type'] for o in cell] for cell in stored], f'other outputs than those stored: {kinds}'
    shown = notebook.ask('return [...document.querySelectorAll(".output_png img, .output_area img")].map(i => i.naturalWidth)')
    assert len(shown) == sum(o['output_type'] == 'display_data' for cell in stored for o in cell) and min(shown) > 300, shown
    print(f'{len(shown)} pictures, {shown} pixels wide')
    height = notebook.ask('return document.querySelector("#notebook-container").scrollHeight') + 200
    notebook.browser.set_window_size(1200, height)
    time.sleep(1)
    notebook.browser.save_screenshot(picture)
    print(f'screenshot: {picture}')

    notebook.run('int kept = 42;')
    notebook.start('for (volatile long i = 0; ; ++i) {}')
    time.sleep(1.5)
    notebook.ask('Jupyter.notebook.kernel.interrupt()')
    notebook.finish()
    last = notebook.outputs()[-1]
    assert 'Stopped by you' in str(last) and 'as they were' in str(last), last
    assert "'42" in str(notebook.run('std::cout << kept << std::endl;')), 'after the interrupt'
    last = notebook.run('*(volatile int*)nullptr = 1;')
    assert 'SIGSEGV' in str(last), last
    assert "'42" in str(notebook.run('std::cout << kept << std::endl;')), 'after the crash'
    print('an interrupt and a crash leave the variables as they were')


def main():
    picture = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else 'notebook.png')
    with tempfile.TemporaryDirectory() as folder:
        # The learner's own copy in my/ is left alone: the server sees this folder as the repository.
        for name in 'chapters', 'common', 'notebooks':
            os.symlink(os.path.join(ROOT, name), os.path.join(folder, name))
        env = {name: value for name, value in os.environ.items() if name not in ('DISPLAY', 'WAYLAND_DISPLAY')}
        server = subprocess.Popen([os.path.join(folder, 'notebooks', 'kernel', 'open.sh'), '01'], env=env,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
        browser = None
        try:
            url = None
            while not url:
                line = server.stdout.readline()
                assert line, 'the server ended'
                print('server:', line.strip())
                url = re.search(r'http://\S+', line)
            options = webdriver.ChromeOptions()
            options.binary_location = '/usr/bin/chromium'
            for flag in ('--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
                         '--disable-background-networking', '--disable-component-update', '--disable-sync',
                         '--window-size=1200,2000', f'--user-data-dir={folder}/browser'):
                options.add_argument(flag)
            service = webdriver.chrome.service.Service('/usr/bin/chromedriver')
            browser = webdriver.Chrome(service=service, options=options)
            wait('the server', lambda: 'ERR_' not in (browser.get(url.group()) or browser.page_source))
            check(Notebook(browser, url.group()), picture)
        finally:
            if browser:
                browser.quit()
            os.killpg(server.pid, signal.SIGINT)
            print(f'the server ended with exit code {server.wait(timeout=30)}')


if __name__ == '__main__':
    main()
