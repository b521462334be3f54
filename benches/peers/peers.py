#!/usr/bin/env python3
"""Runs other exact solvers on a problem, and says what was run.

    peers.py versions
    peers.py [--limit SECONDS] solve FILE...

    *.cgal   a quadratic program in the plain text that cgal_qp.cpp describes, for CGAL's exact solver
    *.lp     a linear program in the LP format with fractions p/q, for QSopt_ex

`cargo xtask bench --peers` writes such files and calls this. For each file one line of JSON goes to standard output: `peer`, `version`, `command`,
`status`, `objective` (a fraction), `seconds` and `processor_seconds` of the solution without reading the file (of the whole process for
QSopt_ex, which measures itself in hundredths of a second); or `missing`, which says why nothing was run.

The solvers are Debian packages:

    apt-get install g++ libcgal-dev libgmp-dev libmpfr-dev     CGAL
    apt-get install qsopt-ex                                   QSopt_ex
"""

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "cgal_qp.cpp")
BUILD = os.path.join(HERE, "..", "..", "target", "peers")
PROGRAM = os.path.join(BUILD, "cgal_qp")
# The fastest rule of CGAL on these programs.
PRICING = "bland"
COMPILE = ["g++", "-O2", "-DNDEBUG", SOURCE, "-o", PROGRAM, "-lgmp", "-lmpfr"]


class Missing(Exception):
    """A peer that is not there, or that has not answered."""


def run(command, limit):
    """Output, seconds and processor seconds of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        raise Missing(f"no answer within {limit} s") from None
    seconds = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode != 0:
        reason = (done.stderr.strip() or "no reason given").splitlines()[0]
        raise Missing(f"exit code {done.returncode}: {reason}")
    return done.stdout + done.stderr, seconds, processor


def built_cgal():
    """The program that calls CGAL, compiled if it is older than its source."""
    if os.path.exists(PROGRAM) and os.path.getmtime(PROGRAM) >= os.path.getmtime(SOURCE):
        return PROGRAM
    if shutil.which("g++") is None:
        raise Missing("no g++; apt-get install g++ libcgal-dev libgmp-dev libmpfr-dev")
    os.makedirs(BUILD, exist_ok=True)
    compiled = subprocess.run(COMPILE, capture_output=True, text=True)
    if compiled.returncode != 0:
        lines = [line for line in compiled.stderr.splitlines() if "error" in line]
        reason = lines[0] if lines else "the compiler fails"
        raise Missing(f"{reason}; apt-get install libcgal-dev libgmp-dev libmpfr-dev")
    return PROGRAM


def cgal_version():
    command = ["g++", "-E", "-dM", "-include", "CGAL/version.h", "-x", "c++", os.devnull]
    try:
        macros = subprocess.run(command, capture_output=True, text=True).stdout
    except FileNotFoundError:
        return None
    found = re.search(r"#define CGAL_VERSION (\S+)", macros)
    return found and found.group(1)


def qsopt_version():
    if shutil.which("esolver") is None:
        return None
    told = subprocess.run(["esolver", "-v"], capture_output=True, text=True)
    found = re.search(r"QSopt_ex (\S+)", told.stdout + told.stderr)
    return found.group(1) if found else "unknown"


def solve_cgal(path, limit):
    command = [built_cgal(), path, PRICING]
    output, _, _ = run(command, limit)
    status, objective, iterations, seconds, processor = output.split()
    return {
        "version": cgal_version(),
        "command": f"cgal_qp {os.path.basename(path)} {PRICING}",
        "status": status,
        "objective": str(Fraction(objective)),
        "iterations": int(iterations),
        "seconds": float(seconds),
        "processor_seconds": float(processor),
    }


def solve_qsopt(path, limit):
    version = qsopt_version()
    if version is None:
        raise Missing("no esolver; apt-get install qsopt-ex")
    with tempfile.TemporaryDirectory() as folder:
        solution = os.path.join(folder, "solution.sol")
        command = ["esolver", "-O", solution, "-L", path]
        _, seconds, processor = run(command, limit)
        with open(solution, encoding="ascii") as file:
            text = file.read()
    status = re.search(r"status\s*=?\s*(\w+)", text)
    value = re.search(r"Value = (\S+)", text)
    return {
        "version": version,
        "command": f"esolver -O FILE -L {os.path.basename(path)}",
        "status": status.group(1).lower() if status else "unknown",
        "objective": str(Fraction(value.group(1))) if value else None,
        "seconds": seconds,
        "processor_seconds": processor,
    }


PEERS = {".cgal": ("CGAL", solve_cgal), ".lp": ("QSopt_ex", solve_qsopt)}


def answer(path, limit):
    peer, solve = PEERS[os.path.splitext(path)[1]]
    try:
        return {"peer": peer, **solve(path, limit)}
    except Missing as reason:
        return {"peer": peer, "missing": str(reason)}


def main(arguments):
    limit = None
    if arguments[:1] == ["--limit"] and len(arguments) > 1:
        limit, arguments = float(arguments[1]), arguments[2:]
    if arguments == ["versions"]:
        print(f"CGAL {cgal_version() or 'missing'}, compiled by: {' '.join(COMPILE[:3])} cgal_qp.cpp -lgmp -lmpfr; pricing: {PRICING}")
        print(f"QSopt_ex {qsopt_version() or 'missing'}")
        return 0
    known = [path for path in arguments[1:] if os.path.splitext(path)[1] in PEERS]
    if arguments[:1] != ["solve"] or not known or len(known) < len(arguments) - 1:
        print(__doc__, file=sys.stderr)
        return 2
    for path in known:
        print(json.dumps(answer(path, limit)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
