"""How far scenes are from falling."""

import json
import pickle
from fractions import Fraction

import pytest
import zwang
from zwang import families


def block(width, height, friction):
    """A block of mass 1 on a floor whose top is at 0, under the gravity 10."""
    return zwang.Scene.from_dict(
        {
            "format": "zwang-scene-1",
            "name": "block",
            "gravity": [0, -10],
            "friction": friction,
            "body": [
                {
                    "name": "floor",
                    "fixed": True,
                    "rectangle": {"center": [0, -1], "size": [90, 2]},
                },
                {
                    "name": "block",
                    "mass": 1,
                    "inertia": 1,
                    "rectangle": {"center": [0, Fraction(height, 2)], "size": [width, height]},
                },
            ],
        }
    )


@pytest.mark.parametrize("width, height", [(1, 1), (2, 3), (3, 1), (5, 8)])
@pytest.mark.parametrize("friction", [Fraction(1, 4), Fraction(1, 2), Fraction(3)])
def test_a_block_slides_or_tips(width, height, friction):
    answer = zwang.stability(block(width, height, friction))
    margin = answer.margin()
    tips = Fraction(width, height)
    least = min(friction, tips)
    for sides, size in [
        (margin.tilt, least),
        (margin.whole, 10 * least),
        (margin.bodies["block"], 10 * least),
    ]:
        assert [limit.size for limit in sides] == [size, size]
        if friction != tips:
            mode = "slides" if friction < tips else "tips"
            assert [limit.mode for limit in sides] == [mode, mode]
    assert (margin.least_tilt, margin.least_push) == (least, 10 * least)
    assert margin.free_bodies == 1


def test_a_square_on_its_corner_is_balanced():
    square = zwang.Scene.from_dict(
        {
            "format": "zwang-scene-1",
            "name": "square",
            "gravity": [0, -10],
            "friction": Fraction(1, 2),
            "body": [
                {
                    "name": "floor",
                    "fixed": True,
                    "rectangle": {"center": [0, -1], "size": [90, 2]},
                },
                {"name": "square", "parts": [[[0, 0], [1, 1], [0, 2], [-1, 1]]]},
            ],
        }
    )
    margin = zwang.stability(square).margin()
    assert margin.least_tilt == margin.least_push == 0
    assert "margin 0: balanced" in str(margin)
    told = json.loads(margin.json)
    assert told["tilt"]["left"] == {
        "tangent": "0",
        "tangent_double": 0.0,
        "degrees_double": 0.0,
        "mode": "tips",
    }
    assert told["bodies"][0]["body"] == "square"


def test_what_falls_has_no_margin_and_few_bodies_are_pushed():
    assert zwang.stability(families.diamond(5)).margin() is None
    answer = zwang.stability(families.wall(3, 3, friction="1/2"))
    margin = answer.margin(bodies=2)
    assert (len(margin.bodies), margin.free_bodies) == (2, 8)
    assert len(answer.margin(bodies=None).bodies) == 8
    assert margin.tilt[1].size == Fraction(4, 11)
    # Each limit is a threshold, and has the proof that `critical` writes.
    assert zwang.critical(answer.scene, "tilt right").stands_at == margin.tilt[1].size
    assert pickle.loads(pickle.dumps(margin)) == margin


def test_a_brick_between_walls_has_no_limit():
    def wall(name, x):
        return {"name": name, "fixed": True, "rectangle": {"center": [x, 1], "size": [2, 2]}}

    walls = zwang.Scene.from_dict(
        {
            "format": "zwang-scene-1",
            "name": "walls",
            "gravity": [0, -10],
            "body": [
                {
                    "name": "floor",
                    "fixed": True,
                    "rectangle": {"center": [0, -1], "size": [90, 2]},
                },
                wall("left", -2),
                wall("right", 2),
                {"name": "brick", "rectangle": {"center": [0, 1], "size": [2, 2]}},
            ],
        }
    )
    margin = zwang.stability(walls).margin()
    assert margin.whole == (None, None)
    assert (margin.least_tilt, margin.least_push) == (None, None)


KINDS = [
    (families.beam(2), "unique"),
    (families.beam(2, friction="1/2"), "least"),
    (families.beam(3, friction="1/2"), "least"),
    (families.beam(3), "least"),
    (families.arch(7, friction="1/2"), "least"),
    (families.wall(9, 9), "some"),
]


@pytest.mark.parametrize("scene, choice", KINDS)
def test_which_forces_these_are(scene, choice):
    stability = zwang.stability(scene)
    moving = zwang.collapse(scene)
    assert stability.force_choice == moving.force_choice == choice
    assert json.loads(stability.to_json())["force_choice"] == choice
    assert json.loads(moving.to_json())["force_choice"] == choice
    # A proof does not say how its forces were chosen.
    checked = pickle.loads(pickle.dumps(stability))
    assert checked.force_choice == ("unique" if choice == "unique" else None)


def test_the_same_forces_are_shown_by_all():
    for scene in [
        families.wall(3, 3, friction="1/2"),
        families.arch(7, friction="1/2"),
        families.diamond(5, friction="1/2"),
        families.ladder(friction="1/2"),
    ]:
        held = zwang.stability(scene)
        rest = zwang.collapse(scene)
        ranges = zwang.forces(scene)

        def told(contacts):
            return {
                (contact.first, contact.second, contact.point, contact.normal): (
                    contact.force,
                    contact.is_unique,
                )
                for contact in contacts
                if any(contact.force)
            }

        assert told(held.forces) == told(rest.contacts)
        shown = {
            (contact.first, contact.second, contact.point, contact.normal): contact.shown
            for contact in ranges.contacts
            if any(contact.shown)
        }
        assert shown == {key: force for key, (force, _) in told(held.forces).items()}
