"""How small and how large forces can be."""

import pickle
from fractions import Fraction

import pytest
import zwang


def test_a_beam_on_three_legs_has_a_family_of_forces():
    """Two supports at the ends and one in the middle: the middle one bears from nothing to all."""
    legs = [-2, 0, 2]
    bodies = []
    for leg in legs:
        part = [[Fraction(2 * leg - 1, 2), -1], [Fraction(2 * leg + 1, 2), -1], [leg, 0]]
        bodies.append({"name": f"leg {leg}", "fixed": True, "parts": [part]})
    bodies.append({"name": "beam", "rectangle": {"center": [0, "1/2"], "size": [6, 1]}})
    beam = zwang.Scene.from_dict({"name": "beam", "gravity": [0, -1], "body": bodies})
    ranges = zwang.forces(beam)
    assert ranges.dimension == 1
    assert "statically indeterminate, degree 1" in str(ranges)
    assert ranges.report(full=True).startswith(str(ranges).splitlines()[0])
    weight = beam.bodies["beam"].mass
    # φ n is the force, with n the edge of the beam: |n| = 6.
    found = {contact.point[0]: contact for contact in ranges.contacts}
    for leg, most in zip(legs, [weight / 2, weight, weight / 2], strict=True):
        contact = found[Fraction(leg)]
        assert not contact.is_unique
        least, largest = contact.phi
        length = abs(contact.normal[1])
        assert (least * length, largest * length) == (0, most)


def test_a_brick_on_two_corners_has_one_force_at_each():
    scene = zwang.families.cantilever(overhang="-1/4")
    ranges = zwang.forces(scene)
    assert ranges.dimension == 0
    assert all(contact.is_unique for contact in ranges.contacts)
    held = {force.point: force.force for force in zwang.stability(scene).forces}
    for contact in ranges.contacts:
        force = tuple(contact.phi[0] * part for part in contact.normal)
        assert held.get(contact.point, (0, 0)) == force


def test_forces_between_some_bodies():
    wall = zwang.families.wall(3, 3, friction="1/2")
    some = zwang.forces(wall, ["brick 1"])
    assert some.contacts
    assert all("brick 1" in (contact.first, contact.second) for contact in some.contacts)
    names = {(contact.first, contact.second) for contact in zwang.forces(wall).contacts}
    one, other = next(iter(names))
    pair = zwang.forces(wall, [(one, other)])
    assert {(contact.first, contact.second) for contact in pair.contacts} == {(one, other)}


def test_pins_have_ranges():
    rod = {"name": "rod", "rectangle": {"center": [0, 0], "size": [2, "1/4"]}}
    pins = [{"bodies": ["rod"], "at": [-1, 0]}, {"bodies": ["rod"], "at": [1, 0]}]
    scene = zwang.Scene.from_dict({"name": "rod", "gravity": [0, -1], "body": [rod], "pin": pins})
    ranges = zwang.forces(scene)
    for pin in ranges.pins:
        assert (pin.first, pin.second) == ("rod", None)
        assert pin.force == ((None, None), (Fraction(1, 4), Fraction(1, 4)))
        assert not pin.is_unique


def test_a_corner_with_friction_has_the_range_of_its_whole_force():
    """A boom, pinned at one end, rests on a needle, tip on tip: moments about the pin bound it."""
    boom = {"name": "boom", "parts": [[[2, -1], [3, 0], [0, 0]]]}
    needle = {"name": "needle", "fixed": True, "parts": [[[1, -2], [3, -2], [2, -1]]]}
    pin = {"bodies": ["boom"], "at": [0, 0]}
    scene = zwang.Scene.from_dict(
        {"name": "boom", "gravity": [0, -1], "friction": "1/2", "body": [boom, needle], "pin": [pin]}
    )
    (corner,) = zwang.forces(scene).corners
    assert isinstance(corner, zwang.CornerRange)
    assert (corner.first, corner.second, corner.point) == ("needle", "boom", (2, -1))
    assert corner.force == ((-1, None), (None, Fraction(-3, 4)))
    assert not corner.is_unique
    # x + 2 y balances the weight 3/2 at x = 5/3.
    x, y = corner.shown
    assert x + 2 * y == -Fraction(5, 2)


def test_proofs_and_pickles_are_checked_again():
    scene = zwang.families.diamond(3)
    ranges = zwang.forces(scene)
    for again in (zwang.check(scene, ranges.proof), pickle.loads(pickle.dumps(ranges))):
        assert isinstance(again, zwang.ForceRanges)
        assert again.contacts == ranges.contacts
        assert again.dimension is None
    spoilt = ranges.proof.replace('"denominator":"', '"denominator":"1', 1)
    assert spoilt != ranges.proof
    with pytest.raises((zwang.Rejected, zwang.ProofError)):
        zwang.check(scene, spoilt)


def test_a_scene_that_falls_has_the_forces_of_its_motion():
    scene = zwang.families.diamond(5)
    ranges = zwang.forces(scene)
    assert ranges.moves
    assert ranges.dimension == 21
    shown = {(c.first, c.second, c.point, c.normal): c for c in zwang.collapse(scene).contacts}
    for contact in ranges.contacts:
        twin = shown[contact.first, contact.second, contact.point, contact.normal]
        assert contact.shown == twin.force
        assert contact.is_unique == twin.is_unique
    assert zwang.check(scene, ranges.proof).moves


def test_forces_that_stability_shows_are_marked():
    scene = zwang.families.arch(7, friction="1/2")
    ranges = zwang.forces(scene)
    assert not ranges.moves
    for contact, force in zip(ranges.contacts, zwang.stability(scene).forces, strict=True):
        assert contact.shown == force.force
        assert contact.is_unique == force.is_unique


def test_questions_without_an_answer():
    with pytest.raises(ValueError, match="unknown body `nobody`"):
        zwang.forces(zwang.families.diamond(3), ["nobody"])
    with pytest.raises(zwang.TimeLimit):
        zwang.forces(zwang.families.wall(8, 8, friction="1/2"), time_limit=0.001)


def test_a_frame_tells_the_forces_along_its_bars():
    """A weight of 2 kg hangs from two bars of 5 m, 3 m to either side and 4 m below their feet."""
    frame = zwang.Scene.parse(
        """
        format = "zwang-scene-1"
        name = "vee"
        gravity = [0, -10]
        [[point]]
        name = "left"
        at = [-3, 4]
        fixed = true
        [[point]]
        name = "right"
        at = [3, 4]
        fixed = true
        [[point]]
        name = "weight"
        at = [0, 0]
        mass = 2
        [[bar]]
        between = ["left", "weight"]
        [[bar]]
        between = ["right", "weight"]
        """
    )
    for answer in [zwang.stability(frame), zwang.collapse(frame)]:
        assert len(answer.bars) == 2
        for bar in answer.bars:
            assert bar.length_squared == 25
            # Twice the share 4/5 of the tension bears 20 N.
            assert bar.force_per_length * 5 == Fraction(25, 2)
            assert (bar.tension, bar.is_unique) == (12.5, True)
            assert bar.between[1] == "weight" or bar.between[0] == "weight"
    assert zwang.stability(zwang.families.cantilever(overhang="-1/4")).bars == ()
