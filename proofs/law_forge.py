"""Forged runs of the format zwang-run-2, an attack on the conditions of RUN.md.

    python3 law_forge.py SEED COUNT [FOLDER]

COUNT times an accepted run of law/accepted is changed at random, once or a few times: forces, openings, trees, grades,
groups, the header, the scene, or records of another run. What follows from the changes is computed anew (digests,
`touch`, and states, which are left out), so that nothing but the law is violated. The checker is asked. It must not
accept another state for the same scene, step and grid in a run all groups of which are unique (THEOREM.md, Theorem 31),
nor one further away than the radius where the group is near. The exit status is 1 if it does. With a FOLDER, the runs
are written there, N.run, with what the checker said of each in a file `answers`, for another checker to be compared."""

import io
import json
import random
import sys
from collections import Counter
from fractions import Fraction
from types import SimpleNamespace

import law_check
from law_file import read_header, read_record
from law_fixtures import ACCEPTED, lines, of_another_scene, written
from law_numbers import nearest
from law_program import Node, Refused
from law_state import Run
from law_step import EMPTY as EMPTY_LEAF
from reading import read_scene, sub

FORGERIES = []
EMPTY = {"forces": [], "pins": [], "opening": None}


def forgery(function):
    FORGERIES.append(function)
    return function


def nodes(value):
    """All that has forces, of a record or a part of one."""
    if type(value) is dict:
        if "forces" in value or "bound" in value:
            yield value
        for item in value.values():
            yield from nodes(item)
    elif type(value) is list:
        for item in value:
            yield from nodes(item)


def forces_of(node):
    return node["bound"] if "bound" in node else node["forces"]


class Forger:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = sorted(path.stem for path in ACCEPTED.glob("*.run"))

    def pick(self, found):
        found = list(found)
        return self.random.choice(found) if found else None

    def node(self, records, with_forces=True):
        return self.pick(node for node in nodes(records) if forces_of(node) or not with_forces)

    def small(self, most=200):
        """A number of a random size and sign."""
        bits = self.random.randrange(1, most)
        return self.random.choice((-1, 1)) * self.random.randrange(2**(bits - 1), 2**bits)

    def nudged(self, text):
        return f"{int(text, 16) + self.small():x}"

    def group(self, records):
        return self.pick(group for record in records for group in record["groups"])


@forgery
def a_force_nudged(forger, header, records):
    node = forger.node(records)
    if node:
        force = forger.pick(forces_of(node))
        place = forger.random.randrange(1, len(force))
        force[place] = forger.nudged(force[place])


@forgery
def a_pin_nudged(forger, header, records):
    node = forger.pick(node for node in nodes(records) if node.get("pins"))
    if node:
        pin = forger.pick(node["pins"])
        place = forger.random.randrange(1, 3)
        pin[place] = forger.nudged(pin[place])


@forgery
def a_pin_left_out(forger, header, records):
    node = forger.pick(node for node in nodes(records) if node.get("pins"))
    if node:
        node["pins"].remove(forger.pick(node["pins"]))


def lists_named(records, name):
    """All lists of this name that are not empty."""
    return [node[name] for node in everything(records) if type(node) is dict and node.get(name)]


@forgery
def an_impulse_nudged(forger, header, records):
    impulses = forger.pick(lists_named(records, "impulses"))
    if impulses:
        impulse = forger.pick(impulses)
        impulse[1] = forger.nudged(impulse[1])


@forgery
def another_impulse(forger, header, records):
    one = forger.pick(node for node in everything(records) if type(node) is dict and "impulses" in node)
    if one:
        way = forger.random.randrange(4)
        if way == 0:
            one["unit"] = forger.nudged(one["unit"])
        elif way == 1:
            del one["impulses"][-1:]
        elif way == 2:
            one["impulses"].append([max((row for row, *_ in one["impulses"]), default=0) + 1, "1"])
        else:
            factor = forger.random.randrange(1, 9)
            one["unit"] = f"{int(one['unit'], 16) * factor:x}"
            for impulse in one["impulses"]:
                impulse[1] = f"{int(impulse[1], 16) * factor:x}"


@forgery
def another_number_of_parts(forger, header, records):
    found = forger.pick(lists_named(records, "parts") + lists_named(records, "rounds"))
    if found:
        way = forger.random.randrange(3)
        if way == 0:
            found.pop()
        elif way == 1:
            found.append(json.loads(json.dumps(found[-1])))
        else:
            found.reverse()


@forgery
def another_bounce(forger, header, records):
    header.update(forger.pick(({"restitution": "1/2"}, {"restitution": "1"}, {"restitution": "0"}, {"rounds": 0},
                               {"rounds": 1}, {"rounds": 3}, {"pairs": [[0, 1, "1/3"]]}, {"pairs": []})))


@forgery
def forces_shifted(forger, header, records):
    """From some to others, as self-stresses do."""
    node = forger.node(records)
    if node:
        amount = forger.small()
        for force in forces_of(node):
            force[1] = f"{int(force[1], 16) + forger.random.choice((-1, 0, 1)) * amount:x}"


@forgery
def forces_scaled(forger, header, records):
    node = forger.node(records)
    if node:
        factor = 1 + Fraction(forger.small(8), 2 ** forger.random.randrange(9, 120))
        for force in forces_of(node):
            force[1] = f"{round(int(force[1], 16) * factor):x}"


def widen(opening, bits):
    """Makes an opening so many digits larger; a motion over a number, a little other."""
    if "shift" in opening:
        opening["shift"] = max(0, opening["shift"] - bits)
    else:
        opening["over"] = f"{int(opening['over'], 16) + max(1, abs(bits)):x}"


@forgery
def forces_of_few_digits(forger, header, records):
    node = forger.node(records)
    if node:
        bits = forger.random.randrange(20, 140)
        for force in forces_of(node):
            force[1] = f"{int(force[1], 16) >> bits << bits:x}"
        if node.get("opening"):
            widen(node["opening"], bits + forger.random.randrange(9))


@forgery
def a_force_left_out(forger, header, records):
    node = forger.node(records)
    if node:
        forces = forces_of(node)
        forces.remove(forger.pick(forces))


@forgery
def a_force_of_another_row(forger, header, records):
    node = forger.node(records)
    if node:
        force = forger.pick(forces_of(node))
        force[0] = max(0, force[0] + forger.random.choice((-2, -1, 1, 2)))
        forces_of(node).sort()


@forgery
def one_more_force(forger, header, records):
    node = forger.node(records, with_forces=False)
    if node:
        row = forger.random.randrange(8)
        if row not in [force[0] for force in forces_of(node)]:
            forces_of(node).append([row, f"{abs(forger.small()):x}"])
            forces_of(node).sort()


@forgery
def no_forces(forger, header, records):
    node = forger.node(records)
    if node:
        forces_of(node).clear()


@forgery
def forces_of_another_node(forger, header, records):
    one, two = forger.node(records), forger.node(records)
    if one:
        forces_of(one)[:] = json.loads(json.dumps(forces_of(two)))


@forgery
def another_opening(forger, header, records):
    node = forger.pick(node for node in nodes(records) if node.get("opening"))
    if node:
        opening = node["opening"]
        way = forger.random.randrange(4)
        if way == 0:
            node["opening"] = None
        elif way == 1:
            widen(opening, forger.random.randrange(-60, 120))
        elif way == 2:
            triple = forger.pick(opening["motion"])
            place = forger.random.randrange(3)
            triple[place] = forger.nudged(triple[place])
        else:
            opening["motion"] = [[f"{-int(x, 16):x}" for x in triple] for triple in opening["motion"]]


@forgery
def an_opening_more(forger, header, records):
    """Of a node that has none, or a velocity."""
    record = forger.pick(record for record in records if record["groups"])
    node = record and forger.pick(node for node in nodes(record) if node.get("opening", 0) is None)
    others = [other["opening"] for other in nodes(record or []) if other.get("opening")]
    if node and others:
        unit = forger.random.choice(({"shift": forger.random.randrange(60, 260)}, {"over": f"{1 << forger.random.randrange(260):x}"}))
        node["opening"] = unit | {"motion": forger.pick(others)["motion"]}


@forgery
def called_near(forger, header, records):
    group = forger.group(records)
    if group:
        group["grade"] = forger.random.choice(("near", "unique"))


@forgery
def a_wider_radius(forger, header, records):
    """As wide as L0 has it, or twice that."""
    header["radius"] = str(largest_radius(header) * forger.random.choice((1, 1, 1, 2)))


@forgery
def near_and_wide(forger, header, records):
    a_wider_radius(forger, header, records)
    for record in records:
        for group in record["groups"]:
            group["grade"] = "near"
    forger.random.choice((forces_of_few_digits, a_force_nudged, forces_scaled))(forger, header, records)
    for node in nodes(records):
        if node.get("opening"):
            widen(node["opening"], forger.random.randrange(170))


@forgery
def another_tree(forger, header, records):
    tree = forger.pick(node for node in nodes(records) if "branches" in node)
    if tree:
        branches = tree["branches"]
        way = forger.random.randrange(5)
        if way == 0:
            branches.reverse()
        elif way == 1:
            branches.pop(forger.random.randrange(len(branches)))
        elif way == 2:
            for place, branch in enumerate(branches):  # the bound becomes the leaf, and the leaf the bound
                forces = json.loads(json.dumps(forces_of(branch)))
                branches[place] = EMPTY | {"forces": forces} if "bound" in branch else {"bound": forces, "pins": []}
        elif way == 3:
            del tree["branches"]
        else:
            place = forger.random.randrange(len(branches))
            branches[place] = {"bound": forces_of(branches[place]), "pins": []}


@forgery
def a_choice_more(forger, header, records):
    lists = [value for node in everything(records) if type(node) is dict for value in node.values()
             if type(value) is list and value and type(value[0]) is dict and "forces" in value[0]]
    programs = forger.pick(lists)
    if programs:
        place = forger.random.randrange(len(programs))
        leaf = programs[place]
        bound = {"bound": forces_of(leaf), "pins": []}
        programs[place] = EMPTY | {"branches": forger.random.choice(([leaf, bound], [bound, leaf]))}


@forgery
def another_number_of_programs(forger, header, records):
    lists = [node["programs"] for node in everything(records) if type(node) is dict and "programs" in node]
    programs = forger.pick(lists)
    if programs:
        if forger.random.random() < 0.5:
            programs.pop()
        else:
            programs.append(json.loads(json.dumps(programs[-1])))


@forgery
def a_group_left_out(forger, header, records):
    record = forger.pick(record for record in records if record["groups"])
    if record:
        record["groups"].remove(forger.pick(record["groups"]))


@forgery
def a_group_of_others(forger, header, records):
    group = forger.group(records)
    if group:
        group["first"] += forger.random.choice((-1, 1))


@forgery
def records_of_another_step(forger, header, records):
    one, two = forger.pick(records), forger.pick(records)
    one["groups"] = json.loads(json.dumps(two["groups"]))


@forgery
def records_of_another_run(forger, header, records):
    _, others = lines(forger.pick(forger.names))
    for record, other in zip(records, others):
        record["groups"] = other["groups"]


@forgery
def another_header(forger, header, records):
    key, *values = forger.pick((("step", "1/200", "1/99", "-1/100"), ("grid", 60, 68, 128), ("law", "1/1000000000000", "-1"),
                                ("touch", "1/1000", "0"), ("radius", "0", "-1", "1")))
    header[key] = forger.pick(values)


@forgery
def another_scene(forger, header, records):
    """A number of a body is another one; the header says what follows from it."""
    def change(scene):
        body = forger.pick(body for body in scene["body"] if not body.get("fixed"))
        key = forger.pick(("density", "velocity", "spin"))
        if key == "density" and "mass" in body:
            key = "mass"
        tiny = f"1/{10**forger.random.randrange(1, 24)}"
        body[key] = ["0", tiny] if key == "velocity" else tiny
    of_another_scene(header, change)
    header["touch"] = str(of_header(header).touch)
    header["radius"] = str(largest_radius(header))


@forgery
def a_state_nudged(forger, header, records):
    record = forger.pick(record for record in records if "state" in record)
    if record and record["state"]:
        state = forger.pick(record["state"])
        place = forger.random.randrange(len(state))
        state[place] = (state[place] + 1) % 4 if place == 2 else forger.nudged(state[place])
        record["kept"] = True


class Closely(law_check.PartProof):
    """The proof of a part, each leaf of which gets other forces and the opening that brings it back to the motion that
    the honest one opened: whatever is then accepted has a true ball."""

    def forge(self, node, rows, program):
        if node is EMPTY_LEAF or node.kind != "leaf" or not (node.forces or node.pins):
            return node
        forger = self.forger
        honest, bodies = Node(program, rows, node), program.metric.bodies
        honest.ball(node.opening)
        node.forces = [(row, max(1, force + forger.small(forger.bits)), *more) for row, force, *more in node.forces]
        node.pins = [(pin, *(pull + forger.small(forger.bits) for pull in pulls)) for pin, *pulls in node.pins]
        x, shift = Node(program, rows, node).x, 800
        apart = [sub(honest.opened[b], x[b]) for b in bodies]
        node.opening = SimpleNamespace(shift=shift, motion=[tuple(nearest(u * 2**shift) for u in move) for move in apart])
        return node

    def program(self, j, program):
        return self.forge(super().program(j, program), program.rows({}), program)

    def velocity(self, rows, program):
        return self.forge(super().velocity(rows, program), rows, program)


def closely_forged(forger):
    """Like `forged`, but the runs have true balls."""
    source = forger.pick(forger.names)
    header, records = lines(source)
    forger.bits = forger.random.randrange(20, 190)
    if forger.random.random() < 0.5:
        header["radius"] = str(largest_radius(header))
    grade = forger.random.choice(("near", "unique", None))
    for record in records:
        record.pop("state", None)
        for group in record["groups"]:
            group["grade"] = grade or group["grade"]
    checker = law_check.Checker(None, read_header(written(header, []).encode()))
    Closely.forger = forger
    own, law_check.PartProof = law_check.PartProof, Closely
    try:
        for place, record in enumerate(records):
            read = read_record(written(record, []).encode())
            try:
                checker.take(read)
            finally:
                records[place] = spelled(read)
    except Refused:
        del records[place + 1:]
    finally:
        law_check.PartProof = own
    return ["closely_forged"], source, header, records


def spelled(value):
    """What a record is as JSON."""
    if type(value) is list:
        return [*map(spelled, value)]
    if type(value) is SimpleNamespace:
        kind = vars(value).get("kind")
        keys = {"forces": "bound"} if kind == "bound" else {}
        return {keys.get(key, key): SPELLED.get(key, spelled)(item) for key, item in vars(value).items()
                if key != "kind" and not (key == "state" and item is None)}
    return value


def in_hex(lists):
    return [[entry[0], *(f"{number:x}" for number in entry[1:] if number is not None)] for entry in lists]


SPELLED = {"forces": in_hex, "pins": in_hex, "motion": lambda found: [[f"{x:x}" for x in move] for move in found]}


def everything(value):
    yield value
    for item in value.values() if type(value) is dict else value if type(value) is list else ():
        yield from everything(item)


def of_header(header):
    return Run(read_scene(header["scene_file"], True), read_header(written(header, []).encode()))


def largest_radius(header):
    """The largest power of two that L0 allows."""
    least = of_header(header).largest_radius_squared()
    radius = Fraction(1)
    while radius**2 > least > 0:
        radius /= 2
    return radius if least else Fraction(0)


def forged(forger):
    """(the names of the forgeries, the source, header and records)."""
    source = forger.pick(forger.names)
    header, records = lines(source)
    del records[forger.random.randrange(1, len(records) + 1):]
    before = written(header, records)
    names = []
    for _ in range(forger.random.choice((1, 1, 1, 2, 3))):
        make = forger.pick(FORGERIES)
        make(forger, header, records)
        names.append(make.__name__)
    is_changed = written(header, records) != before
    for record in records:
        if not record.pop("kept", False):
            record.pop("state", None)
    return names if is_changed else [], source, header, records


def asked(text):
    """(the verdict in JSON or the condition that is violated, and the states after each step)."""
    states = []

    class Watching(law_check.Checker):
        def take(self, record, left):
            super().take(record, left)
            states.append(self.states)

    own, law_check.Checker = law_check.Checker, Watching
    try:
        status, found = law_check.main(None, io.BytesIO(text.encode()), 1, True)
    except ValueError:
        return "unreadable", states
    finally:
        law_check.Checker = own
    return found if status == 0 else json.loads(found)["condition"], states


# Scenes with friction in which another motion obeys the law as well: without forces.
SEVERAL = {"rests-where-it-might-fly-off"}


def is_false(header, honest_header, states, honest, verdict):
    """Whether an accepted run says something else than the honest one."""
    same = all(header[key] == honest_header[key] for key in ("scene", "step", "grid", "restitution", "pairs", "rounds"))
    if not same or all(one == two for one, two in zip(states, honest)):
        return False
    if verdict["near"] == 0:
        return True
    # The first state that differs is not further away than the radius and a rounding.
    run = of_header(honest_header)
    one, two = next((one, two) for one, two in zip(states, honest) if one != two)
    for b in run.free:
        moved = run.vector_of_grid(one[b].x - two[b].x, one[b].y - two[b].y)
        most = Fraction(verdict["radius"]) ** 2 / run.bodies[b].mass
        slack = run.square * Fraction(2, 4**run.g)
        if moved[0] ** 2 + moved[1] ** 2 > 2 * (most + slack):
            return True
    return False


def main(seed, count, folder=None):
    forger, told, answers, found_false = Forger(int(seed)), Counter(), [], 0
    honest = {}
    for name in forger.names:
        header, records = lines(name)
        honest[name] = header, asked(written(header, records))[1]
    while len(answers) < int(count):
        make = closely_forged if forger.random.random() < 0.3 else forged
        names, source, header, records = make(forger)
        if not names:
            continue
        text = written(header, records)
        answer, states = asked(text)
        told[answer if answer[0] != "{" else "accepted"] += 1
        if answer[0] == "{" and source not in SEVERAL and is_false(header, *honest[source][:1], states, honest[source][1], json.loads(answer)):
            found_false += 1
            print(f"FALSE: {source}, forgery {len(answers)}: {names}", flush=True)
        if folder:
            with open(f"{folder}/{len(answers)}.run", "w") as file:
                file.write(text)
        answers.append(answer)
    if folder:
        with open(f"{folder}/answers", "w") as file:
            file.write("".join(answer + "\n" for answer in answers))
    print(", ".join(f"{name} {number}" for name, number in sorted(told.items())))
    return 1 if found_false else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
