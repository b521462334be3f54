"""A second checker for `zwang-run-2`, written from RUN.md and FORMAT.md alone. check.py calls it for such runs.

Sections 1 to 3 of that page are in law_numbers.py and law_state.py, sections 4 to 6 in law_rows.py, section 7 in
law_program.py, section 8 in law_step.py, the file, section 9, in law_file.py; here is what is said of a run, and in
law_pieces.py what is said of its pieces. Sections 14 and 16 to 18, runs in space, are in law_space.py, section 15, rounded
parts, in law_round.py."""

import hashlib
from fractions import Fraction
from math import inf
from types import SimpleNamespace

import law_begin
import law_pieces
import law_space
from boxes import TooMuch, demand_paid
from law_file import MOST_BYTES, Steps, in_json, inline, own_scene, read_header, read_record, root
from law_program import Refused
from law_rows import Hidden, boxes_of, met_by_parts, pairs_of, penetration
from law_state import Placed, Run, State
from law_step import EMPTY, Step
from reading import digest, dot, has_friction, need, one_line


class Proof:
    """The proof of a group in a record, or of a group that is left out."""

    def __init__(self, figures, listed, is_rough, is_free=False):
        self.figures, self.listed, self.is_rough, self.is_free = figures, listed, is_rough, is_free
        self.grade = "unique" if listed is None else listed.grade
        self.figures.near += self.grade == "near"
        self.figures.relaxed += self.grade == "relaxed"

    def part(self, number):
        if self.listed is None:
            return PartProof(self, NO_FORCES)
        if number >= len(self.listed.parts):
            raise Refused("L2", f"found {len(self.listed.parts)} parts, required more")
        return PartProof(self, self.listed.parts[number])

    def is_divided(self):
        """Whether the record makes the first part shorter."""
        return self.listed is not None and any(part.length is not None for part in self.listed.parts[:1])

    def ends(self, count):
        if self.listed is not None and len(self.listed.parts) != count:
            raise Refused("L2", f"found {len(self.listed.parts)} parts, required {count}")

    def goes_on(self):
        if self.listed is None and not self.is_free:
            raise Refused("L2", "found no group, required one that is listed, as it has parts")


class PartProof:
    """The proof of a part, and what becomes of it."""

    def __init__(self, proof, listed):
        self.figures, self.grade, self.listed, self.is_rough = proof.figures, proof.grade, listed, proof.is_rough

    def shortened(self, longest, is_last):
        """The time of the part, which the record may make shorter if there is friction."""
        if self.listed.length is None:
            return longest
        time = Fraction(self.listed.length, 16)
        if not self.is_rough:
            raise Refused("L2", "found a length, required none without friction")
        if is_last or not 0 < time < longest:
            raise Refused("L2", f"found the length {time}, required above 0, and less than {longest}")
        return time

    def round(self, number):
        if number >= len(self.listed.rounds):
            raise Refused("L2", f"found {len(self.listed.rounds)} rounds, required more")
        return self.listed.rounds[number]

    def count_of_rounds(self):
        return len(self.listed.rounds)

    def ends_rounds(self, count):
        if len(self.listed.rounds) != count:
            raise Refused("L2", f"found {len(self.listed.rounds)} rounds, required {count}")

    def program(self, j, program):
        if self.listed is NO_FORCES:
            return EMPTY
        if j > len(self.listed.programs):
            raise Refused("L6", f"found {len(self.listed.programs)} programs, required more")
        return self.listed.programs[j - 1]

    def ends(self, j):
        if self.listed is not NO_FORCES and len(self.listed.programs) != j:
            raise Refused("L6", f"found {len(self.listed.programs)} programs, required {j}")

    def velocity(self, rows, program):
        return self.listed.velocity

    def decided(self, ball):
        if self.grade == "unique" and not ball.all_decided:
            raise Refused("L8", "found a ball with several states, required one, or the grade `near`")

    def note(self, radius, error):
        self.figures.radius, self.figures.error = max(self.figures.radius, radius), max(self.figures.error, error)

    def finish(self, kappa, turns, work_of_torques):
        self.figures.kappa = min([self.figures.kappa, *kappa.values()])
        self.figures.turn = max([self.figures.turn, *map(abs, turns)])
        first = min(kappa)
        self.figures.kappas[first] = min(self.figures.kappas.get(first, 2), *kappa.values())
        self.figures.work_of_torques[first] = self.figures.work_of_torques.get(first, 0) + work_of_torques


NO_FORCES = SimpleNamespace(length=None, rounds=[], programs=[], velocity=EMPTY)


class Proofs:
    def __init__(self, figures, record, is_rough):
        self.figures, self.record, self.is_rough = figures, record, is_rough
        firsts = [group.first for group in record.groups]
        if firsts != sorted(set(firsts)):
            raise Refused("L2", f"found groups {firsts}, required them ascending")
        for group in record.groups:
            if group.grade == "relaxed" and not is_rough:
                raise Refused("L2", f"group {group.first}: found the grade relaxed, required friction")
        self.listed = {group.first: group for group in record.groups}

    def begin(self, groups):
        firsts = {bodies[0] for bodies in groups}
        for first in self.listed:
            if first not in firsts:
                raise Refused("L2", f"found a group of body {first}, required the first body of a group of the step")

    def have_rounds(self, bodies):
        group = self.listed.get(bodies[0])
        return group is not None and any(part.rounds for part in group.parts)

    def of(self, bodies):
        return Proof(self.figures, self.listed.pop(bodies[0], None), self.is_rough)

    def of_free(self, body):
        return Proof(self.figures, None, self.is_rough, is_free=True)


class Figures:
    """What is said of the steps of a run."""

    def __init__(self):
        self.radius, self.error, self.penetration, self.turn = (Fraction(0),) * 4
        self.near, self.relaxed = 0, 0
        self.rises = {1: Fraction(0), 2: Fraction(0)}


class Checker(Steps):
    as_state, place_of_quarters = State._make, 2

    def __init__(self, scene, header):
        own = None
        if header.scene_file is not None:
            try:
                own = own_scene(header)
            except (ValueError, RecursionError) as problem:
                raise Refused("L0", f"header, scene_file: found {one_line(str(problem)[:400])}") from problem
            for holds, place, found, required in law_begin.the_scene_is_the_one_of_the_header((own, header)):
                demand("L0", holds, place, found, required)
        self.is_of_own_scene = scene is None
        scene = own if scene is None else scene
        need(scene is not None, "found a run without its scene, expected its scene file before it")
        the_header_is_possible(scene, header)
        state_0_is_possible(scene)
        self.run = Run(scene, header)
        the_run_is_possible(self.run)
        self.hidden = Hidden(self.run)
        self.free, self.states, self.steps, self.figures = self.run.free, self.run.start(), 0, Figures()
        self.enters = self.digest_of_the_state()

    def take(self, record, paid=inf):
        if record.k != self.steps + 1:
            raise Refused("L0", f"k: found {record.k}, required {self.steps + 1}")
        moved = 24 * len(self.free)
        demand_paid(moved, paid)
        step = Step(self.run, self.states, self.hidden)
        step.work.pay(moved + 4 * len(step.pairs), paid)
        self.figures.kappa, self.figures.kappas, self.figures.work_of_torques = 2, {}, {}
        proofs = Proofs(self.figures, record, has_friction(self.run.scene))
        proofs.begin(step.groups)
        after = step.advance(proofs)
        step.no_others_meet()
        if record.state is not None and record.state != [tuple(after[b]) for b in self.run.free]:
            raise Refused("L9", "found another state, required the one that follows")
        joined = {b for bodies in step.groups for b in bodies}
        alone = [[b] for b in self.run.free if b not in joined]
        rise = sum(self.rise(step, after, bodies, True) for bodies in step.groups)
        rise += sum(self.rise(step, after, bodies, False) for bodies in alone)
        kappa = self.figures.kappa
        self.figures.rises[kappa] = max(self.figures.rises[kappa], rise)
        self.states, self.steps = after, self.steps + 1
        self.cost = step.work.cost()
        self.look(step)

    def rise(self, step, after, bodies, is_group):
        """What a step gives to the kinetic energy of a group beside the work of weights and loads."""
        run, total = self.run, -self.figures.work_of_torques.get(min(bodies), 0)
        for b in bodies:
            body, old, new = run.bodies[b], self.states[b], after[b]
            moved = run.vector_of_grid(new.x - old.x, new.y - old.y)
            total += self.kinetic(b, new) - self.kinetic(b, old) - body.mass * dot(body.fall, moved)
        if is_group:
            falling = 0
            for b in bodies:
                body = run.bodies[b]
                falling += body.mass * dot(body.fall, body.fall) + body.inertia * step.free[b].angular ** 2
            part = 2**8 if self.figures.kappas.get(min(bodies)) == 2 else 2**4
            most = sum(self.kinetic(b, self.states[b]) for b in bodies) / part + run.h**2 * falling / 2**5
            demand("L12", total <= most, f"group of {bodies[0]}, energy", total, f"at most 1/{part} more")
        return total

    def kinetic(self, b, state):
        """The kinetic energy of a body in a state."""
        run, body = self.run, self.run.bodies[b]
        square, below = run.square * (state.v**2 + state.w**2), 2 << 2 * run.g
        return body.mass * Fraction(square, below) + body.inertia * Fraction(state.spin**2, below)

    def look(self, step):
        """Notes how deep parts are in each other after a step: L1."""
        placed = [Placed(self.run, b, self.states.get(b)) for b in range(len(self.run.bodies))]
        for pair in pairs_of(met_by_parts(self.run, boxes_of(self.run, placed), 2**16)):
            depth = penetration(self.run, placed, pair)
            if depth * 2**8 > min(self.run.widths[part] for part in pair) and depth > penetration(self.run, step.placed, pair):
                raise TooMuch(f"parts {pair}: found an overlap, required at most 1/16 of their width: a smaller step")
            self.figures.penetration = max(self.figures.penetration, depth)

    def verdict(self):
        header, figures, rough = self.run.header, self.figures, has_friction(self.run.scene)
        bounces = header.restitution > 0 or any(own > 0 for *_, own in header.pairs)
        of_impacts = {"restitution": str(header.restitution), "pairs": len(header.pairs), "rounds": header.rounds} if bounces else {}
        of_groups = {"relaxed": figures.relaxed} if rough else {}
        of_law = {"law_squared": str(figures.error), "one_of_several": True} if rough else {}
        return {"format": "zwang-verdict-2", "verdict": "accepted", "scene": header.scene, "own_scene": self.is_of_own_scene,
                "from": self.first, "to": self.steps, "step": str(header.step), "grid": header.grid, "touch": str(header.touch),
                **of_impacts, "near": figures.near, **of_groups, "radius": str(figures.radius), **of_law,
                "penetration_squared": str(figures.penetration), "half_turn_tangent": str(figures.turn),
                "steady_rise": str(figures.rises[2]), "landing_rise": str(figures.rises[1]), "header": self.header_digest,
                "enters": self.enters, "leaves": self.digest_of_the_state()}


def demand(condition, holds, place, found, required):
    if not holds:
        raise Refused(condition, f"{place}: found {str(found)[:200]}, required {required}")


def the_header_is_possible(scene, header):
    found = digest(scene)
    demand("L0", header.scene == found, "header, scene", header.scene, found)
    demand("L0", header.step > 0, "header, step", header.step, "above 0")
    demand("L0", 16 <= header.grid <= 1024 and header.grid % 4 == 0, "header, grid", header.grid, "a multiple of 4 from 16 to 1024")


def the_run_is_possible(run):
    header = run.header
    demand("L0", header.touch == run.touch, "header, touch", header.touch, run.touch)
    least = 2**12 * run.touch**2
    for b in run.free:
        widths = [run.widths[b, p] for p in range(len(run.bodies[b].arms))]
        demand("L0", not widths or least <= max(widths), "header, touch", run.touch, f"at most 1/64 of the width of body {b}: a smaller step")
    holds = 0 <= header.radius and header.radius**2 <= run.largest_radius_squared()
    demand("L0", holds, "header, radius", header.radius, "a small part of `touch`")
    most = run.touch / 2**8 if has_friction(run.scene) else 0
    demand("L0", 0 <= header.law <= most, "header, law", header.law, f"from 0 to {most}")
    coefficients = [header.restitution, *(own for *_, own in header.pairs)]
    demand("L0", all(0 <= own <= 1 for own in coefficients), "header, restitution", coefficients, "from 0 to 1")
    pairs = [(b, c) for b, c, _ in header.pairs]
    holds = pairs == sorted(set(pairs)) and all(b < c < len(run.bodies) for b, c in pairs)
    demand("L0", holds, "header, pairs", pairs, "ascending pairs of two bodies, the smaller first")
    demand("L0", header.rounds <= 2**10, "header, rounds", header.rounds, "at most 2^10")


def state_0_is_possible(scene):
    bodies = [SimpleNamespace(centre=body.centroid, velocity=body.velocity, spin=body.spin) for body in scene.bodies]
    is_free = [not body.fixed for body in scene.bodies]
    beginning = SimpleNamespace(scene=scene, pins=scene.pins, bodies=bodies, is_free=is_free)
    for holds, place, found, required in law_begin.state_0_is_possible(beginning):
        demand("L0", holds, place, found, required)


def check(scene, lines, first=1, last=None):
    """Checks the steps from `first` on, up to `last` if it is given, of a run, given as the lines of its file, or of a
    slice of one. Where the scene is None it is the one that the run has with it."""
    need(last is None or first <= last, f"found steps from {first} to {last}, expected a last step from {first} on")
    head = next(lines, b"")
    header = read_header(head)
    in_space = law_space.is_in_space(scene, header)
    checker = (law_space.Checker if in_space else Checker)(scene, header)
    checker.header_digest, checker.first = hashlib.sha256(head).hexdigest(), first
    checker.is_part = first > 1 or last is not None
    left = 2**14  # bytes that pay for steps
    while last is None or checker.steps < last:
        data = next(lines, None)
        if data is None:
            break
        if checker.steps == 0 and first > 2 and data.startswith(f'{{"k":{first - 1},'.encode()):
            checker.steps = first - 2  # a slice
        if checker.steps + 2 < first:
            checker.skim(data)
            continue
        record = (law_space.read_record if in_space else read_record)(data)
        step = checker.steps + 1
        try:
            if checker.steps + 2 == first:
                checker.believe(record)
            else:
                left += len(data)
                checker.take(record, left)
                left -= checker.cost
        except Refused as refused:
            raise Refused(refused.condition, f"step {step}: {refused}") from refused
        except TooMuch as problem:
            raise Refused("L1", f"step {step}: {problem}") from problem
    need(first <= max(checker.steps, 1), f"found {checker.steps} steps, expected to check from step {first} on")
    need(last is None or checker.steps == last, f"found {checker.steps} steps, expected to check up to step {last}")
    return checker


def main(scene, file, first, as_json, last=None):
    """The exit status and the verdict."""
    try:
        checker = check(scene, iter(lambda: file.readline(MOST_BYTES + 1), b""), first, last)
    except Refused as refused:
        return rejected(refused, as_json)
    verdict = checker.verdict()
    return 0, in_json(verdict) if as_json else line_of(verdict, checker.is_part)


def main_of_pieces(lines, as_json):
    """The exit status and the verdict on pieces, given those on each."""
    try:
        verdict = law_pieces.join(lines)
    except Refused as refused:
        return rejected(refused, as_json)
    return 0, in_json(verdict) if as_json else line_of(verdict, True)


def rejected(refused, as_json):
    message = f"{refused.condition}: {refused}"
    found = {"format": "zwang-verdict-1", "verdict": "rejected", "condition": refused.condition, "message": message}
    return 1, in_json(found) if as_json else f"rejected: {message}"


def line_of(verdict, is_part):
    """The verdict for people."""
    first, last = verdict["from"], verdict["to"]
    if is_part:
        steps = f"step {last}" if first == last else f"steps {first} to {last}"
    else:
        steps = f"{last} step{'s' * (last != 1)}"
    counts = [(grade, verdict.get(grade, 0)) for grade in ("near", "relaxed")]
    groups = ", ".join(f"{count} group{'s' * (count != 1)} {grade}" for grade, count in counts if count)
    bounces = law = ""
    if "restitution" in verdict:
        pairs = f" (pairs: {verdict['pairs']})" * (verdict["pairs"] > 0)
        bounces = f", restitution {inline(Fraction(verdict['restitution']))}{pairs} in {verdict['rounds']} rounds"
    if "law_squared" in verdict:
        law = f"law off by at most {root(Fraction(verdict['law_squared']))} m, one of several, "
    return (f"accepted: {steps}, scene {verdict['scene']}{' (in the run)' * verdict['own_scene']}; "
            f"step {inline(Fraction(verdict['step']), ' s')}, grid 2^-{verdict['grid']}{bounces}; {groups or 'all groups unique' + ' for the recorded contacts' * ('recorded_contacts' in verdict)}, radius at most "
            f"{root(Fraction(verdict['radius']) ** 2)}, {law}penetration at most "
            f"{root(Fraction(verdict['penetration_squared']))} m, "
            f"turn at most {root(4 * Fraction(verdict['half_turn_tangent']) ** 2)} rad, "
            f"energy rises by at most {root(Fraction(verdict['steady_rise']) ** 2)} J in a step, "
            f"{root(Fraction(verdict['landing_rise']) ** 2)} J in a landing")
