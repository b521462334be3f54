"""A step: section 8 of RUN.md."""

from collections import ChainMap
from fractions import Fraction
from types import SimpleNamespace

from boxes import TooMuch
from law_impacts import MOST_PARTS, Scene, Work
from law_numbers import above, nearest, nearest_of, rounded_rotation
from law_pins import PinRows, shares
from law_places import join_of_velocities
from law_program import Ball, Metric, Node, Program, Refused, Row, VelocityProgram, push
from law_rows import Geometry, Guess, Motion, Rooms, candidates, joined, options, straight, within
from law_state import ZERO, Free, Placed, State, falling, gained
from law_takeover import Takeover
from reading import add, dot, scale, sub

MOST_PROGRAMS = 8
EMPTY = SimpleNamespace(kind="leaf", forces=[], pins=[], opening=None)


def turned(t, n, s):
    """The half-angle tangent T and the quarters n of the turn after s. Of y = t + s/2 and x = 1 - t s/2 only the ratio
    counts."""
    (p, q), (u, w) = t.as_integer_ratio(), s.as_integer_ratio()
    y, x = 2 * p * w + u * q, 2 * q * w - p * u
    while not (abs(2 * x * y) <= x * x - y * y):
        if x * y > 0 or x == 0:
            y, x, n = y - x, x + y, n + 1
        else:
            y, x, n = x + y, x - y, n - 1
    return Fraction(y, x), n


def size_of(tree):
    """How many nodes it has."""
    return 1 + sum(map(size_of, tree.branches)) if tree.kind == "choice" else 1


class Step:
    """The step from a state."""

    def __init__(self, run, states, hidden):
        self.run, self.states, self.hidden = run, states, hidden
        self.placed = {b: Placed(run, b, states.get(b)) for b in range(len(run.bodies))}
        self.free = {b: Free(run, b, self.placed[b], run.h, states[b][7:]) for b in run.free}
        self.rooms = Rooms(run, self.placed, {b: free.target for b, free in self.free.items()})
        self.pairs, self.ways = self.rooms.pairs, {}
        self.groups = self.rooms.groups
        self.work = Work(len(run.parts), run.vertices)

    def advance(self, proofs):
        """The states after the step. `proofs` gives the proof of each group, and gets the figures."""
        after = {}
        joined = set()
        members = {bodies[0]: [] for bodies in self.groups}
        of = {b: bodies[0] for bodies in self.groups for b in bodies}
        for pair in self.pairs:
            members[next(of[b] for b, _ in pair if b in of)].append(pair)
        # A list has three gaps at least. What is too much is refused before any program is looked at.
        if 3 * len(self.pairs) > self.work.most:
            self.demand_few_gaps(members, proofs)
        self.candidates = {pair: candidates(self.run, self.hidden, self.placed, pair) for pair in self.pairs}
        for bodies in self.groups:
            joined |= set(bodies)
            after |= self.advance_group(bodies, members[bodies[0]], proofs.of(bodies))
        for b in self.run.free:
            if b not in joined:
                after |= self.advance_group([b], [], proofs.of_free(b))
        return after

    def demand_few_gaps(self, members, proofs):
        count = 0
        for bodies in self.groups:
            if not proofs.have_rounds(bodies):
                scene = Scene(self.run, self.hidden, bodies, self.placed, dict.fromkeys(members[bodies[0]]), self.work)
                count += scene.least_gaps()
                self.work.demand_few(count)

    def no_others_meet(self):
        """L1, of a step that is done."""
        for pair in self.rooms.unseen(self.ways):
            raise TooMuch(f"parts {pair}: found ways that meet and no pair, required a smaller step")

    def went(self, part):
        for b, way in part.ways.items():
            before = self.placed[b]
            self.ways[b] = self.ways[b].then(sub(part.placed[b].z, before.z), way) if b in self.ways else way

    def advance_group(self, bodies, members, proof):
        run, placed = self.run, self.placed
        chosen = {pair: self.candidates[pair] for pair in members}
        scene = Scene(run, self.hidden, bodies, placed, chosen, self.work)
        if scene.pins and scene.turns_far():
            raise TooMuch("the step: found a body with a pin that turns too far")
        if not (scene.lively or scene.turns_far() or proof.is_divided()):
            of_part = proof.part(0)
            proof.ends(1)
            of_part.ends_rounds(0)
            part = Part(run, self.hidden, bodies, placed, chosen, self.free, run.h, frozenset(), of_part, self.work)
            states = part.advance()
            self.went(part)
            return states
        rest, count = Fraction(1), 0
        while rest:
            if count:
                self.work.add(len(members) + len(bodies))
                self.work.list(sum(run.vertices_of(b) for b in bodies) // 8)
            of_part = proof.part(count)
            states, rounds = scene.after_impacts(of_part)
            if rounds:
                placed = self.in_states(states)
                scene = scene.at(placed)
            cut, left_out = scene.cut(rest, count == MOST_PARTS - 1)
            if cut is not None:
                proof.goes_on()
            time = of_part.shortened(rest if cut is None else cut, count == MOST_PARTS - 1)
            is_whole = count == 0 and time == rest and not rounds
            free = {b: self.free[b] if is_whole else Free(run, b, placed[b], run.h * time) for b in bodies}
            part = Part(run, self.hidden, bodies, placed, chosen, free, run.h * time, left_out, of_part, self.work)
            states = part.advance()
            self.went(part)
            rest, count = rest - time, count + 1
            placed = self.in_states(states)
            chosen = {pair: candidates(run, self.hidden, placed, pair) for pair in members}
            scene = Scene(run, self.hidden, bodies, placed, chosen, self.work) if rest else None
        proof.ends(count)
        if count > 1:
            states = {b: state._replace(**part.landed_memory(b)) for b, state in states.items()}
        return states

    def in_states(self, states):
        """Where bodies are if those of a group are in other states. Groups are many, so the others are not copied for each."""
        return ChainMap({b: Placed(self.run, b, state) for b, state in states.items()}, self.placed)


class Part:
    """A part of the step of a group: sections 3 to 8, for a time."""

    def __init__(self, run, hidden, bodies, placed, found, free, time, left_out, proof, work):
        self.run, self.hidden, self.bodies, self.placed, self.proof = run, hidden, bodies, placed, proof
        self.candidates, self.free, self.h, self.left_out, self.work = found, free, time, left_out, work
        self.geometry = Geometry(run, placed)
        self.target = Motion({b: free[b].target for b in bodies})
        self.pins = run.pins_on(bodies)
        self.moved = {}

    def options_at(self, guess):
        found = {pair: options(self.run, self.hidden, self.geometry.now, guess.pose, pair, ends, self.work, self.geometry.rest(pair))
                 for pair, ends in self.candidates.items()}
        for pair in self.left_out:
            found[pair] = [[row for row in rows if self.geometry.touches(row)] for rows in found[pair]]
        return found

    def program_at(self, guess, found):
        """The program at a guess, of which each pair has the options found."""
        run, target, placed = self.run, self.target, self.placed
        if not self.pins:
            return Program(run, self.proof.grade, Metric(run, self.bodies), target, [], guess, found, self.hidden.seams)
        part = shares(run, self.pins, guess, target)
        shared = Motion({b: (x, y, part[b] * s + (1 - part[b]) * guess.of(b)[2]) for b, (x, y, s) in target.items()})
        pins = [self.pin_rows(pin, guess.middle, pin.gape(lambda b: None if b is None else placed[b])) for pin in self.pins]
        return Program(run, self.proof.grade, Metric(run, self.bodies, part), shared, pins, guess, found, self.hidden.seams)

    def pin_rows(self, pin, rotation, gape):
        turned = [None if self.run.is_fixed(b) else rotation(b) for b in pin.bodies]
        return PinRows(self.run, pin, turned, gape)

    def largest_gape(self, poses):
        """The square of the largest gape of a pin at the new poses."""
        gapes = [pin.gape(lambda b: self.pose_after(b, poses)) for pin in self.pins]
        return max((dot(gape, gape) for gape in gapes), default=0)

    def advance(self):
        """The states after the part."""
        return self.by_programs() if self.candidates or self.pins else self.fly()

    def by_programs(self):
        run, proof = self.run, self.proof
        motion = Motion({b: self.free[b].guess for b in self.bodies})
        guess = Guess(self.geometry, motion)
        takeover = Takeover(run, self.hidden, self.placed, self.h, guess, self.work)
        self.candidates = takeover.complete(self.candidates, self.left_out)
        self.geometry.later = takeover.later
        found = self.options_at(guess)
        for j in range(1, MOST_PROGRAMS + 1):
            program = self.program_at(guess, found)
            tree = proof.program(j, program)
            if tree.kind == "choice":
                self.work.branch(size_of(tree), program.size())
            solved, ball = program.judge(tree)
            proof.note(ball.largest, ball.error)
            tight = self.tight_rows(solved, ball)
            poses = {b: self.new_pose(ball, b) for b in self.bodies}
            gape = self.largest_gape(poses)
            if j == MOST_PROGRAMS:
                proof.decided(ball)
                break
            needs_more = not all([self.has_the_gap_of_its_value(row, ball, poses) for row in tight])
            needs_more |= gape > (run.touch / 16) ** 2
            before, motion = motion, Motion({b: self.next_guess(ball, b) for b in self.bodies})
            needs_more |= self.turn_otherwise(tight, before, motion)
            guess = Guess(self.geometry, motion)
            found = self.options_at(guess)
            imposed = {name for rows in found.values() if len(rows) == 1 for name in rows[0]}
            needs_more |= any(row.name not in imposed for row in tight if row.name in program.imposed)
            proof.decided(ball)
            if not needs_more:
                break
        proof.ends(j)
        if gape > run.touch**2:
            raise Refused("L6", "found a pin that gapes, required at most `touch`")
        kappa = self.kappas(solved, tight)
        middle = {b: self.middle_velocity(ball, b, kappa[b]) for b in self.bodies}
        proof.decided(ball)
        pins = [self.pin_rows(pin, lambda b: rounded_rotation(self.placed_after(b, poses).c, run.l), ZERO) for pin in self.pins]
        velocity_target = Motion(
            {b: (*run.vector_of_grid(*middle[b][:2]), *run.of_grid(middle[b][2])) for b in self.bodies})
        acted = self.acted(solved, kappa)
        of_velocity = VelocityProgram(run, proof.grade, Metric(run, self.bodies), velocity_target, pins, acted)
        rows = self.velocity_rows(of_velocity, tight, poses)
        leaf = proof.velocity(rows, of_velocity)
        try:
            velocity = Node(of_velocity, rows, leaf)
            velocity_ball = velocity.ball(leaf.opening)
        except Refused as refused:
            raise Refused("L7" if refused.condition in ("L3", "L4") else refused.condition, str(refused)) from refused
        proof.note(run.h * velocity_ball.radius, velocity.error)
        after = {b: self.after(velocity_ball, b, poses[b], kappa[b]) for b in self.bodies}
        proof.decided(velocity_ball)
        self.what_is_taken_back_holds_nothing(program, rows, velocity, after, kappa)
        self.finish(poses, kappa)
        return after

    def fly(self):
        """A body outside all groups: x = x~, no rows, and κ = 2."""
        after, ball = {}, Ball(self.run, None, self.target, Fraction(0))
        for b in self.bodies:
            gains = gained(self.run, self.run.bodies[b].fall, self.free[b].angular, self.h)
            speeds = [nearest(own + more) for own, more in zip(self.placed[b].state[4:7], gains)]
            pose = self.new_pose(ball, b)
            after[b] = State(*pose, *speeds, *self.memory(b, pose))
        self.finish(after, dict.fromkeys(self.bodies, 2))
        return after

    def finish(self, poses, kappa):
        turns = {b: half_turn(self.run, self.placed[b].state, poses[b]) for b in self.bodies}
        work = sum(2 * self.run.bodies[b].inertia * self.free[b].angular * turns[b] for b in self.bodies)
        self.ways = {b: self.way(b, poses[b], turns[b]) for b in self.bodies}
        self.proof.finish(kappa, turns.values(), work)

    def tight_rows(self, solved, ball):
        found = []
        for row in solved.rows:
            w, width = row.w(ball.x), ball.row_width(row)
            if ball.decide(*(within(end, self.run.touch, row.square) for end in (w, w - width, w + width))):
                found.append(row)
        return found

    def new_pose(self, ball, b):
        """Integers X, Y, n, t of the new state."""
        run, state = self.run, self.placed[b].state
        wide, turn_width = ball.width(b)
        x, y, s = ball.x[b]
        moved = [ball.round(number, wide, run.g) for number in run.coordinates((x, y))]
        ends = [self.turned(b, s)] * 3
        if turn_width:
            ends[1:] = self.turned(b, s - turn_width), self.turned(b, s + turn_width)
        tangent, n = ball.decide(*ends)
        return state.x + moved[0], state.y + moved[1], n, tangent

    def turned(self, b, s):
        """t and n after the turn s."""
        T, n = turned(self.placed[b].t, self.placed[b].state.n, s)
        return nearest(T * 2**self.run.g), n % 4

    def placed_after(self, b, poses):
        """Where a body is at its new pose; a fixed body has none."""
        if b not in poses:
            return self.placed[b]
        if self.moved.get(b, (None,))[0] != poses[b]:
            self.moved[b] = poses[b], Placed(self.run, b, State(*poses[b], 0, 0, 0, 0, 0, 0))
        return self.moved[b][1]

    def pose_after(self, b, poses):
        return None if b is None else self.placed_after(b, poses)

    def has_the_gap_of_its_value(self, row, ball, poses):
        """Whether the gap after the step is the floor and the value at x*, but for touch/16."""
        geometry = self.geometry
        after = geometry.gap(row.name, lambda b: self.placed_after(b, poses))
        found = Fraction(after - geometry.floor(row.name)) / self.run.unit**2
        w, width = row.w(ball.x), ball.row_width(row)
        ends = [[within(off, self.run.touch / 16, row.square) for off in (found - end, end - found)]
                for end in (w, w - width, w + width)]
        return all(ball.decide(*ends))

    def turn_otherwise(self, tight, guess, after):
        """Whether a body of a tight row that does not touch turns otherwise than guessed."""
        landing = {b for row in tight if not self.geometry.touches(row.name) for b in row.form.triples}
        return any(self.run.bodies[b].reach * abs(after[b][2] - guess[b][2]) > 8 * self.run.touch for b in landing)

    def next_guess(self, ball, b):
        run = self.run
        wide, turn_width = ball.width(b)
        x, y, s = ball.x[b]
        moved = [Fraction(ball.round(number, wide, run.l), 2**run.l) for number in run.coordinates((x, y))]
        return (*run.vector(*moved), Fraction(ball.round(s, turn_width, run.l), 2**run.l))

    def kappas(self, solved, tight):
        run, geometry = self.run, self.geometry
        tight_names = {row.name for row in tight}
        joints = [[b] for b in self.bodies]
        joints += [[b for b in pin.bodies if not run.is_fixed(b)] for pin in self.pins]
        landing = set()
        velocities = self.velocities()
        for row in solved.rows:
            touches = geometry.touches(row.name)
            if touches or row.name in tight_names:
                joints.append([*row.form.triples])
            if row.name in tight_names:
                lands = not touches
                if touches:
                    u = geometry.before(row.name)[0].of(velocities)
                    lands = u < 0 and (run.h * u) ** 2 > run.touch**2 * row.square
                if lands:
                    landing |= set(row.form.triples)
        cluster = joined(joints)
        of_landing = {id(cluster[b]) for b in landing}
        return {b: 1 if id(cluster[b]) in of_landing else 2 for b in self.bodies}

    def middle_velocity(self, ball, b, kappa):
        """v~ and ω~ as integers."""
        run, at, h = self.run, self.placed[b], self.h
        wide, turn_width = (kappa * width / h for width in ball.width(b))
        x, target = ball.x[b], self.target[b]
        pushed = scale(kappa / h, sub(x[:2], target[:2]))
        v = add(add(at.v, scale(h, run.bodies[b].fall)), pushed)
        spin = at.spin + h * self.free[b].angular + kappa * (x[2] - target[2]) / h
        return [ball.round(number, wide, run.g) for number in run.coordinates(v)] + [ball.round(spin, turn_width, run.g)]

    def acted(self, solved, kappa):
        """Φ and Ψ of the rows, by their names: Φ is rounded up, and Ψ toward 0."""
        found = {}
        for row in solved.rows:
            if row.slip is not None:
                across, along = scale(kappa[min(row.form.triples)] / self.h, solved.force(row))
                least = -above(-abs(along), self.run.p)
                found[row.name] = above(across, self.run.p), least if along > 0 else -least
        return found

    def what_is_taken_back_holds_nothing(self, program, rows, velocity, after, kappa):
        """Forces that the velocities take back have not held what moves on."""
        run = self.run
        velocities = Motion({b: (*run.vector_of_grid(at.v, at.w), *run.of_grid(at.spin)) for b, at in after.items()})
        idle, pushes = [], {}
        for row in rows:
            if row.slip is None or kappa[min(row.form.triples)] == 1:
                continue
            if 4 * (row.acted[0] + velocity.force(row)[0]) < row.acted[0] and not program.is_still(row.name):
                idle.append(row)
                push(pushes, row.form, row.acted[0])
                push(pushes, row.slip, row.acted[1])
        still = Motion({b: (Fraction(0),) * 3 for b in self.bodies})
        pushed = Metric(run, self.bodies).moved(still, pushes, run.row_unit)
        for row in idle:
            for form, speed in ((row.form, max(row.form.of(velocities), 0)), (row.slip, abs(row.slip.of(velocities)))):
                is_fast = (run.h * speed) ** 2 > 2**16 * run.touch**2 * row.square
                if is_fast and 4 * abs(form.of(pushed)) > speed:
                    raise Refused("L7", f"row {list(row.name)}: found a force that is taken back, and a contact that moves")

    def velocity_rows(self, program, tight, poses):
        run, geometry, rows = self.run, self.geometry, []
        names = {row.name if geometry.touches(row.name) else self.least_closing(row.name, poses) for row in tight}
        for name in sorted(names):
            i, j = (self.placed_after(b, poses) for b in (name[0], name[3]))
            rows.append(Row(program, name, *geometry.at(name, i, j), Fraction(0), geometry.square(name)))

        def short(b):
            at = self.placed_after(b, poses)
            return SimpleNamespace(z=at.z, c=rounded_rotation(at.c, run.l))

        join_of_velocities(run, rows, program.pins, short)
        return rows

    def least_closing(self, name, poses):
        """The row of those by which the corner of a row may pass that closes least, if only one does, and not the row itself."""
        geometry, velocities = self.geometry, self.velocities()

        def now(b):
            return self.placed_after(b, poses)

        def speed(row):
            u = geometry.exactly(row, now)[0].of(velocities)
            return u * abs(u) / geometry.square(row)

        speeds = {row: speed(row) for row in [name, *geometry.passing(name, now)]}
        best = [row for row in speeds if speeds[row] == max(speeds.values())]
        return best[0] if len(best) == 1 else name

    def velocities(self):
        """Those of the state before."""
        return Motion({b: (*self.placed[b].v, self.placed[b].spin) for b in self.bodies})

    def after(self, ball, b, pose, kappa):
        run = self.run
        wide, turn_width = ball.width(b)
        x, y, spin = ball.x[b]
        velocity = [ball.round(number, wide, run.g) for number in run.coordinates((x, y))]
        spin = ball.round(spin, turn_width, run.g)
        if kappa == 1:
            return State(*pose, *velocity, spin, *self.landed_memory(b).values())
        return State(*pose, *velocity, spin, *self.memory(b, pose))

    def memory(self, b, pose):
        """Q, R and S with κ = 2."""
        run, state, (p, q) = self.run, self.placed[b].state, self.run.h.as_integer_ratio()
        moved = pose[0] - state.x, pose[1] - state.y
        memory = [nearest_of(q * own - p * speed << run.l, q << run.g) for own, speed in zip(moved, (state.v, state.w))]
        turn = 2 * half_turn(run, state, pose) - run.h * self.placed[b].spin
        return *memory, nearest(turn * 2**run.l)

    def way(self, b, pose, turn):
        """Where a body has gone."""
        run, state = self.run, self.placed[b].state
        moved = run.vector_of_grid(pose[0] - state.x, pose[1] - state.y)
        return straight(moved, 2 * run.bodies[b].reach * abs(turn))

    def landed_memory(self, b):
        """Q, R and S after a step in which something lands, or with several parts."""
        run = self.run
        *_, memory = falling(run, run.bodies[b].fall, self.free[b].angular, run.h)
        return dict(zip("qrs", memory))


def half_turn(run, state, pose):
    """The tangent of half the turn; 0 for half a turn, which has none."""
    y, x = pose[3] - state.t << run.g, (1 << 2 * run.g) + state.t * pose[3]
    for _ in range((pose[2] - state.n + 1) % 4 - 1):
        y, x = y + x, x - y
    if (pose[2] - state.n + 1) % 4 == 0:
        y, x = y - x, x + y
    return Fraction(y, x) if x else Fraction(0)
