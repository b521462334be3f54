"""Runs MuJoCo on scenes in space, audits its tables, and makes docs/engines-in-space.md:

python compare_in_space.py --zwang target/debug/zwang -o docs/engines-in-space.md
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Arguments of `zwang scene space`, or a file, and a name.
SCENES = {
    "tower over an edge, 3 blocks": ["harmonic", "3"],
    "the same, 4 blocks": ["harmonic", "4"],
    "the same, 6 blocks": ["harmonic", "6"],
    "4 blocks, each turned by the angle of 3, 4, 5": ["octagon", "4"],
    "pyramid of 3 layers": ["pyramid", "3"],
    "pyramid of 2 layers on its tip": ["inverted", "2"],
    "diamond of 2 layers": ["diamond", "2"],
    "wall, 3 by 4": ["wall", "3", "4"],
    "4 balls and 1 on them": ["balls", "2"],
    "a box, a ball and a rod that tumble": HERE.parent.parent / "scenes" / "space" / "tumbling.toml",
}
TITLE = """# Engines in space

Made by `examples/engines/compare_in_space.py`, which runs MuJoCo on scenes without friction and audits the
table of each run with `zwang audit` ([audit.md](audit.md#in-space)): {steps} rows, one every 1/100 s, gravity 1 (49/5
for those that tumble). *Default* are MuJoCo's own settings; *tuned* has 1000 iterations, a tolerance of
1e-15, elliptic cones and the integrator `implicitfast`.

How to read it: what stands by proof should not move at all, and a tower over an edge stands exactly, with
no margin. MuJoCo's contacts are springs; they sink in, and without friction nothing stops what begins to
slide. The columns tell the grade over the run with its worst fault and how large it is, and the times at
which a body has gone 1 cm and 10 cm from where it stands. A scene that falls has to begin with the only
motion that is possible, and what touches nothing has to keep its angular momentum. zwang's own run that tumbles has the
grade A.

| scene | exact verdict | settings | grade and worst fault | share | 1 cm after | 10 cm after |
|---|---|---|---|--:|--:|--:|
"""


def run(*command, statuses=(0,)):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
    if done.returncode not in statuses:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr.strip()}")
    return done.stdout


def seconds(figure, power):
    state = figure["first_beyond"].get(power)
    return "" if state is None else f"{state / 100:g} s"


def row(name, report, settings):
    worst, moved = report["marks"][0], report["figures"]["displacement"]
    stands = report["verdict"] == "stands"
    cells = [name, report["verdict"] or "moves", settings, f"**{worst['grade']}** {worst['fault']}", f"{float(worst['worst']['high']):.0e}"]
    cells += [seconds(moved, power) if stands else "" for power in ("1e-2", "1e-1")]
    return f"| {' | '.join(cells)} |\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zwang", default="zwang")
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("-o", "--output", required=True)
    args = parser.parse_args()
    text = TITLE.format(steps=args.steps)
    engine = None
    with tempfile.TemporaryDirectory() as folder:
        scene, table = Path(folder) / "scene.toml", Path(folder) / "table.csv"
        for name, source in SCENES.items():
            if isinstance(source, list):
                run(args.zwang, "scene", "space", *source, "-o", scene, "--force")
            else:
                scene.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
            for settings in ("default", "tuned"):
                adapter = HERE / "run_mujoco_in_space.py"
                run(sys.executable, adapter, scene, "-o", table, "--steps", args.steps, "--settings", settings)
                report = json.loads(run(args.zwang, "audit", scene, table, "--json", statuses=(0, 1, 4)))
                engine = report["engine"]
                text += row(name if settings == "default" else "", report, settings)
    Path(args.output).write_text(f"{text}\n{engine}, double precision.\n", encoding="utf-8")


if __name__ == "__main__":
    main()
