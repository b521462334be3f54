#!/usr/bin/env python3
"""How much has to be read to know what the theorem says: the definitions that its statement needs,
directly or not.

    python3 size.py [--list]

Counts lines of code: without comments and empty lines. A definition needs what it names; where two
files have one name, the file itself counts first, then the last of the files that it requires."""

import re, sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILES = re.findall(r"theories/(\w+)\.v", (HERE / "_CoqProject").read_text())
OPENS = r"(?:Definition|Fixpoint|Record|Inductive|Notation|Variant)"
LEVELS = [
    ("answers against lawful motions",
     "scenes and proofs, answers, restraint, lawful motions, the canonical form",
     ["Motion.lawful", "Meaning.answer", "Meaning.restraint", "Meaning.real_scene",
      "Read.canonical"]),
    ("and against admissible accelerations", "contacts, corners, rows; trees of pins",
     ["Meaning.admissible", "MotionConverse.strictly_admissible", "MotionPins.pins_in_trees",
      "MotionPins.pins_admit", "Gauss.demanded"]),
    ("and statics with friction", "friction, forces, falls, Coulomb motions",
     ["Friction.friction_of", "Friction.holds_still", "Friction.falls_freely",
      "Friction.coulomb_motion", "Stands.still", "Statics.finding", "Statics.skeleton"]),
    ("and that the contacts are those of the scene", "contacts, corners, touching sets",
     ["Coulomb.settled_as"]),
    ("and ranges of forces", "components, intervals, what a proof lists", ["SoundRanges.ranged_as"]),
    ("and accelerations with friction", "what is imposed, Coulomb's law at an instant",
     ["SoundAccelerations.accelerated_as", "Accelerations.moving_finding_of"]),
    ("and thresholds of friction", "the scene with another friction", ["SoundThresholds.limited_by"]),
    ("and how a proof is read", "JSON, hexadecimal numbers, limits",
     ["Read.read_proof", "Read.read_statics", "Read.read_ranges", "Read.read_moving", "Read.read_threshold"]),
    ("and SHA-256", "for theorems about bytes", ["Sha256.sha256"]),
]


def code(text):
    """The text without comments."""
    depth, out, i = 0, [], 0
    while i < len(text):
        if text.startswith("(*", i):
            depth, i = depth + 1, i + 2
        elif text.startswith("*)", i) and depth:
            depth, i = depth - 1, i + 2
        else:
            out.append(text[i] if depth == 0 or text[i] == "\n" else " ")
            i += 1
    return "".join(out)


def read(file):
    """The definitions of a file by name, and the files that it requires."""
    text = code((HERE / f"theories/{file}.v").read_text())
    required = " ".join(re.findall(r"From Zwang Require Import ([^.]*)\.", text)).split()
    found = {}
    for match in re.finditer(rf"^{OPENS} (?:\"'?)?(\w+).*?\.(?=\s)", text, re.M | re.S):
        body = match[0]
        for name in {match[1], *constructors(body)}:
            found[name] = (match[1], body)
    return found, required


def constructors(body):
    """Fields of a record, and constructors."""
    if body.startswith("Record"):
        return re.findall(r":=\s*(\w+)\s*\{", body) + re.findall(r"[{;]\s*(\w+)\s*:", body)
    if body.startswith("Inductive"):
        return re.findall(r"[|=]\s*(\w+)", body)
    return []


TABLES = {file: read(file) for file in FILES}


def home(name, file):
    """Where a name that stands in a file is defined."""
    found, required = TABLES[file]
    if name in found:
        return file, found[name][0]
    for other in reversed(required):
        if name in TABLES[other][0]:
            return other, TABLES[other][0][name][0]
    return None


def closure(roots):
    """All definitions that some of them need."""
    seen, waiting = set(), list(roots)
    while waiting:
        file, name = waiting.pop()
        if (file, name) in seen:
            continue
        seen.add((file, name))
        body = TABLES[file][0][name][1]
        for word in set(re.findall(r"[A-Za-z_]\w*", re.sub(r'"[^"]*"', "", body))):
            place = home(word, file)
            if place and place not in seen:
                waiting.append(place)
    return seen


def lines(definitions):
    """How many lines of code definitions have."""
    bodies = [TABLES[file][0][name][1] for file, name in definitions]
    return sum(bool(line.strip()) for body in bodies for line in body.splitlines())


def main():
    before, total = set(), 0
    for label, what, roots in LEVELS:
        now = closure([tuple(root.split(".")) for root in roots]) | before
        total = lines(now)
        print(f"{label} ({what}): {lines(now - before)} lines, {total} in all")
        if "--list" in sys.argv:
            for file in FILES:
                inside = sorted(name for other, name in now - before if other == file)
                if inside:
                    count = lines((file, name) for name in inside)
                    print(f"    {file}.v, {count} lines: {' '.join(inside)}")
        before = now
    return 0


if __name__ == "__main__":
    sys.exit(main())
