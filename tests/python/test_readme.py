"""The examples of README.md, literally."""

import doctest
from pathlib import Path


def test_examples_print_what_it_says(root: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(root / "README.md"), module_relative=False)
    assert result.attempted >= 4
    assert result.failed == 0
