#!/usr/bin/env python3
"""Solves linear programs with zwang and with QSopt_ex, and compares times and optimal values.

    netlib.py [--limit SECONDS] ZWANG FOLDER

ZWANG is the program `zwang`, FOLDER has files `*.mps`, for instance those of netlib (https://netlib.org/lp/data; its files are
compressed, and `emps.c` there expands them). QSopt_ex is the Debian package qsopt-ex.

One line of a Markdown table is written for each problem, the smallest file first: processor seconds of each process, with reading, and
for zwang with the verification of its proof; their ratio; and whether both optimal values are the same fraction. A limit is on the
processor time of each process (default: 300 s). A process that reaches it counts as that long in the sum, which is then too small for it.
"""

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction

# Values of optima are longer than what Python reads by default.
sys.set_int_max_str_digits(0)


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(command, limit):
    """Seconds of a process, and whether it ended by itself."""

    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))

    before = processor_seconds()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limited)
    return processor_seconds() - before, done.returncode >= 0


class Result:
    """An answer: a status, an optimal value if there is one, and seconds."""

    def __init__(self, status, value, seconds, is_limit):
        self.status, self.value, self.seconds, self.is_limit = status, value, seconds, is_limit

    def time(self):
        return f"{'> ' if self.is_limit else ''}{self.seconds:.2f}"


def by_zwang(program, path, answer, limit):
    command = [program, "solve", path, "--json", "-o", answer, "--threads", "1", "--quiet"]
    seconds, ended = run(command, limit)
    if not os.path.exists(answer):
        return Result("no answer" if ended else "limit", None, seconds, not ended)
    with open(answer, encoding="utf-8") as file:
        told = json.load(file)
    value = told.get("objective")
    return Result(told["status"], value and Fraction(value), seconds, False)


def by_qsopt(path, answer, limit):
    seconds, ended = run(["esolver", "-O", answer, path], limit)
    if not os.path.exists(answer):
        return Result("no answer" if ended else "limit", None, seconds, not ended)
    with open(answer, encoding="latin-1") as file:
        told = file.read()
    status = re.search(r"status\s*=?\s*(\w+)", told)
    value = re.search(r"Value = (\S+)", told)
    status = status.group(1).lower() if status else "no answer"
    return Result(status, value and Fraction(value.group(1)), seconds, False)


def constant(path):
    """The constant of the objective, which QSopt_ex leaves out: the negative of its right side."""
    objective, found, section = None, Fraction(0), ""
    with open(path, encoding="latin-1") as file:
        for line in file:
            fields = line.split()
            if line[:1] not in (" ", "\n"):
                section = fields[0]
            elif section == "ROWS" and fields[0] == "N" and objective is None:
                objective = fields[-1]
            elif section == "RHS" and objective in fields:
                found = -Fraction(fields[fields.index(objective) + 1])
    return found


def judgement(path, ours, theirs):
    if theirs.status in ("limit", "no answer") or ours.status in ("limit", "no answer"):
        return f"{ours.status}, {theirs.status}"
    if ours.status != theirs.status:
        return f"NO: {ours.status}, {theirs.status}"
    if ours.value is None or ours.value == theirs.value + constant(path):
        return "yes"
    return f"NO: {ours.value}, {theirs.value}"


def ratio(ours, theirs):
    """Of times that can be told from 0."""
    return f"{ours / theirs:.2f}" if theirs >= 0.05 else ""


def main(arguments):
    limit = 300
    if arguments[:1] == ["--limit"] and len(arguments) > 1:
        limit, arguments = int(arguments[1]), arguments[2:]
    if len(arguments) != 2 or not os.path.isdir(arguments[1]):
        print(__doc__, file=sys.stderr)
        return 2
    if shutil.which("esolver") is None:
        print("no esolver; apt-get install qsopt-ex", file=sys.stderr)
        return 2
    program, folder = arguments
    paths = [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".mps")]
    paths.sort(key=lambda path: (os.path.getsize(path), path))
    print("| problem | zwang (s) | QSopt_ex (s) | ratio | same value |")
    print("|---|--:|--:|--:|---|")
    sums = [0, 0]
    differs = False
    for path in paths:
        with tempfile.TemporaryDirectory() as answers:
            ours = by_zwang(program, path, os.path.join(answers, "zwang.json"), limit)
            theirs = by_qsopt(path, os.path.join(answers, "qsopt.sol"), limit)
        sums = [sums[0] + ours.seconds, sums[1] + theirs.seconds]
        name = os.path.basename(path).removesuffix(".mps")
        same = judgement(path, ours, theirs)
        differs = differs or same.startswith("NO")
        times = f"{ours.time()} | {theirs.time()} | {ratio(ours.seconds, theirs.seconds)}"
        print(f"| {name} | {times} | {same} |", flush=True)
    print(f"| sum | {sums[0]:.2f} | {sums[1]:.2f} | {ratio(*sums)} | |")
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
