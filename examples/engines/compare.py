"""Runs all installed engines on a list of scenes, audits every run, and writes the tables of docs/engines.md.

python examples/engines/compare.py --zwang target/debug/zwang --rapier target/rapier/release/zwang-rapier --steps 100 --gallery scenes -o docs/engines.md

Each engine runs with its default settings, tuned, and tuned with a quarter of the time step. Every grade and number is from a run that this
program has just made; an engine that is not installed is left out, and says so. Run it from the top folder of the repository.
"""

import argparse
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
from concurrent.futures import ThreadPoolExecutor
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

# Just above and just below the friction from which on forces hold the scene (docs/friction.md), and
# how its bodies start.
FRICTION_SCENES = [
    ("slope of 3 to 4, friction 3/4", ["wedge", "--friction", "3/4"]),
    ("slope of 3 to 4, friction 74/100", ["wedge", "--friction", "74/100"]),
    ("ladder, friction 33/100", ["ladder", "--friction", "33/100"]),
    ("ladder, friction 32/100", ["ladder", "--friction", "32/100"]),
    ("domino 4, friction 9/100", ["domino", "4", "--friction", "9/100"]),
    ("domino 4, friction 8/100", ["domino", "4", "--friction", "8/100"]),
    ("arch 3, friction 29/100", ["arch", "3", "--friction", "29/100"]),
    ("arch 3, friction 28/100", ["arch", "3", "--friction", "28/100"]),
    ("arch 7, friction 29/100", ["arch", "7", "--friction", "29/100"]),
    ("arch 7, friction 28/100", ["arch", "7", "--friction", "28/100"]),
    ("5-diamond, friction 34/100", ["diamond", "5", "--friction", "34/100"]),
    ("5-diamond, friction 1/4", ["diamond", "5", "--friction", "1/4"]),
]


# Settings, and engine steps for a row of the table.
VARIANTS = {"default": ("default", 1), "tuned": ("tuned", 1), "tuned, Δt/4": ("tuned", 4)}

# So many steps of each run are held against the law of contacts, evenly spread.
LAW_STEPS = 10

ADAPTERS = [
    ("MuJoCo", "mujoco", "run_mujoco.py"),
    ("Pymunk", "pymunk", "run_pymunk.py"),
    ("Box2D 2", "Box2D", "run_box2d.py"),
    ("Box2D 3", "pyb2d3", "run_box2d3.py"),
]


def engines(rapier):
    """Pairs (name, command without scene and table)."""
    found = []
    for name, module, script in ADAPTERS:
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
        subprocess.run([zwang, "scene", *source, "-o", path, "--force"], check=True)


def run_engine(name, command, scene, table, steps, dt, variant):
    settings, per_row = VARIANTS[variant]
    if name == "Rapier":
        command = [*command, scene, table, str(steps), dt, str(per_row), settings]
    else:
        command = [*command, scene, "-o", table, "--steps", str(steps), "--dt", dt, "--per-row", str(per_row), "--settings", settings]
    subprocess.run(command, check=True, capture_output=True, text=True)


def audit(zwang, scene, table):
    """The audit as JSON; exit codes 1 and 4 say that the run does not pass, or that it cannot be said, which is an answer.

    No grade depends on a run of zwang's own, so there is none."""
    command = [zwang, "audit", scene, table, "--json", "--restraint-steps", "0", "--law-steps", str(LAW_STEPS), "--no-own-run", "--quiet"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode not in (0, 1, 4):
        raise RuntimeError(run.stderr.strip())
    return json.loads(run.stdout)


def own_run(zwang, scene, folder, steps, dt):
    """zwang's own run of the same scene, exported and audited like the others; or why there is none."""
    run, table = os.path.join(folder, "own.run"), os.path.join(folder, "own.csv")
    simulated = subprocess.run([zwang, "simulate", scene, "--steps", str(steps), "--dt", dt, "-o", run, "--force", "--quiet"], capture_output=True, text=True)
    if simulated.returncode != 0:
        return simulated.stderr.strip().split("; ")[0].split(f"{scene}: ")[-1]
    subprocess.run([zwang, "export", run, "-o", table, "--force"], check=True)
    return audit(zwang, scene, table)


def engine_run(args, scene, folder, engine, command, variant, steps):
    """The audit of a run of an engine, and the settings in its table; or `no run`."""
    table = os.path.join(folder, f"{engine}-{variant.replace('/', '-')}.csv")
    try:
        run_engine(engine, command, scene, table, steps, args.dt, variant)
        report = audit(args.zwang, scene, table)
    except (subprocess.CalledProcessError, RuntimeError) as error:
        print(f"{scene}: {engine}: {getattr(error, 'stderr', None) or error}", file=sys.stderr)
        return None
    with open(table, encoding="utf-8") as file:
        report["settings"] = json.loads(file.readline().removeprefix("# "))["settings"]
    return report


def share(mark, size):
    """The worst value of a fault that is a length, in units of the scene's size; of others as it is, with no unit."""
    worst = float(mark["worst"]["high"])
    return f"{worst / float(Fraction(size)):.0e}" if mark["unit"].endswith("size") else ""


def cell(report):
    """The grade, the fault that decides it, and how large it is."""
    if report is None:
        return "no run"
    if isinstance(report, str):
        return report
    if report["grade"] == "not graded":
        return "not graded"
    mark = report["marks"][0] if report["marks"] else None
    if mark is None or report["grade"] == "A":
        return f"**{report['grade']}**"
    return f"**{report['grade']}** {mark['fault']} {share(mark, report['size'])}".rstrip()


def letter(report):
    if report is None or isinstance(report, str):
        return "-"
    return "?" if report["grade"] == "not graded" else report["grade"]


class Page:
    """The results, scene by scene."""

    def __init__(self, args, steps, engines, variants):
        self.args, self.steps, self.rows, self.engines, self.variants = args, steps, [], engines, variants

    def seconds(self):
        return f"{float(Fraction(self.args.dt)) * self.steps:g}"

    def add(self, name, source, folder):
        folder = os.path.join(folder, name.replace(" ", "-").replace("%", ""))
        os.makedirs(folder, exist_ok=True)
        scene = os.path.join(folder, "scene.toml")
        write_scene(self.args.zwang, source, scene)
        own = own_run(self.args.zwang, scene, folder, self.steps, self.args.dt)
        verdict = None if isinstance(own, str) else own["verdict"]
        jobs = [(engine, command, variant) for engine, command in self.engines for variant in self.variants]
        with ThreadPoolExecutor(self.args.jobs) as pool:
            reports = pool.map(lambda job: engine_run(self.args, scene, folder, *job, self.steps), jobs)
            found = {(engine, variant): report for (engine, _, variant), report in zip(jobs, reports)}
        verdict = verdict or next((report["verdict"] for report in found.values() if report), None)
        self.rows.append((name, verdict, own, found))
        shutil.rmtree(folder)
        print(f"{name}: done", file=sys.stderr)

    def long_table(self):
        lines = ["| scene | exact verdict | engine | " + " | ".join(self.variants) + " |", "|---|---|---|" + "---|" * len(self.variants)]
        for name, verdict, own, found in self.rows:
            lines.append(f"| {name} | {verdict or '-'} | zwang | {cell(own)} |" + " |" * (len(self.variants) - 1))
            for engine, _ in self.engines:
                lines.append(f"| | | {engine} | " + " | ".join(cell(found[engine, variant]) for variant in self.variants) + " |")
        return "\n".join([*lines, ""])

    def short_table(self):
        names = ["zwang", *(engine for engine, _ in self.engines)]
        lines = ["| scene | exact verdict | " + " | ".join(names) + " |", "|---|---|" + "---|" * len(names)]
        for name, verdict, own, found in self.rows:
            cells = [own if isinstance(own, str) else own["grade"]]
            for engine, _ in self.engines:
                cells.append(" ".join(letter(found[engine, variant]) for variant in self.variants))
            lines.append(f"| {name} | {verdict or '-'} | " + " | ".join(cells) + " |")
        return "\n".join([*lines, ""])

    def counts(self):
        """How many scenes have which grade, by engine and settings."""
        lines = ["| engine | settings | A | B | C | D | E | F | not graded | no run |", "|---|---|" + "--:|" * 8]
        for engine, _ in self.engines:
            for variant in self.variants:
                letters = [letter(found[engine, variant]) for *_, found in self.rows]
                lines.append(f"| {engine} | {variant} | " + " | ".join(str(letters.count(grade) or "") for grade in "ABCDEF?-") + " |")
        return "\n".join([*lines, ""])

    def forces(self):
        """How far the forces of tables are from explaining the motion: the largest over all runs without sleeping."""
        lines = []
        for engine, _ in self.engines:
            worst = None
            for _, _, _, found in self.rows:
                report = found[engine, "tuned"]
                figure = report and report["figures"].get("newton")
                if figure and figure["worst"]:
                    worst = max(worst or 0, float(figure["worst"]["high"]))
            lines.append(f"| {engine} | {'no forces' if worst is None else f'{worst:.1e} N'} |")
        return "\n".join(["| engine | largest imbalance, tuned |", "|---|---|", *lines, ""])

    def settings(self):
        lines = []
        for engine, _ in self.engines:
            for variant in self.variants:
                reports = [found[engine, variant] for *_, found in self.rows if found[engine, variant]]
                if reports:
                    text = f"* {reports[0]['engine']}, {variant}: `{json.dumps(reports[0]['settings'])}`"
                    lines.append(wrapped(text, "  "))
        return "\n".join(lines) + "\n"


def wrapped(text, indent=""):
    return textwrap.fill(text, 100, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zwang", default="target/release/zwang", help="the program zwang")
    parser.add_argument("--rapier", help="the program zwang-rapier, if it is built")
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--dt", default="1/100", help="time from row to row in seconds")
    parser.add_argument("--scenes", help="only scenes whose names contain this text")
    parser.add_argument("--gallery", metavar="FOLDER", help="also all scene files of this folder, for --gallery-steps steps")
    parser.add_argument("--gallery-steps", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="so many runs at a time")
    parser.add_argument("-o", "--output", required=True, help="the page to write, again after each scene")
    args = parser.parse_args()
    found = engines(args.rapier)
    page = Page(args, args.steps, found, list(VARIANTS))
    friction = Page(args, args.steps, found, list(VARIANTS))
    gallery = Page(args, args.gallery_steps, found, list(VARIANTS))
    pages = [(page, SCENES), (friction, FRICTION_SCENES)]
    if args.gallery:
        files = sorted(glob.glob(os.path.join(args.gallery, "*.toml")))
        pages.append((gallery, [(os.path.splitext(os.path.basename(file))[0], Path(file)) for file in files]))
    with tempfile.TemporaryDirectory() as folder:
        for one, scenes in pages:
            for name, source in scenes:
                if args.scenes is None or args.scenes in name:
                    one.add(name, source, folder)
                    # As far as it is: who does not want to wait has what there is.
                    write_page(args, page, friction, gallery)


def write_page(args, page, friction, gallery):
    parts = [INTRODUCTION.format(seconds=page.seconds(), steps=args.steps, dt=args.dt, law_steps=LAW_STEPS), page.long_table(), FORCES, page.forces()]
    if friction.rows:
        parts += [FRICTION, friction.long_table()]
    if gallery.rows:
        parts += [GALLERY.format(seconds=gallery.seconds(), steps=gallery.steps, dt=args.dt), gallery.counts(), gallery.short_table()]
    text = "\n".join([*parts, "## Versions and settings\n", page.settings()])
    with open(args.output + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(args.output + ".new", args.output)


INTRODUCTION = """# Engines

Made by `examples/engines/compare.py`, which runs each engine on the same scene files (without
restitution, {steps} rows, one every {dt} s) and audits the table of the run with `zwang audit`:
the grade from A to F ([audit.md](audit.md#the-grade)) over {seconds} s, the fault that decides it,
and, if that is a length, how large it is in units of the scene's size. zwang's own run is
exported to doubles and audited in the same way: grades rest on mechanics and on what is proved of
the scene, and on no run of zwang's.

Each engine runs in three ways: with its *default* settings, as a user first writes it; *tuned*,
with many iterations or sub-steps, little or no slop, hard contacts and no sleeping; and tuned with
a quarter of the time step, four steps for each row. Differences from an engine's defaults are
below.

How to read it: what is proved to stand should not move at all. MuJoCo has soft contacts, which sink
in at first and creep; Pymunk's default slop is 0.1, meant for pixels, here metres; Box2D computes
in single precision and keeps a skin of half a centimetre around polygons, which pushes touching
bodies apart at first (Box2D 2) or lets them sink in (Box2D 3, whose contacts are springs). More
iterations are not always better: those of Box2D 2 push harder. A critical stack (margin 0 %) tells
how much of a safety margin an engine needs before what stands by proof stands in it. A scene that
falls has to begin with the motion that is proved to be the only one (*wrong start*, of the way that
it leads to, however short that is), steps have to be explained by forces within the law of contacts
(*unlawful*; {law_steps} of each run are looked at, evenly spread), and two bodies that meet have to part
as their restitution, which is 0, says (*wrong bounce*).
"""

FORCES = """## Contact forces

MuJoCo, Pymunk, Box2D 2 and Rapier tell the impulses of their contacts, and the tables have them as
forces over the step. They should explain the motion up to the engine's precision, which is a
test of the adapters: here is the largest difference between a body's mass times its acceleration and the sum of
all forces on it in the scenes above, tuned.

Pymunk's are not what it tells at once. Chipmunk hands the impulse of a contact on to the next step
as a first guess. If two shapes part and touch again within three steps it does not apply that
guess to the bodies, but counts it in the impulse: in step 3 of the 4-diamond, `total_impulse` is off
by 4.0 N. `run_pymunk.py` takes the guess off, and the forces are right to 1.5e-14 N. It also shows
that Chipmunk's contacts can pull: its solver keeps the impulse with the guess from being negative,
not the impulse that is applied.

Asleep, Rapier keeps the impulses of its last step, so tables with default settings have forces that
are out of balance with rest. If a contact opens, it may also tell the impulse of the step before
once more; the adapter does not see that yet, and that
is the large number below. Box2D 3 has impulses (`b2Body_GetContactData`), but pyb2d3 0.11.1, the
only binding of it that was found on PyPI, has no way to them.
"""

FRICTION = """## With friction

Towers, slopes and arches with a friction just above and just below the one from which on forces
hold them. `stands`: nothing but rest obeys Coulomb's law, by proof; what creeps or slides is wrong.
`can stand`: forces hold it, but a motion is not excluded, so neither is wrong. `falls`: no forces
hold it; what stays is wrong. Every step is held against Coulomb's law, whichever way it goes.
MuJoCo takes the larger friction
of two geoms, Pymunk the product, Box2D the geometric mean and Rapier the mean; the adapters set
them so that every contact has the friction of the scene.
"""

GALLERY = """## The gallery

The scene files of `scenes`, {steps} rows of {dt} s: the three grades over {seconds} s, default,
tuned, tuned with a quarter of the time step; `-`: the adapter, the engine or the audit did not come
to the end; `?`: nothing grades the motion. If zwang itself has no run, the reason is told.
"""


if __name__ == "__main__":
    main()
