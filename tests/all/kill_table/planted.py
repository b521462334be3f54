"""check.py with bugs in it, many times in one process: python3 planted.py FOLDER, the folder of check.py.

Each line of standard input is a list in JSON: the name of a file of the folder, the text that it is to have for once,
and the arguments of check.py. The answer is a line, the exit status; if it is 2, a second line with the message comes
on standard error."""

import importlib.abc
import importlib.util
import json
import sys
from pathlib import Path


class Checker(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """The modules of the checker, compiled once."""

    def __init__(self, folder):
        self.codes = {}
        for file in folder.glob("*.py"):
            self.codes[file.stem] = compile(file.read_bytes(), file, "exec")

    def find_spec(self, name, path, target=None):
        return importlib.util.spec_from_loader(name, self) if name in self.codes else None

    def exec_module(self, module):
        exec(self.codes[module.__name__], vars(module))

    def status(self, name, text, arguments):
        """The exit status of the checker, all of it loaded anew, with another text of one module."""
        for module in self.codes:
            sys.modules.pop(module, None)
        healthy = self.codes[name]
        try:
            self.codes[name] = compile(text, name, "exec")
            status, message = importlib.import_module("check").main(arguments)
        finally:
            self.codes[name] = healthy
        if status == 2:
            print(message, file=sys.stderr, flush=True)
        return status


checker = Checker(Path(sys.argv[1]))
sys.meta_path.insert(0, checker)
for line in sys.stdin:
    file, text, arguments = json.loads(line)
    print(checker.status(Path(file).stem, text, arguments), flush=True)
