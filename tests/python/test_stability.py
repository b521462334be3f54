"""Whether scenes stand, with and without friction."""

import json
import pickle
from fractions import Fraction

import pytest
import zwang
from zwang import families


def balance(scene, forces, pins=()):
    """Σ F + m g and Σ r × F for each free body."""
    sums = {}
    for body in scene.bodies.values():
        if not body.is_fixed:
            x, y = scene.gravity
            sums[body.name] = [body.mass * x, body.mass * y, Fraction(0)]
    for name, force, point in forces:
        if name in sums:
            centre = scene.bodies[name].centroid
            total = sums[name]
            total[0] += force[0]
            total[1] += force[1]
            total[2] += (point[0] - centre[0]) * force[1] - (point[1] - centre[1]) * force[0]
    return sums


def both_ends(forces):
    for contact in forces:
        yield contact.first, contact.force, contact.point
        yield contact.second, (-contact.force[0], -contact.force[1]), contact.point


STANDING = {
    "harmonic": families.harmonic(6),
    "wall": families.wall(4, 4),
    "balanced arch": families.arch(9, balanced=True),
    "beam": families.beam(4),
    "rough diamond": families.diamond(4, friction="1/2"),
    "rough wedge": families.wedge(slope="1/5", friction=1),
    "rough arch": families.arch(7, friction=1),
}


@pytest.mark.parametrize("name", STANDING)
def test_forces_balance_gravity_within_coulombs_bound(name):
    scene = STANDING[name]
    answer = zwang.stability(scene)
    assert answer
    assert answer.motion is None
    assert answer.work == 0
    for total in balance(scene, both_ends(answer.forces)).values():
        assert total == [0, 0, 0]
    slides = False
    for contact in answer.forces:
        (x, y), (u, v) = contact.force, contact.normal
        across, along = x * u + y * v, abs(u * y - v * x)
        assert across >= 0
        assert along <= contact.friction * across
        slides = slides or along != 0
    assert answer.verdict == "stands" or slides and answer.verdict == "can stand"


FALLING = {
    "harmonic": families.harmonic(4, beyond="1e-40"),
    "diamond": families.diamond(5),
    "triangle": families.triangle(3),
    "slippery diamond": families.diamond(5, friction="0.33"),
    "steep wedge": families.wedge(slope="1/2", friction="1.333333"),
}


@pytest.mark.parametrize("name", FALLING)
def test_a_motion_that_nothing_resists_loses_potential_energy(name):
    scene = FALLING[name]
    answer = zwang.stability(scene)
    assert not answer
    assert answer.verdict == "falls"
    assert answer.forces is None and answer.pins is None
    work = 0
    for body in scene.bodies.values():
        x, y = answer.motion[body.name].linear
        if body.is_fixed:
            assert (x, y, answer.motion[body.name].angular) == (0, 0, 0)
        else:
            work += body.mass * (scene.gravity[0] * x + scene.gravity[1] * y)
    assert answer.work == work > 0
    # Only its direction is proved; its size is chosen.
    sizes = [abs(part) for motion in answer.motion.values() for part in motion.linear]
    assert max(sizes) == 1


def test_a_block_on_an_incline_stands_up_to_the_angle_of_friction():
    """tan θ = 2t / (1 - t²) with t = 1/2 is 4/3."""
    assert zwang.stability(families.wedge(slope="1/2", friction="4/3")).verdict == "stands"
    assert zwang.stability(families.wedge(slope="1/2", friction="1.333333")).verdict == "falls"


def test_the_threshold_of_the_diamond():
    """Of README.md: with 0.34 it can stand, with 0.33 it falls."""
    assert zwang.stability(families.diamond(5, friction="0.34"))
    assert not zwang.stability(families.diamond(5, friction="0.33"))


def test_a_moving_scene_is_no_question():
    scene = zwang.Scene.from_dict(
        {
            "name": "moves",
            "body": [{"name": "b", "rectangle": {"center": [0, 0], "size": [1, 1]}, "spin": "1/2"}],
        }
    )
    with pytest.raises(zwang.MovingError, match="body `b` has a velocity or a spin"):
        zwang.stability(scene)
    assert zwang.collapse(scene).verdict == "moves"


def test_a_rough_scene_collapses_by_coulombs_law():
    """As `zwang collapse` does it: a block on a slope of 3 on 4 slides with (3 - 4 μ) / 5."""
    scene = families.wedge(friction="1/4")
    answer = zwang.collapse(scene)
    assert isinstance(answer, zwang.Accelerations)
    assert answer.proof == zwang.accelerations(scene).proof
    x, y = answer.bodies["block"].linear
    assert x * x + y * y == Fraction(2, 5) ** 2
    assert isinstance(zwang.collapse(families.wedge()), zwang.Collapse)


@pytest.mark.parametrize("friction", [0, "1/4"])
def test_the_text_of_a_checked_proof_has_the_symmetries(friction):
    scene = families.diamond(5, friction=friction)
    answer = zwang.collapse(scene)
    again = zwang.check(scene, answer.proof)
    (mirror,), (same,) = answer.symmetries, again.symmetries
    assert (same.direction, same.images) == (mirror.direction, mirror.images)
    for text in str(again), str(pickle.loads(pickle.dumps(answer))):
        assert "symmetry   none" not in text
        assert "reflection in the line x = 0" in text
    statics = zwang.stability(scene)
    assert zwang.check(scene, statics.proof).symmetries == statics.symmetries


@pytest.mark.parametrize("scene", [families.diamond(3), families.diamond(3, friction=1)])
def test_answers_are_told(scene):
    answer = zwang.stability(scene)
    assert json.loads(answer.to_json())["verdict"] == answer.verdict
    assert "verdict" in str(answer) and scene.digest in str(answer)
    assert answer.verdict in repr(answer)
    assert answer._repr_svg_().startswith("<svg")
    assert answer.bits > 0
    assert answer.scene == scene
    assert len(answer.symmetries) == 1


CARDS = {
    "name": "cards",
    "gravity": [0, -10],
    "friction": "2/5",
    "body": [
        {"name": "table", "fixed": True, "parts": [[[-10, -1], [10, -1], [10, 0], [-10, 0]]]},
        {"name": "left", "parts": [[["-31/50", 0], ["-3/5", 0], [0, "4/5"], ["-1/100", "4/5"]]]},
        {"name": "right", "parts": [[["1/100", "4/5"], [0, "4/5"], ["3/5", 0], ["31/50", 0]]]},
    ],
}


def test_cards_that_lean_on_each_other_rest_as_if_their_tips_were_rounded():
    scene = zwang.Scene.from_dict(CARDS)
    for answer in zwang.stability(scene).forces, zwang.accelerations(scene).contacts:
        tips = [contact for contact in answer if contact.is_rounded]
        assert [{contact.first, contact.second} for contact in tips] == [{"left", "right"}]
        # By symmetry the push is level.
        assert tips[0].force[1] == 0
        assert tips[0].force[0] != 0
