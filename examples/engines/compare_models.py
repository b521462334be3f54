"""Holds models with joints against MuJoCo: the same files, imported by zwang and run by the engine.

python compare_models.py --zwang target/release/zwang -o docs/engines-models.md

zwang runs at steps of 1/200 s and 1/400 s. MuJoCo runs with RK4 at 1/20000 s, without contacts, damping, friction in joints, armature,
limits and springs, as a scene has none. A row has the distance of the centroids after half a second.
"""

import argparse
import csv
import subprocess
import tempfile
from pathlib import Path

import mujoco
import numpy

MODELS = Path(__file__).parents[2] / "src/scenes/exchange/tests/models"
NAMES = ["double-pendulum", "cart-pole", "ball-arm", "telescope", "universal"]
SECONDS = 0.5
FINE = 20_000
RATES = [200, 400]
HEAD = """# Models with joints beside MuJoCo

Made by `examples/engines/compare_models.py` with MuJoCo {version}. `zwang scene import` reads a model, and MuJoCo runs the same file with
RK4 at steps of 1/20000 s, without contacts, damping, friction in joints and limits. The table has the places of centroids after
{seconds} s: how far a body has gone, and how far zwang's place is from MuJoCo's at two steps. The law is of second order, so the
second distance is a quarter of the first.

| model | body | way (m) | off at 1/200 s (m) | off at 1/400 s (m) |
|---|---|--:|--:|--:|
"""


def places_of_mujoco(path):
    """The centroids of all bodies with names, at the beginning and at the end."""
    model = mujoco.MjModel.from_xml_path(str(path))
    for numbers in (model.dof_damping, model.dof_frictionloss, model.dof_armature, model.jnt_stiffness):
        numbers[:] = 0
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT | mujoco.mjtDisableBit.mjDSBL_LIMIT
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    model.opt.timestep = 1 / FINE
    data = mujoco.MjData(model)
    if model.nkey:
        data.qvel[:] = model.key_qvel[0]
    places = []
    for steps in (0, round(SECONDS * FINE)):
        mujoco.mj_step(model, data, steps)
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        places.append({model.body(body).name: whole(model, data, body) for body in range(1, model.nbody) if moves(model, body)})
    return places


def moves(model, body):
    return model.body_dofnum[body] > 0


def whole(model, data, body):
    """The centroid of a body and of those that are parts of it."""
    parts = [part for part in range(1, model.nbody) if model.body_weldid[part] == body]
    masses = model.body_mass[parts]
    return numpy.average(data.xipos[parts], axis=0, weights=masses)


def places_of_zwang(zwang, path, rate, folder):
    """The centroids of all bodies at the end."""
    scene, run, table = (Path(folder) / name for name in ("m.toml", "m.run", "m.csv"))
    call = [zwang, "scene", "import", path, "--space", "-o", scene, "--force", "-q"]
    subprocess.run(call, check=True)
    steps = round(SECONDS * rate)
    call = [zwang, "simulate", scene, "--steps", str(steps), "--dt", f"1/{rate}", "-o", run, "--force", "-q"]
    subprocess.run(call, check=True, stdout=subprocess.DEVNULL)
    subprocess.run([zwang, "export", run, "-o", table, "--force", "-q"], check=True, stdout=subprocess.DEVNULL)
    with open(table, newline="", encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return {row["body"]: numpy.array([float(row[axis]) for axis in "xyz"]) for row in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zwang", default="target/release/zwang")
    parser.add_argument("-o", "--output", required=True)
    args = parser.parse_args()
    text = HEAD.format(version=mujoco.__version__, seconds=SECONDS)
    with tempfile.TemporaryDirectory() as folder:
        for name in NAMES:
            path = MODELS / f"{name}.xml"
            start, end = places_of_mujoco(path)
            found = [places_of_zwang(args.zwang, path, rate, folder) for rate in RATES]
            for body, place in end.items():
                way = numpy.linalg.norm(place - start[body])
                off = [numpy.linalg.norm(places[body] - place) for places in found]
                text += f"| {name} | {body} | {way:.3f} | {off[0]:.1e} | {off[1]:.1e} |\n"
    Path(args.output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
