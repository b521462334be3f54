#!/usr/bin/env python3
"""The tables of docs/trust.md on the work that files ask for, in one run: of checkers, of rates, and of files of other programs.

    python3 worst_table.py target/debug             the programs `zwang` and `zwang-check` of this folder
    python3 worst_table.py --size 300000 FOLDER     files of another size

A table begins with the processors, the load and the time, as these make figures what they are."""

import argparse
import os
import platform
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

import worst
import worst_foreign


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=worst.MB, help="bytes, by default a million")
    parser.add_argument("programs", type=Path, help="folder of the programs")
    arguments = parser.parse_args()
    zwang, checker = (str(arguments.programs / name) for name in ("zwang", "zwang-check"))
    second = f"{sys.executable} {Path(__file__).parent / 'check.py'}"
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        begin("Checkers", "file | size | `zwang-check` | `check.py`")
        for name in worst.WORST:
            print(worst.row_of(name, worst.alone(worst.write, folder, name, arguments.size), (checker, second)), flush=True)
        begin("What is accepted, of a quarter, a half and all of the size", "file | size | `zwang-check` | `check.py`")
        for name in worst.ACCEPTED:
            for size in arguments.size // 4, arguments.size // 2, arguments.size:
                print(worst.row_of(name, worst.alone(worst.write, folder, name, size), (checker, second)), flush=True)
        begin("Files of other programs, of tables, of programs", "file | size | `zwang`")
        for name in worst_foreign.KINDS:
            print(worst_foreign.row_of(name, folder, arguments.size, zwang), flush=True)


def begin(title, columns):
    load = " ".join(f"{own:.1f}" for own in os.getloadavg())
    print(f"\n{title}: Python {platform.python_version()}, {os.cpu_count()} processors, load {load}\n")
    print(f"| {columns} |\n|" + "---|" * (columns.count("|") + 1), flush=True)


if __name__ == "__main__":
    main()
