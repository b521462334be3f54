"""Runs a zwang scene in MuJoCo, tuned as hard as its contacts get.

Bodies are prisms of depth 1 that can slide along x and y and turn about z.

python run_mujoco.py scenes/diamond-4.toml -o diamond-4.csv
"""

import sys
from xml.etree import ElementTree as xml

import mujoco
import numpy

import scene as scenes

# What differs from MuJoCo's defaults: Euler, Newton's method, 100 iterations, tolerance 1e-8,
# solref 0.02 1, solimp 0.9 0.95 0.001 0.5 2.
SETTINGS = {
    "default": {},
    "tuned": {"iterations": 1000, "tolerance": 1e-15, "cone": "elliptic", "solref": "2 dt, 1", "solimp": "0.9999 0.9999 0.001 0.5 2"},
}


def text(*numbers):
    return " ".join(repr(float(value)) for value in numbers)


def rectangle(arms):
    """Centre and half sides of an axis-parallel rectangle, or None."""
    xs, ys = sorted({x for x, _ in arms}), sorted({y for _, y in arms})
    if len(arms) != 4 or len(xs) != 2 or len(ys) != 2:
        return None
    return ((xs[0] + xs[1]) / 2, (ys[0] + ys[1]) / 2, (xs[1] - xs[0]) / 2, (ys[1] - ys[0]) / 2)


def add_parts(parent, assets, index, body):
    for part, (arms, radius) in enumerate(body.shapes()):
        if radius:
            add_round(parent, f"{index} {part}", arms, radius)
            continue
        box = rectangle(arms)
        if box:
            xml.SubElement(parent, "geom", name=f"{index} {part}", type="box", pos=text(box[0], box[1], 0), size=text(box[2], box[3], 0.5))
            continue
        # MuJoCo moves a mesh to its own centroid, and the geom along with it, so its vertices stay
        # where they are.
        name = f"mesh{index}-{part}"
        vertices = [value for z in (-0.5, 0.5) for x, y in arms for value in (x, y, z)]
        xml.SubElement(assets, "mesh", name=name, vertex=text(*vertices))
        xml.SubElement(parent, "geom", name=f"{index} {part}", type="mesh", mesh=name)


def add_round(parent, name, arms, radius):
    """A disk becomes a ball and a capsule one in space, both in the middle plane of the prisms."""
    if len(arms) == 1:
        xml.SubElement(parent, "geom", name=name, type="sphere", pos=text(*arms[0], 0), size=text(radius))
    elif len(arms) == 2:
        xml.SubElement(parent, "geom", name=name, type="capsule", fromto=text(*arms[0], 0, *arms[1], 0), size=text(radius))
    else:
        sys.exit(f"geom {name}: found a polygon with a radius; expected disks, capsules and polygons")


def model(scene, dt, settings):
    root = xml.Element("mujoco")
    xml.SubElement(root, "compiler", angle="radian", inertiafromgeom="false", boundmass="0", boundinertia="0")
    solver = {name: str(value) for name, value in settings.items() if name in ("iterations", "tolerance", "cone")}
    xml.SubElement(root, "option", timestep=text(dt), gravity=text(*scene.gravity, 0), **solver)
    default = xml.SubElement(root, "default")
    softness = {"solref": text(2 * dt, 1), "solimp": settings["solimp"]} if "solref" in settings else {}
    xml.SubElement(default, "geom", **friction(scene), **softness)
    assets = xml.SubElement(root, "asset")
    world = xml.SubElement(root, "worldbody")
    for index, body in enumerate(scene.bodies):
        if body.fixed:
            add_parts(world, assets, index, body)
            continue
        element = xml.SubElement(world, "body", name=f"body{index}", pos=text(*body.centroid, 0))
        # The other two moments matter for nothing; they only have to satisfy the triangle
        # inequality.
        xml.SubElement(element, "inertial", pos="0 0 0", mass=text(body.mass), diaginertia=text(*[body.inertia] * 3))
        for kind, axis in (("slide", "1 0 0"), ("slide", "0 1 0"), ("hinge", "0 0 1")):
            xml.SubElement(element, "joint", type=kind, axis=axis)
        add_parts(element, assets, index, body)
    add_pins(root, scene)
    return xml.tostring(root, encoding="unicode")


def friction(scene):
    """Without friction a contact has one dimension, its normal, otherwise three. Of two geoms the larger friction counts."""
    return {"condim": "3", "friction": text(scene.friction, 0, 0)} if scene.friction else {"condim": "1"}


def add_pins(root, scene):
    if not scene.pins:
        return
    equality = xml.SubElement(root, "equality")
    index = {body.name: place for place, body in enumerate(scene.bodies)}
    contact = xml.SubElement(root, "contact")
    for names, (x, y), collide in scene.pins:
        first = scene.bodies[index[names[0]]]
        pair = {"body1": f"body{index[names[0]]}"}
        if len(names) > 1 and not scene.bodies[index[names[1]]].fixed:
            pair["body2"] = f"body{index[names[1]]}"
            # All fixed bodies are one here, the world: they are kept apart from what is pinned to
            # one of them.
            if not collide:
                xml.SubElement(contact, "exclude", **pair)
        xml.SubElement(equality, "connect", anchor=text(x - first.centroid[0], y - first.centroid[1], 0), **pair)


class World:
    def __init__(self, scene, args):
        self.model = mujoco.MjModel.from_xml_string(model(scene, args.engine_dt, SETTINGS[args.settings]))
        self.data = mujoco.MjData(self.model)
        free = [body for body in scene.bodies if not body.fixed]
        self.place = {body.name: 3 * index for index, body in enumerate(free)}
        self.owner = [scene.bodies[int(self.model.geom(geom).name.split()[0])].name for geom in range(self.model.ngeom)]
        self.start = {body.name: body.centroid for body in free}
        for body in free:
            place = self.place[body.name]
            self.data.qvel[place : place + 3] = [float(value) for value in (*body.velocity, body.spin)]

    def push(self, name, fx, fy, torque):
        place = self.place[name]
        self.data.qfrc_applied[place : place + 3] = (fx, fy, torque)

    def step(self):
        mujoco.mj_step(self.model, self.data)

    def state(self, name):
        place = self.place[name]
        (x, y), (dx, dy, angle) = self.start[name], self.data.qpos[place : place + 3]
        return (float(x) + dx, float(y) + dy, angle, *self.data.qvel[place : place + 3])

    def contacts(self):
        """The force in a contact acts on the second geom, in the frame of the contact, whose first axis leads there from the first."""
        force = numpy.zeros(6)
        for index, contact in enumerate(self.data.contact):
            mujoco.mj_contactForce(self.model, self.data, index, force)
            x, y, _ = contact.frame.reshape(3, 3).T @ force[:3]
            yield (self.owner[contact.geom2], self.owner[contact.geom1], contact.pos[0], contact.pos[1], x, y)


def main():
    args = scenes.arguments(__doc__)
    scene = scenes.read(args.scene)
    settings = {**SETTINGS[args.settings], "condim": 3 if scene.friction else 1}
    scenes.run(World(scene, args), f"MuJoCo {mujoco.__version__}", "double", settings, args, scene)


if __name__ == "__main__":
    main()
