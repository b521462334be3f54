"""check.py many times in one process: python3 checker.py FOLDER, the folder of check.py.

Each line of standard input is a list in JSON: the arguments of check.py, and either null or the name of a file of the
folder and the text that it is to have for once. The answer is a line, a list in JSON: the exit status and what
check.py prints."""

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

    def forget(self):
        for name in self.codes:
            sys.modules.pop(name, None)

    def says(self, arguments):
        return importlib.import_module("check").main(arguments)

    def says_with(self, file, text, arguments):
        """The same with another text of one file; all modules are loaded anew, before and after."""
        name = Path(file).stem
        healthy = self.codes[name]
        self.forget()
        self.codes[name] = compile(text, file, "exec")
        try:
            return self.says(arguments)
        finally:
            self.codes[name] = healthy
            self.forget()


checker = Checker(Path(sys.argv[1]))
sys.meta_path.insert(0, checker)
for line in sys.stdin:
    arguments, planted = json.loads(line)
    said = checker.says_with(*planted, arguments) if planted else checker.says(arguments)
    print(json.dumps(said), flush=True)
