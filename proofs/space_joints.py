"""Section 12 of FORMAT.md, joints of a scene at rest: the forces of their numbers, and the motions that they let be."""

from types import SimpleNamespace
from reading import add, scale, sub
from space_scene import ZERO, cross, rates_of_joint

# Of each kind the constraints, in the order of section 11.
CONSTRAINTS = {"ball": ["point"], "hinge": ["point", "axis"], "slider": ["line", "turn"], "cylinder": ["line", "axis"],
               "universal": ["point", "cross"], "weld": ["point", "turn"], "rod": ["distance"]}


def count_of(joint):
    """How many numbers a joint has."""
    return sum(1 if constraint in ("cross", "distance") else 3 for constraint in CONSTRAINTS[joint.kind])


def point_of(joint):
    return joint.at or joint.ends[0]


def load_of(joint, numbers):
    """The force at its point and the torque on the first body that numbers f of a joint stand for."""
    force, torque, left = ZERO, ZERO, list(numbers)
    for constraint in CONSTRAINTS[joint.kind]:
        if constraint in ("cross", "distance"):
            f = left.pop(0)
        else:
            f, left = tuple(left[:3]), left[3:]
        if constraint == "point":
            force = add(force, f)
        elif constraint == "line":
            force = add(force, cross(f, joint.axis))
        elif constraint == "axis":
            torque = add(torque, cross(joint.axis, cross(f, joint.axis)))
        elif constraint == "turn":
            torque = add(torque, f)
        elif constraint == "cross":
            a, b = joint.axes
            torque = add(torque, scale(f, cross(b, a)))
        else:
            x, y = joint.ends
            force = add(force, scale(f, sub(y, x)))
    return force, torque


def rates_under(joint, bodies, motions):
    """The derivatives of its constraints under motions of its two bodies, v and ω; None if one does not move."""
    moving = []
    for body, motion in zip(bodies, motions):
        motion = motion or (*ZERO, *ZERO)
        moving.append(SimpleNamespace(velocity=tuple(motion[:3]), spin=tuple(motion[3:]), centroid=getattr(body, "centroid", ZERO)))
    return [*rates_of_joint(joint, *moving)]
