"""Joints in space in the second checker, proofs/check.py: section 18 of RUN.md."""

import json
import random
import sys
from fractions import Fraction
from types import SimpleNamespace

import pytest

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="check.py needs Python 3.11")

GRID = 64
AXES = (1, 0, 0), (0, 1, 0), (0, 0, 1)
JOINTS = {
    "ball": {"at": [1, "1/2", 2]},
    "hinge": {"at": [1, "1/2", 2], "axis": [3, -1, "1/2"]},
    "slider": {"at": [1, "1/2", 2], "axis": [3, -1, "1/2"]},
    "cylinder": {"at": [1, "1/2", 2], "axis": [3, -1, "1/2"]},
    "universal": {"at": [1, "1/2", 2], "axes": [[3, -1, "1/2"], [1, 4, 2]]},
    "weld": {"at": [1, "1/2", 2]},
    "rod": {"ends": [[1, "1/2", 2], ["1/3", 3, -1]]},
}
SIDES = [("left", "right"), ("left", "world"), ("world", "right")]
EACH_KIND = pytest.mark.parametrize("kind", JOINTS)
EACH_SIDE = pytest.mark.parametrize("names", SIDES)


def dot(p, q):
    return sum(x * y for x, y in zip(p, q))


def add(*vectors):
    return tuple(map(sum, zip(*vectors)))


def scale(s, p):
    return tuple(s * x for x in p)


def sub(p, q):
    return add(p, scale(-1, q))


def cross(p, q):
    return p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]


def times(matrix, p):
    return tuple(dot(row, p) for row in matrix)


def transposed(matrix):
    return tuple(zip(*matrix))


def product(a, b):
    return tuple(tuple(dot(row, column) for column in zip(*b)) for row in a)


def turn_of(w, x, y, z):
    """The rotation of a quaternion, by its images of the axes."""
    square, v = w * w + x * x + y * y + z * z, (x, y, z)
    images = []
    for e in AXES:
        image = add(scale(w * w - dot(v, v), e), scale(2 * dot(v, e), v), scale(2 * w, cross(v, e)))
        images.append(scale(Fraction(1, square), image))
    return transposed(images)


class Pose:
    """A place and any matrix, for the vectors of a body."""

    def __init__(self, z, rotation):
        self.z, self.rotation = z, rotation

    def place(self, arm):
        return add(self.z, times(self.rotation, arm))

    def own(self, vector):
        """A vector of the scene in the axes of the body."""
        return times(transposed(self.rotation), vector)

    def moved(self, e, turn, time):
        """After a motion to first order: r has no higher order than the second in the time."""
        turned = [cross(turn, axis) for axis in AXES]
        more = product(self.rotation, transposed(turned))
        rotation = tuple(add(row, scale(time, other)) for row, other in zip(self.rotation, more))
        return Pose(add(self.z, scale(time, e)), rotation)


def scene_of(kind, names=("left", "right")):
    """Two boxes, joined with each other or with the world."""
    bodies = [
        {"name": "left", "box": {"center": [0, 0, 0], "size": [1, 2, 3], "rotation": [3, 1, 0, 1]}},
        {"name": "right", "box": {"center": [2, 1, 3], "size": [2, 1, "1/2"]}, "mass": 11},
        {"name": "world", "fixed": True, "parts": []},
    ]
    joint = {"kind": kind, "bodies": list(names), **JOINTS[kind]}
    return {"format": "zwang-space-1", "name": kind, "body": bodies, "joint": [joint]}


def read(checker, data):
    """The scene, its bodies in the law, and its joint."""
    scene = checker.space_scene.read_scene(json.dumps(data), True)
    bodies = [checker.law_solids.Body(scene, body) for body in scene.bodies]
    return scene, bodies, checker.law_joints.Joint(scene.joints[0], bodies, GRID)


def in_the_scene(bodies):
    free = [b for b, body in enumerate(bodies) if not body.fixed]
    return {b: Pose(bodies[b].home, AXES) for b in free}


def anywhere(bodies, source):
    def few():
        return tuple(Fraction(source.randrange(-9, 10), 4) for _ in range(3))

    poses = {}
    for b in in_the_scene(bodies):
        quaternion = [source.randrange(-4, 5) for _ in range(3)]
        poses[b] = Pose(few(), turn_of(5, *quaternion))
    return poses, {b: (few(), few()) for b in poses}


def power_below(x, least=Fraction(1, 2**20)):
    """The power of two p with p ≤ x < 2 p."""
    while 2 * least <= x:
        least *= 2
    return least


def size(v):
    return power_below(sum(map(abs, v)))


def length_of(bodies, joint):
    """ℓ: the power of two whose square is at most t, but not a quarter of it or less."""
    most = Fraction(0)
    for b in joint.free:
        inertia = bodies[b].inertia
        most = max(most, sum(inertia[k][k] for k in range(3)) / bodies[b].mass)
    length = Fraction(1, 2**20)
    while 4 * length**2 <= most:
        length *= 2
    return length


def vectors(scene, bodies, joint, poses):
    """r of each constraint as RUN.md has it, by names."""
    own = scene.joints[0]
    names = [scene.bodies[b].name for b in own.ids]
    assert names == list(own.bodies)

    def at(side, x):
        b = own.ids[side]
        return x if bodies[b].fixed else poses[b].place(sub(x, bodies[b].home))

    def along(side, a):
        b = own.ids[side]
        return a if bodies[b].fixed else times(poses[b].rotation, a)

    length = length_of(bodies, joint)
    if own.at:
        opening = sub(at(1, own.at), at(0, own.at))
    if own.axis:
        a = own.axis
        smallest = min(map(abs, a))
        (e, *_) = [AXES[k] for k in range(3) if abs(a[k]) == smallest]
        u = cross(a, e)
        v = cross(a, u)
        line = [dot(along(0, n), opening) / size(n) for n in (u, v)]
        axis = [length * dot(along(0, n), along(1, a)) / (size(n) * size(a)) for n in (u, v)]
    turn = scale(length / 2, add(*(cross(along(0, e), along(1, e)) for e in AXES)))
    if own.kind == "ball":
        return [opening]
    if own.kind == "hinge":
        return [opening, axis]
    if own.kind == "slider":
        return [line, turn]
    if own.kind == "cylinder":
        return [line, axis]
    if own.kind == "universal":
        a, b = own.axes
        return [opening, (length * dot(along(0, a), along(1, b)) / (size(a) * size(b)),)]
    if own.kind == "weld":
        return [opening, turn]
    x, y = own.ends
    now, then = sub(at(1, y), at(0, x)), sub(y, x)
    return [((dot(now, now) - dot(then, then)) / (2 * size(then)),)]


@EACH_SIDE
@EACH_KIND
def test_nothing_gapes_in_the_scene(checker, kind, names):
    _, bodies, joint = read(checker, scene_of(kind, names))
    assert not any(joint.gapes(in_the_scene(bodies)))


@EACH_SIDE
@EACH_KIND
def test_joints_gape_as_the_page_says(checker, kind, names):
    scene, bodies, joint = read(checker, scene_of(kind, names))
    source = random.Random(kind)
    for _ in range(5):
        poses, _ = anywhere(bodies, source)
        expected = [x for r in vectors(scene, bodies, joint, poses) for x in r]
        assert joint.gapes(poses) == expected
        assert any(expected)


@EACH_SIDE
@EACH_KIND
def test_derivatives_are_those_of_what_gapes(checker, kind, names):
    # r is of the second order along a motion, so its derivative is a difference.
    _, bodies, joint = read(checker, scene_of(kind, names))
    source = random.Random(kind)
    for _ in range(5):
        poses, motion = anywhere(bodies, source)
        ends = []
        for time in (1, -1):
            moved = {b: pose.moved(*motion[b], time) for b, pose in poses.items()}
            ends.append(joint.gapes(moved))
        expected = [(after - before) / 2 for after, before in zip(*ends)]
        found = []
        for form in joint.forms(poses):
            assert set(form) == set(joint.free)
            found.append(along(form, motion))
        assert found == expected


def along(form, motion):
    """The derivative by a motion."""
    return sum(dot(form[b][0], motion[b][0]) + dot(form[b][1], motion[b][1]) for b in form)


@EACH_SIDE
@EACH_KIND
def test_velocities_agree_where_the_scene_says_so(checker, kind, names):
    # The reader of scenes has rates of its own, without the factors of lengths.
    scene, bodies, joint = read(checker, scene_of(kind, names))
    source = random.Random(kind)
    _, motion = anywhere(bodies, source)
    for b, (velocity, spin) in motion.items():
        scene.bodies[b].velocity, scene.bodies[b].spin = velocity, spin
    own = scene.joints[0]
    rates = [*checker.space_scene.rates_of_joint(own, *(scene.bodies[b] for b in own.ids))]
    found = [along(form, motion) for form in joint.forms(in_the_scene(bodies))]
    ratios = []
    for place, mine in enumerate(by_constraints(kind, found)):
        theirs = rates[3 * place : 3 * place + 3]
        if len(mine) == 2:
            # That of the reader is a × what these are two components of.
            assert dot(own.axis, theirs) == 0
            assert any(mine)
            continue
        assert list(map(bool, mine)) == list(map(bool, theirs))
        (ratio,) = {x / y for x, y in zip(mine, theirs) if y}
        ratios.append(ratio)
    if kind in ("ball", "hinge", "universal", "weld"):
        assert ratios[0] == 1
    if kind in ("slider", "weld"):
        assert ratios[-1] == length_of(bodies, joint)


@pytest.mark.parametrize("kind", ["hinge", "slider", "cylinder"])
@EACH_SIDE
def test_motions_along_a_joint_are_let(checker, kind, names):
    """Turns about the axis, and moves along it, of the second body against the first."""
    scene, bodies, joint = read(checker, scene_of(kind, names))
    own = scene.joints[0]
    b = own.ids[1] if not bodies[own.ids[1]].fixed else own.ids[0]
    still = {k: ((0, 0, 0), (0, 0, 0)) for k in joint.free}
    turn = cross(own.axis, sub(bodies[b].home, own.at)), own.axis
    slide = own.axis, (0, 0, 0)
    for name, motion in (("turn", turn), ("slide", slide)):
        rates = [along(form, still | {b: motion}) for form in joint.forms(in_the_scene(bodies))]
        is_let = kind == "cylinder" or (kind == "hinge") == (name == "turn")
        assert is_let != any(rates)


def by_constraints(kind, components):
    """A list of what each constraint has."""
    widths = {"hinge": [3, 2], "slider": [2, 3], "cylinder": [2, 2], "universal": [3, 1]}
    widths |= {"ball": [3], "weld": [3, 3], "rod": [1]}
    found = []
    for width in widths[kind]:
        found.append(components[:width])
        components = components[width:]
    assert not components
    return found


def test_a_turn_gapes_by_the_sine_of_its_angle(checker):
    _, bodies, joint = read(checker, scene_of("weld", ("left", "world")))
    turned = turn_of(2, 0, 0, 1)  # the angle has the sine 4/5
    pose = Pose(bodies[0].home, turned)
    assert joint.gapes({0: pose})[3:] == [0, 0, -joint.length * Fraction(4, 5)]


@pytest.mark.parametrize("kind", ["ball", "weld"])
def test_how_far_joints_gape_does_not_depend_on_axes(checker, kind):
    """In the same scene, turned, in the same poses, each r is the same one, turned."""
    scene, bodies, joint = read(checker, scene_of(kind))
    rotation = turn_of(4, 1, 2, -2)
    poses, _ = anywhere(bodies, random.Random(kind))
    own = scene.joints[0]
    changed = SimpleNamespace(**vars(own))
    changed.at = times(rotation, own.at)
    others = []
    for body in bodies:
        copy = SimpleNamespace(**vars(body))
        if not body.fixed:
            copy.home = times(rotation, body.home)
            copy.inertia = product(product(rotation, body.inertia), transposed(rotation))
        others.append(copy)
    turned = checker.law_joints.Joint(changed, others, GRID)
    assert turned.length == joint.length
    around = {}
    for b, pose in poses.items():
        axes = product(product(rotation, pose.rotation), transposed(rotation))
        around[b] = Pose(times(rotation, pose.z), axes)
    gapes = by_constraints(kind, joint.gapes(poses)), by_constraints(kind, turned.gapes(around))
    for before, after in zip(*gapes):
        assert after == list(times(rotation, before))
        assert any(before)


@EACH_SIDE
def test_compliances_are_those_of_the_heavier_body(checker, names):
    _, bodies, joint = read(checker, scene_of("ball", names))
    heaviest = {"left": 6, "right": 11, "world": 0}
    most = max(heaviest[name] for name in names)
    assert joint.compliance == Fraction(1, 2**32) / power_below(Fraction(most))


def test_axes_of_any_length_gape_alike(checker):
    data = scene_of("hinge")
    scene, bodies, joint = read(checker, data)
    poses, _ = anywhere(bodies, random.Random(0))
    data["joint"][0]["axis"] = [3 * 2**9, -(2**9), 2**8]
    _, _, other = read(checker, data)
    assert other.gapes(poses) == joint.gapes(poses)


def test_the_order_of_bodies_turns_the_signs(checker):
    _, bodies, joint = read(checker, scene_of("weld"))
    _, _, other = read(checker, scene_of("weld", ("right", "left")))
    poses, _ = anywhere(bodies, random.Random(0))
    assert other.gapes(poses) == [-x for x in joint.gapes(poses)]


def listed(joints, *forces):
    """A group, in which the leaves of both programs have these forces."""
    held = {} if joints is None else {"joints": joints}
    leaves = []
    for own in forces:
        of_joints = {} if own is None else {"joints": own}
        leaves.append({"forces": [], **of_joints, "opening": None})
    return {"contacts": [], **held, "programs": leaves[:1], "velocity": leaves[1]}


def test_joints_are_left_out_if_there_are_none(checker):
    read_group = checker.law_contacts.read_group
    found = read_group(listed([0, 2], ["1", "-a"], None))
    assert (found.joints, found.programs[0].joints) == ([0, 2], [1, -10])
    assert found.velocity.joints is None
    assert read_group(listed(None, None, None)).joints is None
    spoilt = [
        listed([], ["1"], ["1"]),
        listed([0], [], ["1"]),
        listed([0], ["1"], []),
        listed([0], ["+1"], ["1"]),
        listed(["0"], ["1"], ["1"]),
    ]
    for group in spoilt:
        with pytest.raises(ValueError, match="found"):
            read_group(group)
