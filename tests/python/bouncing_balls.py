"""Records of balls that bounce, for the second checker: section 17 of RUN.md.

Balls, most without spin, move along one axis by dyadic numbers. So nothing is rounded, and a record
can be written down."""

import json
from fractions import Fraction

import pytest

GRID = 64
STEP = Fraction(1, 2**7)
UP, ALONG = (0, 0, 1), (1, 0, 0)
FLOOR = {
    "name": "floor",
    "fixed": True,
    "box": {"center": [0, 0, "-1/2"], "size": [20, 20, 1]},
}


def spelled(number, bits):
    """A number of a record, which is a multiple of 2^-bits."""
    whole = Fraction(number) * 2**bits
    assert whole.denominator == 1
    return f"{whole.numerator:x}"


def ball(name, center, velocity, mass=1, **more):
    center, velocity = ([str(x) for x in vector] for vector in (center, velocity))
    shape = {"center": center, "radius": "1/2"}
    return {"name": name, "ball": shape, "mass": mass, "velocity": velocity, **more}


def contact(first, second, normal, points=((0,),)):
    m = [spelled(x, GRID) for x in normal]
    return [first, 0, second, 0, *m, *m, [list(point) for point in points]]


def leaf(*forces):
    """Each force is a row with φ, and with g if it is rough."""
    listed = [
        [row, spelled(phi, 3 * GRID), *(spelled(x, 3 * GRID) for x in g)] for row, phi, *g in forces
    ]
    return {"forces": listed, "opening": None}


def group(*contacts, rounds=(), program=(), velocity=()):
    found = {"contacts": list(contacts)}
    if rounds:
        found["rounds"] = [leaf(*forces) for forces in rounds]
    return found | {"programs": [leaf(*program)], "velocity": leaf(*velocity)}


def reduced(found):
    """A leaf of a round in which friction is reduced."""
    return {"reduced": found}


def directions(*contacts):
    return [listed[:7] for listed in contacts]


def part(length, groups, apart):
    return {"length": spelled(length, GRID), "groups": groups, "apart": apart}


class Run:
    """A run of one step of some balls, which may have a floor."""

    def __init__(self, bodies, groups, apart, *, earlier=(), gravity=0, friction=0, **header):
        free = [body for body in bodies if "ball" in body]
        speed = max(sum(abs(Fraction(x)) for x in body["velocity"]) for body in free)
        touch = max(STEP**2 * gravity, STEP * speed / 2**10) / 2**10
        self.scene = {
            "format": "zwang-space-1",
            "name": "balls",
            "gravity": [0, 0, -gravity],
            "friction": friction,
            "body": bodies,
        }
        self.header = {
            "format": "zwang-run-2",
            "scene": "",
            "step": str(STEP),
            "grid": GRID,
            "touch": str(touch),
            "radius": "0",
            "law": "0",
            "restitution": "1",
            "pairs": [],
            "rounds": 1,
            "program": "test",
        } | header
        self.record = {"k": 1}
        if earlier:
            self.record["earlier"] = list(earlier)
        self.record |= {"groups": groups, "apart": apart}

    def check(self, checker):
        """The checker after the step."""
        scene = checker.space_scene.read_scene(json.dumps(self.scene), True)
        self.header["scene"] = checker.space_scene.digest(scene)
        lines = [json.dumps(line, separators=(",", ":")) for line in (self.header, self.record)]
        return checker.law_check.check(scene, iter([line.encode() + b"\n" for line in lines]))

    def refused(self, checker):
        """The condition that is violated."""
        with pytest.raises(checker.law_program.Refused) as refused:
            self.check(checker)
        return refused.value.condition


def moved(found, body):
    """The displacement and the velocity of a body, and its angular momentum."""
    state = [Fraction(x, 2**GRID) for x in found.states[body]]
    return state[:3], state[7:10], state[10:]


FALL = contact(0, 1, UP)


def thrown(restitution="1/2", **more):
    """A ball meets the floor after half of a step, and leaves it with a part of its speed."""
    impulse = 1 + Fraction(restitution)
    earlier = part("1/2", [group(contact(0, 1, UP, points=()))], directions(FALL))
    bodies = [FLOOR, ball("ball", [0, 0, Fraction(1, 2) + STEP / 2], [0, 0, -1])]
    last = [group(FALL, rounds=[[(0, impulse)]])]
    return Run(
        bodies, last, directions(FALL), earlier=[earlier], **{"restitution": restitution} | more
    )


def fallen(restitution="1/2"):
    """As thrown, but with a weight. It comes down by v h/2 + g h²/8, with the speed v + g h/2."""
    gravity, time = 8, STEP / 2
    speed = 1 + gravity * time
    earlier = part("1/2", [group(contact(0, 1, UP, points=()))], directions(FALL))
    bodies = [
        FLOOR,
        ball("ball", [0, 0, Fraction(1, 2) + time + gravity * time**2 / 2], [0, 0, -1]),
    ]
    last = [group(FALL, rounds=[[(0, speed * (1 + Fraction(restitution)))]])]
    return Run(
        bodies, last, directions(FALL), earlier=[earlier], gravity=gravity, restitution=restitution
    )


def cradle(velocities, *rounds, masses=(1, 1, 1), program=(), **more):
    """Three balls that touch, in a row. The left two have the first contact."""
    bodies = []
    for k, (velocity, mass) in enumerate(zip(velocities, masses)):
        bodies.append(ball(f"ball {k}", [k, 0, 0], [velocity, 0, 0], mass))
    contacts = contact(0, 1, ALONG), contact(1, 2, ALONG)
    groups = [group(*contacts, rounds=rounds, program=program)]
    return Run(bodies, groups, directions(*contacts), **more)


def rounds_of(run):
    return run.record["groups"][0]["rounds"]
