"""How scenes with friction start to move: Coulomb's law, and the convex one."""

import json
import pickle
from fractions import Fraction

import pytest
import zwang
from zwang import families

HALF = Fraction(1, 2)


def brick_on_floor(**brick):
    """A brick of width 2 and height 1 under g = 10, with friction 1/2."""
    floor = {"name": "floor", "fixed": True, "rectangle": {"center": [0, -HALF], "size": [20, 1]}}
    rectangle = {"center": [0, HALF], "size": [2, 1]}
    bodies = [floor, {"name": "brick", "rectangle": rectangle} | brick]
    scene = {"name": "brick", "gravity": [0, -10], "friction": HALF, "body": bodies}
    return zwang.Scene.from_dict(scene)


def test_friction_brakes_what_slides():
    """By μ g against the motion."""
    for speed, braking in [(3, -5), (-3, 5)]:
        answer = zwang.accelerations(brick_on_floor(velocity=[speed, 0]))
        assert (answer.verdict, answer.law) == ("moves", "coulomb")
        assert answer.bodies["brick"].linear == (braking, 0)
        assert {contact.behaviour for contact in answer.contacts} == {"slides"}
        assert sum(contact.force[0] for contact in answer.contacts) == 2 * braking
        assert answer.groups == ((("brick",), 1),)


def test_a_brick_at_rest_remains_at_rest():
    answer = zwang.accelerations(brick_on_floor())
    assert answer.verdict == "rests" and answer.another_motion is False
    assert answer.bodies["brick"] == zwang.Acceleration((0, 0), 0)


def test_a_tower_falls_symmetrically_and_slower_than_by_the_convex_law():
    scene = families.diamond(5, friction="1/4")
    answer = zwang.accelerations(scene)
    assert answer.bodies["brick 12"].linear == (0, Fraction(696, 91213))
    left, right = (answer.bodies[name] for name in ("brick 6", "brick 9"))
    assert (left.linear[0], left.angular) == (-right.linear[0], -right.angular)
    convex = zwang.accelerations(scene, law="convex")
    assert convex.bodies["brick 12"].linear == (0, Fraction(126846, 12988823))
    assert len(answer.symmetries) == 1


def test_answers_are_checked_and_pickled():
    scene = families.triangle(3, friction="1/4")
    answer = zwang.accelerations(scene)
    checked = zwang.check(scene, answer.proof)
    assert isinstance(checked, zwang.Accelerations)
    assert (checked.bodies, checked.contacts) == (answer.bodies, answer.contacts)
    again = pickle.loads(pickle.dumps(answer))
    assert (again.verdict, again.proof) == (answer.verdict, answer.proof)
    assert json.loads(again.to_json())["format"] == "zwang-collapse-friction-1"
    with pytest.raises(zwang.Rejected):
        zwang.check(families.triangle(3, friction="1/3"), answer.proof)
    with pytest.raises(TypeError):
        zwang.Accelerations()


def test_a_law_that_is_not_known_is_refused():
    with pytest.raises(ValueError, match="expected coulomb or convex"):
        zwang.accelerations(brick_on_floor(), law="viscous")
