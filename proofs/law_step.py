"""A step: section 8 of RUN2.md."""

from fractions import Fraction
from types import SimpleNamespace

from law_numbers import nearest, rounded, rounded_rotation
from law_pins import PinRows, shares
from law_program import Metric, Node, Program, Refused, Row
from law_rows import Geometry, Guess, Motion, candidates, groups, options, pairs, within
from law_state import ONE, ZERO, Placed, State, size
from reading import add, dot, scale, sub

EMPTY = SimpleNamespace(kind="leaf", forces=[], pins=[], opening=None)


def turned(t, n, s):
    """The half-angle tangent T and the quarters n of the turn after s."""
    y, x = t + s / 2, 1 - t * s / 2
    n += 0
    while not (abs(2 * x * y) <= x * x - y * y):
        if x * y > 0 or x == 0:
            y, x, n = y - x, x + y, n + 1
        else:
            y, x, n = x + y, x - y, n - 1
    return y / x, n


def pose_of(placed, b):
    """The centroid and the rotation of a body, or of the world."""
    return (ZERO, ONE) if b is None else (placed[b].z, placed[b].c)


class Step:
    """The step from a state."""

    def __init__(self, run, states, hidden):
        self.run, self.states = run, states
        h = run.h
        self.placed = [Placed(run, b, states.get(b)) for b in range(len(run.bodies))]
        self.geometry = Geometry(run, self.placed)
        self.first_guess, self.target, self.angular = Motion(), Motion(), {}
        unit = Fraction(1, 2**run.l)
        for b in run.free:
            state, body, at = states[b], run.bodies[b], self.placed[b]
            memory = run.vector(state.q * unit, state.r * unit)
            d = run.round_vector(add(scale(h, at.v), memory), run.l)
            self.first_guess[b] = (*d, rounded(h * at.spin + state.s * unit, run.l))
        middle = Guess(self.geometry, self.first_guess)
        reach = Fraction(0)
        for b in run.free:
            body, at = run.bodies[b], self.placed[b]
            has_moment = body.moment or body.virial
            self.angular[b] = body.angular(middle.middle(b)) if has_moment else body.turn_fall
            d = add(scale(h, at.v), scale(h * h / 2, body.fall))
            self.target[b] = (*d, h * at.spin + h * h / 2 * self.angular[b])
            reach = max(reach, size(d) + body.reach * abs(self.target[b][2]))
        self.pairs = pairs(run, self.placed, run.touch + 4 * reach)
        self.candidates = {pair: candidates(run, hidden, self.placed, pair) for pair in self.pairs}
        self.groups = groups(run, self.pairs)

    def advance(self, proofs):
        """The states after the step. `proofs` gives the proof of each group, and gets the figures."""
        after = {}
        joined = set()
        for bodies in self.groups:
            joined |= set(bodies)
            after |= GroupStep(self, bodies, proofs.of(bodies)).advance()
        for b in self.run.free:
            if b not in joined:
                after |= GroupStep(self, [b], proofs.of_free(b), is_free=True).advance()
        return after


class GroupStep:
    def __init__(self, step, bodies, proof, is_free=False):
        self.step, self.run, self.bodies, self.proof = step, step.run, bodies, proof
        members = set(bodies)
        self.pairs = [] if is_free else [pair for pair in step.pairs if {pair[0][0], pair[1][0]} & members]
        self.target = Motion({b: step.target[b] for b in bodies})
        self.pins = [pin for pin in step.run.pins if members & set(pin.bodies)]
        self.moved = {}

    def options_at(self, guess):
        return {pair: options(self.run, guess.pose, pair, self.step.candidates[pair]) for pair in self.pairs}

    def program_at(self, guess, found):
        """The program at a guess, of which each pair has the options found."""
        run, target, placed = self.run, self.target, self.step.placed
        if not self.pins:
            return Program(run, Metric(run, self.bodies), target, [], guess, found)
        part = shares(run, self.pins, guess, target)
        shared = Motion({b: (x, y, part[b] * s + (1 - part[b]) * guess.of(b)[2]) for b, (x, y, s) in target.items()})
        pins = [self.pin_rows(pin, guess.middle, pin.gape(lambda b: pose_of(placed, b))) for pin in self.pins]
        return Program(run, Metric(run, self.bodies, part), shared, pins, guess, found)

    def pin_rows(self, pin, rotation, gape):
        turned = [None if self.run.is_fixed(b) else rotation(b) for b in pin.bodies]
        return PinRows(self.run, pin, turned, gape)

    def largest_gape(self, poses):
        """The square of the largest gape of a pin at the new poses."""
        gapes = [pin.gape(lambda b: self.pose_after(b, poses)) for pin in self.pins]
        return max((dot(gape, gape) for gape in gapes), default=0)

    def advance(self):
        run, step, proof = self.run, self.step, self.proof
        motion = Motion({b: step.first_guess[b] for b in self.bodies})
        guess = Guess(step.geometry, motion)
        found = self.options_at(guess)
        most = 8 if self.pins else 4
        for j in range(1, most + 1):
            program = self.program_at(guess, found)
            solved, ball, chosen = program.judge(proof.program(j, program))
            proof.note(ball.largest)
            tight = self.tight_rows(solved, ball)
            poses = {b: self.new_pose(ball, b) for b in self.bodies}
            gape = self.largest_gape(poses)
            if j == most:
                proof.decided(ball)
                break
            needs_more = not all(self.is_near_its_floor(row, poses) for row in tight) or gape > (run.touch / 16) ** 2
            motion = Motion({b: self.next_guess(ball, b) for b in self.bodies})
            guess = Guess(step.geometry, motion)
            found = self.options_at(guess)
            of_ors = {name for pair in chosen for name in program.options[pair][chosen[pair]]}
            imposed = {name for rows in found.values() if len(rows) == 1 for name in rows[0]}
            needs_more |= any(row.name not in imposed for row in tight if row.name not in of_ors)
            proof.decided(ball)
            if not needs_more:
                break
        proof.ends(j)
        if gape > run.touch**2:
            raise Refused("L6", "found a pin that gapes, required at most `touch`")
        kappa = self.kappas(solved, tight)
        middle = {b: self.middle_velocity(ball, b, kappa[b]) for b in self.bodies}
        proof.decided(ball)
        metric = Metric(run, self.bodies)
        rows = [self.velocity_row(metric, row, poses) for row in tight]
        pins = [self.pin_rows(pin, lambda b: rounded_rotation(self.placed_after(b, poses).c, run.l), ZERO) for pin in self.pins]
        velocity_target = Motion(
            {b: (*run.vector(*run.of_grid(*middle[b][:2])), *run.of_grid(middle[b][2])) for b in self.bodies})
        of_velocity = Program(run, metric, velocity_target, pins, None, {})
        leaf = proof.velocity(rows, of_velocity)
        try:
            velocity = Node(of_velocity, rows, leaf)
            velocity_ball = velocity.ball(leaf.opening)
        except Refused as refused:
            raise Refused("L7" if refused.condition in ("L3", "L4") else refused.condition, str(refused)) from refused
        proof.note(velocity_ball.radius)
        after = {b: self.after(velocity_ball, b, poses[b], kappa[b]) for b in self.bodies}
        proof.decided(velocity_ball)
        proof.finish(self, solved, velocity, kappa)
        return after

    def tight_rows(self, solved, ball):
        found = []
        for row in solved.rows:
            w, width = row.w(ball.x), ball.row_width(row)
            if ball.decide(*(within(end, self.run.touch, row.square) for end in (w, w - width, w + width))):
                found.append(row)
        return found

    def new_pose(self, ball, b):
        """Integers X, Y, n, t of the new state."""
        run, state = self.run, self.step.states[b]
        wide, turn_width = ball.width(b)
        x, y, s = ball.x[b]
        moved = [ball.round(number, wide, run.g) for number in run.coordinates((x, y))]
        t = self.step.placed[b].t
        ends = []
        for end in (s, s - turn_width, s + turn_width):
            T, n = turned(t, state.n, end)
            ends.append((nearest(T * 2**run.g), n % 4))
        tangent, n = ball.decide(*ends)
        return state.x + moved[0], state.y + moved[1], n, tangent

    def placed_after(self, b, poses):
        """Where a body is at its new pose; a fixed body has none."""
        if b not in poses:
            return self.step.placed[b]
        if self.moved.get(b, (None,))[0] != poses[b]:
            self.moved[b] = poses[b], Placed(self.run, b, State(*poses[b], 0, 0, 0, 0, 0, 0))
        return self.moved[b][1]

    def pose_after(self, b, poses):
        return pose_of({b: self.placed_after(b, poses)} if b is not None else {}, b)

    def is_near_its_floor(self, row, poses):
        geometry = self.step.geometry
        after = geometry.gap(row.name, lambda b: self.placed_after(b, poses))
        most = self.run.touch_in_units / 16
        return within(abs(after - geometry.floor(row.name)), most, geometry.length(row.name))

    def next_guess(self, ball, b):
        run = self.run
        wide, turn_width = ball.width(b)
        x, y, s = ball.x[b]
        moved = [Fraction(ball.round(number, wide, run.l), 2**run.l) for number in run.coordinates((x, y))]
        return (*run.vector(*moved), Fraction(ball.round(s, turn_width, run.l), 2**run.l))

    def kappas(self, solved, tight):
        run, geometry = self.run, self.step.geometry
        cluster = {b: {b} for b in self.bodies}
        tight_names = {row.name for row in tight}
        for pin in self.pins:
            joined = set().union(*(cluster[b] for b in pin.bodies if b in cluster))
            cluster |= dict.fromkeys(joined, joined)
        landing = set()
        velocities = Motion({b: (*self.step.placed[b].v, self.step.placed[b].spin) for b in self.bodies})
        for row in solved.rows:
            touches = geometry.touches(row.name)
            if touches or row.name in tight_names:
                joined = set().union(*(cluster[b] for b in row.form.triples))
                cluster |= dict.fromkeys(joined, joined)
            if row.name in tight_names:
                lands = not touches
                if touches:
                    u = geometry.before(row.name).of(velocities)
                    lands = u < 0 and (run.h * u) ** 2 > run.touch**2 * row.square
                if lands:
                    landing |= set(row.form.triples)
        return {b: 1 if cluster[b] & landing else 2 for b in self.bodies}

    def middle_velocity(self, ball, b, kappa):
        """v~ and ω~ as integers."""
        run, at, h = self.run, self.step.placed[b], self.run.h
        wide, turn_width = (kappa * width / h for width in ball.width(b))
        x, target = ball.x[b], self.target[b]
        pushed = scale(kappa / h, sub(x[:2], target[:2]))
        v = add(add(at.v, scale(h, run.bodies[b].fall)), pushed)
        spin = at.spin + h * self.step.angular[b] + kappa * (x[2] - target[2]) / h
        return [ball.round(number, wide, run.g) for number in run.coordinates(v)] + [ball.round(spin, turn_width, run.g)]

    def velocity_row(self, metric, row, poses):
        i, j = (self.placed_after(b, poses) for b in (row.name[0], row.name[3]))
        return Row(metric, row.name, self.step.geometry.at(row.name, i, j), Fraction(0), row.square)

    def after(self, ball, b, pose, kappa):
        run, state, h = self.run, self.step.states[b], self.run.h
        wide, turn_width = ball.width(b)
        x, y, spin = ball.x[b]
        velocity = [ball.round(number, wide, run.g) for number in run.coordinates((x, y))]
        spin = ball.round(spin, turn_width, run.g)
        if kappa == 1:
            memory = scale(h * h / 2, run.bodies[b].fall)
            turn = h * h / 2 * self.step.angular[b]
        else:
            at = self.step.placed[b]
            memory = sub(run.vector(*run.of_grid(pose[0] - state.x, pose[1] - state.y)), scale(h, at.v))
            turn = 2 * half_turn(run, state, pose) - h * at.spin
        memory = [nearest(number * 2**run.l) for number in run.coordinates(memory)]
        return {b: State(*pose, *velocity, spin, *memory, nearest(turn * 2**run.l))}[b]


def half_turn(run, state, pose):
    """The tangent of half the turn."""
    t, u = run.of_grid(state.t, pose[3])
    y, x = u - t, 1 + t * u
    for _ in range((pose[2] - state.n + 1) % 4 - 1):
        y, x = y + x, x - y
    if (pose[2] - state.n + 1) % 4 == 0:
        y, x = y - x, x + y
    return y / x
