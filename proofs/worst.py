#!/usr/bin/env python3
"""How much work files ask of a checker: writes the worst that are known, of a size, and prints the processor time and the
memory that a program needs for each.

    python3 worst.py python3 check.py               files of 1 MB, scene and proof or run together
    python3 worst.py --size 300000 zwang-check      of another size
    python3 worst.py --rates zwang-check            files that are accepted, of three sizes: both grow as the file does
    python3 worst.py --write FOLDER                 writes them, and runs nothing

Nothing is asserted of times: they depend on the machine. What bounds them is in FORMAT.md, sections 1 and 2, and RUN.md,
section 3, and tests hold it by counting."""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

from reading import digest, read_scene

MB = 10**6
HEAD = 'format = "zwang-scene-1"\nname = "n"\n'
EMPTY = {"separations": [], "contacts": [], "corners": [], "groups": []}
FALLS = {"sides": [], "denominator": "1", "motion": [["0", "-1", "0"]], "forces": [], "pins": []}


def in_json(value):
    return json.dumps(value, separators=(",", ":"))


def scene(bodies, **more):
    return in_json({"format": "zwang-scene-1", "name": "n", "body": bodies} | more)


def proof(text, **lists):
    return in_json({"format": "zwang-proof-1", "scene": digest(read_scene(text, True))} | EMPTY | lists)


def header(text):
    return in_json({"format": "zwang-run-1", "scene": digest(read_scene(text, True)), "step": "1/100", "grid": 64,
                    "restitution": "0", "pairs": [], "corner": "stop", "scheme": "rigid", "program": "worst.py"}) + "\n"


def record(bodies):
    """A first step in which nothing touches; its digest of rows is wrong."""
    facts = dict.fromkeys(("penetration", "pin_drift", "kinetic", "potential"), "0")
    facts = {"bits": 0} | facts | {"momentum": ["0", "0"], "angular_momentum": "0", "impact_kinetic": "0"}
    return in_json({"k": 1, "impact": None, "rows": [], "all_rows": "0" * 64, "corners": [], "groups": [],
                    "state": [["0", "0", 0, "0"]] * bodies,
                    "facts": facts | {"free": [], "made": [], "lost": [], "impacts": []}}) + "\n"


def triangle(x, y):
    return [[x, y], [x + 1, y], [x, y + 1]]


def square(x, y):
    return [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]


def slanting(count):
    """Thin triangles side by side: no two overlap, and all boxes meet."""
    far = 10**5
    return [[[2 * k, -2 * k], [far + 2 * k, far - 2 * k], [far + 2 * k - 1, far - 2 * k]] for k in range(count)]


def grid(count):
    """Triangles with room between them."""
    return [triangle(2 * (k % 170), 2 * (k // 170)) for k in range(count)]


# Each kind makes the texts of a scene and of a proof or run, of about so many bytes.
def equal_parts(size):
    text = scene([{"name": "b", "parts": [triangle(0, 0)] * (size // 20)}])
    return text, header(text)


def equal_bodies(size):
    text = scene([{"name": str(k), "rectangle": {"center": [0, 0], "size": [1, 1]}} for k in range(size // 58)])
    return text, header(text)


def slanting_parts(size):
    text = scene([{"name": "b", "fixed": True, "parts": slanting(size // 46)}])
    return text, header(text)


def fast_bodies(size):
    bodies = [{"name": str(k), "parts": [part], "velocity": [0, 10**6]} for k, part in enumerate(grid(size // 96))]
    text = scene(bodies)
    return text, header(text) + record(len(bodies))


def fast_body_of_many_parts(size):
    text = scene([{"name": "b", "parts": grid(size // 32)}, {"name": "c", "velocity": [0, 10**6], "parts": [triangle(-9, -9)]}])
    return text, header(text) + record(2)


def many_rows(size):
    """As many bodies within reach of each other as may be, and more rows."""
    bodies = [{"name": str(k), "parts": [part]} for k, part in enumerate(grid(min(size // 50, 390)))]
    bodies[0]["velocity"] = [0, 10**6]
    text = scene(bodies)
    return text, header(text) + record(len(bodies))


def vertices_over_a_long_denominator(size):
    long = [[[-5 * k - 9, f"1/{2**13000 + 2 * k + 1}"], [-5 * k - 8, 1], [-5 * k - 9, 2]] for k in range(8)]
    text = in_json({"format": "zwang-scene-1", "name": "n", "body": [{"name": "b", "parts": grid(size // 32) + long}]})
    return text, '{"format":"zwang-proof-1"}'


def number_in_a_record(size):
    text = scene([{"name": "b", "parts": [triangle(0, 0)]}])
    return text, header(text) + record(1).replace('"kinetic":"0"', f'"kinetic":"{"1" * size}"')


def strips_of_two_bodies(size):
    """They ignore each other, and all boxes of one meet all of the other."""
    strips = [[[[0, 10 * k], [9**9, 10 * k], [9**9, 10 * k + 1], [0, 10 * k + 1]] for k in range(size // 90)],
              [[[10 * k, 0], [10 * k + 1, 0], [10 * k + 1, 9**9], [10 * k, 9**9]] for k in range(size // 90)]]
    text = scene([{"name": name, "parts": parts} for name, parts in zip("ab", strips)], pin=[{"bodies": ["a", "b"], "at": [0, 0]}])
    return text, '{"format":"zwang-proof-1"}'


def cases_of_many_contacts(size):
    contacts = size // 60
    line = [[-9 * contacts, -1], [9 * contacts, -1], [9 * contacts, 0], [-9 * contacts, 0]]
    text = scene([{"name": "f", "fixed": True, "parts": [line]}, {"name": "b", "parts": [square(0, 0)]}])
    listed = [[1, 0, 0, 0, 0, 2], [1, 0, 1, 0, 0, 2]]
    case = {"sides": [], "forces": [], "pins": []}
    return text, proof(text, contacts=listed * (contacts // 2), groups=[{"bodies": [1], "cases": [case] * (size // 60), "answers": []}])


def key_of_many_parts(size):
    return HEAD + ".".join("a" * (size // 2)) + " = 1\n", '{"format":"zwang-proof-1"}'


def many_tables(size):
    return HEAD + "".join(".".join([f"k{k}"] * 15) + " = 1\n" for k in range(size // 100)), '{"format":"zwang-proof-1"}'


def bodies_that_fall(size):
    """Accepted: each its own group."""
    text = scene([{"name": str(k), "parts": [square(3 * k, 0)]} for k in range(size // 140)])
    count = len(json.loads(text)["body"])
    return text, proof(text, groups=[{"bodies": [k], "cases": [FALLS], "answers": [0]} for k in range(count)])


def bodies_that_stand(size):
    """Accepted: each its own group, by two forces."""
    count = size // 250
    floor = [[-1, -1], [3 * count, -1], [3 * count, 0], [-1, 0]]
    text = scene([{"name": "f", "fixed": True, "parts": [floor]}]
                 + [{"name": str(k), "parts": [square(3 * k, 0)]} for k in range(count)])
    denominator = f"{2 * (3 * count + 1):x}"
    standing = {"sides": [], "denominator": denominator, "motion": [["0", "0", "0"]], "pins": []}
    groups = [{"bodies": [k + 1], "cases": [standing | {"forces": [[2 * k, "1"], [2 * k + 1, "1"]]}], "answers": [0]}
              for k in range(count)]
    contacts = [[k + 1, 0, vertex, 0, 0, 2] for k in range(count) for vertex in (0, 1)]
    return text, proof(text, separations=[[0, 0, k + 1, 0, 0, 2] for k in range(count)], contacts=contacts, groups=groups)


def beginning_of_many_bodies(size):
    """Accepted: a run without steps."""
    text = scene([{"name": str(k), "parts": [part]} for k, part in enumerate(grid(size // 55))])
    return text, header(text)


WORST = {kind.__name__: kind for kind in (
    equal_parts, equal_bodies, slanting_parts, fast_bodies, fast_body_of_many_parts, many_rows,
    vertices_over_a_long_denominator, number_in_a_record, strips_of_two_bodies, cases_of_many_contacts, key_of_many_parts,
    many_tables, bodies_that_fall, bodies_that_stand, beginning_of_many_bodies)}
ACCEPTED = "bodies_that_fall", "bodies_that_stand", "beginning_of_many_bodies"


def write(folder, name, size):
    """Writes the two files of a kind."""
    text, other = WORST[name](size)
    ending = "toml" if text.startswith(HEAD) else "json"
    paths = [folder / f"{name}-{size}.{ending}", folder / f"{name}-{size}.proof"]
    for path, content in zip(paths, (text, other)):
        path.write_text(content, encoding="utf-8")
    return paths


def measure(command, files):
    """Processor seconds, megabytes and the exit status of a program, and how its answer begins."""
    program = subprocess.Popen([*command, *files], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (60, 60)))
    said = program.stdout.read().decode(errors="replace")
    _, status, usage = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, program.returncode, said[:70].strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=MB, help="bytes, by default a million")
    parser.add_argument("--rates", action="store_true", help="what is accepted, of a quarter, a half and all of the size")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write the files, and run nothing")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    size = arguments.size
    sizes = [size // 4, size // 2, size] if arguments.rates else [size]
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.write or Path(temporary)
        folder.mkdir(exist_ok=True)
        for name in ACCEPTED if arguments.rates else WORST:
            for size in sizes:
                files = write(folder, name, size)
                if arguments.write is None:
                    seconds, memory, status, said = measure(arguments.command, files)
                    length = sum(file.stat().st_size for file in files) / 1000
                    print(f"{name:34} {length:7.0f} kB {seconds:6.2f} s {memory:5.0f} MB  exit {status}  {said}", flush=True)


if __name__ == "__main__":
    main()
