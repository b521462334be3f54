"""Runs engines on disks whose motion is known, and audits their tables: the tables of docs/billiards.md.

python compare_round.py --zwang target/debug/zwang
"""

import argparse
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ENGINES = {"MuJoCo": "mujoco", "Pymunk": "pymunk", "Box2D 2": "box2d", "Box2D 3": "box2d3"}
# Steps of 1/100 s.
STEPS, DT = 100, "1/100"
# A disk of radius 1 on a slope of 3 to 4, in the frame of the slope: pressed with 8 N and pulled
# along with 6 N.
SLOPE = """format = "zwang-scene-1"
name = "slope"
gravity = [6, -8]
friction = "{friction}"

[[body]]
name = "plane"
fixed = true
rectangle = {{ center = [0, -1], size = [40, 2] }}

[[body]]
name = "disk"
mass = 1
disk = {{ center = [0, 1], radius = 1 }}
"""


class Bench:
    """Runs a scene in an engine, or in zwang itself, and reads the table."""

    def __init__(self, zwang, folder):
        self.zwang, self.folder = zwang, Path(folder)
        self.scene, self.table = self.folder / "scene.toml", self.folder / "table.csv"

    def run(self, engine, text, steps, settings):
        """The last state of every body: x, y, angle, vx, vy, spin."""
        self.scene.write_text(text, encoding="utf-8")
        if engine == "zwang":
            record = self.folder / "zwang.run"
            self.call(self.zwang, "simulate", self.scene, "--steps", steps, "--dt", DT, "-o", record, "--force", "-q")
            self.call(self.zwang, "export", record, "-o", self.table, "--force", "-q")
        else:
            adapter = HERE / f"run_{ENGINES[engine]}.py"
            self.call(sys.executable, adapter, self.scene, "-o", self.table, "--steps", steps, "--dt", DT, "--settings", settings)
        states = {}
        with open(self.table, encoding="utf-8") as file:
            lines = [line for line in file if not line.startswith("#")]
        for row in csv.DictReader(lines):
            if row["x"]:
                states[row["body"]] = [float(row[name]) for name in ("x", "y", "angle", "vx", "vy", "spin")]
        return states

    def grade(self):
        """The grade of the last run and its worst fault, by `zwang audit`."""
        report = json.loads(self.call(self.zwang, "audit", self.scene, self.table, "--no-own-run", "--json", "-q", statuses=(0, 1, 4)))
        if report["grade"] is None:
            return "not graded"
        worst = report["marks"][0]
        return f"**{report['grade']}**" if report["grade"] == "A" else f"**{report['grade']}** {worst['fault']}"

    def family(self, *words):
        return self.call(self.zwang, "scene", *words)

    @staticmethod
    def call(*command, statuses=(0,)):
        done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
        if done.returncode not in statuses:
            sys.exit(f"{' '.join(map(str, command))}: {done.stderr.strip()}")
        return done.stdout


def slip(bench, engine, friction, settings):
    """The speed of the point that touches the slope, over that of the disk, after half a second."""
    _, _, _, speed, _, spin = bench.run(engine, SLOPE.format(friction=friction), 50, settings)["disk"]
    return f"{100 * (speed + spin) / speed:.2f} %"


def slope(bench, engine, friction, acceleration, settings):
    """How far from a t²/2 the disk is after a second, m, and its grade."""
    x = bench.run(engine, SLOPE.format(friction=friction), STEPS, settings)["disk"][0]
    return f"{x - acceleration / 2:+.1e}, {bench.grade()}"


def cradle(bench, engine, settings):
    """The speeds of the five disks after two of them have struck the others, and the grade."""
    states = bench.run(engine, bench.family("cradle", "5", "--striking", "2", "--gap", "1/2"), STEPS, settings)
    speeds = [states[f"disk {place}"][3] for place in range(5)]
    return f"{', '.join(f'{speed + 0.0:.3g}' for speed in speeds)}; {bench.grade()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zwang", default="zwang")
    parser.add_argument("--engines", nargs="*", choices=ENGINES, default=list(ENGINES))
    args = parser.parse_args()
    print("| engine | settings | cradle | slip at 1/4 | slip at 6/25 | rolling | sliding |")
    print("|---|---|---|--:|--:|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(args.zwang, folder)
        for engine in ["zwang", *args.engines]:
            for settings in ["default"] if engine == "zwang" else ["default", "tuned"]:
                cells = ["zwang" if engine == "zwang" else engine, "" if engine == "zwang" else settings]
                cells += [cradle(bench, engine, settings), slip(bench, engine, "1/4", settings), slip(bench, engine, "6/25", settings)]
                cells += [slope(bench, engine, "1/2", 4, settings), slope(bench, engine, "1/10", 5.2, settings)]
                print(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
