"""Records of impacts in space that violate one condition each: section 17 of RUN.md."""

import copy
import sys
from fractions import Fraction

import pytest
from bouncing_balls import (
    GRID,
    STEP,
    UP,
    contact,
    cradle,
    fallen,
    leaf,
    reduced,
    rounds_of,
    spelled,
    thrown,
)

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="check.py needs Python 3.11")


HEADERS = [
    {"restitution": "5/4"},
    {"restitution": "-1/4"},
    {"rounds": 2**10 + 1},
    {"pairs": [[0, 1, "5/4"]]},
    {"pairs": [[0, 1, "-1/4"]]},
    {"pairs": [[1, 0, "1/2"]]},
    {"pairs": [[1, 1, "1/2"]]},
    {"pairs": [[0, 2, "1/2"]]},
    {"pairs": [[0, 1, "1/2"], [0, 1, "1/2"]]},
    {"restitution": "0"},
    {"pairs": [[0, 1, "0"]], "restitution": "0"},
]


@pytest.mark.parametrize("header", HEADERS)
def test_headers_that_are_refused(checker, header):
    run = thrown()
    run.header |= header
    assert run.refused(checker) == "L0"


def test_parts_are_of_runs_in_which_something_bounces(checker):
    run = thrown()
    run.header |= {"restitution": "0", "rounds": 0}
    assert run.refused(checker) == "L2"
    run.record["groups"][0].pop("rounds")
    assert run.refused(checker) == "L2"
    run = cradle([1, 0, 0], [], restitution="0", rounds=0)
    assert run.refused(checker) == "L2"


def test_reduced_rounds_are_of_runs_with_friction(checker):
    run = thrown()
    rounds_of(run)[0] = reduced(rounds_of(run)[0])
    assert run.refused(checker) == "L2"


@pytest.mark.parametrize(
    "length", ["0", "-8000000000000000", "10000000000000000", "10000000000000001"]
)
def test_parts_have_a_length(checker, length):
    run = thrown()
    run.record["earlier"][0]["length"] = length
    assert run.refused(checker) == "L2"


def test_empty_lists_are_left_out(checker):
    run = thrown()
    run.record = {"k": 1, "earlier": []} | run.record | {"earlier": []}
    with pytest.raises(ValueError, match="earlier"):
        run.check(checker)
    run = thrown()
    run.record["earlier"][0]["groups"][0] = {
        "contacts": [contact(0, 1, UP, points=())],
        "rounds": [],
        "programs": [leaf()],
        "velocity": leaf(),
    }
    with pytest.raises(ValueError, match="rounds"):
        run.check(checker)


def test_rounds_are_as_many_as_asked_for(checker):
    run = thrown()
    rounds_of(run).append(leaf())
    assert run.refused(checker) == "L2"
    run = thrown()
    run.record["groups"][0].pop("rounds")
    assert run.refused(checker) == "L2"
    run = thrown()
    run.record["earlier"][0]["groups"][0] = run.record["groups"][0]
    assert run.refused(checker) == "L2"


def test_rounds_have_the_rows_that_are_taken(checker):
    run = cradle([1, 0, 0], [(0, 1), (1, 1)], [(0, 1)])
    assert run.refused(checker) == "L2"


@pytest.mark.parametrize(
    "impulse, condition", [(-1, "L3"), (Fraction(5, 4), "L4"), (Fraction(7, 4), "L4")]
)
def test_impulses_that_are_refused(checker, impulse, condition):
    run = thrown()
    rounds_of(run)[0] = leaf((0, impulse))
    assert run.refused(checker) == condition


def test_a_round_has_one_state_in_its_ball(checker):
    run = thrown()
    run.header["radius"] = "1"
    rounds_of(run)[0] = leaf((0, Fraction(3, 2) + Fraction(1, 2**40)))
    assert run.refused(checker) == "L8"


def test_impacts_are_over_the_first_part(checker):
    run = thrown()
    run.scene["body"][1]["ball"]["center"][0] = "11"
    assert run.refused(checker) == "L13"


def test_earlier_parts_keep_bodies_apart(checker):
    run = thrown()
    run.record["earlier"][0]["apart"] = []
    assert run.refused(checker) == "L1"
    # With a weight the way bends, by which they would meet without a contact.
    run = fallen()
    run.record["earlier"][0]["groups"] = []
    assert run.refused(checker) == "L1"


def test_rounds_that_gain_energy_are_refused(checker):
    # All rows at once: u = (-1, 1/4) becomes (1, 0). The contact that opens anyway gives energy.
    gains = [(0, Fraction(5, 4)), (1, Fraction(1, 2))]
    assert cradle([1, 0, Fraction(1, 4)], gains, rounds=0).refused(checker) == "L12"


def test_the_state_is_that_after_the_last_part(checker):
    run = thrown()
    later = copy.deepcopy(run)
    place = ["0", "0", spelled(-STEP / 2, GRID)]
    turn = [0, "0", "0", "0"]
    velocity = ["0", "0", spelled(-1, GRID)]
    state = [place + turn + velocity + ["0", "0", "0"]]
    later.record["state"] = state
    assert later.refused(checker) == "L9"
    state[0][2], state[0][9] = spelled(-STEP / 4, GRID), spelled(Fraction(1, 2), GRID)
    assert later.check(checker)
