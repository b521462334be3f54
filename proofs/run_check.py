"""A second checker for `zwang-run-1` and `zwang-friction-run-1`, written from RUN.md and FORMAT.md alone. check.py
calls it for runs.

Section 1 of that page is in run_state.py, section 2 in run_forms.py, section 3 in run_rows.py, section 4a in
run_enclosed.py, section 5 in run_impact.py, the file and the facts of section 6 in run_file.py and run_facts.py, the
conditions in run_conditions.py; runs with friction, section 9, in run_friction.py and run_friction_conditions.py; here
is what is said of a run, section 7."""

import hashlib
import json
from fractions import Fraction

import run_friction_conditions
from boxes import TooMuch
from law_begin import the_scene_is_the_one_of_the_header
from law_file import in_json, root
from reading import Spelled, dot, need, one_line, plain, spelled
from run_conditions import CONDITIONS, the_run_begins
from run_file import (
    FRICTION, FRICTIONLESS, MOST_BYTES, digest_in_hex, fraction, one_of, or_null, own_scene, read, read_header,
    read_record)
from run_friction import FrictionStep
from run_state import half_turn_tangent
from run_step import Run, Step


# How a run begins, and what is asked of its steps.
STARTS = tuple(f'{{"format":"{name}",'.encode() for name in (FRICTIONLESS, FRICTION))
KINDS = {FRICTIONLESS: (Step, CONDITIONS), FRICTION: (FrictionStep, run_friction_conditions.CONDITIONS)}
HEAT_BITS = 128


class Rejected(Exception):
    """A condition does not hold."""

    def __init__(self, condition, message):
        super().__init__(message)
        self.condition = condition


def text_of(value):
    if type(value) is tuple:
        return " ".join(map(spelled, value))
    return spelled(value)


def violation(condition, subject):
    """The first violation of a condition, or None."""
    try:
        for holds, place, found, required in condition(subject):
            if not holds:
                return one_line(f"{place}: found {text_of(found)[:400]}, required {text_of(required)[:400]}")
    except ZeroDivisionError as problem:
        return f"found {problem}, required a number"
    return None


def demand(name, condition, subject, place=""):
    found = violation(condition, subject)
    if found:
        raise Rejected(name.split()[0], f"{name}: {place}{found}")


class Checker:
    """Checks a run line by line, and keeps two states, the rows that pressed, and what section 7 tells. Where the scene
    is None it is the one that the run has with it."""

    def __init__(self, scene, header):
        own_scene = the_own_scene(header)
        self.is_of_own_scene = scene is None
        if self.is_of_own_scene:
            need(own_scene is not None, "found a run without its scene, expected its scene file before it")
            scene = own_scene
        self.run = Run(scene, header)
        self.kind_of_step, self.conditions = KINDS[header.format]
        demand("R0 the beginning", the_run_begins, self.run)
        self.previous, self.current = self.run.beginning()
        self.polygons = self.run.polygons(self.current)
        self.pressed = set()
        self.steps, self.first, self.is_part = 0, None, False
        self.last_lines, self.enters, self.header_digest = [], digest([]), None
        self.penetration = self.drift = self.defect = self.turn = self.heat = Fraction(0)
        self.relaxed = 0

    def take(self, record):
        """Checks the next record."""
        step = self.step(record)
        for name, condition in self.conditions.items():
            try:
                demand(name, condition, step, self.place())
            except TooMuch as problem:
                raise Rejected(name.split()[0], f"{name}: {self.place()}{problem}") from problem
        self.go_on(step)
        self.pressed = step.pressing
        self.remember(record)

    def believe(self, record, is_last):
        """Takes a record before the first that is checked for what it is needed for: its state, and of the last one the
        rows that press. A slice does not say what led to its first record; so nothing else can be asked."""
        step = self.step(record)
        if len(record.state) != len(self.run.order):
            found = f"{len(record.state)} entries, required {len(self.run.order)}"
            raise Rejected("R8", f"R8 the next state: {self.place()}found {found}")
        if is_last:
            try:
                self.pressed = step.claimed
            except (LookupError, TypeError) as problem:
                raise Rejected("R2", f"R2 groups: {self.place()}found {problem!r}, required what is listed") from problem
        if any(placement.c == (0, 0) for placement in step.new[0]):
            raise Rejected("R8", f"R8 the next state: {self.place()}found the rotation 0, required another")
        self.go_on(step)

    def read(self, line):
        """The record of a line, which is one of the last two from now on."""
        self.last_lines = [*self.last_lines[-1:], line]
        return read_record(line, self.run.header)

    def place(self):
        return f"step {self.steps + 1}: "

    def skim(self, line):
        """Counts a step of which nothing is needed."""
        start = f'{{"k":{self.steps + 1},'.encode()
        need(line.startswith(start) and line.endswith(b"\n"), f"found {line[:60]}, expected {start} and a line end")
        self.steps += 1

    def step(self, record):
        need(self.steps + 1 < 2**63, "found a step after 2^63 - 1, expected none")
        if record.k != self.steps + 1:
            raise Rejected("R0", f"R0 the beginning: {self.place()}k: found {record.k}, required {self.steps + 1}")
        return self.kind_of_step(self.run, record, self.previous, self.current, self.polygons, self.pressed)

    def go_on(self, step):
        self.steps += 1
        self.previous = self.current
        self.current, self.polygons = step.new

    def remember(self, record):
        facts = record.facts
        self.first = self.first or self.steps
        self.penetration = max(self.penetration, facts.penetration)
        self.drift = max(self.drift, facts.pin_drift)
        self.defect = max([self.defect, *(dot(group.defect, group.defect) for group in facts.free)])
        turns = [abs(half_turn_tangent(self.current[b].c, self.previous[b].c)) for b in self.run.order]
        self.turn = max([self.turn, *turns])
        if self.has_friction():
            self.heat += rounded_up(facts.heat + facts.impact_heat)
            self.relaxed += sum(group.relaxed > 0 for group in record.groups)

    def has_friction(self):
        return self.run.header.format == FRICTION

    def is_coarse(self):
        """Whether rounding is not small against something that a free body does by itself in a step."""
        bits = self.run.grid.bits
        if bits is None:
            return False
        for b in self.run.order:
            for own_squared, unit_squared in self.own_motions(b):
                if own_squared != 0 and Fraction(4) ** (10 - bits) * unit_squared > own_squared:
                    return True
        return False

    def own_motions(self, b):
        """The squares of what a free body does by itself in a step, each with that of its grid unit times 4^bits."""
        run, body, along = self.run, self.run.bodies[b], dot(self.run.grid.along, self.run.grid.along)
        *fall, turn = run.free_accelerations[b]
        if not any(fall) and not turn:
            yield run.step**2 * (dot(body.velocity, body.velocity) + body.spin**2 * body.reach_squared), along
        yield run.step**4 * dot(fall, fall), along
        yield run.step**4 * turn**2 / 4, 1

    def verdict(self):
        """The verdict for programs."""
        header = self.run.header
        pairs = [[b, c, str(epsilon)] for b, c, epsilon in header.pairs]
        friction = {"friction": {"heat": str(self.heat), "relaxed": self.relaxed}} if self.has_friction() else {}
        return {"format": "zwang-verdict-1", "verdict": "accepted", "scene": header.scene,
                "own_scene": self.is_of_own_scene, "from": self.first or 1, "to": self.steps, "step": str(header.step),
                "grid": header.grid, "restitution": str(header.restitution), "pairs": pairs, "corner": header.corner, "coarse": self.is_coarse(),
                "penetration_squared": str(self.penetration), "pin_drift_squared": str(self.drift),
                "momentum_defect_squared": str(self.defect), "half_turn_tangent": str(self.turn),
                **friction, "header": self.header_digest, "enters": self.enters,
                "leaves": digest(self.last_lines)}


def line_of(verdict, is_part):
    """The verdict for people, from that for programs."""
    first, last, grid, pairs = (verdict[key] for key in ("from", "to", "grid", "pairs"))
    penetration, drift, defect, turn = (Fraction(verdict[figure]) for figure in FIGURES)
    if first == 1 and not is_part:
        steps = f"{last} step" + "s" * (last != 1)
    else:
        steps = f"step {last}" if first == last else f"steps {first} to {last}"
    whence = " (in the run)" * verdict["own_scene"]
    return (f"accepted: {steps}, scene {verdict['scene']}{whence}; step {verdict['step']} s, "
            f"{'exact' if grid is None else f'grid 2^-{grid}'}, restitution {verdict['restitution']}"
            f"{f' (pairs: {len(pairs)})' if pairs else ''}, corner {verdict['corner']}; "
            f"penetration at most {root(penetration)} m, pin drift at most {root(drift)} m, "
            f"momentum defect at most {root(defect)} N s, turn at most {root(4 * turn**2)} rad"
            + "; coarse grid" * verdict["coarse"] + friction_of_line(verdict))


def friction_of_line(verdict):
    """What the verdict for people says of friction."""
    if "friction" not in verdict:
        return ""
    found = verdict["friction"]
    return f"; friction: heat at most {root(Fraction(found['heat']) ** 2)} J, relaxed {found['relaxed']}"


def rounded_up(heat):
    """The least multiple of 2^-HEAT_BITS that is not smaller: the denominators of all steps would multiply."""
    unit = 2**HEAT_BITS
    return Fraction(-(-heat.numerator * unit // heat.denominator), unit)


def digest(lines):
    return hashlib.sha256(b"".join(lines)).hexdigest()


FIGURES = "penetration_squared", "pin_drift_squared", "momentum_defect_squared", "half_turn_tangent"


def the_own_scene(header):
    """R0 of the scene that a run has with it; None if it has none."""
    if header.scene_file is None:
        return None
    try:
        scene = own_scene(header)
    except (ValueError, RecursionError) as problem:
        message = f"header, scene_file: found {one_line(text_of(problem)[:400])}, required a scene file in JSON"
        raise Rejected("R0", f"R0 the beginning: {message}") from problem
    demand("R0 the beginning", the_scene_is_the_one_of_the_header, (scene, header))
    return scene


def check(scene, lines, first, last=None):
    """Checks the steps from `first` on, up to `last` if it is given, of a run, given as the lines of its file, or of a
    slice of one. Where the scene is None it is the one that the run has with it."""
    need(last is None or first <= last, f"found steps from {first} to {last}, expected a last step from {first} on")
    line = next(lines, b"")
    header = read_header(line)
    checker = Checker(scene, header)
    checker.header_digest, checker.is_part = digest([line]), last is not None
    while last is None or checker.steps < last:
        line = next(lines, None)
        if line is None:
            break
        if checker.steps == 0 and first > 3 and line.startswith(f'{{"k":{first - 2},'.encode()):
            checker.steps = first - 3  # a slice
        if checker.steps + 3 <= first - 1:
            checker.skim(line)
            continue
        record = checker.read(line)
        if checker.steps + 1 >= first:
            checker.take(record)
        else:
            checker.believe(record, checker.steps + 2 == first)
        if checker.steps + 1 == first:
            checker.enters = digest(checker.last_lines)
    need(first <= max(checker.steps, 1), f"found {checker.steps} steps, expected to check from step {first} on")
    need(last is None or checker.steps == last, f"found {checker.steps} steps, expected to check up to step {last}")
    return checker


def join(lines):
    """The verdict on a run, given those on its pieces, each on a line."""
    pieces = [piece_of(line) for line in lines]
    if not pieces:
        raise Rejected("R11", "R11 pieces: found none, required at least one")
    first, *others = sorted(pieces, key=lambda piece: (piece["from"], piece["to"]))
    agrees("the first piece", first, "from", 1)
    agrees("the first piece", first, "enters", digest([]))
    ends_where_it_may("the first piece", first)
    whole = dict(first)
    for piece in others:
        place = f"the piece from step {piece['from']} on"
        agrees(place, piece, "from", whole["to"] + 1)
        ends_where_it_may(place, piece)
        agrees(place, piece, "scene", first["scene"])
        agrees(place, piece, "header", first["header"])
        for term in TERMS:
            agrees(place, piece, term, first[term])
        agrees(place, piece, "enters", whole["leaves"])
        whole["to"], whole["leaves"] = piece["to"], piece["leaves"]
        whole["own_scene"] |= piece["own_scene"]
        for figure in FIGURES:
            whole[figure] = str(max(Fraction(whole[figure]), Fraction(piece[figure])))
        join_friction(place, whole, piece)
    return whole


def join_friction(place, whole, piece):
    """Adds up what two pieces say of friction; both do, or neither."""
    required = "one with friction" if "friction" in whole else "one without"
    if ("friction" in whole) != ("friction" in piece):
        raise Rejected("R11", f"R11 pieces: {place}: found another kind of run, required {required}")
    if "friction" in whole:
        heat = Fraction(whole["friction"]["heat"]) + Fraction(piece["friction"]["heat"])
        relaxed = whole["friction"]["relaxed"] + piece["friction"]["relaxed"]
        whole["friction"] = {"heat": str(heat), "relaxed": relaxed}


def piece_of(line):
    """The verdict on a piece; keys may come in any order."""
    piece = json.loads(line, object_pairs_hook=without_repetition, parse_float=Spelled, parse_constant=Spelled)
    need(type(piece) is dict and piece.get("format") == "zwang-verdict-1", "found no verdict, expected zwang-verdict-1")
    need(type(piece.get("verdict")) is str, "found no verdict, expected one")
    agrees("a piece", piece, "verdict", "accepted")
    shape = PIECE if "friction" not in piece else PIECE_WITH_FRICTION
    need(set(piece) == set(shape), f"found {str([*piece])[:400]}, not {[*shape]}")
    read({key: piece[key] for key in shape}, shape)
    return {key: piece[key] for key in shape}


def without_repetition(pairs):
    need(len(dict(pairs)) == len(pairs), "found a key twice, expected each once")
    return dict(pairs)


def not_negative(value):
    need(type(value) is str and len(value) <= 2**19, "found no number, or one that is too long")
    need(fraction(value) >= 0, f"found {value[:60]}, expected a number from 0 on")


def friction_of_piece(value):
    need(type(value) is dict and set(value) == set(OF_FRICTION), f"found {str(value)[:60]}, not {[*OF_FRICTION]}")
    read({key: value[key] for key in OF_FRICTION}, OF_FRICTION)


# What a verdict on a piece looks like.
count = plain(lambda value: type(value) is int and 0 <= value < 2**64, int)
truth = plain(lambda value: type(value) is bool, bool)
PIECE = {
    "format": one_of("zwang-verdict-1"), "verdict": one_of("accepted"),
    "scene": digest_in_hex, "own_scene": truth, "from": count, "to": count,
    "step": not_negative, "grid": or_null(count),
    "restitution": not_negative, "pairs": [(count, count, not_negative)],
    "corner": one_of("stop", "first", "last"), "coarse": truth}
PIECE |= dict.fromkeys(FIGURES, not_negative)
TERMS = "step", "grid", "restitution", "pairs", "corner", "coarse"
SEAMS = dict.fromkeys(("header", "enters", "leaves"), digest_in_hex)
OF_FRICTION = {"heat": not_negative, "relaxed": count}
PIECE_WITH_FRICTION = PIECE | {"friction": friction_of_piece} | SEAMS
PIECE |= SEAMS


def ends_where_it_may(place, piece):
    """A piece has at least the step that it begins with, or none."""
    if piece["to"] < piece["from"] - 1:
        raise Rejected("R11", f"R11 pieces: {place}: found `to` {piece['to']}, required at least {piece['from'] - 1}")


def agrees(place, piece, key, required):
    if piece[key] != required:
        raise Rejected("R11", f"R11 pieces: {place}: found `{key}` {piece[key]}, required {required}")


def said(scene, text):
    """`accepted`, `unreadable`, or the step and all conditions that are violated at the first step that is not right."""
    try:
        checker = Checker(scene, read_header(next(lines := iter(text), b"")))
        for line in lines:
            record = read_record(line, checker.run.header)
            step = checker.step(record)
            violated = all_violated(step, checker.conditions)
            if violated:
                return f"{checker.steps + 1} {' '.join(violated)}"
            checker.pressed = step.pressing
            checker.go_on(step)
    except Rejected as rejection:
        return f"{checker.steps + 1 if 'checker' in locals() else 0} {rejection.condition}"
    except (ValueError, RecursionError):
        return "unreadable"
    return "accepted"


def all_violated(step, conditions):
    """The conditions that a record violates. R1 gives a meaning to R2 and R9, these two to those up to R7, and they to the
    others."""
    found = []
    for name, condition in conditions.items():
        short = name.split()[0]
        if violation(condition, step) is not None:
            found.append(short)
        if found and short in ("R1", "R9", "R7"):
            break
    return found


def main(scene, file, first, as_json, last=None):
    """The exit status and the verdict."""
    try:
        checker = check(scene, iter(lambda: file.readline(MOST_BYTES + 1), b""), first, last)
    except Rejected as rejection:
        return rejected(rejection, as_json)
    return 0, told(checker.verdict(), as_json, checker.is_part)


def main_of_pieces(lines, as_json):
    """The exit status and the verdict on pieces."""
    try:
        return 0, told(join(lines), as_json, is_part=True)
    except Rejected as rejection:
        return rejected(rejection, as_json)


def rejected(rejection, as_json):
    found = {"format": "zwang-verdict-1", "verdict": "rejected", "condition": rejection.condition,
             "message": str(rejection)}
    return 1, in_json(found) if as_json else f"rejected: {rejection}"


def told(verdict, as_json, is_part):
    return in_json(verdict) if as_json else line_of(verdict, is_part)
