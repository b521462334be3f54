"""Runs a zwang scene in space in MuJoCo, and writes the table that `zwang audit` reads.

python run_mujoco_in_space.py scenes/space/tumbling.toml -o tumbling.csv

It knows boxes, balls, capsules and parts given by their vertices, with density or mass, and one friction for all; MuJoCo computes the
inertia. Scenes with parameters, copies or loads are refused.
"""

import argparse
import csv
import json
import sys
import tomllib
from fractions import Fraction
from xml.etree import ElementTree as xml

import mujoco
import numpy

# What differs from MuJoCo's defaults: Euler, Newton's method, 100 iterations, tolerance 1e-8,
# solref 0.02 1, solimp 0.9 0.95 0.001 0.5 2.
SETTINGS = {
    "default": {},
    "tuned": {"iterations": 1000, "tolerance": 1e-15, "cone": "elliptic", "integrator": "implicitfast"},
}
COLUMNS = "time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz".split(",")
KNOWN = {"name", "fixed", "box", "ball", "capsule", "parts", "density", "mass", "friction", "velocity", "spin"}


def number(value):
    """An integer, a fraction or a decimal, in doubles."""
    return float(Fraction(str(value).replace(" ", "")))


def text(*numbers):
    return " ".join(repr(number(value)) for value in numbers)


def refuse(found, expected):
    sys.exit(f"found {found}; expected {expected}")


def geoms(body):
    """The attributes of the geoms of a body; meshes have their vertices as `vertices`."""
    if "box" in body:
        box = body["box"]
        rotation = box.get("rotation", [1, 0, 0, 0])
        if isinstance(rotation, dict):
            refuse(f"a turn by degrees of `{body['name']}`", "a quaternion")
        half = [number(side) / 2 for side in box["size"]]
        return [{"type": "box", "pos": text(*box["center"]), "size": text(*half), "quat": text(*rotation)}]
    if "ball" in body:
        return [{"type": "sphere", "pos": text(*body["ball"]["center"]), "size": text(body["ball"]["radius"])}]
    if "capsule" in body:
        capsule = body["capsule"]
        return [{"type": "capsule", "fromto": text(*capsule["from"], *capsule["to"]), "size": text(capsule["radius"])}]
    return [{"type": "mesh", "vertices": part} for part in body["parts"]]


def model(scene, dt, settings):
    root = xml.Element("mujoco")
    option = {name: str(value) for name, value in settings.items()}
    xml.SubElement(root, "option", timestep=repr(dt), gravity=text(*scene.get("gravity", [0, 0, -1])), **option)
    frictions = {number(body.get("friction", scene.get("friction", 0))) for body in scene["body"]}
    if len(frictions) > 1 or "pair" in scene:
        refuse("several frictions", "one for all bodies")
    friction = frictions.pop()
    contact = {"condim": "3", "friction": text(friction, 0, 0)} if friction else {"condim": "1"}
    default = xml.SubElement(root, "default")
    xml.SubElement(default, "geom", **contact)
    assets, world = xml.SubElement(root, "asset"), xml.SubElement(root, "worldbody")
    for index, body in enumerate(scene["body"]):
        if not body.keys() <= KNOWN:
            refuse(f"the keys {sorted(body.keys() - KNOWN)} of `{body['name']}`", "other ones")
        parent = world
        if not body.get("fixed", False):
            parent = xml.SubElement(world, "body", name=f"body{index}")
            xml.SubElement(parent, "freejoint")
        mass = {"mass": text(body["mass"])} if "mass" in body else {"density": text(body.get("density", 1))}
        for part, geom in enumerate(geoms(body)):
            if "vertices" in geom:
                vertices = [coordinate for vertex in geom.pop("vertices") for coordinate in vertex]
                geom["mesh"] = f"mesh{index}-{part}"
                xml.SubElement(assets, "mesh", name=geom["mesh"], vertex=text(*vertices))
            xml.SubElement(parent, "geom", **geom, **mass)
    return xml.tostring(root, encoding="unicode")


class World:
    def __init__(self, scene, dt, settings):
        self.model = mujoco.MjModel.from_xml_string(model(scene, dt, settings))
        self.data = mujoco.MjData(self.model)
        self.bodies = []
        for index, body in enumerate(scene["body"]):
            if body.get("fixed", False):
                continue
            self.bodies.append((body["name"], self.model.body(f"body{index}").id))
            # Velocities of a free joint are those of the origin of the body's frame, and of its
            # spin in that frame, which is that of the scene at first.
            address = self.model.body_dofadr[self.bodies[-1][1]]
            spin = numpy.array([number(part) for part in body.get("spin", [0, 0, 0])])
            velocity = numpy.array([number(part) for part in body.get("velocity", [0, 0, 0])])
            centroid = self.model.body_ipos[self.bodies[-1][1]]
            self.data.qvel[address : address + 6] = [*(velocity - numpy.cross(spin, centroid)), *spin]
        mujoco.mj_forward(self.model, self.data)

    def step(self):
        mujoco.mj_step(self.model, self.data)

    def rows(self, time):
        # Places of bodies are computed from the coordinates of joints, which a step leaves behind.
        mujoco.mj_kinematics(self.model, self.data)
        mujoco.mj_comPos(self.model, self.data)
        mujoco.mj_comVel(self.model, self.data)
        velocity = numpy.zeros(6)
        for name, body in self.bodies:
            mujoco.mj_objectVelocity(self.model, self.data, mujoco.mjtObj.mjOBJ_BODY, body, velocity, 0)
            place = [*self.data.xipos[body], *self.data.xquat[body], *velocity[3:], *velocity[:3]]
            yield [repr(time), name, *(repr(float(value)) for value in place)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--dt", type=Fraction, default=Fraction(1, 100), help="time between rows, s")
    parser.add_argument("--per-row", type=int, default=1, help="steps of the engine in one of the table")
    parser.add_argument("--settings", choices=SETTINGS, default="tuned")
    args = parser.parse_args()
    with open(args.scene, "rb") as file:
        scene = tomllib.load(file)
    if scene.get("format") != "zwang-space-1" or scene.keys() & {"load", "bond", "parameters"}:
        refuse(f"{args.scene}", "a scene in space without loads, bonds or parameters")
    world = World(scene, float(args.dt / args.per_row), SETTINGS[args.settings])
    header = {"format": "zwang-table-1", "engine": f"MuJoCo {mujoco.__version__}", "step": str(args.dt), "precision": "double",
              "settings": {"settings": args.settings, **SETTINGS[args.settings], "per_row": args.per_row}}
    with open(args.output, "w", newline="", encoding="utf-8") as file:
        file.write(f"# {json.dumps(header)}\n")
        table = csv.writer(file)
        table.writerow(COLUMNS)
        table.writerows(world.rows(0.0))
        for step in range(1, args.steps + 1):
            for _ in range(args.per_row):
                world.step()
            table.writerows(world.rows(float(step * args.dt)))


if __name__ == "__main__":
    main()
