#!/usr/bin/env python3
"""Do the theorems exist that the documents name? Collects the names in the tables of THEOREM.md
(section 9), README.md and docs/trust.md, and lets Coq check each in the file that is named with it.

Exit status 0 if all exist."""

import re, subprocess, sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILES = re.findall(r"theories/(\w+)\.v", (HERE / "_CoqProject").read_text())
STATED = re.compile(
    r"^\s*(?:Lemma|Theorem|Example|Corollary|Definition|Fixpoint|Record|Inductive)\s+(\w+)", re.M)
STATEMENTS = {name: STATED.findall((HERE / f"theories/{name}.v").read_text()) for name in FILES}


def rows(path, heading):
    """The rows of the tables under a heading, each a list of cells."""
    text = path.read_text(encoding="utf-8").split(heading, 1)[1]
    text = re.split(r"\n## ", text)[0]
    found = [line for line in text.splitlines() if re.match(r"\|(?!--)", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1:]]


def names(cell):
    return re.findall(r"`(\w+)`", cell)


def named():
    """Document, name, and the files that it may be in."""
    for _, cell in rows(HERE.parent / "THEOREM.md", "## 9. The same in Coq"):
        before = 0
        for match in re.finditer(r"\((\w+)\.v\)", cell):
            for name in names(cell[before:match.start()]):
                yield "THEOREM.md", name, [match[1]]
            before = match.end()
        for name in names(cell[before:]):
            yield "THEOREM.md", name, []
    for cell, files, _ in rows(HERE / "README.md", "## Proved statements"):
        for name in names(cell):
            yield "README.md", name, re.findall(r"(\w+)\.v", files)
    for row in rows(HERE.parent.parent / "docs/trust.md", "## Checkers and conditions"):
        for name in names(row[-1]):
            yield "docs/trust.md", name, FILES


def main():
    found, lines, missing = 0, [], 0
    for document, name, files in named():
        homes = [file for file in files if name in STATEMENTS.get(file, [])]
        found += 1
        if homes:
            lines.append(f"Check Zwang.{homes[-1]}.{name}.")
        else:
            missing += 1
            print(f"{document}: no {name} in {' or '.join(files[:3]) or 'a file that is named'}")
    (HERE / "build").mkdir(exist_ok=True)
    path = HERE / "build" / "Names.v"
    needed = sorted({line.split(".")[1] for line in lines})
    lines = [f"From Zwang Require {' '.join(needed)}.", *sorted(set(lines))]
    path.write_text("\n".join(lines) + "\n")
    command = ["coqc", "-q", "-Q", HERE / "theories", "Zwang", path]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr.strip())
    print(f"{found} names in the documents, {missing} of them without a statement")
    return 1 if missing or done.returncode or not found else 0


if __name__ == "__main__":
    sys.exit(main())
