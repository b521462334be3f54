"""Runs all installed engines on a list of scenes, audits every run, and writes the table of docs/engines.md.

python examples/engines/compare.py --zwang target/debug/zwang --rapier target/rapier/debug/zwang-rapier --gallery scenes -o docs/engines.md

Every number of the table is from a run that this program has just made; an engine that is not installed is left out, and says so.
Run it from the top folder of the repository.
"""

import argparse
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

HERE = os.path.dirname(os.path.abspath(__file__))

DROPPED = """format = "zwang-scene-1"
name = "dropped-flat"
title = "A cuboid dropped flat from half its height"
[[body]]
name = "floor"
fixed = true
rectangle = { center = ["0", "-1"], size = ["8", "2"] }
[[body]]
name = "brick"
rectangle = { center = ["0", "1/4"], size = ["1", "1/4"] }
"""


def harmonic(count, margin):
    """A harmonic stack all of whose overhangs 1/(2k) are shortened by the same part of them; bricks 1 x 1/4, table with its edge at x = 0."""
    end, blocks = Fraction(0), []
    for level in range(count):
        end += (1 - margin) * Fraction(1, 2 * (count - level))
        center = f'["{end - Fraction(1, 2)}", "{Fraction(2 * level + 1, 8)}"]'
        blocks.append(f'[[body]]\nname = "brick {level}"\nrectangle = {{ center = {center}, size = ["1", "1/4"] }}\n')
    table = '[[body]]\nname = "table"\nfixed = true\nrectangle = { center = ["-5/2", "-1"], size = ["5", "2"] }\n'
    return f'format = "zwang-scene-1"\nname = "harmonic-{count}"\n' + table + "".join(blocks)


# Name, and the arguments of `zwang scene` or the text of the scene.
SCENES = [
    ("4-diamond", ["diamond", "4"]),
    ("5-diamond", ["diamond", "5"]),
    ("harmonic 5, margin 0 %", harmonic(5, Fraction(0))),
    ("harmonic 5, margin 1 %", harmonic(5, Fraction(1, 100))),
    ("harmonic 5, margin 5 %", harmonic(5, Fraction(5, 100))),
    ("inverted 3-triangle", ["triangle", "3"]),
    ("cuboid dropped flat", DROPPED),
]


def engines(rapier):
    """Pairs (name, command without scene and table)."""
    found = []
    for name, module, script in (("MuJoCo", "mujoco", "run_mujoco.py"), ("Pymunk", "pymunk", "run_pymunk.py"), ("Box2D", "Box2D", "run_box2d.py")):
        probe = subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True)
        if probe.returncode == 0:
            found.append((name, [sys.executable, os.path.join(HERE, script)]))
        else:
            print(f"{name} is not installed and left out", file=sys.stderr)
    if rapier and os.path.exists(rapier):
        found.append(("Rapier", [rapier]))
    else:
        print("Rapier is not built and left out", file=sys.stderr)
    return found


def write_scene(zwang, source, path):
    if isinstance(source, Path):
        shutil.copyfile(source, path)
    elif isinstance(source, str):
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
    else:
        subprocess.run([zwang, "scene", *source, "-o", path], check=True)


def run_engine(name, command, scene, table, steps, dt):
    if name == "Rapier":
        command = [*command, scene, table, str(steps), dt]
    else:
        command = [*command, scene, "-o", table, "--steps", str(steps), "--dt", dt]
    subprocess.run(command, check=True, capture_output=True, text=True)


def audit(zwang, scene, table):
    """The audit as JSON; exit code 1 says that the run does not pass, which is an answer."""
    command = [zwang, "audit", scene, table, "--json", "--no-own-run", "--restraint-steps", "0", "--quiet"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode not in (0, 1):
        raise RuntimeError(run.stderr.strip())
    return json.loads(run.stdout)


def shown(figure, key="last"):
    """A decimal of three digits above the number."""
    if figure is None:
        return ""
    high = figure["values"][-1][1] if key == "last" else figure["worst"]["high"]
    return "0" if high == "0" else f"{float(high):.2e}"


def own_run(zwang, scene, folder, steps, dt):
    """zwang's own run of the same scene, exported and audited like the others."""
    run, table = os.path.join(folder, "own.run"), os.path.join(folder, "own.csv")
    simulated = subprocess.run([zwang, "simulate", scene, "--steps", str(steps), "--dt", dt, "--out", run, "--force", "--quiet"], capture_output=True, text=True)
    if simulated.returncode != 0:
        return simulated.stderr.strip().split("; ")[0].split(f"{scene}: ")[-1]
    subprocess.run([zwang, "export", run, "--scene", scene, "-o", table], check=True)
    return audit(zwang, scene, table)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zwang", default="target/release/zwang", help="the program zwang")
    parser.add_argument("--rapier", help="the program zwang-rapier, if it is built")
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--dt", default="1/100", help="time step in seconds")
    parser.add_argument("--scenes", help="only scenes whose names contain this text")
    parser.add_argument("--gallery", metavar="FOLDER", help="also all scene files of this folder, for --gallery-steps steps")
    parser.add_argument("--gallery-steps", type=int, default=100)
    parser.add_argument("-o", "--output", default="-", help="the page to write (default: standard output)")
    args = parser.parse_args()
    pages = [(Page(args, args.steps), SCENES)]
    if args.gallery:
        files = sorted(glob.glob(os.path.join(args.gallery, "*.toml")))
        pages.append((Page(args, args.gallery_steps), [(os.path.splitext(os.path.basename(file))[0], Path(file)) for file in files]))
    with tempfile.TemporaryDirectory() as folder:
        for page, scenes in pages:
            for name, source in scenes:
                if args.scenes is None or args.scenes in name:
                    page.add(name, source, folder)
    text = INTRODUCTION.format(seconds=pages[0][0].seconds(), steps=args.steps, dt=args.dt) + pages[0][0].table()
    for page, _ in pages[1:]:
        text += GALLERY.format(seconds=page.seconds(), steps=page.steps, dt=args.dt) + page.table()
    text += pages[0][0].settings_of_all()
    if args.output == "-":
        sys.stdout.write(text)
    else:
        with open(args.output + ".new", "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(args.output + ".new", args.output)


class Page:
    """The results, scene by scene."""

    def __init__(self, args, steps):
        self.args, self.steps, self.rows, self.versions = args, steps, [], {}
        self.engines = engines(args.rapier)

    def seconds(self):
        return f"{float(Fraction(self.args.dt)) * self.steps:g}"

    def add(self, name, source, folder):
        scene, table = os.path.join(folder, "scene.toml"), os.path.join(folder, "run.csv")
        write_scene(self.args.zwang, source, scene)
        own = own_run(self.args.zwang, scene, folder, self.steps, self.args.dt)
        cells, verdict = [self.cell(own)], None if isinstance(own, str) else own["verdict"]
        for engine, command in self.engines:
            print(f"{name}: {engine}", file=sys.stderr)
            try:
                run_engine(engine, command, scene, table, self.steps, self.args.dt)
                report = audit(self.args.zwang, scene, table)
            except (subprocess.CalledProcessError, RuntimeError) as error:
                print(f"{name}: {engine}: {getattr(error, 'stderr', None) or error}", file=sys.stderr)
                cells.append("no run")
                continue
            self.versions[engine] = (report["engine"], self.settings(table))
            verdict = report["verdict"]
            cells.append(self.cell(report))
        self.rows.append((name, verdict, cells))

    @staticmethod
    def settings(table):
        with open(table, encoding="utf-8") as file:
            return json.loads(file.readline().removeprefix("# "))["settings"]

    @staticmethod
    def cell(report):
        if isinstance(report, str):
            return report
        figures = report["figures"]
        defect = shown(figures.get("symmetry"), "worst") or "-"
        return f"{shown(figures['displacement'])} / {defect} / {shown(figures['penetration'], 'worst')}"

    def table(self):
        names = ["zwang", *(engine for engine, _ in self.engines)]
        head = "| scene | exact verdict | " + " | ".join(names) + " |"
        rule = "|---|---|" + "---|" * len(names)
        lines = [f"| {name} | {verdict or '-'} | " + " | ".join(cells) + " |" for name, verdict, cells in self.rows]
        return "\n".join([head, rule, *lines, ""])

    def settings_of_all(self):
        versions = [f"* {name}: {version}; `{json.dumps(settings)}`" for name, (version, settings) in self.versions.items()]
        return "\n".join(["", "Versions and settings:", "", *versions]) + "\n"


INTRODUCTION = """# Engines

Made by `examples/engines/compare.py`, which runs each engine on the same scene files (friction 0, restitution 0, {steps} steps of {dt} s) and audits the table of the run with
`zwang audit`. In each cell: the largest displacement of a point from the scene after {seconds} s, the largest mirror defect and the deepest penetration during the run, all in metres; `-` where the scene has
no symmetry. The first column of runs is zwang's own, exported to doubles and audited in the same way. What is proved stable should not move at all.

How to read it: MuJoCo has soft contacts, which sink in at first and creep; Box2D computes in single precision and keeps a skin around polygons, which pushes touching bodies apart by about a
centimetre at first; Rapier gets rectangles as cuboids. A critical stack (margin 0 %) tells how much of a safety margin an engine needs before what stands by proof stands in it.

"""

GALLERY = """
## The gallery

The scene files of `scenes`, {steps} steps of {dt} s, cells as above but after {seconds} s. "no run": the adapter or the engine did not come to the end, or zwang itself says why there is no motion.

"""


if __name__ == "__main__":
    main()
