"""Impacts of one instant, held against closed forms in fractions."""

from fractions import Fraction

import pytest
import zwang


def row(masses, speeds, **more):
    bodies = [
        {
            "name": f"disk {place}",
            "disk": {"center": [place, 0], "radius": "1/2"},
            "mass": mass,
            "velocity": [speed, 0],
        }
        for place, (mass, speed) in enumerate(zip(masses, speeds, strict=True))
    ]
    return zwang.Scene.from_dict({"name": "row", "gravity": [0, 0], "body": bodies, **more})


def speeds(bodies):
    assert all(body.velocity[1] == 0 and body.spin == 0 for body in bodies.values())
    return [body.velocity[0] for body in bodies.values()]


def struck(masses, speeds, first):
    (m, n), (v, w) = masses[first : first + 2], speeds[first : first + 2]
    mean = Fraction(m * v + n * w, m + n)
    return [*speeds[:first], 2 * mean - v, 2 * mean - w, *speeds[first + 2 :]]


def all_orders(masses, speeds):
    pairs = [first for first in range(len(masses) - 1) if speeds[first] > speeds[first + 1]]
    if not pairs:
        return [tuple(speeds)]
    return [end for first in pairs for end in all_orders(masses, struck(masses, speeds, first))]


def test_a_cradle_hands_speeds_on():
    found = zwang.impact(row([1] * 5, [1, 1, 0, 0, 0]), restitution=1)
    assert speeds(found.after) == [0, 0, 0, 1, 1]
    assert len(found.rounds) == 4
    assert found.energy_before == found.energy_after == 1


@pytest.mark.parametrize("masses", [[3, 1, 2, 5, 1], [1, 1, 1, 1, 1], [1, 9, 2, 1, 4]])
@pytest.mark.parametrize("before", [[2, 1, 0, 0, -1], [5, 3, 2, -4, -4]])
def test_orders_are_those_of_brute_force(masses, before):
    ends = all_orders(masses, before)
    found = zwang.orders(row(masses, before), restitution=1)
    assert found.cut == 0
    outcomes = {tuple(speeds(outcome.after)): outcome.orders for outcome in found.outcomes}
    assert outcomes == {end: ends.count(end) for end in ends}
    assert found.by_rounds == zwang.impact(row(masses, before), restitution=1).after
    for outcome in found.outcomes:
        assert outcome.is_by_rounds == (outcome.after == found.by_rounds)


def test_impulses_are_changes_of_momentum():
    found = zwang.impact(row([3, 1], [2, -1], restitution="1/2"))
    (only,) = found.rounds
    (blow,) = only.impulses
    # p = (1 + e) m n/(m + n) times the approach.
    assert abs(blow.impulse[0]) == Fraction(3, 2) * Fraction(3, 4) * 3
    assert (blow.closes, blow.speed_squared, blow.restitution) == (True, 9, Fraction(1, 2))


def test_wrong_questions_are_refused():
    scene = row([1, 1], [1, 0])
    with pytest.raises(zwang.NoAnswer, match="expected 0 to 1"):
        zwang.impact(scene, restitution=2)
    with pytest.raises(ValueError, match="rounds or simultaneous"):
        zwang.impact(scene, impacts="at once")
    assert zwang.orders(scene, restitution=1, most=0).cut == 1
