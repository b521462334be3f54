"""Impacts in space in the second checker, proofs/check.py: section 17 of RUN.md.

Balls, most without spin, move along one axis by dyadic numbers, so that a record can be written down: nothing is
rounded. Records violate one condition each."""

import copy
import importlib
import json
import sys
from fractions import Fraction
from types import SimpleNamespace

import pytest

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="check.py needs Python 3.11")

GRID = 64
STEP = Fraction(1, 2**7)
UP, ALONG = (0, 0, 1), (1, 0, 0)
FLOOR = {"name": "floor", "fixed": True, "box": {"center": [0, 0, "-1/2"], "size": [20, 20, 1]}}


@pytest.fixture(scope="module")
def checker(root):
    """The modules of the checker by their names."""
    sys.path.insert(0, str(root / "proofs"))
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    names = "law_check", "law_program", "space_scene"
    yield SimpleNamespace(**{name: importlib.import_module(name) for name in names})
    sys.path.remove(str(root / "proofs"))
    sys.dont_write_bytecode = before


def spelled(number, bits):
    """A number of a record, which is a multiple of 2^-bits."""
    whole = Fraction(number) * 2**bits
    assert whole.denominator == 1
    return f"{whole.numerator:x}"


def ball(name, center, velocity, mass=1, **more):
    center, velocity = ([str(x) for x in vector] for vector in (center, velocity))
    shape = {"center": center, "radius": "1/2"}
    return {"name": name, "ball": shape, "mass": mass, "velocity": velocity, **more}


def contact(first, second, normal, points=((0,),)):
    m = [spelled(x, GRID) for x in normal]
    return [first, 0, second, 0, *m, *m, [list(point) for point in points]]


def leaf(*forces):
    """Each force is a row with φ, and with g if it is rough."""
    listed = [[row, spelled(phi, 3 * GRID), *(spelled(x, 3 * GRID) for x in g)] for row, phi, *g in forces]
    return {"forces": listed, "opening": None}


def group(*contacts, rounds=(), program=(), velocity=()):
    found = {"contacts": list(contacts)}
    if rounds:
        found["rounds"] = [leaf(*forces) for forces in rounds]
    return found | {"programs": [leaf(*program)], "velocity": leaf(*velocity)}


def directions(*contacts):
    return [listed[:7] for listed in contacts]


def part(length, groups, apart):
    return {"length": spelled(length, GRID), "groups": groups, "apart": apart}


class Run:
    """A run of one step of some balls, which may have a floor."""

    def __init__(self, bodies, groups, apart, *, earlier=(), gravity=0, friction=0, **header):
        free = [body for body in bodies if "ball" in body]
        speed = max(sum(abs(Fraction(x)) for x in body["velocity"]) for body in free)
        touch = max(STEP**2 * gravity, STEP * speed / 2**10) / 2**10
        data = {"format": "zwang-space-1", "name": "balls", "gravity": [0, 0, -gravity], "body": bodies}
        self.data = data | ({"friction": friction} if friction else {})
        self.header = {"format": "zwang-run-2", "scene": "", "step": str(STEP), "grid": GRID, "touch": str(touch)}
        self.header |= {"radius": "0", "law": "0", "restitution": "1", "pairs": [], "rounds": 1, "program": "test"}
        self.header |= header
        self.record = {"k": 1} | ({"earlier": list(earlier)} if earlier else {}) | {"groups": groups, "apart": apart}

    def check(self, checker):
        """The checker after the step."""
        text = json.dumps(self.data)
        scene = checker.space_scene.read_scene(text, True)
        self.header["scene"] = checker.space_scene.digest(scene)
        lines = [json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in (self.header, self.record)]
        return checker.law_check.check(scene, iter(lines))

    def refused(self, checker):
        """The condition that is violated."""
        with pytest.raises(checker.law_program.Refused) as refused:
            self.check(checker)
        return refused.value.condition


def moved(found, body):
    """The displacement and the velocity of a body, and its angular momentum."""
    state = [Fraction(x, 2**GRID) for x in found.states[body]]
    return state[:3], state[7:10], state[10:]


FALL = contact(0, 1, UP)


def thrown(restitution="1/2", **more):
    """A ball meets the floor after half of a step, and leaves it with a part of its speed."""
    impulse = 1 + Fraction(restitution)
    earlier = part("1/2", [group(contact(0, 1, UP, points=()))], directions(FALL))
    bodies = [FLOOR, ball("ball", [0, 0, Fraction(1, 2) + STEP / 2], [0, 0, -1])]
    last = [group(FALL, rounds=[[(0, impulse)]])]
    return Run(bodies, last, directions(FALL), earlier=[earlier], **{"restitution": restitution} | more)


@pytest.mark.parametrize("restitution", ["1", "1/2", "1/4"])
def test_a_ball_bounces_off_a_floor(checker, restitution):
    place, velocity, _ = moved(thrown(restitution).check(checker), 1)
    assert velocity == [0, 0, Fraction(restitution)]
    assert place == [0, 0, STEP / 2 * (Fraction(restitution) - 1)]


def test_the_verdict_tells_how_bodies_bounce(checker):
    verdict = thrown(rounds=3).check(checker)
    verdict = verdict.verdict()
    assert [verdict[key] for key in ("restitution", "pairs", "rounds")] == ["1/2", 0, 3]
    assert "grid 2^-64, restitution 0.5 in 3 rounds; all" in checker.law_check.line_of(verdict, False)


def test_a_pair_has_a_restitution_of_its_own(checker):
    assert thrown(pairs=[[0, 1, "1/2"]]).check(checker)
    run = thrown(pairs=[[0, 1, "1/2"]])
    run.header["restitution"] = "0"
    assert run.check(checker)
    run = thrown(pairs=[[0, 1, "1/4"]])
    assert run.refused(checker) == "L4"


def fallen(restitution="1/2"):
    """As thrown, but with a weight. It comes down by v h/2 + g h²/8, with the speed v + g h/2."""
    gravity, time = 8, STEP / 2
    speed = 1 + gravity * time
    earlier = part("1/2", [group(contact(0, 1, UP, points=()))], directions(FALL))
    bodies = [FLOOR, ball("ball", [0, 0, Fraction(1, 2) + time + gravity * time**2 / 2], [0, 0, -1])]
    last = [group(FALL, rounds=[[(0, speed * (1 + Fraction(restitution)))]])]
    return Run(bodies, last, directions(FALL), earlier=[earlier], gravity=gravity, restitution=restitution)


@pytest.mark.parametrize("restitution", ["1", "1/2"])
def test_a_ball_with_a_weight_bounces(checker, restitution):
    _, velocity, _ = moved(fallen(restitution).check(checker), 1)
    assert velocity == [0, 0, Fraction(restitution) * (1 + 4 * STEP) - 4 * STEP]


def test_a_short_part_counts_velocities_by_the_step(checker):
    # In so short a part it closes by less than `touch`, but in a step by more.
    run = thrown()
    last = Fraction(1, 2**24)
    run.record["earlier"][0]["length"] = spelled(1 - last, GRID)
    run.data["body"][1]["ball"]["center"][2] = str(Fraction(1, 2) + STEP * (1 - last))
    place, _, _ = moved(run.check(checker), 1)
    assert place[2] == STEP * (last / 2 - (1 - last))


def head_on(restitution="1", **more):
    """Two balls that touch and close with the velocity 2, the second one with the mass 3."""
    bodies = [ball("left", [0, 0, 0], [1, 0, 0]), ball("right", [1, 0, 0], [-1, 0, 0], mass=3)]
    meets = contact(0, 1, ALONG)
    impulse = 2 * (1 + Fraction(restitution)) * Fraction(3, 4)
    return Run(bodies, [group(meets, rounds=[[(0, impulse)]])], directions(meets), **{"restitution": restitution} | more)


def test_balls_collide(checker):
    found = head_on().check(checker)
    assert moved(found, 0)[1] == [-2, 0, 0]
    assert moved(found, 1)[1] == [0, 0, 0]


def row_of_balls(velocities, masses=(1, 1, 1), **more):
    """Balls that touch, in a row. Contacts are told from the left to the right."""
    bodies = [ball(f"b{k}", [k, 0, 0], [v, 0, 0], mass) for k, (v, mass) in enumerate(zip(velocities, masses))]
    contacts = [contact(k, k + 1, ALONG) for k in range(len(bodies) - 1)]
    return bodies, contacts, more


def cradle(velocities, *rounds, **more):
    bodies, contacts, more = row_of_balls(velocities, **more)
    return Run(bodies, [group(*contacts, rounds=rounds)], directions(*contacts), **more)


def speeds(found, *bodies):
    return [moved(found, b)[1][0] for b in bodies]


def test_a_cradle_passes_an_impact_on(checker):
    found = cradle([1, 0, 0], [(0, 1)], [(0, 1)]).check(checker)
    assert speeds(found, 0, 1, 2) == [0, 0, 1]


def test_without_rounds_all_rows_are_taken_at_once(checker):
    # The middle ball has the mass 2, so that numbers are dyadic: v = (1 - p, (p - q)/2, q), u = (1, 0) then.
    run = cradle([1, 0, 0], [(0, Fraction(3, 2)), (1, Fraction(1, 2))], rounds=0, masses=(1, 2, 1))
    assert speeds(run.check(checker), 0, 1, 2) == [Fraction(-1, 2), Fraction(1, 2), Fraction(1, 2)]


def test_after_all_rounds_everything_stops(checker):
    # A heavy ball, and a light one on a floor: in the third round, the last one, they stop each other.
    bodies = [FLOOR, ball("light", [0, 0, "1/2"], [0, 0, 0]), ball("heavy", [0, 0, "3/2"], [0, 0, -1], mass=3)]
    contacts = contact(0, 1, UP), contact(1, 2, UP)
    rounds = [[(0, Fraction(3, 2))], [(0, 3)], [(1, Fraction(3, 2))]]
    run = Run(bodies, [group(*contacts, rounds=rounds)], directions(*contacts))
    found = run.check(checker)
    assert moved(found, 1)[1] == moved(found, 2)[1] == [0, 0, 0]
    run.record["groups"][0]["rounds"][2] = leaf((1, 3))
    assert run.refused(checker) == "L4"


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


def slides_along(impulse, restitution="1/2"):
    """A rough ball that slides along the floor with the velocity 8, and comes down with 1."""
    bodies = [FLOOR, ball("ball", [0, 0, "1/2"], [8, 0, -1])]
    rounds = [[(0, 1 + Fraction(restitution), 0, impulse, 0)]]
    run = Run(bodies, [group(FALL, rounds=rounds)], directions(FALL), friction=1, restitution=restitution)
    run.header["law"] = str(Fraction(run.header["touch"]) / 2**8)
    return run


def test_friction_takes_what_restitution_takes(checker):
    # 1/16 of the impulse at most, as (1 - 1/2) 1/8 is.
    _, velocity, momentum = moved(slides_along(Fraction(3, 32)).check(checker), 1)
    assert velocity == [8 - Fraction(3, 32), 0, Fraction(1, 2)]
    assert momentum == [0, Fraction(3, 64), 0]


def test_more_friction_is_refused(checker):
    assert slides_along(Fraction(3, 32) + Fraction(1, 2**60)).refused(checker) == "L3"
    assert slides_along(Fraction(3, 2)).refused(checker) == "L3"


def test_less_friction_is_refused(checker):
    assert slides_along(Fraction(1, 32)).refused(checker) == "L4"


def test_what_loses_nothing_has_no_friction(checker):
    run = slides_along(0, "1")
    assert run.refused(checker) == "L2"
    run.record["groups"][0]["rounds"] = [leaf((0, 2))]
    assert moved(run.check(checker), 1)[1] == [8, 0, 1]


def landing(gap, gravity=8):
    """A ball that would be as deep as its weight alone takes it in a step, and is stopped at the floor."""
    speed, deep = gap / STEP, gravity * STEP**2 / 2
    bodies = [FLOOR, ball("ball", [0, 0, Fraction(1, 2) + gap], [0, 0, -speed])]
    left = speed + gravity * STEP - deep / STEP
    last = [group(FALL, program=[(0, deep)], velocity=[(0, left)])]
    return Run(bodies, last, directions(FALL), gravity=gravity)


def test_what_lands_slowly_does_not_bounce(checker):
    most = 2 * STEP**2 * 8
    assert moved(landing(most * Fraction(7, 8)).check(checker), 1)[1] == [0, 0, 0]
    assert landing(most).refused(checker) == "L11"


def parts(lengths, gravity=8):
    """A ball that falls through some parts, and is stopped by the floor in a last one, which is half of the step. It has to
    come down by h/4 there."""
    total = sum(lengths) * STEP
    way = total + gravity * total**2 / 2
    bodies = [FLOOR, ball("ball", [0, 0, Fraction(1, 2) + way + STEP / 4], [0, 0, -1])]
    time, speed = STEP / 2, 1 + gravity * total
    force = speed * time + gravity * time**2 / 2 - STEP / 4
    left = speed + gravity * time - force / time
    last = [group(FALL, program=[(0, force)], velocity=[(0, left)])]
    earlier = [part(length, [], directions(FALL)) for length in lengths]
    return Run(bodies, last, directions(FALL), earlier=earlier, gravity=gravity)


def test_in_the_64th_part_what_is_fast_may_land(checker):
    lengths = [Fraction(1, 2**7)] * 62 + [Fraction(1, 2**6)]
    assert moved(parts(lengths).check(checker), 1)[1] == [0, 0, 0]
    assert parts(lengths[:61] + [Fraction(3, 2**7)]).refused(checker) == "L11"
    assert parts([Fraction(1, 2**7)] * 64).refused(checker) == "L2"


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
    run.record["groups"][0].pop("rounds")
    assert run.refused(checker) == "L2"


@pytest.mark.parametrize("length", ["0", "-8000000000000000", "10000000000000000", "10000000000000001"])
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
        "contacts": [contact(0, 1, UP, points=())], "rounds": [], "programs": [leaf()], "velocity": leaf()}
    with pytest.raises(ValueError, match="rounds"):
        run.check(checker)


def first_round(run):
    return run.record["groups"][0]["rounds"]


def test_rounds_are_as_many_as_asked_for(checker):
    run = thrown()
    first_round(run).append(leaf())
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


@pytest.mark.parametrize("impulse, condition", [(-1, "L3"), (Fraction(5, 4), "L4"), (Fraction(7, 4), "L4")])
def test_impulses_that_are_refused(checker, impulse, condition):
    run = thrown()
    first_round(run)[0] = leaf((0, impulse))
    assert run.refused(checker) == condition


def test_a_round_has_one_state_in_its_ball(checker):
    run = thrown()
    run.header["radius"] = "1"
    first_round(run)[0] = leaf((0, Fraction(3, 2) + Fraction(1, 2**40)))
    assert run.refused(checker) == "L8"


def test_impacts_are_over_the_first_part(checker):
    run = thrown()
    run.data["body"][1]["ball"]["center"][0] = "11"
    assert run.refused(checker) == "L1"


def test_earlier_parts_keep_bodies_apart(checker):
    run = thrown()
    run.record["earlier"][0]["apart"] = []
    assert run.refused(checker) == "L1"
    # With a weight the way bends, by which they would meet without a contact.
    run = fallen()
    run.record["earlier"][0]["groups"] = []
    assert run.refused(checker) == "L1"


def test_rounds_that_gain_energy_are_refused(checker):
    # All rows at once: u = (-1, 1/4) becomes (1, 0), by which the contact that opens anyway gives its part back.
    gains = [(0, Fraction(5, 4)), (1, Fraction(1, 2))]
    assert cradle([1, 0, Fraction(1, 4)], gains, rounds=0).refused(checker) == "L12"


def test_the_state_is_that_after_the_last_part(checker):
    run = thrown()
    later = copy.deepcopy(run)
    state = [["0", "0", spelled(-STEP / 2, GRID), 0, "0", "0", "0", "0", "0", spelled(-1, GRID), "0", "0", "0"]]
    later.record["state"] = state
    assert later.refused(checker) == "L9"
    state[0][2], state[0][9] = spelled(-STEP / 4, GRID), spelled(Fraction(1, 2), GRID)
    assert later.check(checker)
