"""The Jupyter kernel `xcpp17` on clang-repl. Needs Debian's python3-ipykernel and clang-tools-19."""
import os
import sys

from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from engine import CellError, Engine  # noqa: E402  (the folder must be on the path first)


class CppKernel(Kernel):
    """Hands each cell to the engine and its outputs to the browser as they come."""

    implementation, implementation_version = 'clang-repl', '1'
    banner = 'C++17 through clang-repl'
    language_info = {'name': 'c++', 'version': '17', 'mimetype': 'text/x-c++src',
                     'codemirror_mode': 'text/x-c++src', 'file_extension': '.cpp'}

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.engine = None

    def do_execute(self, code, silent, store_history=True, user_expressions=None, allow_stdin=False):
        def emit(output):
            if not silent:
                content = {key: value for key, value in output.items() if key != 'output_type'}
                self.send_response(self.iopub_socket, output['output_type'], content)

        try:
            if not self.engine:
                self.engine = Engine()
            if code.strip():
                self.engine.run(code, emit, f'cell{self.execution_count}')
        except (CellError, FileNotFoundError) as e:
            return self.failed('C++', str(e), emit)
        except KeyboardInterrupt as e:
            return self.failed('Interrupted', f'Stopped by you. {e}', emit)
        return {'status': 'ok', 'execution_count': self.execution_count, 'payload': [], 'user_expressions': {}}

    def failed(self, name, text, emit):
        lines = text.splitlines()
        error = {'ename': name, 'evalue': lines[0], 'traceback': lines}
        emit({'output_type': 'error', **error})
        return {'status': 'error', 'execution_count': self.execution_count, **error}

    def do_shutdown(self, restart):
        if self.engine:
            self.engine.stop()
        return {'status': 'ok', 'restart': restart}


if __name__ == '__main__':
    IPKernelApp.launch_instance(kernel_class=CppKernel)
