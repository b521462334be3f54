"""A zwang scene for floating-point engines, and the table that `zwang audit` reads.

Numbers stay exact fractions (mass, centroid and second moment included) until an engine takes them: `float` appears only at its door.
"""

import json
import sys
import tomllib
from dataclasses import dataclass, field
from fractions import Fraction
from math import cos, sin


@dataclass
class Body:
    """A rigid body; a fixed one has no mass, and its centroid is the origin."""

    name: str
    fixed: bool
    parts: list  # of each part the vertices (x, y) of its core, counter-clockwise: a polygon, or two points or one
    mass: Fraction
    inertia: Fraction
    centroid: tuple
    velocity: tuple
    spin: Fraction
    loads: list = field(default_factory=list)  # (point, force, torque), where the scene has the body
    restitution: Fraction = Fraction(0)  # of a contact that of its livelier side
    radii: list = field(default_factory=list)  # of each part, by how much it is wider than its core on all sides; none: all 0

    def push(self, angle):
        """Force and torque of the loads on the body where it is turned: forces keep their direction, points go with the body."""
        force_x, force_y, torque = 0.0, 0.0, 0.0
        for (x, y), (fx, fy), extra in self.loads:
            arm_x, arm_y = float(x - self.centroid[0]), float(y - self.centroid[1])
            at_x, at_y = arm_x * cos(angle) - arm_y * sin(angle), arm_x * sin(angle) + arm_y * cos(angle)
            force_x, force_y = force_x + float(fx), force_y + float(fy)
            torque += float(extra) + at_x * float(fy) - at_y * float(fx)
        return (force_x, force_y, torque)

    def arms(self):
        """Every part about the centroid, in doubles."""
        (cx, cy) = self.centroid
        return [[(float(x - cx), float(y - cy)) for x, y in part] for part in self.parts]

    def shapes(self):
        """Every part about the centroid as (vertices, radius), in doubles: a disk has one vertex, a capsule two."""
        return list(zip(self.arms(), map(float, self.radii or [0] * len(self.parts))))


@dataclass
class Scene:
    """Bodies, pins (two names or one, a point, and whether the two collide), gravity, and the friction of every contact."""

    name: str
    gravity: tuple
    bodies: list
    pins: list
    friction: Fraction


def number(value):
    """An integer, a fraction or a decimal, exactly; spaces around the stroke of a fraction are allowed."""
    return value if isinstance(value, Fraction) else Fraction(str(value).replace(" ", ""))


def point(pair):
    return (number(pair[0]), number(pair[1]))


def area(part):
    ends = zip(part, part[1:] + part[:1])
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in ends) / 2


def moments(parts):
    """Area, first moments and polar second moment about the origin, by Green's theorem."""
    total, first_x, first_y, second = Fraction(0), Fraction(0), Fraction(0), Fraction(0)
    for part in parts:
        for a, b in zip(part, part[1:] + part[:1]):
            w = a[0] * b[1] - a[1] * b[0]
            total += w / 2
            first_x += w * (a[0] + b[0]) / 6
            first_y += w * (a[1] + b[1]) / 6
            second += w * (a[0] ** 2 + a[0] * b[0] + b[0] ** 2 + a[1] ** 2 + a[1] * b[1] + b[1] ** 2) / 12
    return total, first_x, first_y, second


def cores(entry):
    """The vertices of every part, and its radius."""
    if "disk" in entry:
        return [([point(entry["disk"]["center"])], number(entry["disk"]["radius"]))]
    if "capsule" in entry:
        capsule = entry["capsule"]
        return [([point(capsule["from"]), point(capsule["to"])], number(capsule["radius"]))]
    if "rectangle" in entry:
        (x, y), (w, h) = point(entry["rectangle"]["center"]), point(entry["rectangle"]["size"])
        w, h = w / 2, h / 2
        return [([(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)], number(entry["rectangle"].get("radius", 0)))]
    parts = []
    for part in entry["parts"]:
        vertices, radius = (part["vertices"], number(part["radius"])) if isinstance(part, dict) else (part, Fraction(0))
        vertices = [point(vertex) for vertex in vertices]
        parts.append((vertices if area(vertices) >= 0 else vertices[::-1], radius))
    return parts


def moments_of(entry, parts):
    """Mass, inertia and centroid of a free body. A body with a rounded part tells its mass; of a single disk the inertia follows."""
    centroid = point(entry["centroid"]) if "centroid" in entry else None
    if any(radius for _, radius in parts):
        vertices, radius = parts[0]
        middle = tuple(sum(place) / len(vertices) for place in zip(*vertices))
        mass = number(entry["mass"])
        inertia = number(entry["inertia"]) if "inertia" in entry else mass * radius**2 / 2
        return mass, inertia, centroid or middle
    total, first_x, first_y, second = moments([vertices for vertices, _ in parts])
    own = (first_x / total, first_y / total)
    if "mass" in entry:
        return number(entry["mass"]), number(entry["inertia"]), centroid or own
    density = number(entry.get("density", 1))
    mass = density * total
    return mass, density * second - mass * (own[0] ** 2 + own[1] ** 2), centroid or own


def body(entry):
    parts, fixed = cores(entry), entry.get("fixed", False)
    vertices, radii = [list(values) for values in zip(*parts)]
    velocity = point(entry.get("velocity", [0, 0]))
    spin = number(entry.get("spin", 0))
    if fixed:
        return Body(entry["name"], True, vertices, Fraction(0), Fraction(0), (Fraction(0), Fraction(0)), velocity, spin, radii=radii)
    mass, inertia, centroid = moments_of(entry, parts)
    return Body(entry["name"], False, vertices, mass, inertia, centroid, velocity, spin, radii=radii)


# What the two exports call kind, velocity, spin, inertia, shapes, joints; of a joint the bodies,
# the place, and whether they collide.
EXPORTED = {
    "zwang-box2d-1": ("type", "linearVelocity", "angularVelocity", "rotationalInertia", "polygons", "revoluteJoints", "bodyA", "bodyB", "anchor", "collideConnected"),
    "zwang-pymunk-1": ("body_type", "velocity", "angular_velocity", "moment", "polys", "pivot_joints", "a", "b", "pivot", "collide_bodies"),
}

# What they call rounded parts, and the keys of their points.
ROUNDED = [
    ("circles", ["center"]),
    ("circles", ["offset"]),
    ("capsules", ["center1", "center2"]),
    ("segments", ["a", "b"]),
    ("roundedPolygons", ["points"]),
    ("rounded_polys", ["vertices"]),
]


def exported_parts(entry, shapes):
    """The arms of every part, and its radius."""
    parts = [(part, Fraction(0)) for part in entry[shapes]]
    for name, keys in ROUNDED:
        for part in entry.get(name, []):
            if keys[0] in part:
                points = part[keys[0]] if keys[0] in ("points", "vertices") else [part[key] for key in keys]
                parts.append((points, number(part["radius"])))
    return parts


def exported(data, kind, velocity, spin, inertia, shapes, joints, first, second, at, collide):
    """A scene from an export: vertices are about the centroid there."""
    loads = [(load["body"], point(load["point"]), point(load["force"]), number(load["torque"])) for load in data.get("loads", [])]
    bodies = []
    for entry in data["bodies"]:
        fixed = entry[kind] == "static"
        (x, y) = (Fraction(0), Fraction(0)) if fixed else point(entry["position"])
        parts = exported_parts(entry, shapes)
        radii = [radius for _, radius in parts]
        parts = [[(x + number(p), y + number(q)) for p, q in part] for part, _ in parts]
        mass, moment = (Fraction(0), Fraction(0)) if fixed else (number(entry["mass"]), number(entry[inertia]))
        v, w = ((Fraction(0), Fraction(0)), Fraction(0)) if fixed else (point(entry[velocity]), number(entry[spin]))
        bodies.append(Body(entry["name"], fixed, parts, mass, moment, (x, y), v, w, radii=radii))
    pins = []
    for joint in data[joints]:
        names = [name for name in (joint[first], joint[second]) if name is not None]
        pins.append((names, point(joint[at]), joint[collide]))
    return Scene(data["name"], point(data["gravity"]), loaded(bodies, loads), pins, number(data["friction"]))


def read(path):
    """A scene file, TOML or JSON, or what `zwang scene export FILE --to pymunk` or `--to box2d` writes, in a file ending in .json."""
    if path.endswith(".json"):
        with open(path, encoding="utf-8") as file:
            data = json.load(file, parse_float=Fraction)
        if data["format"] in EXPORTED:
            return exported(data, *EXPORTED[data["format"]])
    else:
        with open(path, "rb") as file:
            data = tomllib.load(file, parse_float=Fraction)
    pins = [(pin["bodies"], point(pin["at"]), pin.get("collide", False)) for pin in data.get("pin", [])]
    bodies = [body(entry) for entry in data["body"]]
    for rigid, entry in zip(bodies, data["body"]):
        rigid.restitution = number(entry.get("restitution", data.get("restitution", 0)))
    return Scene(data["name"], point(data.get("gravity", [0, -1])), loaded(bodies, all_loads(data)), pins, friction(path, data))


def all_loads(data):
    """The loads of a scene file as (body, point or None for the centroid, force, torque)."""
    entries = [(entry["name"], entry) for entry in data["body"]] + [(entry["body"], entry) for entry in data.get("load", [])]
    loads = []
    for name, entry in entries:
        if "force" in entry or "torque" in entry:
            at = point(entry["at"]) if "at" in entry else None
            loads.append((name, at, point(entry.get("force", [0, 0])), number(entry.get("torque", 0))))
    return loads


def loaded(bodies, loads):
    """The bodies, each with its loads."""
    by_name = {body.name: body for body in bodies}
    for name, at, force, torque in loads:
        body = by_name[name]
        body.loads.append((body.centroid if at is None else at, force, torque))
    return bodies


def friction(path, data):
    """The friction of all bodies and pairs. Engines join those of two bodies in other ways than scenes do, so they have to be equal."""
    usual = data.get("friction", 0)
    found = {number(entry.get("friction", usual)) for entry in data["body"]}
    found.update(number(entry["friction"]) for entry in data.get("pair", []) if "friction" in entry)
    if len(found) > 1:
        sys.exit(f"{path}: found the frictions {', '.join(map(str, sorted(found)))}; expected one and the same of all bodies and pairs")
    return found.pop()


class Table:
    """A table, written as it grows."""

    def __init__(self, path, engine, step, precision, settings, has_contacts):
        self.file = sys.stdout if path == "-" else open(path, "w", encoding="utf-8")
        header = {"format": "zwang-table-1", "engine": engine, "step": str(step), "precision": precision, "settings": settings}
        self.file.write("# " + json.dumps(header) + "\n")
        self.rest = ",,,,," if has_contacts else ""
        self.file.write("time,body,x,y,angle,vx,vy,spin" + (",other,px,py,fx,fy" if has_contacts else "") + "\n")

    @staticmethod
    def field(name):
        return '"' + name.replace('"', '""') + '"' if any(c in name for c in ',"') else name

    def row(self, time, name, x, y, angle, vx, vy, spin):
        numbers = ",".join(repr(float(value)) for value in (x, y, angle, vx, vy, spin))
        self.file.write(f"{float(time)!r},{self.field(name)},{numbers}{self.rest}\n")

    def contact(self, time, name, other, *point_and_force):
        """The force of `other` on a body, at a point, in the step that led to this time."""
        numbers = ",".join(repr(float(value)) for value in point_and_force)
        self.file.write(f"{float(time)!r},{self.field(name)},,,,,,,{self.field(other)},{numbers}\n")

    def close(self):
        if self.file is not sys.stdout:
            self.file.close()


def arguments(description):
    """The command line that all adapters share."""
    import argparse

    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("scene", help="scene file, TOML or JSON")
    parser.add_argument("-o", "--output", default="-", help="the table to write (default: standard output)")
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--dt", type=Fraction, default=Fraction(1, 100), help="time between two rows in seconds, like 1/100")
    parser.add_argument("--per-row", type=int, default=1, metavar="N", help="let the engine make N steps of dt/N from row to row")
    parser.add_argument("--settings", choices=["default", "tuned"], default="tuned", help="those of the engine, or many iterations, little slop and no sleeping (default)")
    args = parser.parse_args()
    if args.steps < 0 or args.dt <= 0 or args.per_row < 1:
        parser.error("expected --steps of at least 0, --dt above 0, --per-row of at least 1")
    # What the engine gets.
    args.engine_dt = args.dt / args.per_row
    return args


def run(world, engine, precision, settings, args, scene):
    """Steps a world and writes its states: `world.step()`, and `world.state(body)` -> (x, y, angle, vx, vy, spin).

    In each step a body with loads gets `world.push(body, fx, fy, torque)`, whose force is at its centroid.
    If it can tell, `world.contacts()` are the contacts of the last step, (body, other, x, y, fx, fy).
    """
    settings = {"settings": args.settings, "step of the engine": str(args.engine_dt), **settings}
    free = [body for body in scene.bodies if not body.fixed]
    pushed = [body for body in free if body.loads]
    contacts = getattr(world, "contacts", None)
    table = Table(args.output, engine, args.dt, precision, settings, contacts is not None)
    # The scene as it is, before the engine has touched it.
    for body in free:
        table.row(0, body.name, *body.centroid, 0, *body.velocity, body.spin)
    for step in range(1, args.steps + 1):
        forces = []
        for _ in range(args.per_row):
            for body in pushed:
                world.push(body.name, *body.push(world.state(body.name)[2]))
            world.step()
            forces.extend(contacts() if contacts else ())
        for body in free:
            table.row(args.dt * step, body.name, *world.state(body.name))
        for body, other, x, y, fx, fy in forces:
            # Forces that work in one of N steps are a N-th of that on average.
            table.contact(args.dt * step, body, other, x, y, fx / args.per_row, fy / args.per_row)
    table.close()
