"""Runs of solids in space: accepted ones, and ones that violate one condition each.

    python3 law_space_fixtures.py [FOLDER]
    python3 law_space_fixtures.py --accepted ZWANG

The first spoils runs of law/space/accepted, one change each: FOLDER, by default law/space, gets a file
rejected/CONDITION-NAME.run for each. The second makes law/space/accepted anew, by the program ZWANG, and then the others."""

import argparse
import json
import subprocess
import tempfile
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import law_contacts
import law_space
from law_file import read_header
from law_numbers import nearest
from law_solids import solved
from reading import dot
from space_scene import digest, read_scene

HERE = Path(__file__).parent
FOLDER = HERE / "law" / "space"


def scene(name, *bodies, gravity=(0, 0, -10), **more):
    return {"format": "zwang-space-1", "name": name, "gravity": list(gravity), "body": list(bodies), **more}


def box(name, center, size, **more):
    return {"name": name, "box": {"center": center, "size": size, **more.pop("box", {})}, **more}


def ball(name, center, radius, mass=1, **more):
    return {"name": name, "ball": {"center": center, "radius": radius}, "mass": mass, **more}


FLOOR = box("floor", [0, 0, "-1/2"], [20, 20, 1], fixed=True)
SLOPE = 6, 0, -8  # 10 on a slope of 3 to 4
TABLE = box("table", [0, 0, "-1/2"], [4, 4, 1], fixed=True)
PLANK = box("plank", ["3/2", 0, "1/8"], [3, "1/2", "1/4"])
RIDGE = box("ridge", [0, 0, 0], [2, 1, 1], fixed=True, box={"rotation": [5, 2, 0, 0]})
BAR = box("bar", [0, 0, "71/50"], [1, 1, 1], velocity=[1, 0, -8], box={"rotation": [5, 0, 2, 0]})
CAPSULE = {"name": "post", "capsule": {"from": [0, -1, 0], "to": [0, 1, 0], "radius": "1/2"}, "fixed": True}
STRUCK = ball("ball", ["21/20", "1/2", 0], "1/2", velocity=[-20, 0, 0])
KANE = box("rod", [0, 0, "13/10"], ["1/5", "1/4", 3], velocity=[2, 0, -4], spin=[0, -3, 0], box={"rotation": [4, 0, 2, 0]})
WORLD = {"name": "world", "fixed": True, "parts": []}
TUMBLER = box("box", [0, 0, 0], [1, 2, 3], velocity=[1, "1/3", 0], spin=[1, 2, 3])



def joint(kind, first, second, **more):
    return {"kind": kind, "bodies": [first, second], **more}


RUNS = {
    "tumbles": (4, scene("tumbles", TUMBLER, gravity=(0, 0, 0))),
    "turns-over": (12, scene("over", box("box", [0, 0, 5], ["1/2", 1, "3/2"], spin=[3, "1/100", 6], box={"rotation": [3, 1, 2, 1]})), "--dt", "1/10"),
    "passes": (3, scene("passes", FLOOR, ball("low", [0, 0, 2], 1, velocity=[2, 0, "1/2"]),
                        ball("high", ["7/5", 0, "18/5"], 1, velocity=[2, 1, "1/2"], spin=[0, 4, 0]),
                        box("box", ["-8/5", 0, "16/5"], [1, 1, 1], velocity=["1/2", 0, "1/4"], spin=[0, 0, 2], box={"rotation": [2, 0, 1, 0]}))),
    "two-parts": (3, scene("parts", FLOOR, {"name": "jack", "parts": [
        [[-1, 0, 2], [1, 0, 2], [0, 1, 2], [0, 0, 3]], [[-1, 0, 2], [1, 0, 2], [0, -1, 2], [0, 0, "5/2"]]], "spin": [1, 0, "1/2"]},
        {"name": "rod", "capsule": {"from": ["-4/5", "-3/5", "33/10"], "to": ["4/5", "3/5", "33/10"], "radius": "1/4"}, "mass": 2, "spin": [0, 0, 3]})),
    "loads": (4, scene("loads", box("box", [0, 0, 0], [1, 1, 2], spin=[0, 1, "1/2"], torque=["1/3", 0, 0]),
                       load=[{"name": "thrust", "body": "box", "at": ["1/2", 0, 1], "force": [1, "1/2", 3]}])),
    "lands": (5, scene("lands", FLOOR, box("low", [0, 0, "1/2"], [1, 1, 1]),
                       box("high", ["1/4", "1/8", "15005/10000"], [1, 1, 1], velocity=[0, 0, "-1/10"]))),
    "tips": (5, scene("tips", FLOOR, box("box", [0, 0, "21/20"], [1, 2, "1/2"], box={"rotation": [5, 1, 2, 1]}, spin=[1, -1, "1/2"],
                                         velocity=[1, 0, -5]))),
    "rests-under-a-push-that-it-just-bears": (2, scene("pushed", FLOOR, box("box", [0, 0, "1/2"], [1, 1, 1]), gravity=(0, 0, -1), friction=1,
                                                       load=[{"name": "push", "body": "box", "at": [0, 0, 1], "force": ["1/2", 0, 0]}])),
    "balls-meet": (4, scene("balls", ball("one", [0, 0, 0], "1/2", velocity=[3, 0, 0], spin=[1, 2, 3]),
                            {**ball("other", ["21/20", "1/5", 0], "1/2"), "mass": 2},
                            {"name": "rod", "capsule": {"from": ["-6/5", -1, 0], "to": ["-6/5", 1, 0], "radius": "1/2"}, "mass": 1,
                             "velocity": [20, 0, 0], "spin": [0, 0, 1]}, gravity=(0, 0, 0))),
    "bounceless": (3, scene("bounceless", FLOOR, ball("ball", [0, 0, "501/1000"], "1/2", velocity=[1, 0, "-1/4"]))),
    "crosses": (3, scene("crosses", box("low", [0, 0, 0], ["1/3", 3, "1/2"]), box("high", [0, 0, "501/1000"], [3, "1/3", "1/2"], mass=2,
                                                                                    velocity=[0, 0, "-1/5"]), gravity=(0, 0, 0))),
    "edges-meet": (3, scene("edges", box("low", [0, 0, 0], [1, 1, 1], box={"rotation": [5, 2, 0, 0]}),
                            box("high", [0, 0, "71/50"], [1, 1, 1], box={"rotation": [5, 0, 2, 0]}, velocity=[1, 0, -8]), gravity=(0, 0, 0))),
    "slides": (3, scene("slides", FLOOR, box("cube", [0, 0, "1/2"], [1, 1, 1], velocity=[0, 1, 0]), ball("ball", [0, 3, "1/2"], "1/2"),
                        box("ice", [0, 6, "1/2"], [1, 1, 1], friction=0), gravity=SLOPE, friction="1/2")),
    "stands": (2, scene("stands", FLOOR, box("cube", [0, 0, "1/2"], [1, 1, 1]), gravity=SLOPE, friction="3/4")),
    "rests": (2, scene("rests", FLOOR, box("cube", [0, 0, "1/2"], [1, 1, 1]), friction="1/2")),
    "spins": (3, scene("spins", FLOOR, box("flat", [0, 0, "1/4"], [1, 1, "1/2"], velocity=[1, "1/3", 0], spin=[0, 0, 5]), friction="1/4")),
    "drags": (3, scene("drags", {**FLOOR, "friction": "1/4"}, box("low", [0, 0, "1/2"], [1, 1, 1], velocity=[2, 1, 0]),
                       box("high", ["1/10", 0, "3/2"], [1, 1, 1], box={"rotation": [9, 0, 0, 1]}), friction="1/2")),
    "falls": (4, scene("falls", FLOOR, box("box", [0, 0, "21/20"], [1, 2, "1/2"], box={"rotation": [5, 1, 2, 1]}, spin=[1, -1, "1/2"],
                                           velocity=[1, 0, -5]), friction="1/2")),
    "fast": (2, scene("fast", FLOOR, box("cube", [0, 0, "1/2"], [1, 1, 1], velocity=[10, 0, 0]), friction="3/4")),
    "overhangs": (2, scene("plank", TABLE, PLANK)),
    "reaches-a-table": (2, scene("reaches", TABLE, box("box", ["-26/10", 0, "501/1000"], [1, 1, 1], velocity=[20, 0, "-1/4"]))),
    "edge-on-edge": (3, scene("edges", RIDGE, BAR, gravity=(0, 0, 0))),
    "knocks-a-ball": (3, scene("knock", CAPSULE, STRUCK, gravity=(0, 0, 0))),
    "bounces": (4, scene("bounces", FLOOR, ball("ball", [0, 0, "3/5"], "1/2", velocity=[3, 0, -6])), "--restitution", "1/2"),
    "bounces-with-friction": (4, scene("bounces", FLOOR, ball("ball", [0, 0, "3/5"], "1/2", velocity=[3, 1, -6]), friction="1/4"),
                              "--restitution", "1/2", "--restitution-pair", "floor,ball,3/4"),
    "a-row-of-balls": (2, scene("row", *(ball(f"b{k}", [k, 0, 0], "1/2", velocity=[v, 0, 0], mass=m)
                                         for k, (m, v) in enumerate([(2, 2), (1, 1), (1, 0), (3, 0), (1, -1)])), gravity=(0, 0, 0)), "--restitution", "1"),
    "rocks": (6, scene("rocks", FLOOR, box("box", [0, 0, "2/5"], [2, 1, "1/2"], spin=[0, 4, 0], velocity=[0, 0, -2],
                                           box={"rotation": [40, 0, 1, 0]}), friction="1/2"), "--restitution", "1/4", "--dt", "1/50"),
    "bounces-with-less-friction": (6, scene("kane", FLOOR, KANE, friction=1), "--restitution", "1"),
    "lands-slowly": (3, scene("slowly", FLOOR, ball("ball", [0, 0, "5005/10000"], "1/2", velocity=[0, 0, "-1/20"])), "--restitution", "1/2"),
    "strikes": (2, scene("strikes", FLOOR, ball("ball", [0, 0, "1/2"], "1/2", velocity=[1, 0, -1]))),
    "comes-down-late": (2, scene("late", FLOOR, ball("ball", [0, 0, "5021/10000"], "1/2", velocity=[0, 0, "-19/100"]))),
    "swings": (3, scene("swings", WORLD, box("bar", [1, 0, 0], [2, "1/4", "1/8"], velocity=[0, 0, -2], spin=[0, 2, 0],
                                                    box={"rotation": [5, 1, 1, 1]}),
                        joint=[joint("hinge", "world", "bar", at=[0, 0, 0], axis=[0, 3, 0])])),
    "drives-a-piston": (3, scene("piston", WORLD, box("crank", ["1/2", 0, 0], [1, "1/8", "1/8"], velocity=[0, 0, -2], spin=[0, 4, 0]),
                                 box("link", [2, 0, 0], [2, "1/16", "1/16"], velocity=[0, 0, -2], spin=[0, -2, 0]),
                                 box("piston", ["13/4", 0, 0], ["1/2", "1/2", "1/2"], mass=3),
                                 joint=[joint("hinge", "crank", "world", at=[0, 0, 0], axis=[0, 1, 0]),
                                        joint("ball", "link", "crank", at=[1, 0, 0]),
                                        joint("universal", "link", "piston", at=[3, 0, 0], axes=[[0, 1, 0], [2, 0, 1]]),
                                        joint("cylinder", "world", "piston", at=[3, 0, 0], axis=[5, 0, 0])]), "--dt", "1/1000"),
    "slides-on-a-rail": (3, scene("rail", WORLD, box("slide", [0, 0, 0], ["1/2", "1/2", "1/2"], velocity=[1, 0, "1/2"]),
                                  box("mast", [0, 0, 1], ["1/8", "1/8", "3/2"], velocity=[1, 0, "1/2"], mass="1/3"),
                                  ball("bob", [1, 0, 0], "1/8", mass=2, velocity=[1, 3, "1/2"]),
                                  joint=[joint("slider", "world", "slide", at=[0, 0, 0], axis=[2, 0, 1]),
                                         joint("weld", "mast", "slide", at=[0, 0, "1/4"]),
                                         joint("rod", "bob", "slide", ends=[[1, 0, 0], [0, 0, 0]])])),
    "lands-on-one-of-two": (4, scene("lands", FLOOR, box("left", ["-1/2", 0, "501/1000"], [1, 1, 1], velocity=[0, 0, "-1/4"]),
                                     box("right", ["1/2", 0, "3/4"], [1, "1/2", "1/2"], velocity=[0, 0, "-1/4"]),
                                     joint=[joint("hinge", "left", "right", at=[0, 0, "3/4"], axis=[0, 1, 0])], friction="1/4")),
    "two-pendulums": (2, scene("pendulums", WORLD, box("one", ["1/2", 0, 0], [1, "1/8", "1/8"]), box("other", ["1/2", 5, 0], [1, "1/8", "1/8"]),
                               joint=[joint("ball", "world", "one", at=[0, 0, 0]), joint("ball", "world", "other", at=[0, 5, 0])])),
    "bounces-on-a-hinge": (2, scene("hinge", FLOOR, ball("left", [-1, 0, "1/2"], "1/2", velocity=[0, 0, -1]),
                                    ball("right", [1, 0, "1/2"], "1/2", velocity=[0, 0, -2], spin=[0, 1, 0]),
                                    joint=[joint("hinge", "left", "right", at=[0, 0, "1/2"], axis=[0, 1, 0])]), "--restitution", "1/2"),
    "far": (2, scene("far", FLOOR, ball("one", [0, 0, 5], 1), ball("other", [9, 0, 5], 1, velocity=[1, 0, 0], spin=[3, 0, 0]))),
}

FIXTURES = {}


def fixture(source, condition):
    """A run that a function spoils; the function gets the header and the records."""
    def register(function):
        FIXTURES[f"{condition}-{function.__name__.replace('_', '-')}"] = source, function
        return function
    return register


def spoil_header(name, source="tumbles", **changes):
    def spoiler(header, records):
        header.update(changes)
    spoiler.__name__ = name
    fixture(source, "L0")(spoiler)


spoil_header("another_digest", scene="0" * 64)
spoil_header("wider_touch", touch="1/1000")
spoil_header("a_negative_radius", radius="-1/1000000000000")
spoil_header("an_error_of_the_law", law="1/1000000000000")
spoil_header("restitution_above_one", restitution="5/4")
spoil_header("restitution_of_a_pair_below_zero", source="passes", pairs=[[0, 1, "-1/4"]])
spoil_header("restitution_of_one_body", source="passes", pairs=[[1, 1, "1/4"]])
spoil_header("restitution_of_pairs_exchanged", source="passes", pairs=[[1, 2, "0"], [0, 1, "0"]])
spoil_header("rounds", rounds=1)
spoil_header("too_many_rounds", restitution="1/2", rounds=2**10 + 1)


def with_scene(header, data, step):
    """The header of a run of this scene."""
    header["scene_file"] = json.dumps(data, separators=(",", ":"))
    scene = read_scene(header["scene_file"], True)
    header["scene"], header["step"] = digest(scene), step
    measure = law_space.Checker.__new__(law_space.Checker)
    measure.h, measure.bodies = Fraction(step), [law_space.Body(scene, body) for body in scene.bodies]
    measure.free = [b for b, body in enumerate(measure.bodies) if not body.fixed]
    measure.pull = law_space.strongest_pull(measure.bodies)
    header["touch"] = str(measure.touch())


def one_step(header, records, data, step):
    """The first step of a run of another scene, without a state, as that follows."""
    with_scene(header, data, step)
    records[:] = [{"k": 1, "groups": [], "apart": []}]


@fixture("tumbles", "L0")
def bonds(header, records):
    boxes = box("low", [0, 0, "1/2"], [1, 1, 1]), box("high", [0, 0, "3/2"], [1, 1, 1])
    with_scene(header, scene("bonds", *boxes, gravity=(0, 0, 0), bond=[{"bodies": ["low", "high"], "at": [0, 0, 1], "pull": [0, 0, 1]}]), "1/100")
    records.clear()


@fixture("tumbles", "L0")
def step_backward(header, records):
    header.update(step="-1/100", touch="0")
    records.clear()


@fixture("tumbles", "L0")
def another_grid(header, records):
    header["grid"] = 66
    records.clear()


@fixture("tumbles", "L0")
def a_scene_that_is_none(header, records):
    header["scene_file"] = json.dumps({"format": "zwang-space-1", "name": "x", "body": []})


@fixture("tumbles", "L0")
def steps_from_two(header, records):
    records[0]["k"] = 2


@fixture("rests", "L1")
def too_many_points(header, records):
    """4225 of a contact, where 4096 and 8 of each of the 16 vertices of the scene may be."""
    points = records[0]["groups"][0]["contacts"][0][-1]
    points += [points[0]] * (4225 - len(points))
    del records[1:]


@fixture("falls", "L1")
def too_many_points_in_programs(header, records):
    """2902 of a contact in a step of three programs, where 2^13 and 32 of each of the 16 vertices
    of the scene may be looked at."""
    points = records[2]["groups"][0]["contacts"][0][-1]
    points += [points[0]] * (2902 - len(points))
    del records[3:], records[2]["state"]


@fixture("rests", "L1")
def steps_that_nobody_pays_for(header, records):
    """60 boxes that fall: 48 bytes for each of them in each of 6 steps, of records without
    states."""
    scene = json.loads(header["scene_file"])
    scene["body"] = [{"name": str(k), "box": {"center": [3 * k, 0, 0], "size": [1, 1, 1]}} for k in range(60)]
    header["scene_file"] = json.dumps(scene, separators=(",", ":"))
    header["scene"] = digest(read_scene(header["scene_file"], True))
    records[:] = [{"k": k, "groups": [], "apart": []} for k in range(1, 7)]


@fixture("rests", "L1")
def too_many_pairs_above_each_other(header, records):
    """1490 equal parts of one body: 1,109,305 pairs, where 2^20 and 32 of each part may be."""
    scene = json.loads(header["scene_file"])
    scene["body"] = [{"name": "many", "parts": [[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]] * 1490}]
    header["scene_file"] = json.dumps(scene, separators=(",", ":"))
    header["scene"] = digest(read_scene(header["scene_file"], True))
    records[:] = [{"k": 1, "groups": [], "apart": []}]


@fixture("passes", "L1")
def nothing_keeps_them_apart(header, records):
    del records[0]["apart"][0]


@fixture("passes", "L1")
def a_direction_that_does_not_part(header, records):
    records[0]["apart"][0][4:] = ["1", "0", "0"]


@fixture("passes", "L1")
def a_direction_from_the_second_to_the_first(header, records):
    entry = records[0]["apart"][0]
    entry[4:] = [number[1:] if number[0] == "-" else number if number == "0" else "-" + number for number in entry[4:]]


@fixture("tumbles", "L1")
def apart_before_the_step_alone(header, records):
    bodies = ball("low", [0, 0, 0], 1), ball("high", [0, 0, "21/10"], 1, velocity=[0, 0, -20])
    one_step(header, records, scene("meets", *bodies, gravity=(0, 0, 0)), "1/100")
    records[0]["apart"] = [[0, 0, 1, 0, "0", "0", "1"]]


@fixture("tumbles", "L1")
def apart_at_both_ends_alone(header, records):
    # It falls from rest to a height of 1, where it is at both ends; but thrown up, it is above in
    # between.
    bodies = ball("low", [0, 0, "11/10"], 1, velocity=[0, 0, 2]), box("lid", [0, 0, "27/10"], [1, 1, 1], fixed=True)
    one_step(header, records, scene("thrown", *bodies), "2/5")
    records[0]["apart"] = [[0, 0, 1, 0, "0", "0", "1"]]


@fixture("tumbles", "L1")
def apart_at_both_ends_but_for_a_turn(header, records):
    # The end of the bar passes its highest place in the middle of the step.
    bodies = (box("bar", [0, 0, 0], [4, "1/10", "1/10"], spin=[0, 5, 0], box={"rotation": [31, 0, 20, 0]}),
              box("lid", [0, 0, "12/5"], [2, 2, 1], fixed=True))
    one_step(header, records, scene("turns", *bodies, gravity=(0, 0, 0)), "3/20")
    records[0]["apart"] = [[0, 0, 1, 0, "0", "0", "1"]]


@fixture("tumbles", "L1")
def as_if_balls_were_points(header, records):
    bodies = ball("low", [0, 0, 0], 1), ball("high", [0, 0, "199/100"], 1)
    one_step(header, records, scene("points", *bodies, gravity=(0, 0, 0)), "1/100")
    records[0]["apart"] = [[0, 0, 1, 0, "0", "0", "1"]]


@fixture("tumbles", "L1")
def turns_too_far(header, records):
    one_step(header, records, scene("spins", box("box", [0, 0, 0], [1, 1, 1], spin=[0, 0, 105]), gravity=(0, 0, 0)), "1/100")


@fixture("tumbles", "L1")
def turns_a_bit_too_far(header, records):
    one_step(header, records, scene("spins", box("box", [0, 0, 0], [1, 1, 1], spin=[0, 0, 81]), gravity=(0, 0, 0)), "1/100")


@fixture("passes", "L2")
def directions_descend(header, records):
    records[0]["apart"].reverse()


@fixture("passes", "L2")
def a_pair_twice(header, records):
    records[0]["apart"].insert(0, records[0]["apart"][0])


@fixture("passes", "L2")
def the_larger_part_first(header, records):
    b, p, c, q, *m = records[0]["apart"][0]
    records[0]["apart"][0] = [c, q, b, p, *m]


@fixture("passes", "L2")
def a_part_that_does_not_exist(header, records):
    records[0]["apart"].append([1, 0, 2, 1, "0", "0", "1"])


@fixture("two-parts", "L2")
def parts_of_one_body(header, records):
    records[0]["apart"] = sorted([*records[0]["apart"], [1, 0, 1, 1, "0", "-1", "0"]], key=lambda entry: entry[:4])


@fixture("passes", "L2")
def no_direction(header, records):
    records[0]["apart"][0][4:] = ["0", "0", "0"]


def spoil_state(name, place, change, source="tumbles", step=1, condition="L9"):
    def spoiler(header, records):
        state = records[step]["state"][0]
        state[place] = change(state[place])
        del records[step + 1:]
    spoiler.__name__ = name
    fixture(source, condition)(spoiler)


def one_more(number): return f"{int(number, 16) + 1:x}"


spoil_state("moves_on", 0, one_more)
spoil_state("another_chart", 3, lambda n: (n + 1) % 4)
spoil_state("turns_on", 5, one_more)
spoil_state("faster", 7, one_more)
spoil_state("more_momentum", 12, one_more)
spoil_state("a_torque_forgotten", 10, one_more, source="loads")


@fixture("far", "L9")
def a_body_too_few(header, records):
    records[0]["state"].pop()
    del records[1:]


def contact_of(records, step=0, group=0, contact=0):
    return records[step]["groups"][group]["contacts"][contact]


def first_pushed(records):
    """The first step with forces, and the first group of it that has some."""
    for record in records:
        for group in record["groups"]:
            if group["programs"][-1]["forces"]:
                return record, group
    raise AssertionError("no forces")


def opposed(numbers):
    return [number[1:] if number[0] == "-" else number if number == "0" else "-" + number for number in numbers]


NONE = {"forces": [], "opening": None}
UP, DOWN, EAST = ["0", "0", "8000000000000000"], ["0", "0", "-8000000000000000"], ["8000000000000000", "0", "0"]


def listed(header, records, *contacts, **more):
    """A step of two boxes that fly, far from each other and from two fixed ones, with these contacts."""
    bodies = (FLOOR, box("low", [0, 0, 1], [1, 1, 1], velocity=[1, 0, 0]), box("high", [0, 0, 5], [1, 1, 1], spin=[0, 0, 1]),
              box("roof", [0, 0, 9], [20, 20, 1], fixed=True))
    one_step(header, records, scene("listed", *bodies, gravity=(0, 0, 0), **more), "1/100")
    records[0]["groups"] = [{"contacts": [*contacts], "programs": [NONE], "velocity": NONE}]


@fixture("tumbles", "L1")
def a_normal_to_the_wrong_side(header, records):
    listed(header, records, [1, 0, 2, 0, *DOWN, *UP, []])


@fixture("tumbles", "L1")
def a_normal_across(header, records):
    listed(header, records, [1, 0, 2, 0, *EAST, *UP, []])


@fixture("tumbles", "L1")
def a_normal_after_the_step_to_the_wrong_side(header, records):
    listed(header, records, [1, 0, 2, 0, *UP, *DOWN, []])


@fixture("overhangs", "L13")
def points_beside_a_face(header, records):
    with_scene(header, scene("plank", {**TABLE, "box": {"center": [-1, 0, "-1/2"], "size": [4, 4, 1]}}, PLANK), header["step"])


@fixture("overhangs", "L13")
def points_beside_another_face(header, records):
    # The table is far to the west; seen from its east side, what is as high as its top is on the
    # border of that side.
    with_scene(header, scene("plank", {**TABLE, "box": {"center": [-50, 0, "-1/2"], "size": [4, 4, 1]}}, PLANK), header["step"])
    for record in records:
        for group in record["groups"]:
            for contact in group["contacts"]:
                contact[7:10] = EAST if contact[0] == 0 else opposed(EAST)


@fixture("tumbles", "L2")
def a_short_normal(header, records):
    listed(header, records, [1, 0, 2, 0, *UP, "1", "0", "1", []])


@fixture("edge-on-edge", "L13")
def a_point_beside_an_edge(header, records):
    shorter = {**RIDGE["box"], "center": ["5/4", 0, 0]}
    with_scene(header, scene("edges", {**RIDGE, "box": shorter}, BAR, gravity=(0, 0, 0)), header["step"])


@fixture("knocks-a-ball", "L13")
def a_ball_beside_a_capsule(header, records):
    shorter = {**CAPSULE["capsule"], "to": [0, "1/4", 0]}
    with_scene(header, scene("knock", {**CAPSULE, "capsule": shorter}, STRUCK, gravity=(0, 0, 0)), header["step"])


def beside_a_table(header, records, velocity):
    """A ball beside a table whose row has no force: as high as if it lay on it."""
    one_step(header, records, scene("beside", TABLE, ball("ball", [3, 0, "1/2"], "1/2", velocity=velocity), gravity=(0, 0, 0)), "1/100")
    records[0]["groups"] = [{"contacts": [[0, 0, 1, 0, *UP, *UP, [[0]]]], "programs": [NONE], "velocity": NONE}]


@fixture("tumbles", "L13")
def a_tight_row_without_a_force_beside_a_table(header, records):
    beside_a_table(header, records, [0, 0, 0])


@fixture("tumbles", "L13")
def a_row_that_opens_beside_a_table(header, records):
    beside_a_table(header, records, [0, 0, 1])


@fixture("lands", "L1")
def touching_parts_in_no_pair(header, records):
    del records[0]["apart"][0]


@fixture("lands", "L1")
def touching_parts_that_pass(header, records):
    records[0]["apart"][0][4:] = ["1", "0", "0"]


@fixture("tumbles", "L1")
def a_plate_that_is_passed(header, records):
    # The contact is that before the step alone: no row stops the other vertices of the bullet.
    bodies = (box("bullet", [0, 0, "-1/5"], ["1/5", "1/5", "1/5"], velocity=[0, 0, 100]), box("plate", [0, 0, 0], [2, 2, "1/10"], fixed=True))
    one_step(header, records, scene("passed", *bodies, gravity=(0, 0, 0)), "1/100")
    records[0]["apart"] = [[0, 0, 1, 0, "0", "0", "1"]]
    none = {"forces": [], "opening": None}
    contact = [1, 0, 0, 0, "0", "0", "-8000000000000000", "0", "0", "8000000000000000", []]
    records[0]["groups"] = [{"contacts": [contact], "programs": [none], "velocity": none}]


@fixture("tumbles", "L2")
def contacts_descend(header, records):
    listed(header, records, [2, 0, 1, 0, *DOWN, *DOWN, []], [1, 0, 2, 0, *UP, *UP, []])


@fixture("tumbles", "L2")
def a_contact_of_fixed_bodies(header, records):
    listed(header, records, [0, 0, 1, 0, *UP, *UP, []], [0, 0, 3, 0, *UP, *UP, []])


@fixture("lands", "L2")
def friction_where_there_is_none(header, records):
    first_pushed(records)[1]["programs"][-1]["forces"][0] += ["0", "0", "0"]


@fixture("lands", "L2")
def a_vertex_that_does_not_exist(header, records):
    contact_of(records)[10][0] = [8]


@fixture("tumbles", "L2")
def a_point_beyond_an_edge(header, records):
    listed(header, records, [1, 0, 2, 0, *UP, *UP, [[0, 1, "20000000000000000"]]])


@fixture("lands", "L2")
def no_normal(header, records):
    contact_of(records)[4:7] = ["0", "0", "0"]


@fixture("lands", "L2")
def a_body_in_two_groups(header, records):
    records[0]["groups"].append(json.loads(json.dumps(records[0]["groups"][0])))


@fixture("bounceless", "L2")
def a_row_twice(header, records):
    forces = first_pushed(records)[1]["programs"][-1]["forces"]
    half = int(forces[0][1], 16) // 2
    forces[:] = [[0, f"{half:x}"], [0, f"{int(forces[0][1], 16) - half:x}"]]


@fixture("lands", "L2")
def a_row_that_does_not_exist(header, records):
    first_pushed(records)[1]["programs"][-1]["forces"].append([999, "1"])


@fixture("lands", "L3")
def a_contact_that_pulls(header, records):
    # The four corners of a face: forces that press at two of them and pull at the others move
    # nothing.
    forces = first_pushed(records)[1]["programs"][-1]["forces"]
    more = int(forces[1][1], 16) + 2**180
    for k, sign in enumerate((1, -1, 1, -1)):
        force = int(forces[k][1], 16) + sign * more
        forces[k][1] = f"{force:x}"


spoil_header("a_large_error_of_the_law", source="slides", law="1/100")
spoil_header("a_negative_error_of_the_law", source="slides", law="-1/1000000000000")


def moved(force, place, by):
    force[place] = f"{int(force[place], 16) + by:x}"


def in_pairs(header, records):
    """The rows of the four corners of the first free body: pairs whose points differ along x alone, the one behind first."""
    corners = read_scene(header["scene_file"], True).bodies[1].solids[0].vertices
    rows = {}
    for row, (vertex, *_) in enumerate(contact_of(records)[10]):
        x, y, _ = corners[vertex]
        rows.setdefault(y, []).append((x, row))
    return [[row for _, row in sorted(own)] for own in rows.values()]


@fixture("stands", "L3")
def friction_beyond_its_bound(header, records):
    # Full at all four corners; two of them are on one line along the slope, so that it moves
    # nothing.
    behind, ahead = in_pairs(header, records)[0]
    forces = records[0]["groups"][0]["programs"][0]["forces"]
    by = int(forces[behind][3], 16) >> 8
    moved(forces[behind], 3, by)
    moved(forces[ahead], 3, -by)
    del records[1:]


@fixture("rests", "L3")
def a_rough_contact_that_pulls(header, records):
    forces = records[0]["groups"][0]["programs"][0]["forces"]
    more = 2 * max(int(force[1], 16) for force in forces)
    (a, b), (c, d) = in_pairs(header, records)
    for row, sign in ((a, 1), (b, -1), (c, -1), (d, 1)):
        moved(forces[row], 1, sign * more)


@fixture("slides", "L4")
def friction_along_the_slip(header, records):
    for force in records[0]["groups"][0]["programs"][0]["forces"]:
        force[2:] = opposed(force[2:])


@fixture("slides", "L4")
def friction_that_is_not_full(header, records):
    force = records[0]["groups"][0]["programs"][0]["forces"][0]
    for place in (2, 3, 4):
        moved(force, place, -(int(force[place], 16) >> 40))


@fixture("slides", "L4")
def nothing_under_a_rough_box(header, records):
    records[0]["groups"][0].update(programs=[NONE], velocity=NONE)
    del records[0]["state"], records[1:]


@fixture("fast", "L4")
def hovers_as_in_the_convex_law(header, records):
    # With σ = 0: w = μ |u| at all corners, P/m = (μ h v + ½ g h²)/(1 + μ²), and more ahead than
    # behind, as friction turns the cube.
    mu, h, v, g = Fraction(3, 4), Fraction(header["step"]), 10, 10
    push = (mu * h * v + g * h * h / 2) / (1 + mu * mu)
    length = Fraction(int(contact_of(records)[6], 16), 2**64)
    rows = {}
    for pair in in_pairs(header, records):
        for row, share in zip(pair, (Fraction(1, 4) - mu / 4, Fraction(1, 4) + mu / 4)):
            # m × g = -μ φ |m| along x, for m along z.
            rows[row] = push * share / length
    unit = 2**192
    records[0]["groups"][0]["programs"] = [{"forces": [[row, f"{round(phi * unit):x}", "0", f"{int(mu * phi * unit):x}", "0"]
                                                       for row, phi in sorted(rows.items())], "opening": None}]
    records[0]["groups"][0]["velocity"] = NONE  # it is in the air
    del records[0]["state"], records[1:]


@fixture("tumbles", "L7")
def held_by_forces_that_are_taken_back(header, records):
    # A ball that slides between two plates: forces of any size on both sides hold it in place, but
    # its velocity is what it was.
    bodies = FLOOR, ball("ball", [0, 0, "1/2"], "1/2", velocity=[1, 0, 0]), box("roof", [0, 0, "3/2"], [20, 20, 1], fixed=True)
    one_step(header, records, scene("jams", *bodies, gravity=(0, 0, 0), friction="1/2"), "1/64")
    header.update(radius="1/1000000", law="0")
    contacts = [0, 0, 1, 0, *UP, *UP, [[0]]], [2, 0, 1, 0, *DOWN, *DOWN, [[0]]]
    h = 2**192 // 64
    held = [[0, f"{2 * h:x}", "0", f"{h:x}", "0"], [1, f"{2 * h:x}", "0", f"{-h:x}", "0"]]
    back = [[row, f"{-4 * 2**192:x}", "0", f"{-sign * 2 * 2**192:x}", "0"] for row, sign in ((0, 1), (1, -1))]
    records[0]["groups"] = [{"contacts": [*contacts], "programs": [{"forces": held, "opening": None}],
                             "velocity": {"forces": back, "opening": None}}]
    records[0]["apart"] = [[0, 0, 1, 0, "0", "0", "1"], [1, 0, 2, 0, "0", "0", "1"]]


@fixture("drags", "L9")
def slides_on(header, records):
    records[1]["state"][0][0] = one_more(records[1]["state"][0][0])
    del records[2:]


@fixture("tumbles", "L2")
def a_point_beyond_three_vertices(header, records):
    listed(header, records, [1, 0, 2, 0, *UP, *UP, [[0, 1, "9000000000000000", 2, "9000000000000000"]]])


@fixture("tumbles", "L4")
def falls_through_a_floor(header, records):
    one_step(header, records, scene("falls", FLOOR, ball("ball", [0, 0, "501/1000"], "1/2", velocity=[0, 0, "-1/4"])), "1/100")
    records[0]["groups"] = [{"contacts": [[0, 0, 1, 0, *UP, *UP, [[0]]]], "programs": [NONE], "velocity": NONE}]
    records[0]["apart"] = [[0, 0, 1, 0, "0", "0", "1"]]


@fixture("bounceless", "L4")
def too_large_a_force(header, records):
    force = first_pushed(records)[1]["programs"][-1]["forces"][0]
    force[1] = f"{int(force[1], 16) + 2**110:x}"


@fixture("tips", "L4")
def a_radius_above_that_of_the_header(header, records):
    header["radius"] = "0"


@fixture("lands", "L6")
def a_program_too_many(header, records):
    programs = records[0]["groups"][0]["programs"]
    programs.append(programs[-1])


@fixture("lands", "L6")
def no_program(header, records):
    records[0]["groups"][0]["programs"] = []


@fixture("bounceless", "L8")
def two_roundings(header, records):
    # The contact gives more than it should, so that the ball is large.
    header["radius"] = "1"
    force = first_pushed(records)[1]["programs"][-1]["forces"][0]
    force[1] = f"{int(force[1], 16) + 2**110:x}"


@fixture("lands", "L9")
def falls_on(header, records):
    records[3]["state"][1][2] = one_more(records[3]["state"][1][2])
    del records[4:]


@fixture("tumbles", "L12")
def gains_energy(header, records):
    body = box("box", [0, 0, 0], [1, 1, 1], mass=6, spin=[0, 0, "33/40"], torque=[0, 0, "-1/20"])
    one_step(header, records, scene("gains", body, gravity=(0, 0, 0)), "1")


@fixture("tumbles", "L12")
def gains_energy_beside_what_is_heavy(header, records):
    """In one group with a heavy body, by a contact without points."""
    body = box("box", [0, 0, 0], [1, 1, 1], mass=6, spin=[0, 0, "3/4"], torque=[0, 0, "-1/20"])
    heavy = box("heavy", [0, 0, 3], [1, 1, 1], mass=1000, velocity=[0, 0, 1])
    one_step(header, records, scene("gains", body, heavy, gravity=(0, 0, 0)), "1")
    upward = ["0", "0", f"{2**63:x}"]
    leaf = {"forces": [], "opening": None}
    records[0]["groups"] = [{"contacts": [[0, 0, 1, 0, *upward, *upward, []]], "programs": [leaf], "velocity": leaf}]


def first_struck(records):
    """The first step with a round, and the first group of its last part."""
    for place, record in enumerate(records):
        for group in record["groups"]:
            if "rounds" in group:
                del records[place + 1:]
                return record, group
    raise AssertionError("no rounds")


@fixture("strikes", "L2")
def no_round(header, records):
    header.update(restitution="1/2", rounds=2)


@fixture("bounces", "L2")
def a_round_more(header, records):
    rounds = first_struck(records)[1]["rounds"]
    rounds.append(rounds[-1])


@fixture("bounces", "L1")
def too_many_rows_in_rounds(header, records):
    """4160 points that meet, which 252 rounds look at: with those before the first one 1,052,480 rows, where 2^20 may be."""
    group = first_struck(records)[1]
    points = group["contacts"][0][-1]
    points[:] = [points[0]] * 4160
    group["rounds"] = [{"forces": [], "opening": None}] * 252


@fixture("bounces", "L2")
def a_part_of_no_length(header, records):
    first_struck(records)[0]["earlier"][0]["length"] = "0"


@fixture("bounces", "L2")
def a_part_as_long_as_the_step(header, records):
    first_struck(records)[0]["earlier"][0]["length"] = f"{2**64:x}"


@fixture("bounces", "L2")
def parts_where_nothing_bounces(header, records):
    header.update(restitution="0", rounds=0)
    del first_struck(records)[1]["rounds"]


@fixture("bounces", "L2")
def less_friction_where_there_is_none(header, records):
    rounds = first_struck(records)[1]["rounds"]
    rounds[0] = {"reduced": rounds[0]}


@fixture("bounces", "L3")
def an_impulse_that_pulls(header, records):
    first_struck(records)[1]["rounds"][0]["forces"][0][1] = "-1"


@fixture("bounces", "L4")
def half_an_impulse(header, records):
    force = first_struck(records)[1]["rounds"][0]["forces"][0]
    force[1] = f"{int(force[1], 16) // 2:x}"


@fixture("a-row-of-balls", "L4")
def all_at_once(header, records):
    # The first round takes the steepest approaches alone.
    rounds = first_struck(records)[1]["rounds"]
    rounds[0], rounds[1] = rounds[1], rounds[0]


@fixture("bounces-with-friction", "L4")
def the_restitution_of_the_others(header, records):
    header["pairs"] = []


@fixture("bounces-with-less-friction", "L4")
def less_friction_than_there_is(header, records):
    for record in records:
        for group in record["groups"]:
            group["rounds"] = [leaf.get("reduced", leaf) for leaf in group.get("rounds", ())] or None
            if not group["rounds"]:
                del group["rounds"]


@fixture("bounceless", "L11")
def lands_without_a_bounce(header, records):
    header.update(restitution="1/2", rounds=2)


@fixture("comes-down-late", "L11")
def meets_late_without_a_bounce(header, records):
    header.update(restitution="1/2", rounds=2)


@fixture("bounces", "L11")
def a_part_without_impacts(header, records):
    del records[1:]
    del records[0]["state"]
    records[0] = {"k": 1, "earlier": [{"length": f"{2**63:x}", "groups": [], "apart": records[0]["apart"]}], **records[0]}


@fixture("bounces", "L13")
def an_impulse_beside_a_floor(header, records):
    # It is over the floor at the end of the part.
    with_scene(header, scene("bounces", {**FLOOR, "box": {"center": ["10053/1000", 0, "-1/2"], "size": [20, 20, 1]}},
                             ball("ball", [0, 0, "3/5"], "1/2", velocity=[3, 0, -6])), header["step"])


def of_joints(joints, *forces):
    """A leaf without contacts."""
    return {"forces": [], "joints": [f"{force:x}" for force in forces or [0] * joints], "opening": None}


def joined(header, records, **more):
    """A step of two cubes that fly side by side, held by a ball between them; no force is needed."""
    bodies = box("left", [0, 0, 0], [1, 1, 1], velocity=[1, 2, 0]), box("right", [more.pop("right", 2), 0, 0], [1, 1, 1], velocity=[1, 2, 0])
    data = scene("joined", *bodies, gravity=(0, 0, 0), joint=[joint("ball", "left", "right", at=[1, 0, 0])])
    one_step(header, records, data, "1/100")
    header.update(radius="0")
    records[0]["groups"] = [{"contacts": [], "joints": [0], "programs": [of_joints(3)], "velocity": of_joints(3), **more}]


@fixture("tumbles", "L0")
def velocities_that_a_joint_does_not_let(header, records):
    # The right cube is thrown up. Of what reads no such scene the digest is made from the one that
    # is let.
    joined(header, records)
    data = json.loads(header["scene_file"])
    found = read_scene(header["scene_file"], True)
    found.bodies[1].velocity = (Fraction(1), Fraction(2), Fraction(1))
    data["body"][1]["velocity"] = [1, 2, 1]
    header.update(scene_file=json.dumps(data, separators=(",", ":")), scene=digest(found), touch=str(Fraction(4, 100) / 2**20))
    records.clear()


@fixture("tumbles", "L2")
def a_joint_in_no_group(header, records):
    joined(header, records)
    records[0]["groups"] = []


@fixture("tumbles", "L2")
def a_joint_twice(header, records):
    joined(header, records, joints=[0, 0], programs=[of_joints(6)], velocity=of_joints(6))


@fixture("drives-a-piston", "L2")
def joints_descend(header, records):
    # The forces are in this order as well.
    (group,) = records[0]["groups"]
    group["joints"].reverse()
    for leaf in [*group["programs"], group["velocity"]]:
        crank, link, universal, cylinder = (leaf["joints"][first:last] for first, last in ((0, 5), (5, 8), (8, 12), (12, 16)))
        leaf["joints"] = cylinder + universal + link + crank
    del records[1:]


@fixture("tumbles", "L2")
def a_joint_that_does_not_exist(header, records):
    joined(header, records, joints=[0, 1])


@fixture("tumbles", "L2")
def a_number_of_a_joint_too_few(header, records):
    joined(header, records, programs=[of_joints(2)])


@fixture("tumbles", "L2")
def a_number_of_a_joint_too_many(header, records):
    joined(header, records, velocity=of_joints(4))


@fixture("tumbles", "L2")
def a_contact_of_joined_bodies(header, records):
    joined(header, records, right=1, contacts=[[0, 0, 1, 0, *EAST, *EAST, []]])


@fixture("tumbles", "L2")
def apart_though_joined(header, records):
    joined(header, records)
    records[0]["apart"] = [[0, 0, 1, 0, "1", "0", "0"]]


@fixture("tumbles", "L2")
def a_group_of_nothing(header, records):
    records[0]["groups"] = [{"contacts": [], "programs": [NONE], "velocity": NONE}]


@fixture("two-pendulums", "L2")
def two_groups_in_one(header, records):
    one, other = records[0]["groups"]
    one["joints"] += other["joints"]
    for leaf, beside in zip([*one["programs"], one["velocity"]], [*other["programs"], other["velocity"]]):
        leaf["joints"] += beside["joints"]
    records[0]["groups"] = [one]
    del records[1:]


@fixture("swings", "L4")
def another_force_of_a_joint(header, records):
    leaf = records[0]["groups"][0]["programs"][-1]
    leaf["joints"][0] = f"{int(leaf['joints'][0], 16) + 2**110:x}"
    del records[1:], records[0]["state"]


@fixture("swings", "L4")
def another_impulse_of_a_joint(header, records):
    leaf = records[0]["groups"][0]["velocity"]
    leaf["joints"][0] = f"{int(leaf['joints'][0], 16) + 2**124:x}"
    del records[1:], records[0]["state"]


class Solved(law_contacts.Ball):
    """The ball of a program of one rod alone, with its force."""

    leaves = []

    def __init__(self, group, forms, leaf, springs, unit=1):
        (spring,), (b,) = springs, group.bodies
        body, (along, around) = group.run.bodies[b], spring.form[b]
        stiffness = dot(along, along) / body.mass + dot(around, solved(body.inertia, around))
        force = nearest(-spring.constant / (stiffness + spring.compliance) * 2 ** (3 * group.grid))
        self.leaves.append(of_joints(1, force))
        super().__init__(group, forms, SimpleNamespace(forces=[], joints=[force], opening=None), springs, unit)


@fixture("tumbles", "L6")
def a_rod_that_gapes(header, records):
    # In a step the bar turns so far against the rod that not even the last program brings its end
    # back to the circle.
    most = law_contacts.MOST_WITH_JOINTS
    bar = box("bar", ["3/2", 0, 0], [1, "1/4", "1/4"], velocity=[0, "3/4", 0], spin=[0, 0, "-1/4"])
    one_step(header, records, scene("sling", WORLD, bar, gravity=(0, 0, 0), joint=[joint("rod", "world", "bar", ends=[[0, 0, 0], [1, 0, 0]])]), "1")
    run = law_space.Checker(None, read_header(written([header]).encode()))
    before = run.placed(run.states)
    listed = SimpleNamespace(contacts=[], joints=[0], rounds=None, programs=[None] * most, velocity=None)
    held = mock.patch.object(law_contacts.Group, "joints_hold", side_effect=[False] * (most - 1) + [True])
    Solved.leaves.clear()
    with mock.patch("law_contacts.Ball", Solved), held:
        law_contacts.Group(run, listed, before).advance({1: run.target(before[1])})
    *programs, velocity = Solved.leaves
    records[0]["groups"] = [{"contacts": [], "joints": [0], "programs": programs, "velocity": velocity}]


def simulated(zwang, steps, data, *options):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scene.json"
        file.write_text(json.dumps(data))
        return subprocess.run([zwang, "simulate", file, "--steps", str(steps), "-q", "-o", "-", *options], check=True,
                              capture_output=True, text=True).stdout


def make_accepted(zwang):
    (FOLDER / "accepted").mkdir(parents=True, exist_ok=True)
    for name, (steps, data, *options) in RUNS.items():
        (FOLDER / "accepted" / f"{name}.run").write_text(simulated(zwang, steps, data, *options))


def written(values):
    return "".join(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n" for value in values)


def make_rejected(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, (source, spoil) in FIXTURES.items():
        text = (FOLDER / "accepted" / f"{source}.run").read_text()
        header, *records = map(json.loads, text.splitlines())
        spoil(header, records)
        (folder / f"{name}.run").write_text(written([header, *records]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, help="of the rejected ones, by default that of the fixtures")
    parser.add_argument("--accepted", metavar="ZWANG", help="make the accepted ones by this program first")
    arguments = parser.parse_args()
    if arguments.accepted:
        make_accepted(arguments.accepted)
    make_rejected(arguments.folder / "rejected")
