"""The examples of README.md, literally."""

import doctest
from pathlib import Path


def test_examples_print_what_it_says(root: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = (root / "README.md").read_text(encoding="utf-8").splitlines()
    # The end of a block of code would count as output.
    text = "\n".join("" if line.startswith("```") else line for line in lines)
    examples = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    result = doctest.DocTestRunner().run(examples)
    assert result.attempted >= 4
    assert result.failed == 0
