"""How scenes start to move: laws that every answer obeys, computed here with fractions, and closed
forms."""

from fractions import Fraction
from itertools import chain

import pytest
import zwang
from zwang import families

HALF = Fraction(1, 2)

SCENES = {
    "diamond": families.diamond(4),
    "tall diamond": families.diamond(3, height="2/3", density="5/7"),
    "triangle": families.triangle(4),
    "wall": families.wall(4, 5),
    "loose wall": families.wall(3, 4, jitter=7),
    "stack bond": families.wall(3, 3, bond="stack"),
    "heap": families.heap(12, seed=3),
    "harmonic": families.harmonic(5, beyond="1e-30"),
    "parabolic": families.parabolic(3),
    "arch": families.arch(5),
    "balanced arch": families.arch(7, balanced=True),
    "cantilever": families.cantilever(),
    "wedge": families.wedge(slope="2/7", movable=True),
    "ladder": families.ladder(),
    "beam": families.beam(3),
    "seesaw": families.seesaw(left=2, pivot="-1/2"),
    "domino": families.domino(6, leaning=2),
}

ANSWERS = {name: zwang.collapse(scene) for name, scene in SCENES.items()}

each_answer = pytest.mark.parametrize("name", SCENES)


def dot(one, other):
    return one[0] * other[0] + one[1] * other[1]


def cross(one, other):
    return one[0] * other[1] - one[1] * other[0]


def minus(one, other):
    return (one[0] - other[0], one[1] - other[1])


def free_bodies(scene):
    return [body for body in scene.bodies.values() if not body.is_fixed]


def at_point(answer, body, point):
    """Acceleration of the point of a body at rest, a + α J r."""
    if body.is_fixed:
        return (0, 0)
    motion = answer.bodies[body.name]
    arm = minus(point, body.centroid)
    (x, y), turn = motion.linear, motion.angular
    return (x - turn * arm[1], y + turn * arm[0])


def loads(answer, name):
    """(force, point) for each force on a body."""
    for contact in answer.contacts:
        if contact.first == name:
            yield contact.force, contact.point
        if contact.second == name:
            yield (-contact.force[0], -contact.force[1]), contact.point
    for pin in answer.pins:
        if pin.first == name:
            yield pin.force, pin.at
        if pin.second == name:
            yield (-pin.force[0], -pin.force[1]), pin.at


@each_answer
def test_newton(name):
    """m (a - g) = Σ F and I α = Σ r × F."""
    scene, answer = SCENES[name], ANSWERS[name]
    assert free_bodies(scene)
    for body in free_bodies(scene):
        motion = answer.bodies[body.name]
        force = [0, 0]
        torque = 0
        for (x, y), point in loads(answer, body.name):
            force[0] += x
            force[1] += y
            torque += cross(minus(point, body.centroid), (x, y))
        lead = minus(motion.linear, scene.gravity)
        assert (body.mass * lead[0], body.mass * lead[1]) == tuple(force)
        assert body.inertia * motion.angular == torque


@each_answer
def test_contacts_press_or_open(name):
    """No contact pulls, no gap closes, and there is no force across one that opens (Signorini). The
    gap's acceleration is that of the two bodies at the point, along the normal."""
    scene, answer = SCENES[name], ANSWERS[name]
    assert answer.contacts
    for contact in answer.contacts:
        first, second = scene.bodies[contact.first], scene.bodies[contact.second]
        relative = minus(
            at_point(answer, first, contact.point), at_point(answer, second, contact.point)
        )
        assert dot(contact.normal, relative) == contact.gap_acceleration >= 0
        assert dot(contact.force, contact.normal) >= 0
        assert cross(contact.force, contact.normal) == 0
        presses = contact.force != (0, 0)
        assert contact.state == "pressing" or not presses
        # At rest the least forces are told, which leave some contacts that can press without one.
        assert presses or contact.state != "pressing" or answer.verdict == "rests"
        assert (contact.state == "opening") is (contact.gap_acceleration > 0)
        assert not (presses and contact.gap_acceleration > 0)


@each_answer
def test_the_restraint(name):
    """Σ ½ m |a - g|² + ½ I α², which for a scene at rest is Σ ½ m g·(g - a)."""
    scene, answer = SCENES[name], ANSWERS[name]
    restraint = other = 0
    for body in free_bodies(scene):
        motion = answer.bodies[body.name]
        lead = minus(motion.linear, scene.gravity)
        restraint += HALF * body.mass * dot(lead, lead) + HALF * body.inertia * motion.angular**2
        other -= HALF * body.mass * dot(scene.gravity, lead)
    assert answer.restraint == restraint == other


@each_answer
def test_the_verdict_and_the_proof(name):
    scene, answer = SCENES[name], ANSWERS[name]
    still = all(
        motion.linear == (0, 0) and motion.angular == 0 for motion in answer.bodies.values()
    )
    assert answer.verdict == ("rests" if still else "moves")
    assert list(answer.bodies) == list(scene.bodies)
    assert scene.expect in (None, "stands" if still else "falls")
    again = zwang.check(scene, answer.proof)
    assert again.verdict == answer.verdict
    assert again.bodies == answer.bodies
    # What rests is told with its least forces, of a second proof; this one has some where others
    # do.
    assert len(again.contacts) == len(answer.contacts)
    for found, contact in zip(again.contacts, answer.contacts):
        assert (found.point, found.normal) == (contact.point, contact.normal)
        assert (found.state, found.is_unique) == (contact.state, contact.is_unique)
        assert found.force == contact.force or not contact.is_unique
    assert (again.bits, again.groups) == (answer.bits, answer.groups)
    assert bool(zwang.stability(scene)) is still


def test_a_brick_falls_freely():
    scene = zwang.Scene.from_dict(
        {
            "name": "falls",
            "gravity": ["1/3", "-9.81"],
            "body": [{"name": "b", "rectangle": {"center": [0, 0], "size": [1, 1]}}],
        }
    )
    answer = zwang.collapse(scene)
    assert answer.bodies["b"] == zwang.Acceleration(
        (Fraction(1, 3), Fraction(-981, 100)), Fraction(0)
    )
    assert answer.restraint == 0
    assert answer.contacts == ()


@pytest.mark.parametrize("overhang", ["1/10", "1/3", "1/2", "99/100", "1e-30"])
def test_a_brick_over_an_edge_turns_about_it(overhang):
    """α = -m g d / (I + m r²) with r² = d² + (h/2)²: the edge holds the brick by a normal force
    alone, so the point on the edge slides; from rest, the force N is vertical, and with c the
    inertia by m: α = -g d / (c + d²)."""
    distance = Fraction(overhang)
    answer = zwang.collapse(families.cantilever(overhang=overhang, gravity=10))
    turn = answer.bodies["brick"].angular
    about_centre = Fraction(2**2 + HALF**2, 12)
    assert turn == -10 * distance / (about_centre + distance**2)
    assert answer.bodies["brick"].linear == (0, turn * distance)


@pytest.mark.parametrize("slope", ["1/3", "1/5", "3/4"])
def test_a_block_slides_down_an_incline(slope):
    """a = g sin θ along the slope; t = tan(θ/2) gives sin θ = 2t/(1 + t²)."""
    half = Fraction(slope)
    sine, cosine = 2 * half / (1 + half**2), (1 - half**2) / (1 + half**2)
    scene = families.wedge(slope=slope)
    answer = zwang.collapse(scene)
    (block,) = free_bodies(scene)
    x, y = answer.bodies[block.name].linear
    assert (abs(x), y) == (sine * cosine, -(sine**2))
    assert answer.bodies[block.name].angular == 0


def test_a_seesaw():
    """α = Σ torques / Σ inertias about the knife edge, for loads that stay on the plank."""
    scene = families.seesaw(left=2, right=1)
    answer = zwang.collapse(scene)
    assert answer.verdict == "moves"
    (turn,) = {answer.bodies[body.name].angular for body in free_bodies(scene)}
    assert turn > 0


@pytest.mark.parametrize("count", range(1, 9))
def test_the_harmonic_stack_is_exactly_critical(count):
    assert zwang.collapse(families.harmonic(count)).verdict == "rests"
    assert zwang.collapse(families.harmonic(count, beyond="1e-50")).verdict == "moves"
    assert zwang.collapse(families.harmonic(count, beyond="-1e-50")).verdict == "rests"


def test_symmetric_scenes_start_to_move_symmetrically(diamond, fall):
    (mirror,) = fall.symmetries
    assert isinstance(mirror, zwang.Reflection)
    assert mirror.direction[0] == 0
    for body, image in zip(diamond.bodies, mirror.images, strict=True):
        one, other = fall.bodies[body], fall.bodies[image]
        assert (-one.linear[0], one.linear[1]) == other.linear
        assert -one.angular == other.angular


def test_a_spinning_bar_on_a_pin():
    """The pin's force is centripetal: m ω² r, and m g."""
    scene = zwang.Scene.from_dict(
        {
            "name": "bar",
            "gravity": [0, -1],
            "body": [
                {
                    "name": "bar",
                    "rectangle": {"center": [0, -1], "size": ["1/2", 2]},
                    "velocity": [3, 0],
                    "spin": 3,
                }
            ],
            "pin": [{"bodies": ["bar"], "at": [0, 0]}],
        }
    )
    answer = zwang.collapse(scene)
    assert answer.verdict == "moves"
    assert answer.bodies["bar"] == zwang.Acceleration((Fraction(0), Fraction(9)), Fraction(0))
    assert answer.pins[0].force == (0, 1 * (9 + 1))
    assert (answer.pins[0].first, answer.pins[0].second) == ("bar", None)


def test_corners_may_leave_several_motions(root):
    names = [
        path
        for path in (root / "scenes").glob("*.toml")
        if 'expect = "ambiguous"' in " ".join(path.read_text().split())
    ]
    assert names
    for path in names:
        answer = zwang.collapse(zwang.Scene.read(path))
        assert answer.verdict == "ambiguous"
        with pytest.raises(zwang.AmbiguousError, match="motions of equal restraint"):
            _ = answer.bodies
        with pytest.raises(zwang.AmbiguousError):
            answer.answer()
        counts = [count for _, count in answer.groups]
        assert max(counts) > 1
        first = answer.answer([0] * len(counts))
        last = answer.answer([count - 1 for count in counts])
        assert first.restraint == last.restraint
        assert first.bodies != last.bodies
        assert first.corners
        with pytest.raises(IndexError, match="choice"):
            answer.answer(counts)
        with pytest.raises(IndexError, match="choice"):
            answer.answer([])


def test_no_motion_may_be_admissible(root):
    texts = {path: " ".join(path.read_text().split()) for path in (root / "scenes").glob("*.toml")}
    paths = [path for path, text in texts.items() if 'expect = "impossible"' in text]
    assert paths
    for path in paths:
        answer = zwang.collapse(zwang.Scene.read(path))
        assert answer.verdict == "impossible"
        with pytest.raises(zwang.NoAnswer, match="no motion keeps"):
            _ = answer.bodies
        with pytest.raises(zwang.NoAnswer, match="no motion keeps"):
            answer.answer([0])
        assert "impossible" in str(answer)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_change_nothing(threads):
    """More than 128 bodies, so that several threads take part."""
    scene = families.diamond(12)
    assert zwang.collapse(scene, threads=threads).proof == zwang.collapse(scene).proof


def test_numbers_beyond_the_digits_of_python():
    """Fractions of more than 4,300 digits come out, and print."""
    keys = families.diamond(5).to_dict()
    for index, body in enumerate(keys["body"]):
        if not body.get("fixed"):
            body["density"] = Fraction(10**300 + index, 10**299 + 7 * index)
    scene = zwang.Scene.from_dict(keys)
    answer = zwang.collapse(scene)
    turn = answer.bodies["brick 6"].angular
    assert turn.denominator > 10**4300
    with pytest.raises(ValueError):
        str(turn)
    assert "characters" in repr(answer.answer())
    assert len(zwang.spell(turn)) > 4300
    assert zwang.check(scene, answer.proof).restraint == answer.restraint


def test_answers_are_told(diamond, fall):
    assert repr(fall) == f"<zwang.Collapse of {diamond!r}: moves>"
    assert "moves" in str(fall)
    assert len(fall.report(full=True)) > len(fall.report())
    assert (
        fall.to_json().startswith('{"format":"zwang-collapse-1"')
        or '"zwang-collapse-1"' in fall.to_json()
    )
    assert fall.scene == diamond
    assert sorted(chain.from_iterable(group for group, _ in fall.groups)) == sorted(
        body.name for body in free_bodies(diamond)
    )


def test_an_answer_is_drawn(fall):
    assert fall._repr_svg_().startswith("<svg")
    assert fall.svg("dark") != fall.svg("light")
    with pytest.raises(ValueError, match="expected light or dark"):
        fall.svg("blue")


def test_values_print_compare_and_hash(fall):
    motion = zwang.Acceleration((Fraction(0), Fraction(-10)), Fraction(1, 3))
    assert repr(motion) == "Acceleration(linear=(0, -10), angular=1/3)"
    assert motion == zwang.Acceleration((Fraction(0), Fraction(-10)), Fraction(2, 6))
    assert len({motion, motion}) == 1
    with pytest.raises(AttributeError):
        motion.angular = 3
    assert fall.contacts is fall.contacts


def test_an_answer_has_no_other_maker():
    for kind in [zwang.Collapse, zwang.Stability]:
        with pytest.raises(TypeError):
            kind()


def test_a_pin_is_told_with_the_later_body_first_as_a_contact_is():
    """The lower of two rods hangs on the upper one only: the force on it is m (a - g)."""
    rods = [
        {"name": name, "rectangle": {"center": [x, 0], "size": ["9/10", "1/10"]}}
        for name, x in (("upper", HALF), ("lower", 3 * HALF))
    ]
    pins = [{"bodies": ["upper"], "at": [0, 0]}, {"bodies": ["upper", "lower"], "at": [1, 0]}]
    scene = zwang.Scene.from_dict({"name": "rods", "gravity": [0, -1], "body": rods, "pin": pins})
    answer = zwang.collapse(scene)
    pin = answer.pins[1]
    assert (pin.first, pin.second) == ("lower", "upper")
    x, y = answer.bodies["lower"].linear
    assert pin.force == (Fraction(9, 100) * x, Fraction(9, 100) * (y + 1))
    assert (scene.pins[1].first, scene.pins[1].second) == ("upper", "lower")


def test_pinned_bodies_ignore_each_other_unless_they_collide():
    """Two rods that overlap in the air, pinned together, fall like one."""
    rods = [
        {"name": name, "rectangle": {"center": [x, 0], "size": [2, 1]}}
        for name, x in (("left", 0), ("right", 1))
    ]
    keys = {"name": "rods", "gravity": [0, -1], "body": rods}
    pin = {"bodies": ["left", "right"], "at": [HALF, 0]}
    scene = zwang.Scene.from_dict({**keys, "pin": [pin]})
    assert scene.pins[0].collide is False
    answer = zwang.collapse(scene)
    assert answer.contacts == ()
    assert [motion.linear for motion in answer.bodies.values()] == [(0, -1), (0, -1)]
    colliding = zwang.Scene.from_dict({**keys, "pin": [{**pin, "collide": True}]})
    assert colliding.pins[0].collide is True
    assert colliding != scene
    assert zwang.Scene.parse(colliding.to_toml()) == colliding
    with pytest.raises(zwang.NoAnswer, match="overlap"):
        zwang.collapse(colliding)
