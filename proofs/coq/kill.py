#!/usr/bin/env python3
"""Plants the bugs of kill-table.toml in the Coq definitions, one at a time: each has to be caught
by the theorem or the fixture that is named for it.

    python3 kill.py [NUMBER …] [--jobs N]   all bugs, or those of these numbers
    python3 kill.py --search [NUMBER …]     what catches them first, whatever is named

Caught by a theorem means that its proof no longer compiles; caught by a fixture, that Coq no longer
computes the verdict that the fixture is there for. Works beside the compiled folder theories. Of
the files between the bug and the theorem only statements are compiled (coqc -vos), then the proofs
of the file that has the theorem (-vok). Exit status 0 if every bug is caught by what is named."""

import argparse, os, re, subprocess, sys, tempfile, tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
sys.dont_write_bytecode = True
from canonical import canonical, read
from check import verdict
from golden import literal

HERE = Path(__file__).resolve().parent
BUGS = tomllib.loads((HERE / "kill-table.toml").read_text())["bug"]
PROOFS = HERE.parent
ORDER = re.findall(r"theories/(\w+)\.v", (HERE / "_CoqProject").read_text())
STATEMENT = re.compile(
    r"^\s*(?:Lemma|Theorem|Example|Corollary|Definition|Fixpoint|Let|Record|Inductive)\s+(\w+)")


def needed():
    """The files that each file needs, directly or not."""
    found = {}
    for name in ORDER:
        direct = set()
        source = (HERE / f"theories/{name}.v").read_text()
        for line in re.findall(r"From Zwang Require Import ([^.]*)\.", source):
            direct.update(line.split())
        found[name] = direct.union(*[found[other] for other in direct])
    return found


NEEDS = needed()


class Copy:
    """A copy of the compiled folder with one text replaced, without what was compiled from it."""

    def __init__(self, folder, file, text, bug):
        self.folder = Path(folder)
        (self.folder / "theories").mkdir()
        for name in ORDER:
            spoilt = name == file or file in NEEDS[name]
            for ending in (".v",) if spoilt else (".v", ".vo", ".vos", ".vok"):
                os.link(HERE / f"theories/{name}{ending}", self.folder / f"theories/{name}{ending}")
        path = self.folder / f"theories/{file}.v"
        source = path.read_text()
        if text not in source:
            raise ValueError(f"{file}.v has no {text!r}")
        path.unlink()
        path.write_text(source.replace(text, bug, 1))

    def coqc(self, path, *options):
        """What no longer compiles: the name of a statement and its file; None if all does."""
        command = ["coqc", "-q", "-w", "none", *options, "-Q", "theories", "Zwang", path]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        if done.returncode == 0:
            return None
        place = re.search(r'File ".*?(\w+)\.v", line (\d+)', done.stderr)
        if not place:
            return "coqc: " + done.stderr.strip()[:200]
        lines = (self.folder / path).read_text().splitlines()[:int(place[2])]
        names = [match[1] for match in map(STATEMENT.match, lines) if match]
        return f"{place[1]}.{names[-1] if names else '?'}"

    def statements(self, names):
        """Compiles the statements of files; what no longer compiles already there."""
        for name in names:
            found = self.coqc(f"theories/{name}.v", "-vos")
            if found:
                return found
        return None


def between(file, last):
    """The files that depend on one and that another needs, in order."""
    return [name for name in ORDER if (name == file or file in NEEDS[name]) and name in NEEDS[last]]


FOUND = {"accepted": "Accepted", "accepted: 4 ranges of forces": "Ranged 4", "accepted: falls": "Settled Falls", "accepted: stands": "Settled Stands",
         "accepted: can stand": "Settled CanStand"}


def fixture_theorem(name):
    """States the verdict that the second checker gives for a fixture."""
    path = PROOFS / f"{name}.toml"
    proof = path.with_suffix(".json").read_text(encoding="utf-8")
    found = verdict(read(path), proof)
    listed = "; ".join(literal(word) for word in found.split())
    expected = FOUND.get(found, f"Rejected [{listed}]")
    digest = re.search('"scene": *"(.*?)"', proof)[1]
    return f"""From Zwang Require Import Json Statics Verdict.
Require Import List String NArith.
Import ListNotations.
Open Scope string_scope.
Definition digest (_ : text) : text := text_of {literal(digest)}.
Example the_fixture :
  check_texts digest (text_of {literal(canonical(read(path)))})
                     (text_of {literal(proof)}) = {expected}.
Proof. vm_compute. reflexivity. Qed.
"""


def caught(number, search):
    """What catches a bug, and whether that is what is named."""
    row = BUGS[number - 1]
    file, named = row["file"], row["caught_by"]
    with tempfile.TemporaryDirectory(dir=HERE / "build") as folder:
        copy = Copy(folder, file, row["text"], row["bug"])
        if search:
            for name in ORDER:
                if name == file or file in NEEDS[name]:
                    found = copy.coqc(f"theories/{name}.v")
                    if found:
                        return found, found == named
            return None, False
        if "/" in named:
            found = copy.statements([*between(file, "Verdict"), "Verdict"])
            if found is None:
                (copy.folder / "Fixture.v").write_text(fixture_theorem(named), encoding="utf-8")
                found = copy.coqc("Fixture.v", "-vok") and named
            return found, found == named
        last = named.split(".")[0]
        found = copy.statements(between(file, last)) or copy.coqc(f"theories/{last}.v", "-vok")
        return found, found == named


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("numbers", nargs="*", type=int)
    parser.add_argument("--search", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    numbers = options.numbers or range(1, len(BUGS) + 1)
    (HERE / "build").mkdir(exist_ok=True)
    missed = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda number: caught(number, options.search), numbers)
        for number, (found, right) in zip(numbers, results):
            row = BUGS[number - 1]
            missed += not right
            by = "MISSED" if found is None else f"caught by {found}"
            by += "" if right else f", not by {row['caught_by']}"
            print(f"{number:3} {row['file']}.v: {row['meaning']}: {by}", flush=True)
    print(f"{len(numbers) - missed} of {len(numbers)} bugs are caught by what is named for them")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
