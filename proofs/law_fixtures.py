"""Runs of the format zwang-run-2: accepted ones, and ones that violate one condition each.

    python3 law_fixtures.py [FOLDER]
    python3 law_fixtures.py --accepted ZWANG

The first spoils runs of law/accepted, one change each: FOLDER, by default law, gets a file rejected/CONDITION-NAME.run
for each. It needs no solver. The second makes law/accepted anew, by the program ZWANG, from the scenes in law_scenes.py,
and law/rejected from them. (So a change of the format changes all of them by one command.) Of the accepted runs, `near`
is made of `topples` here."""

import argparse
import copy
import json
import subprocess
import tempfile
from fractions import Fraction
from math import lcm
from pathlib import Path
from unittest import mock

import law_check
import law_impacts
import law_rows
from law_program import Metric
from law_rows import Motion
from law_scenes import RUNS
from reading import digest, read_scene

HERE = Path(__file__).parent
ACCEPTED = HERE / "law" / "accepted"
FIXTURES = {}
# Steps that were made when nothing asked how large `touch` is, how far bodies are thrown, how high
# they hover, what they gain, whether friction holds what moves on, which of two corners passes the
# other, or is held, by which edges corners at a seam are, and what is hidden: they are kept as they
# are.
UNSPOILT = ["L0-a-load-that-lets-bodies-touch-from-afar", "L1-thrown-out-of-its-pairs", "L7-friction-holds-what-leaves",
            "L7-friction-holds-what-slides", "L12-gains-energy-as-a-taut-chain", "L4-hovers-far-above", "L2-slides-where-a-corner-holds",
            "L5-a-corner-that-does-not-stick", "L2-an-edge-behind-another-part-holds",
            "L4-a-line-beside-an-edge-holds", "L2-the-edge-of-a-chip-bears-beside-a-cut", "L5-pulled-by-a-needle",
            "L5-the-second-of-two-near-ties",
            "L2-a-floor-that-wedges-cover-rubs", "L2-a-floor-between-plates-rubs", "L2-a-floor-near-plates-rubs",
            "L4-forces-of-a-place-turn-a-body", "L4-a-body-is-thrown-back-at-its-tip",
            "L4-the-force-of-a-pin-turns-a-body", "L7-the-force-of-a-pin-turns-a-body", "L7-caught-at-a-seam",
            "L2-bounces-off-a-seam", "L4-a-deep-wedge-holds-a-tip"]


def fixture(source, condition):
    """A run that a function spoils; the function gets the header and the records."""
    def register(function):
        FIXTURES[f"{condition}-{function.__name__.replace('_', '-')}"] = source, function
        return function
    return register


def spoil_header(name, source="rest", most=99, **changes):
    """A run with another header, of at most so many steps."""
    def spoiler(header, records):
        header.update(changes)
        del records[most:]
    spoiler.__name__ = name
    fixture(source, "L0")(spoiler)


def of_another_scene(header, change):
    """The header of the scene that a change makes of its own."""
    scene = json.loads(header["scene_file"])
    change(scene)
    header["scene_file"] = json.dumps(scene, separators=(",", ":"))
    header["scene"] = digest(read_scene(header["scene_file"], True))


def first_program(record):
    return record["groups"][0]["parts"][0]["programs"][0]


def first_forces(record, program=0):
    return record["groups"][0]["parts"][0]["programs"][program]["forces"]


def only_the_first(records):
    """The first step, without its state."""
    del records[1:]
    records[0].pop("state", None)


def as_hex(number):
    return f"{number:x}"


def scaled(text, factor):
    return as_hex(int(Fraction(int(text, 16)) * factor))


spoil_header("step_of_zero", step="0")
spoil_header("step_backward", step="-1/100")
spoil_header("another_grid", "flight", 0, grid=66)
spoil_header("a_grid_too_coarse", "flight", 0, grid=12)
spoil_header("a_grid_too_fine", "flight", 0, grid=1028)
spoil_header("wider_touch", touch="1/1000")
spoil_header("radius_below_zero", radius="-1/1000000000000000")
spoil_header("large_radius", radius="1/1000000")
spoil_header("a_radius_that_turns", radius=f"1/{2**29}")
spoil_header("an_error_of_the_law", law="1/1000000000000")
spoil_header("restitution_above_one", restitution="5/4")
spoil_header("restitution_of_a_pair_below_zero", pairs=[[0, 1, "-1/4"]])
spoil_header("restitution_of_one_body", pairs=[[1, 1, "1/4"]])
spoil_header("restitution_of_pairs_exchanged", pairs=[[1, 2, "0"], [0, 1, "0"]])
spoil_header("too_many_rounds", rounds=1025)
spoil_header("another_digest", scene="0" * 64)


@fixture("rest", "L0")
def steps_from_two(header, records):
    records[0]["k"] = 2


@fixture("rest", "L0")
def bodies_overlap(header, records):
    of_another_scene(header, lambda scene: scene["body"][2]["rectangle"].update(center=["1/5", "1/4"]))


@fixture("disks-collide", "L0")
def disks_overlap(header, records):
    """By less than the tolerance, and at rest, so that nothing is to be done."""
    def change(scene):
        one, other = scene["body"]
        del one["velocity"], other["spin"]
        other["disk"]["center"] = ["99999/100000", 0]

    of_another_scene(header, change)
    header.update(touch="0", radius="0", law="0")
    records[:] = [{"k": 1, "groups": []}]


@fixture("rest", "L0")
def text_of_no_scene(header, records):
    header["scene_file"] = "{}"


@fixture("two-meet-corners", "L2")
def groups_exchanged(header, records):
    records[0]["groups"].reverse()


@fixture("two-meet-corners", "L2")
def a_group_twice(header, records):
    groups = records[0]["groups"]
    groups.insert(0, copy.deepcopy(groups[0]))


@fixture("rest", "L2")
def a_group_of_the_second_body(header, records):
    records[0]["groups"][0]["first"] = 2


@fixture("rest", "L2")
def a_group_of_a_fixed_body(header, records):
    records[0]["groups"][0]["first"] = 0


@fixture("flight", "L2")
def a_group_of_a_body_that_flies(header, records):
    empty = {"forces": [], "pins": [], "opening": None}
    records[0]["groups"] = [{"first": 0, "grade": "unique", "parts": [{"rounds": [], "programs": [empty], "velocity": empty}]}]


@fixture("rest", "L2")
def no_such_row(header, records):
    first_forces(records[0])[-1][0] = 99


@fixture("rest", "L2")
def rows_exchanged(header, records):
    forces = first_forces(records[0])
    forces[0], forces[1] = forces[1], forces[0]


@fixture("rest", "L2")
def a_row_twice(header, records):
    forces = first_forces(records[0])
    forces[1][0] = forces[0][0]


@fixture("falls-past-a-peg", "L2")
def a_force_of_zero(header, records):
    empty = {"forces": [], "pins": [], "opening": None}
    spoiled = empty | {"forces": [[0, "0"]]}
    records[0]["groups"] = [{"first": 1, "grade": "unique", "parts": [{"rounds": [], "programs": [spoiled], "velocity": empty}]}]


@fixture("rest", "L2")
def a_force_of_a_pin(header, records):
    records[0]["groups"][0]["parts"][0]["programs"][0]["pins"] = [[0, "1", "1"]]


@fixture("rest", "L2")
def opening_of_fewer_bodies(header, records):
    records[0]["groups"][0]["parts"][0]["programs"][0]["opening"] = {"shift": 200, "motion": [["0", "1", "0"]]}


@fixture("rest", "L2")
def opening_far_too_small(header, records):
    records[0]["groups"][0]["parts"][0]["programs"][0]["opening"] = {"shift": 65537, "motion": [["0", "1", "0"]] * 2}


@fixture("meets-a-corner", "L2")
def a_branch_too_few(header, records):
    records[0]["groups"][0]["parts"][0]["programs"][0]["branches"].pop(0)


@fixture("rest", "L3")
def a_contact_pulls(header, records):
    first_forces(records[0])[0][1] = "-1"


@fixture("topples", "L3")
def an_idle_contact_pulls(header, records):
    """By so little that nothing else is wrong."""
    forces = first_forces(records[0])
    idle = min(set(range(9)) - {row for row, _ in forces})
    records[0]["groups"][0]["parts"][0]["programs"][0]["forces"] = sorted(forces + [[idle, "-1"]])


@fixture("rest", "L4")
def no_forces_under_a_box(header, records):
    records[0]["groups"] = []


@fixture("rest", "L4")
def no_forces_and_a_far_opening(header, records):
    program = records[0]["groups"][0]["parts"][0]["programs"][0]
    program["forces"], program["opening"] = [], {"shift": 0, "motion": [["0", "1", "0"], ["0", "2", "0"]]}


@fixture("rest", "L4")
def no_opening(header, records):
    records[0]["groups"][0]["parts"][0]["programs"][0]["opening"] = None


@fixture("topples", "L4")
def smaller_forces(header, records):
    for force in first_forces(records[1]):
        force[1] = scaled(force[1], Fraction(999, 1000))


@fixture("topples", "L4")
def larger_forces(header, records):
    for force in first_forces(records[1]):
        force[1] = scaled(force[1], Fraction(1001, 1000))


@fixture("topples", "L4")
def larger_forces_called_near(header, records):
    """By so little that nothing else is wrong: the velocities open all rows."""
    only_the_first(records)
    group = records[0]["groups"][0]
    group["grade"] = "near"
    for force in first_forces(records[0]):
        force[1] = scaled(force[1], Fraction(1000001, 1000000))
    opening = {"shift": 0, "motion": [["0", "1", "0"], ["0", "2", "0"]]}
    group["parts"][0]["velocity"] = {"forces": [], "pins": [], "opening": opening}


@fixture("topples", "L4")
def a_force_left_out(header, records):
    first_forces(records[0]).pop()


@fixture("lands-on-a-corner", "L4")
def the_first_program_twice(header, records):
    """The forces of another guess."""
    programs = records[0]["groups"][0]["parts"][0]["programs"]
    programs[1] = copy.deepcopy(programs[0])


@fixture("rest", "L4")
def a_smaller_radius(header, records):
    header["radius"] = f"1/{2**100}"


@fixture("meets-a-corner", "L5")
def a_choice_left_out(header, records):
    """So that the body flies through the corner."""
    only_the_first(records)
    part = records[0]["groups"][0]["parts"][0]
    part["programs"] = [{key: part["programs"][0][key] for key in ("forces", "pins", "opening")}]
    part["velocity"] = {"forces": [], "pins": [], "opening": None}


@fixture("meets-a-corner", "L5")
def the_other_option(header, records):
    """The branches exchange their parts: forces of the other option are no bound of this one."""
    tree = records[0]["groups"][0]["parts"][0]["programs"][0]
    leaf = next(branch for branch in tree["branches"] if "forces" in branch)
    bound = next(branch for branch in tree["branches"] if "bound" in branch)
    place, other = tree["branches"].index(leaf), tree["branches"].index(bound)
    tree["branches"][place] = {"bound": leaf["forces"], "pins": []}
    tree["branches"][other] = {"forces": bound["bound"], "pins": [], "opening": OPENED["meets-a-corner"]}


@fixture("meets-a-corner", "L5")
def a_bound_without_forces(header, records):
    for branch in records[0]["groups"][0]["parts"][0]["programs"][0]["branches"]:
        if "bound" in branch:
            branch["bound"] = []


@fixture("meets-a-corner", "L5")
def a_tie_of_two_motions(header, records):
    """Nothing that follows has to be decided in the ball that has both."""
    a_bound_without_forces(header, records)
    records[0]["groups"][0]["grade"] = "near"


@fixture("stands-in-a-smooth-groove", "L5")
def a_tie_before_the_leaf(header, records):
    """The second of two options that have the motion of the first is the leaf."""
    branches = records[0]["groups"][0]["parts"][0]["programs"][0]["branches"]
    leaf, bound = branches
    opening = {"shift": 180, "motion": leaf["opening"]["motion"]}
    branches[:] = [{"bound": leaf["forces"], "pins": []}, {"forces": bound["bound"], "pins": [], "opening": opening}]


@fixture("meets-a-corner", "L5")
def two_bounds_and_no_leaf(header, records):
    branches = records[0]["groups"][0]["parts"][0]["programs"][0]["branches"]
    for place, branch in enumerate(branches):
        if "forces" in branch:
            branches[place] = {"bound": branch["forces"], "pins": []}


@fixture("falls-past-a-peg", "L5")
def a_choice_that_is_not_needed(header, records):
    empty = {"forces": [], "pins": [], "opening": None}
    tree = empty | {"branches": [empty, {"bound": [], "pins": []}]}
    records[1]["groups"] = [{"first": 1, "grade": "unique", "parts": [{"rounds": [], "programs": [tree], "velocity": empty}]}]


@fixture("lands-on-a-corner", "L6")
def a_repetition_left_out(header, records):
    records[0]["groups"][0]["parts"][0]["programs"].pop()


@fixture("rest", "L6")
def a_repetition_too_many(header, records):
    programs = records[0]["groups"][0]["parts"][0]["programs"]
    programs.append(copy.deepcopy(programs[0]))


@fixture("lands-on-a-corner", "L7")
def velocities_without_forces(header, records):
    records[0]["groups"][0]["parts"][0]["velocity"] = {"forces": [], "pins": [], "opening": None}


@fixture("lands-on-a-corner", "L7")
def larger_forces_of_velocities(header, records):
    force = records[0]["groups"][0]["parts"][0]["velocity"]["forces"][0]
    force[1] = scaled(force[1], Fraction(1001, 1000))


@fixture("lands-on-a-corner", "L7")
def velocities_pull(header, records):
    records[0]["groups"][0]["parts"][0]["velocity"]["forces"][0][1] = "-1"


def coarser(header, record, bits):
    """Forces of fewer digits, an opening as large as they leave rows violated, and a radius that allows it."""
    header["radius"] = f"1/{2**40}"
    for program in record["groups"][0]["parts"][0]["programs"]:
        for force in program["forces"]:
            force[1] = as_hex(int(force[1], 16) >> bits << bits)
        program["opening"]["shift"] -= bits + 8


@fixture("topples", "L8")
def forces_of_few_digits(header, records):
    coarser(header, records[0], 90)


@fixture("topples", "L9")
def another_position(header, records):
    records[1]["state"][0][1] = as_hex(int(records[1]["state"][0][1], 16) + 1)


@fixture("topples", "L9")
def another_turn(header, records):
    records[1]["state"][1][3] = as_hex(int(records[1]["state"][1][3], 16) + 1)


@fixture("topples", "L9")
def another_quarter(header, records):
    records[1]["state"][1][2] = 1


@fixture("topples", "L9")
def another_velocity(header, records):
    records[1]["state"][0][4] = as_hex(int(records[1]["state"][0][4], 16) - 1)


@fixture("topples", "L9")
def another_memory(header, records):
    records[1]["state"][1][9] = as_hex(int(records[1]["state"][1][9], 16) + 1)


@fixture("topples", "L9")
def the_state_of_a_body_left_out(header, records):
    records[1]["state"].pop()

@fixture("rests-for-days", "L7")
def velocities_of_a_hop(header, records):
    """Forces of the velocity program throw the box up by as much a second as a ball may be wide, and an opening takes that back."""
    speed = Fraction(header["radius"])
    shift = 3 * header["grid"]
    # The edge of the floor is 20 m long, and rows are as long as their edge.
    push = int(speed * 2**shift / 40)
    half = as_hex(push)
    velocity = {"forces": [[0, half], [1, half]], "pins": [],
                "opening": {"shift": shift, "motion": [["0", as_hex(-40 * push), "0"]]}}
    only_the_first(records)
    group = records[0]["groups"][0]
    group["grade"] = "near"
    group["parts"][0]["velocity"] = velocity


@fixture("swings", "L0")
def torn_at_a_pin(header, records):
    of_another_scene(header, lambda scene: scene["body"][0].update(velocity=[0, 1]))


@fixture("two-links", "L2")
def a_force_of_no_pin(header, records):
    first_program(records[0])["pins"][1][0] = 2


@fixture("two-links", "L2")
def pins_exchanged(header, records):
    first_program(records[0])["pins"].reverse()


@fixture("swings", "L2")
def a_pin_with_the_force_zero(header, records):
    first_program(records[0])["pins"][0][1:] = ["0", "0"]


@fixture("swings", "L4")
def no_force_of_a_pin(header, records):
    first_program(records[0])["pins"] = []


@fixture("two-links", "L4")
def a_pin_pulls_less(header, records):
    only_the_first(records)
    pin = first_program(records[0])["pins"][0]
    pin[2] = scaled(pin[2], Fraction(999, 1000))


@fixture("two-links", "L6")
def a_program_of_pins_left_out(header, records):
    records[0]["groups"][0]["parts"][0]["programs"].pop()


@fixture("two-links", "L7")
def velocities_without_pins(header, records):
    records[0]["groups"][0]["parts"][0]["velocity"].update(pins=[], opening=None)


@fixture("brakes", "L0")
def a_large_error_of_the_law(header, records):
    header["law"] = header["touch"]


@fixture("rest", "L2")
def friction_of_a_smooth_row(header, records):
    first_forces(records[0])[0].append("1")


@fixture("brakes", "L2")
def friction_of_zero(header, records):
    first_forces(records[0])[0][2] = "0"


@fixture("stays-on-a-slope", "L3")
def more_friction_than_the_force_allows(header, records):
    """On one corner, and less on the other: both pull along one line."""
    one, two = first_forces(records[0])
    total = sum(int(along, 16) for force in (one, two) for along in force[2:])
    one[2:], two[2:] = [as_hex(3 * total)], [as_hex(-2 * total)]


@fixture("brakes", "L4")
def friction_along_the_slip(header, records):
    for force in first_forces(records[0]):
        force[2] = scaled(force[2], -1)


@fixture("brakes", "L4")
def less_friction(header, records):
    for force in first_forces(records[0]):
        force[2] = scaled(force[2], Fraction(999, 1000))


@fixture("brakes", "L4")
def no_forces_under_a_rough_box(header, records):
    only_the_first(records)
    records[0]["groups"] = []


@fixture("rest", "L2")
def relaxed_without_friction(header, records):
    records[0]["groups"][0]["grade"] = "relaxed"


@fixture("rest", "L2")
def a_part_shortened_without_friction(header, records):
    """The rest of the step is as the step: nothing moves."""
    only_the_first(records)
    part = records[0]["groups"][0]["parts"][0]
    records[0]["groups"][0]["parts"] = [{"length": 8} | halved(part), halved(part)]


def halved(part):
    """A part of half a step at rest: positions have a quarter of the forces, as they are over masses, and velocities none."""
    part = copy.deepcopy(part)
    for program in part["programs"]:
        program["forces"] = [[row, *(scaled(force, Fraction(1, 4)) for force in forces)] for row, *forces in program["forces"]]
        program["opening"]["shift"] -= 4
    return part


@fixture("brakes", "L2")
def a_part_as_long_as_the_step(header, records):
    part = records[0]["groups"][0]["parts"][0]
    records[0]["groups"][0]["parts"] = [{"length": 16} | part]


@fixture("brakes", "L2")
def a_part_of_no_length(header, records):
    part = records[0]["groups"][0]["parts"][0]
    records[0]["groups"][0]["parts"] = [{"length": 0} | part, part]


@fixture("lets-go-of-what-it-pressed", "L2")
def the_rest_of_a_shortened_step_is_left_out(header, records):
    del records[0]["groups"][0]["parts"][1:]


@fixture("brakes", "L4")
def no_forces_called_relaxed(header, records):
    """The box would fall through the floor."""
    only_the_first(records)
    empty = {"forces": [], "pins": [], "opening": None}
    parts = [{"rounds": [], "programs": [empty], "velocity": empty}]
    records[0]["groups"] = [{"first": 1, "grade": "relaxed", "parts": parts}]


@fixture("brakes", "L4")
def a_smaller_error_of_the_law(header, records):
    header["law"] = "0"


@fixture("brakes", "L7")
def velocities_with_other_friction(header, records):
    velocity = records[-1]["groups"][0]["parts"][0]["velocity"]
    velocity["forces"] = [[0, "1", "1"]]


def first_round(records):
    """The first round of the run."""
    for record in records:
        for group in record["groups"]:
            for part in group["parts"]:
                if part["rounds"]:
                    return part["rounds"]
    raise ValueError("found no round")


@fixture("bounces", "L2")
def a_round_left_out(header, records):
    first_round(records).pop()


@fixture("bounces", "L2")
def a_round_too_many(header, records):
    rounds = first_round(records)
    rounds.append(copy.deepcopy(rounds[0]))


@fixture("bounces", "L2")
def a_unit_of_zero(header, records):
    first_round(records)[0]["unit"] = "0"


@fixture("bounces", "L2")
def a_part_left_out(header, records):
    max((group["parts"] for record in records for group in record["groups"]), key=len).pop()


@fixture("bounces-on-a-corner", "L11")
def a_larger_impulse(header, records):
    only_the_first(records)
    impulse = first_round(records)[0]["impulses"][0]
    impulse[1] = scaled(impulse[1], Fraction(1001, 1000))


@fixture("bounces", "L11")
def an_impulse_that_pulls(header, records):
    impulse = first_round(records)[0]["impulses"][0]
    impulse[1] = scaled(impulse[1], -1)


@fixture("cradle", "L11")
def an_impulse_on_another_row(header, records):
    """A row that is not one of the steepest."""
    impulses = first_round(records)[0]["impulses"]
    used = [row for row, *_ in impulses]
    impulses.append([max(used) + 1, "1"])


@fixture("two-restitutions", "L11")
def another_restitution(header, records):
    header["pairs"][0][2] = "1/4"


@fixture("a-tip-strikes", "L11")
def a_round_without_friction(header, records):
    only_the_first(records)
    impulse = first_round(records)[0]["impulses"][0]
    del impulse[2:]


@fixture("a-tip-strikes", "L11")
def friction_along_the_slip(header, records):
    only_the_first(records)
    impulse = first_round(records)[0]["impulses"][0]
    impulse[2] = scaled(impulse[2], -1)


@fixture("bounces", "L2")
def friction_of_a_smooth_row_that_strikes(header, records):
    impulse = first_round(records)[0]["impulses"][0]
    impulse.append("1")


class Struck(Exception):
    """A round that is about to be judged, and the velocities before it."""


def struck(header, records):
    """The first round of a run as the checker has it, and the velocities before it."""
    def judge(of_round, states, velocities, asked):
        raise Struck(of_round, velocities)
    with mock.patch.object(law_impacts.Round, "judge", judge):
        try:
            law_check.check(None, iter(text.encode() for text in written(header, records).splitlines(keepends=True)))
        except Struck as found:
            return found.args
    raise AssertionError("no round")


def effects(of_round, forms):
    """What each of some forces changes u and τ of the first row by, as two rows of a matrix."""
    row, columns = of_round.rows[0], []
    for form in forms:
        metric = Metric(of_round.scene.run, of_round.scene.bodies)
        moved = metric.moved(Motion({b: (0, 0, 0) for b in metric.bodies}), form.triples, of_round.scene.run.row_unit)
        columns.append((row.form.of(moved), row.slip.of(moved)))
    return list(zip(*columns))


def solved(matrix, wanted):
    """x and y with matrix · (x, y) = wanted, of two rows."""
    (a, b), (c, d) = matrix
    e, f = wanted
    return (e * d - b * f) / (a * d - b * c), (a * f - e * c) / (a * d - b * c)


@fixture("pendulums-collide", "L11")
def pins_with_other_impulses(header, records):
    """So little is added to the impulses of two pins that velocities are rounded to the same, and so that the row does as before."""
    only_the_first(records)
    of_round, _ = struck(header, records)
    first, second = of_round.pins
    (a, b, c, _), (d, e, f, _) = effects(of_round, [*first.forms, *second.forms])
    more = [*solved(((a, b), (d, e)), (-c, -f)), Fraction(1), Fraction(0)]
    whole = lcm(*(part.denominator for part in more))
    listed, small = first_round(records)[0], 2**200 * whole
    listed["unit"] = scaled(listed["unit"], small)
    for impulse in listed["impulses"]:
        impulse[1:] = [scaled(part, small) for part in impulse[1:]]
    for pin, extra in zip(listed["pins"], (more[:2], more[2:])):
        pin[1:] = [as_hex(int(part, 16) * small + int(part_more * whole)) for part, part_more in zip(pin[1:], extra)]


@fixture("slips-back", "L11")
def friction_that_turns_a_slip_round(header, records):
    """A rod whose tip slips, and which the impulse across would let slip the other way: friction 2 would hold it, but this
    is friction along the slip that was there, and more than restitution takes."""
    only_the_first(records)
    header["restitution"] = "9/10"
    of_another_scene(header, lambda scene: scene["body"][1].update(velocity=[1, -4]))
    of_round, velocities = struck(header, records)
    row = of_round.rows[0]
    row.meet(of_round.scene.run, velocities)
    matrix = effects(of_round, [row.form, row.slip])
    across, along = solved(matrix, (-row.restitution * row.u - row.u, -row.tau))
    assert across > 0 and along * row.tau > 0 and abs(along) < row.friction * across
    listed, whole = first_round(records)[0], lcm(across.denominator, along.denominator)
    listed.update(unit=as_hex(whole), impulses=[[0, as_hex(int(across * whole)), as_hex(int(along * whole))]])


@fixture("pendulums-collide", "L2")
def an_impulse_of_no_pin(header, records):
    first_round(records)[0]["pins"][-1][0] = 2


@fixture("runs-into-a-ledge", "L5")
def through_the_corner_of_a_ledge(header, records):
    records[0]["groups"] = []
    records[0].pop("state", None)


@fixture("climbs-past-a-ledge", "L2")
def stopped_beside_a_ledge(header, records):
    """By the line of its upright side, in free air: that is an option now, and no row."""
    empty = {"forces": [], "pins": [], "opening": None}
    stopped = empty | {"forces": [[0, "1"]]}
    records[0]["groups"] = [{"first": 1, "grade": "unique", "parts": [{"rounds": [], "programs": [stopped], "velocity": empty}]}]


def clamped(records):
    """The opening of a box in a channel, which names the motion."""
    return next(node["opening"] for record in records for group in record["groups"] for part in group["parts"]
                for node in part["programs"] if node["opening"] and "over" in node["opening"])


@fixture("falls-in-a-channel", "L2")
def a_motion_over_a_negative_number(header, records):
    opening = clamped(records)
    opening["over"] = "-" + opening["over"]
    opening["motion"] = [[as_hex(-int(x, 16)) for x in triple] for triple in opening["motion"]]


@fixture("falls-in-a-channel", "L4")
def a_motion_into_a_wall(header, records):
    opening = clamped(records)
    opening["motion"] = [[as_hex(int(x, 16) + 1), y, s] for x, y, s in opening["motion"]]


@fixture("slides-off-a-peak", "L2")
def all_sides_of_a_corner_that_moves(header, records):
    """A corner slides over a peak by 2^-19 m in a step, four times `touch` (h = 1/128, g = 8, so that numbers are short), and
    forces from both sides stop it there: with the mass 1, (-2^-19, 2^-12) in a step, along the line to the centroid at
    (-1/128, 1). Velocities after it turn about the tip: ω (2 + 2^-14) = 2^-12."""
    def change(scene):
        scene["gravity"], scene["friction"] = [0, -8], "1/2"
        peak, wedge = scene["body"]
        peak["parts"] = [[[-1, -1], [1, -1], [0, 0]]]
        wedge["parts"] = [[[0, 0], ["31/128", 1], ["-1/64", 2], ["-33/128", 1]]]
        wedge.update(mass=1, inertia=1, velocity=["1/4096", 0])

    of_another_scene(header, change)
    header.update(step="1/128", touch=f"1/{2**21}", radius=f"1/{2**64}", law=f"1/{2**29}")
    spin = Fraction(1, 2**12) / (2 + Fraction(1, 2**14))

    def sides(x, y):
        """The forces of the sides with the normals (1, 1) and (-1, 1)."""
        return [[row, as_hex(round((y + sign * x) / 2 * 2**192))] for row, sign in ((2, 1), (3, -1))]

    empty = {"forces": [], "pins": [], "opening": None}
    held = dict(empty, forces=sides(-Fraction(1, 2**19), Fraction(1, 2**12)))
    after = dict(empty, forces=sides(-spin, Fraction(1, 32) - spin / 128))
    part = {"rounds": [], "programs": [dict(empty, branches=[held])], "velocity": after}
    records[:] = [{"k": 1, "groups": [{"first": 1, "grade": "unique", "parts": [part]}]}]


@fixture("meets-a-corner", "L2")
def all_sides_of_a_smooth_corner(header, records):
    program = next(node for record in records for group in record["groups"] for part in group["parts"]
                   for node in part["programs"] if "branches" in node)
    del program["branches"][1:]


@fixture("rests-where-it-might-fly-off", "L5")
def a_choice_between_options_that_are_kept(header, records):
    tree = first_program(records[0])
    tree["branches"].append(copy.deepcopy(tree["branches"][0]))


@fixture("rests-where-it-might-fly-off", "L5")
def a_corner_that_sticks_already(header, records):
    tree = first_program(records[0])
    [leaf] = tree["branches"]
    tree["branches"] = [dict(leaf, branches=[leaf])]


# What opens the rows that an option leaves violated.
OPENED = {"meets-a-corner": {"shift": 150, "motion": [["1", "1", "0"]]}}


def lines(name):
    header, *records = (ACCEPTED / f"{name}.run").read_text().splitlines()
    return json.loads(header), [json.loads(record) for record in records]


def written(header, records):
    found = [json.dumps(value, ensure_ascii=False, separators=(",", ":")) for value in (header, *records)]
    return "".join(line + "\n" for line in found)


def near():
    """An accepted run with the grade `near`."""
    header, records = lines("topples")
    coarser(header, records[0], 90)
    records[0]["groups"][0]["grade"] = "near"
    return written(header, records[:1])


def pays_for_its_steps():
    """An accepted run whose first record has a state, which pays for what the others lack: of 12 steps 60 boxes that fall
    cost 1440 each, where 2^14 bytes are free."""
    header, _ = lines("bounces")
    fall(60, header)
    records = [{"k": k, "groups": []} for k in range(1, 13)]
    run = [line.encode() for line in written(header, records).splitlines(True)]
    records[0]["state"] = law_check.check(None, iter(run), last=1).listed_state()
    return written(header, records)


def simulated(zwang, steps, scene, *options):
    """The run of a scene by a program, without its name and version and with the scene in few bytes."""
    text = json.dumps(scene, separators=(",", ":"))
    with tempfile.TemporaryDirectory() as folder:
        scene_file, run = Path(folder, "scene.json"), Path(folder, "run")
        scene_file.write_text(text)
        command = [zwang, "simulate", scene_file, "--steps", str(steps), "--quiet", *options, "-o", run]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        header, *records = map(json.loads, run.read_text().splitlines())
    header.update(program="maker", scene_file=text)
    return written(header, records)


def make_accepted(zwang):
    for name, (steps, scene, *options) in RUNS.items():
        (ACCEPTED / f"{name}.run").write_text(simulated(zwang, steps, scene, *options))
    (ACCEPTED / "near.run").write_text(near())
    (ACCEPTED / "pays-for-its-steps.run").write_text(pays_for_its_steps())


def make_rejected(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name in UNSPOILT:
        (folder / f"{name}.run").write_bytes((HERE / "law" / "rejected" / f"{name}.run").read_bytes())
    for name, (source, spoil) in FIXTURES.items():
        header, records = lines(source)
        spoil(header, records)
        (folder / f"{name}.run").write_text(written(header, records))


@fixture("bounces", "L1")
def too_many_pairs(header, records):
    """100 thin bodies side by side on a slope, so that all boxes meet: 4950 pairs, where 4096 and 8 of each part may be.
    Their state pays for them."""
    def change(scene):
        outlines = [[[k, -k], [300 + k, 300 - k], [299 + k, 300 - k]] for k in range(0, 200, 2)]
        scene["body"] = [{"name": str(k), "parts": [part], "velocity": ["1/3", "1/7"]} for k, part in enumerate(outlines)]
    of_another_scene(header, change)
    records[:] = [{"k": 1, "groups": []}]
    run = [line.encode() for line in written(header, records).splitlines(True)]
    take = law_check.Checker.take
    met = law_rows.met_by_parts
    with (mock.patch.object(law_rows, "met_by_parts", lambda run, boxes, _, *more: met(run, boxes, 2**20, *more)),
          mock.patch.object(law_check.Checker, "take", lambda self, record, left: take(self, record, 2**20))):
        records[0]["state"] = law_check.check(None, iter(run), last=1).listed_state()


@fixture("bounces", "L1")
def too_many_gaps(header, records):
    """Two rounded parts of 25 and 26 vertices, one of which passes above the other, so that no list is clear all the time: more
    gaps than the 2^15 and 4 of each part that may be looked at. A state of 1024 binary digits pays for them, also that of 45
    bodies that fly alone."""
    def change(scene):
        bowl = [[x, x * x] for x in range(-12, 13)]
        dome = [[x + 8, -1 - y] for x, y in [[-13, 169], *bowl]][::-1]
        scene["body"] = [{"name": name, "parts": [{"vertices": outline, "radius": "1/4"}], "velocity": [speed, 400], "mass": 1,
                          "inertia": 1000, "centroid": outline[12]}
                         for name, outline, speed in (("bowl", bowl, 400), ("dome", dome, -400))]
        scene["body"] += [{"name": str(k), "parts": [[[9999 + 3 * k, 0], [10000 + 3 * k, 0], [9999 + 3 * k, 1]]],
                           "velocity": ["1/3", "1/7"], "spin": "1/9"} for k in range(45)]
    of_another_scene(header, change)
    header["touch"] = f"1/{2**17}"
    header["grid"] = 1024
    records[:] = [{"k": 1, "groups": []}]
    run = [line.encode() for line in written(header, records).splitlines(True)]
    take = law_check.Checker.take
    with (mock.patch.object(law_impacts, "MOST_LOOKED_AT", 2**20),
          mock.patch.object(law_check.Checker, "take", lambda self, record, left: take(self, record, 2**20))):
        records[0]["state"] = law_check.check(None, iter(run), last=1).listed_state()


@fixture("bounces", "L1")
def too_many_rows(header, records):
    """Two bodies at rest whose sides are nearly flat: 135 edges of each are candidates, and 2^15 rows and 8 of each vertex may
    be listed, edges that are compared counted with them."""
    def change(scene):
        height = 8192 * 135**2
        low = [[height // 90 * x, x * x] for x in range(-67, 69)]
        outline = [*low, [low[-1][0] - 1, height], [low[0][0] + 1, height]]
        other = [[x, -y] for x, y in outline][::-1]
        scene["body"] = [{"name": name, "parts": [part]} for name, part in (("above", outline), ("below", other))]
    of_another_scene(header, change)
    records[:] = [{"k": 1, "groups": []}]


@fixture("comes-off-smooth-tips", "L1")
def too_many_rows_in_trees(header, records):
    """A tree of 5 nodes in a program of more than 10,000 rows, where 2^15 and 64 of each of 216
    vertices may be looked at: the bridge has a tip of 100 vertices as well, above 100 edges that
    are nearly flat, each of which is an option with all of them."""
    def change(scene):
        bridge = scene["body"][2]
        tip = [[20 + Fraction(k, 100), Fraction(4 * k * (k + 1), 100)] for k in range(-50, 51)]
        cap = [[20 + Fraction(k, 100), Fraction(-9, 10**4) - Fraction(k * k, 10**10)] for k in range(50, -51, -1)]
        cap += [[cap[-1][0] + Fraction(1, 9), -1], [cap[0][0] - Fraction(1, 9), -1]]
        tip, cap = ([[str(x), str(y)] for x, y in outline] for outline in (tip, cap))
        bridge.update(parts=[*bridge["parts"], tip], mass=58, inertia="165145/261", centroid=["26/87", "219/58"])
        scene["body"].append({"name": "cap", "fixed": True, "parts": [cap]})
    of_another_scene(header, change)
    del records[1:]


@fixture("cradle", "L1")
def too_many_rows_in_rounds(header, records):
    """311 boxes in a row, of which the first one strikes: of 1240 rows that meet each has to be
    looked at 311 times, where 2^16 and 2^10 of each box may be."""
    strike_a_row(311, header, records)


def strike_a_row(count, header, records):
    """A run of one step: each box of a row hands on what it gets."""
    def change(scene):
        boxes = [{"name": str(k), "parts": [[[k, 0], [k + 1, 0], [k + 1, 1], [k, 1]]]} for k in range(count)]
        boxes[0]["velocity"] = [1, 0]
        scene.update(body=boxes, gravity=[0, 0])
    of_another_scene(header, change)
    header.update(touch="1/104857600", rounds=2)
    rounds = [{"unit": "2", "impulses": [[max(4 * k - 1, 0), "1"], [max(4 * k, 1), "1"]], "pins": []} for k in range(count - 1)]
    leaf = {"forces": [], "pins": [], "opening": None}
    group = {"first": 0, "grade": "unique", "parts": [{"rounds": rounds, "programs": [leaf], "velocity": leaf}]}
    records[:] = [{"k": 1, "groups": [group]}]


@fixture("bounces", "L1")
def steps_that_nobody_pays_for(header, records):
    """60 boxes that fall: 24 bytes for each of them in each of 12 steps, of records without
    states."""
    fall(60, header)
    records[:] = [{"k": k, "groups": []} for k in range(1, 13)]


def fall(count, header):
    """The header of a scene of so many boxes that meet nothing."""
    def change(scene):
        scene["body"] = [{"name": str(k), "parts": [[[3 * k, 0], [3 * k + 1, 0], [3 * k + 1, 1], [3 * k, 1]]]} for k in range(count)]
    of_another_scene(header, change)


@fixture("bounces", "L0")
def too_many_boxes(header, records):
    """396 thin parts of a fixed body side by side on a slope: 78,210 pairs of boxes, where 2^16 and 32 of each part may meet."""
    def change(scene):
        parts = [[[k, -k], [999 + k, 999 - k], [998 + k, 999 - k]] for k in range(0, 792, 2)]
        scene["body"] = [{"name": "comb", "fixed": True, "parts": parts}]
    of_another_scene(header, change)
    header.update(touch="0", radius="0")
    del records[:]


@fixture("bounces", "L0")
def too_many_vertices(header, records):
    """870 triangles in the box of a polygon of 870 vertices, outside of it: 759,510 vertices in the pairs, where 2^19 and 64 of
    each of 3480 may be."""
    def change(scene):
        count = 870
        corners = [[[x, y], [x + 1, y], [x, y + 1]] for x, y in ((count - 2 - k % 30, 30 * (k // 30)) for k in range(count))]
        parts = [[[x, x * x] for x in range(count)], *corners]
        scene["body"] = [{"name": "bowl", "fixed": True, "parts": parts}]
    of_another_scene(header, change)
    header.update(touch="0", radius="0")
    del records[:]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=HERE / "law", help="of the rejected ones, by default that of the fixtures")
    parser.add_argument("--accepted", metavar="ZWANG", help="make the accepted ones by this program first")
    arguments = parser.parse_args()
    if arguments.accepted:
        make_accepted(arguments.accepted)
    make_rejected(arguments.folder / "rejected")
