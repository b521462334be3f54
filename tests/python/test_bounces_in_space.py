"""Impacts in space in the second checker, proofs/check.py: section 17 of RUN.md."""

import copy
import json
import sys
from fractions import Fraction

import pytest
from bouncing_balls import (
    ALONG,
    FALL,
    FLOOR,
    GRID,
    STEP,
    UP,
    Run,
    ball,
    contact,
    cradle,
    directions,
    fallen,
    group,
    leaf,
    moved,
    part,
    reduced,
    rounds_of,
    spelled,
    thrown,
)

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="check.py needs Python 3.11")


@pytest.mark.parametrize("restitution", ["1", "1/2", "1/4"])
def test_a_ball_bounces_off_a_floor(checker, restitution):
    place, velocity, _ = moved(thrown(restitution).check(checker), 1)
    assert velocity == [0, 0, Fraction(restitution)]
    assert place == [0, 0, STEP / 2 * (Fraction(restitution) - 1)]


def test_the_verdict_tells_how_bodies_bounce(checker):
    verdict = thrown(rounds=3).check(checker)
    verdict = verdict.verdict()
    assert [verdict[key] for key in ("restitution", "pairs", "rounds")] == ["1/2", 0, 3]
    assert "grid 2^-64, restitution 0.5 in 3 rounds; all" in checker.law_check.line_of(
        verdict, False
    )


def test_a_pair_has_a_restitution_of_its_own(checker):
    assert thrown(pairs=[[0, 1, "1/2"]]).check(checker)
    run = thrown(pairs=[[0, 1, "1/2"]])
    run.header["restitution"] = "0"
    assert run.check(checker)
    run = thrown(pairs=[[0, 1, "1/4"]])
    assert run.refused(checker) == "L4"


@pytest.mark.parametrize("restitution", ["1", "1/2"])
def test_a_ball_with_a_weight_bounces(checker, restitution):
    _, velocity, _ = moved(fallen(restitution).check(checker), 1)
    assert velocity == [0, 0, Fraction(restitution) * (1 + 4 * STEP) - 4 * STEP]


HALF = Fraction(1, 2)


def dropped(corners, checker, *forces):
    """A cube of the mass 1 comes down on some of its corners just before the end of a step. The record
    of the contact has these alone."""
    cube = {
        "name": "cube",
        "box": {"center": [0, 0, "1/2"], "size": [1, 1, 1]},
        "mass": 1,
        "velocity": [0, 0, "-1"],
    }
    scene = {"format": "zwang-space-1", "name": "cube", "gravity": [0, 0, 0], "body": [cube]}
    read = checker.space_scene.read_scene(json.dumps(scene), True)
    (solid,) = checker.law_solids.Body(read, read.bodies[0]).parts
    numbers = [solid.arms.index(corner) for corner in corners]
    last = Fraction(1, 2**24)
    cube["box"]["center"][2] = str(HALF + STEP * (1 - last))
    meets = contact(0, 1, UP, points=[[number] for number in numbers])
    earlier = part(1 - last, [group(contact(0, 1, UP, points=()))], directions(meets))
    run = Run(
        [FLOOR, ball("cube", [0, 0, 0], [0, 0, -1])],
        [group(meets, rounds=[forces])],
        directions(meets),
        earlier=[earlier],
    )
    run.scene["body"][1] = cube
    return run


def test_a_cube_bounces_off_its_face(checker):
    corners = [(x, y, -HALF) for x in (-HALF, HALF) for y in (-HALF, HALF)]
    run = dropped(corners, checker, *((row, HALF) for row in range(4)))
    assert moved(run.check(checker), 1)[1:] == ([0, 0, 1], [0, 0, 0])
    run = dropped(corners, checker, *((row, 1) for row in (0, 3)))
    assert moved(run.check(checker), 1)[1:] == ([0, 0, 1], [0, 0, 0])
    run = dropped(corners, checker, *((row, 1) for row in (0, 2)))
    assert run.refused(checker) == "L4"


def test_a_cube_spins_off_its_corner(checker):
    # 1/m + 6 |(1/2, -1/2, 0)|² is 4: a quarter of the impulse of a ball turns the velocity of the
    # corner around.
    run = dropped([(HALF, HALF, -HALF)], checker, (0, HALF))
    assert moved(run.check(checker), 1)[1:] == ([0, 0, -HALF], [HALF / 2, -HALF / 2, 0])


def test_a_short_part_counts_velocities_by_the_step(checker):
    # In so short a part it closes by less than `touch`, but in a step by more.
    run = thrown()
    last = Fraction(1, 2**24)
    run.record["earlier"][0]["length"] = spelled(1 - last, GRID)
    run.scene["body"][1]["ball"]["center"][2] = str(Fraction(1, 2) + STEP * (1 - last))
    place, _, _ = moved(run.check(checker), 1)
    assert place[2] == STEP * (last / 2 - (1 - last))


def head_on(restitution="1", **more):
    """Two balls that touch and close with the velocity 2, the second one with the mass 3."""
    bodies = [ball("left", [0, 0, 0], [1, 0, 0]), ball("right", [1, 0, 0], [-1, 0, 0], mass=3)]
    meets = contact(0, 1, ALONG)
    impulse = 2 * (1 + Fraction(restitution)) * Fraction(3, 4)
    return Run(
        bodies,
        [group(meets, rounds=[[(0, impulse)]])],
        directions(meets),
        **{"restitution": restitution} | more,
    )


def test_balls_collide(checker):
    found = head_on().check(checker)
    assert moved(found, 0)[1] == [-2, 0, 0]
    assert moved(found, 1)[1] == [0, 0, 0]


def speeds(found, *bodies):
    return [moved(found, b)[1][0] for b in bodies]


def test_a_cradle_passes_an_impact_on(checker):
    found = cradle([1, 0, 0], [(0, 1)], [(0, 1)]).check(checker)
    assert speeds(found, 0, 1, 2) == [0, 0, 1]


def test_without_rounds_all_rows_are_taken_at_once(checker):
    # The middle ball has the mass 2, so that numbers are dyadic: v = (1 - p, (p - q)/2, q) is
    # (-1/2, 1/2, 1/2), and u is (1, 0).
    run = cradle([1, 0, 0], [(0, Fraction(3, 2)), (1, Fraction(1, 2))], rounds=0, masses=(1, 2, 1))
    assert speeds(run.check(checker), 0, 1, 2) == [Fraction(-1, 2), Fraction(1, 2), Fraction(1, 2)]


def hammer(*friction, slip=0, **more):
    """A heavy ball comes down on a light one on a floor. In the third round, the last one, they stop
    each other."""
    bodies = [
        FLOOR,
        ball("light", [0, 0, "1/2"], [0, 0, 0]),
        ball("heavy", [0, 0, "3/2"], [0, slip, -1], mass=3),
    ]
    contacts = contact(0, 1, UP), contact(1, 2, UP)
    rounds = [[(0, Fraction(3, 2))], [(0, 3)], [(1, Fraction(3, 2), *friction)]]
    return Run(bodies, [group(*contacts, rounds=rounds)], directions(*contacts), **more)


def test_after_all_rounds_everything_stops(checker):
    run = hammer()
    found = run.check(checker)
    assert moved(found, 1)[1] == moved(found, 2)[1] == [0, 0, 0]
    run.record["groups"][0]["rounds"][2] = leaf((1, 3))
    assert run.refused(checker) == "L4"


def test_where_nothing_bounces_any_more_friction_is_whole(checker):
    # In the rounds before it is 0, as restitution takes nothing.
    run = hammer(Fraction(-3, 2), 0, 0, slip=8, friction=1)
    run.record["groups"][0]["rounds"] = [reduced(listed) for listed in rounds_of(run)]
    found = run.check(checker)
    assert moved(found, 1)[1] == [0, Fraction(3, 2), 0]
    assert moved(found, 2)[1] == [0, Fraction(15, 2), 0]


def test_what_does_not_close_has_no_friction_beside_what_bounces(checker):
    impulses = [(0, Fraction(7, 8)), (1, Fraction(1, 4))]
    run = cradle([1, 0, Fraction(3, 8)], impulses, rounds=0, restitution="1/2", friction=1)
    run.scene["body"][2]["velocity"][1] = "8"
    run.header["touch"] = str(STEP * (8 + Fraction(3, 8)) / 2**20)
    assert run.refused(checker) == "L4"
    rounds_of(run)[0] = reduced(rounds_of(run)[0])
    assert speeds(run.check(checker), 0, 1, 2) == [Fraction(1, 8), Fraction(5, 8), Fraction(5, 8)]


def test_where_only_others_close_nothing_bounces(checker):
    # The left balls have no restitution, the right ones do not close. The step makes all equally
    # fast.
    forces = [(0, 3 * STEP / 4), (1, STEP / 4)]
    run = cradle([1, 0, 0], program=forces, masses=(1, 2, 1), pairs=[[0, 1, "0"]])
    assert speeds(run.check(checker), 0, 1, 2) == [Fraction(1, 4)] * 3


FASTER = Fraction(3, 2**10)
SLOWER = 2 * FASTER


def test_what_is_slower_by_a_256th_is_taken_too(checker):
    # v = (1, 0, x - 1) closes by 1 and 1 - x.
    both = [(0, 2 - 2 * FASTER / 3), (1, 2 - 4 * FASTER / 3)]
    assert speeds(cradle([1, 0, FASTER - 1], both).check(checker), 1) == [2 * FASTER / 3]
    assert cradle([1, 0, FASTER - 1], [(0, 1)]).refused(checker) == "L4"


def test_what_is_slower_by_more_waits(checker):
    # They pass their velocities on: first the left ones, then the right ones, then the left ones.
    waits = [[(0, 1)], [(0, 2 - SLOWER)], [(0, 1 - SLOWER)]]
    found = cradle([1, 0, SLOWER - 1], *waits, rounds=2).check(checker)
    assert speeds(found, 0, 1, 2) == [SLOWER - 1, 0, 1]
    both = [(0, 2 - 2 * SLOWER / 3), (1, 2 - 4 * SLOWER / 3)]
    assert cradle([1, 0, SLOWER - 1], both).refused(checker) == "L2"


def test_lengths_of_normals_do_not_count(checker):
    waits = [[(0, 1)], [(0, 1 - SLOWER / 2)], [(0, 1 - SLOWER)]]
    run = cradle([1, 0, SLOWER - 1], *waits, rounds=2)
    run.record["groups"][0]["contacts"][1] = contact(1, 2, (2, 0, 0))
    assert speeds(run.check(checker), 0, 1, 2) == [SLOWER - 1, 0, 1]


def slides_along(impulse, restitution="1/2", is_reduced=True):
    """A rough ball that slides along the floor with the velocity 8, and comes down with 1."""
    bodies = [FLOOR, ball("ball", [0, 0, "1/2"], [8, 0, -1])]
    rounds = [[(0, 1 + Fraction(restitution), 0, impulse, 0)]]
    run = Run(
        bodies, [group(FALL, rounds=rounds)], directions(FALL), friction=1, restitution=restitution
    )
    run.header["law"] = str(Fraction(run.header["touch"]) / 2**8)
    if is_reduced:
        rounds_of(run)[0] = reduced(rounds_of(run)[0])
    return run


def test_friction_is_that_of_coulomb(checker):
    # The impulse 3/2 along takes 7/2 times as much of the slip, which is 8.
    found = slides_along(Fraction(3, 2), is_reduced=False).check(checker)
    assert moved(found, 1)[1:] == ([Fraction(13, 2), 0, HALF], [0, Fraction(3, 4), 0])
    assert found.verdict()["relaxed"] == 0
    for impulse, condition in ((Fraction(3, 32), "L4"), (Fraction(25, 16), "L3")):
        assert slides_along(impulse, is_reduced=False).refused(checker) == condition


def test_friction_takes_what_restitution_takes(checker):
    # 1/16 of the impulse at most, as (1 - 1/2) 1/8 is.
    found = slides_along(Fraction(3, 32)).check(checker)
    _, velocity, momentum = moved(found, 1)
    assert velocity == [8 - Fraction(3, 32), 0, Fraction(1, 2)]
    assert momentum == [0, Fraction(3, 64), 0]
    assert found.verdict()["relaxed"] == 1
    assert "1 group relaxed, radius" in checker.law_check.line_of(found.verdict(), False)


def test_more_friction_is_refused(checker):
    assert slides_along(Fraction(3, 32) + Fraction(1, 2**60)).refused(checker) == "L3"
    assert slides_along(Fraction(3, 2)).refused(checker) == "L3"


def test_less_friction_is_refused(checker):
    assert slides_along(Fraction(1, 32)).refused(checker) == "L4"


def test_what_loses_nothing_has_no_friction(checker):
    run = slides_along(0, "1")
    assert run.refused(checker) == "L2"
    rounds_of(run)[0] = reduced(leaf((0, 2)))
    assert moved(run.check(checker), 1)[1] == [8, 0, 1]


def landing(gap, gravity=8, **more):
    """A ball would be as deep as its weight alone takes it in a step, and is stopped at the floor."""
    speed, deep = gap / STEP, gravity * STEP**2 / 2
    bodies = [FLOOR, ball("ball", [0, 0, Fraction(1, 2) + gap], [0, 0, -speed])]
    left = speed + gravity * STEP - deep / STEP
    last = [group(FALL, program=[(0, deep)], velocity=[(0, left)])]
    return Run(bodies, last, directions(FALL), gravity=gravity, **more)


def test_what_lands_slowly_does_not_bounce(checker):
    most = 2 * STEP**2 * 8
    assert moved(landing(most * Fraction(7, 8)).check(checker), 1)[1] == [0, 0, 0]
    assert landing(most).refused(checker) == "L11"
    assert landing(most, pairs=[[0, 1, "0"]]).check(checker)


def stopped(gap, speed, gravity=8):
    """The floor stops a ball so near above it and so fast in one part."""
    bodies = [FLOOR, ball("ball", [0, 0, Fraction(1, 2) + gap], [0, 0, -speed])]
    force = speed * STEP + gravity * STEP**2 / 2 - gap
    left = speed + gravity * STEP - force / STEP
    last = [group(FALL, program=[(0, force)], velocity=[(0, left)])]
    return Run(bodies, last, directions(FALL), gravity=gravity)


def test_what_is_fast_bounces_however_near_it_is(checker):
    gap = 2 * STEP**2 * 8 / 2**10
    assert stopped(gap, 2 * STEP * 8 * Fraction(7, 8)).check(checker)
    assert stopped(gap, 2 * STEP * 8).refused(checker) == "L11"


def bouncing(number):
    """The group and the directions of a ball between two walls, in the part with this number. It comes
    from one to the other in each part."""
    points = [[[0]] if side == number % 2 else [] for side in (0, 1)]
    left = contact(2, 4, ALONG, points=points[0])
    right = contact(3, 4, (-1, 0, 0), points=points[1])
    rounds = [[(0, 2)]] if number else []
    return group(left, right, rounds=rounds), directions(left, right)


def parts(count, gap=None, speed=1, gravity=8):
    """A ball falls through some equal parts. In the last one it comes down by the gap, and the floor
    stops it. Another one bounces where parts end."""
    time = STEP / count
    gap = time / 2 if gap is None else gap
    total = STEP - time
    way = speed * total + gravity * total**2 / 2
    walls = [
        {"name": f"at {x}", "fixed": True, "box": {"center": [str(x), 0, 0], "size": [1, 9, 99]}}
        for x in (99, 101 + time)
    ]
    falls = ball("falls", [0, 0, HALF + way + gap], [0, 0, -speed])
    bodies = [FLOOR, falls, *walls, ball("bounces", [100, 0, 0], [1, 0, 0])]
    speed += gravity * total
    force = speed * time + gravity * time**2 / 2 - gap
    left = speed + gravity * time - force / time
    last = group(FALL, program=[(0, force)], velocity=[(0, left)])
    found = []
    for number in range(count):
        other, apart = bouncing(number)
        groups = [last, other] if number + 1 == count else [other]
        found.append((groups, directions(FALL) + apart))
    earlier = [part(Fraction(1, count), *listed) for listed in found[:-1]]
    return Run(bodies, *found[-1], earlier=earlier, gravity=gravity)


def test_in_no_part_what_is_fast_may_land(checker):
    run = parts(64)
    assert run.refused(checker) == "L11"
    assert parts(32).refused(checker) == "L11"
    run.record["earlier"].append(run.record["earlier"][1])
    assert run.refused(checker) == "L2"


def test_parts_begin_with_impacts(checker):
    run = thrown()
    earlier = run.record["earlier"]
    earlier[0]["length"] = spelled(Fraction(1, 4), GRID)
    earlier.append(copy.deepcopy(earlier[0]))
    assert run.refused(checker) == "L11"


def test_how_far_is_slow_depends_on_the_part(checker):
    most = 2 * STEP**2 * 8 * HALF
    slow = Fraction(11, 128)
    assert parts(2, most * Fraction(7, 8), slow).check(checker)
    assert parts(2, most, slow).refused(checker) == "L11"


def test_torques_act_as_long_as_parts_last(checker):
    run = thrown()
    run.scene["body"][1]["torque"] = [0, 0, "1/8"]
    assert moved(run.check(checker), 1)[2] == [0, 0, STEP / 8]


def jammed(across, along):
    """A ball falls between two walls. In a short last part they hold it by friction, and these impulses
    beside these forces make its velocity."""
    last = Fraction(1, 2**24)
    left, right = (
        {"name": f"wall {x}", "fixed": True, "box": {"center": [x, 0, 0], "size": [1, 20, 20]}}
        for x in (-1, 1)
    )
    walls = contact(0, 2, (1, 0, 0)), contact(1, 2, (-1, 0, 0))
    half = STEP * last / 2
    held = [(0, half, 0, half, 0), (1, half, 0, -half, 0)]
    made = [(0, across, 0, along, 0), (1, across, 0, -along, 0)]
    # Another ball meets a wall then, as parts begin with impacts.
    struck = contact(3, 4, ALONG)
    wall = {"name": "far", "fixed": True, "box": {"center": [99, 0, 0], "size": [1, 9, 9]}}
    other = ball("other", [100 + STEP * (1 - last), 0, 0], [-1, 0, 0])
    flies = group(contact(3, 4, ALONG, points=()))
    groups = [group(*walls, program=held, velocity=made), group(struck, rounds=[[(0, 2)]])]
    apart = directions(*walls, struck)
    earlier = [part(1 - last, [group(*walls), flies], apart)]
    bodies = [left, right, ball("ball", [0, 0, 0], [0, 0, -1]), wall, other]
    return Run(bodies, groups, apart, earlier=earlier, friction=1)


def test_forces_are_not_taken_back_in_a_short_part(checker):
    assert moved(jammed(0, Fraction(-1, 2)).check(checker), 2)[1] == [0, 0, 0]
    assert jammed(-1, -1).refused(checker) == "L7"


def test_balls_of_rounds_are_lengths_by_the_step(checker):
    run, more = thrown(), Fraction(1, 2**180)
    rounds_of(run)[0] = leaf((0, Fraction(3, 2) + more))
    run.header["radius"] = "1"
    radius = Fraction(run.check(checker).verdict()["radius"])
    square = 2 * (Fraction(3, 2) + more) * more
    assert square <= (radius / STEP) ** 2 < square * (1 + Fraction(1, 2**20))
    run.header["radius"] = str(radius * Fraction(3, 4))
    assert run.refused(checker) == "L4"
