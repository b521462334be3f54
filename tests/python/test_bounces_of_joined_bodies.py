"""Rounds of impacts of bodies with joints, in the second checker: section 18 of RUN.md."""

import json
import sys
from fractions import Fraction
from math import ceil

import pytest
from bouncing_balls import ALONG, GRID, Run, ball, contact, directions, group, leaf

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="check.py needs Python 3.11")

# How far a joint of balls with the mass 1 gives way, so numbers are off by a little.
GIVES = Fraction(1, 2**32)
# Forces are off by their last digit.
RADIUS = Fraction(1, 2**100)


def above(number):
    """The least force from a number on that can be written."""
    return Fraction(ceil(number * 2 ** (3 * GRID)), 2 ** (3 * GRID))


def held(listed, *forces):
    """A leaf with forces of joints as well."""
    joints = [f"{int(force * 2 ** (3 * GRID)):x}" for force in forces]
    return {"forces": listed["forces"], "joints": joints, "opening": listed["opening"]}


def struck(*rounds, right=1, rod=True, **more):
    """Four balls in a row. A rod holds the inner two. The left one hits them with the speed 3, the
    right one with another."""
    bodies = [
        ball("left", [0, 0, 0], [3, 0, 0]),
        ball("first", [1, 0, 0], [0, 0, 0]),
        ball("second", [3, 0, 0], [0, 0, 0]),
        ball("right", [4, 0, 0], [-right, 0, 0]),
    ]
    contacts = contact(0, 1, ALONG), contact(2, 3, ALONG)
    header = {"radius": str(RADIUS), "rounds": 8} | more
    if not rod:
        return Run(bodies, [group(found) for found in contacts], directions(*contacts), **header)
    of_rounds = {"rounds": list(rounds)} if rounds else {}
    joined = {"contacts": [], "joints": [0]} | of_rounds | group(*contacts)
    run = Run(bodies, [joined], directions(*contacts), **header)
    ends = [[1, 0, 0], [3, 0, 0]]
    run.scene["joint"] = [{"kind": "rod", "bodies": ["first", "second"], "ends": ends}]
    return run


def impacts_of(checker, run):
    """Those of the groups of the only step."""
    scene = checker.space_scene.read_scene(json.dumps(run.scene), True)
    run.header["scene"] = checker.space_scene.digest(scene)
    line = json.dumps(run.header, separators=(",", ":")) + "\n"
    found = checker.law_space.Checker(scene, checker.law_file.read_header(line.encode()))
    line = json.dumps(run.record, separators=(",", ":")) + "\n"
    record = checker.law_space.read_record(line.encode())
    groups = found.groups(record, found.placed(found.states))
    return [checker.law_bounces.Impacts(own) for own in groups]


def velocities(impacts):
    return [at.v[0] for _, at in sorted(impacts.after().items())]


def passed_on(speed):
    """The force φ of a ball that hits one of two that a rod holds, and the force f of the rod.

    These have the velocities φ - f and f then, so the rod has r = 2 f - φ = -δ f. The ball has
    speed - φ, and parts as fast as it came: φ - f - (speed - φ) = speed."""
    share = 1 / (2 + GIVES)
    force = 2 * speed / (2 - share)
    return above(force), above(force * share)


def test_a_joint_passes_an_impact_on(checker):
    # A rod that is struck along it is as one ball with the mass 2.
    force, pull = passed_on(3)
    run = struck(held(leaf((0, force)), pull), right=-4)
    (impacts,) = impacts_of(checker, run)
    found = velocities(impacts)
    assert all(abs(x - y) < 4 * GIVES for x, y in zip(found, [-1, 2, 2, 4]))


def test_no_joint_lets_go_in_an_impact(checker):
    force, pull = passed_on(3)
    spoiled = [
        (leaf((0, force)), "L2"),
        # As if nothing held the ball that is hit.
        (held(leaf((0, 3)), 0), "L4"),
        (held(leaf((0, force)), pull + Fraction(1, 2**100)), "L4"),
    ]
    for found, condition in spoiled:
        (impacts,) = impacts_of(checker, struck(found, right=-4))
        with pytest.raises(checker.law_program.Refused) as refused:
            impacts.after()
        assert refused.value.condition == condition


def test_what_a_joint_joins_takes_its_fastest_rows(checker):
    (impacts,) = impacts_of(checker, struck(right=1))
    assert [row.number for row in impacts.taken(0)] == [0]
    (impacts,) = impacts_of(checker, struck(right=3))
    assert [row.number for row in impacts.taken(0)] == [0, 1]
    # Without the rod each of them is the fastest one of its own.
    alone = impacts_of(checker, struck(right=1, rod=False))
    assert [len(impacts.taken(0)) for impacts in alone] == [1, 1]


def test_rounds_of_what_a_joint_joins_are_counted_together(checker):
    # Its two rows are both taken after 8 · 2 rounds.
    (impacts,) = impacts_of(checker, struck(right=1))
    assert [len(impacts.taken(number)) for number in (15, 16, 17)] == [1, 2, 0]


def test_joints_count_as_rows_do(checker):
    # Two rows and a joint, once and in each round.
    force, pull = passed_on(3)
    (impacts,) = impacts_of(checker, struck(held(leaf((0, force)), pull)))
    assert impacts.count() == 6
    assert [own.count() for own in impacts_of(checker, struck(rod=False))] == [1, 1]
