"""Programs, their trees and balls: section 7 of RUN.md."""

from fractions import Fraction
from functools import cached_property

from law_numbers import above, nearest, nearest_of, root_above, told
from law_places import join_of_positions
from law_rows import Motion
from reading import add, cross, dot, scale, sub


ALL = "all"  # options of an OR together


class Refused(Exception):
    """A condition does not hold."""

    def __init__(self, condition, message):
        super().__init__(message)
        self.condition = condition


class Metric:
    """Masses and inertias of the bodies of a group. In a position program a body with a share u has the inertia I/u."""

    def __init__(self, run, bodies, shares=None):
        self.bodies = bodies
        self.mass = {b: run.bodies[b].mass for b in bodies}
        self.inertia = {b: run.bodies[b].inertia / (shares[b] if shares else 1) for b in bodies}

    def norm(self, x):
        """|x|²."""
        moving = [b for b in self.bodies if any(x[b])]
        squares = (self.mass[b] * (x[b][0] ** 2 + x[b][1] ** 2) + self.inertia[b] * x[b][2] ** 2 for b in moving)
        return sum(squares, Fraction(0))

    def size(self, form):
        """|row|²."""
        total = Fraction(0)
        for b, (p, q, r) in form.triples.items():
            total += (p * p + q * q) / self.mass[b] + r * r / self.inertia[b]
        return total / form.unit**2

    def moved(self, target, pushes, unit):
        """Newton's law: pushes by body, over a unit."""
        x = Motion(target)
        for b, (p, q, r) in pushes.items():
            (mass, of_mass), (inertia, of_inertia) = self.mass[b].as_integer_ratio(), self.inertia[b].as_integer_ratio()
            move = over(p * of_mass, mass * unit), over(q * of_mass, mass * unit), over(r * of_inertia, inertia * unit)
            x[b] = add(target[b], move)
        return x


def over(top, bottom):
    """The top is an integer, or a Fraction."""
    return Fraction(top.numerator, bottom * top.denominator)


class Ball:
    """A motion and how far the optimum is from it."""

    def __init__(self, run, metric, x, radius):
        self.run, self.metric, self.x, self.radius = run, metric, x, radius
        self.all_decided = True

    def width(self, b):
        """Half widths of a coordinate of d, and of s."""
        if not self.radius:
            return self.radius, self.radius
        square, bits = self.radius**2, 4 * self.run.g
        across = square / (self.metric.mass[b] * self.run.square)
        return root_above(across, bits), root_above(square / self.metric.inertia[b], bits)

    def decide(self, found, low, high):
        """What is found at the centre; whether it is the same at both ends is remembered."""
        self.all_decided &= found == low == high
        return found

    def round(self, number, width, bits):
        """The integer nearest to number · 2^bits."""
        if not width:
            return nearest(number * 2**bits)
        (top, bottom), (half, below) = number.as_integer_ratio(), width.as_integer_ratio()
        top, half, bottom = top * below << bits, half * bottom << bits, bottom * below
        return self.decide(*(nearest_of(end, bottom) for end in (top, top - half, top + half)))

    def row_width(self, row):
        return root_above(row.size * self.radius**2, 4 * self.run.g) if self.radius else self.radius

    def slip_width(self, row):
        return root_above(row.slip_size * self.radius**2, 4 * self.run.g) if self.radius else self.radius


class Row:
    """A row of a program: w(x) = coefficients · x + constant. Its edge has the squared length |e|². A rough row has a
    slip τ as well, and what has acted already, (Φ, Ψ)."""

    def __init__(self, program, name, form, slip, constant, square):
        self.name, self.form, self.slip, self.constant, self.square = name, form, slip, constant, square
        self.metric = program.metric
        if slip is not None:
            self.friction = program.run.friction(name[0], name[3])
            self.acted = program.acted.get(name, (Fraction(0), Fraction(0)))

    @cached_property
    def size(self):
        return self.metric.size(self.form)

    @cached_property
    def slip_size(self):
        return self.metric.size(self.slip)

    def w(self, x):
        return self.form.of(x) + self.constant

    def work(self, y, across, along):
        if self.slip is None:
            return across * self.w(y) if across else 0
        across, along = add(self.acted, (across, along))
        if not across:
            return 0
        slip = self.slip.of(y)
        return across * max(self.w(y), self.friction * abs(slip)) + along * slip

    def error(self, y, across, radius, keeps_gaps_alone):
        """The square of the error of the law λ of a rough row."""
        off = self.w(y)
        if keeps_gaps_alone or self.acted[0] + across <= 0:
            off = min(off, 0)
        return (2 * off**2 + 8 * self.friction**2 * self.slip_size * radius**2) / self.square


class Node:
    """What forces and an opening say of the rows of a node. The program has a target, a metric and pins."""

    def __init__(self, program, rows, forces):
        self.program, self.run, self.rows = program, program.run, rows
        run = self.run
        unit = 2**run.p
        self.forces, last = {}, -1
        pushes = {}
        for index, across, along in forces.forces:
            if not last < index < len(rows) or along == 0 or across == 0 and along is None:
                raise Refused("L2", f"row {index}: required ascending rows of {len(rows)} with a force")
            last, row = index, rows[index]
            if along is not None and row.slip is None:
                raise Refused("L2", f"row {list(row.name)}: found a force of friction, required none of a smooth row")
            push(pushes, row.form, across)
            if along is not None:
                push(pushes, row.slip, along)
            self.forces[row.name] = Fraction(across, unit), Fraction(along or 0, unit)
        for row in rows:
            across, _ = self.force(row)
            if across < 0 and row.slip is None:
                raise Refused("L3", f"row {list(row.name)}: found a pull, required at least 0")
            if row.slip is not None:
                across, along = add(row.acted, self.force(row))
                if across < 0 or abs(along) > row.friction * across:
                    raise Refused("L3", f"row {list(row.name)}: found more friction than μ allows, or a pull")
        self.has_friction = any(along for _, along in self.forces.values())
        self.pulls = self.pin_forces(forces.pins)
        for pin, pull in self.pulls:
            for form, force in zip(pin.forms, pull):
                push(pushes, form, force)
        self.x = program.metric.moved(program.target, pushes, run.row_unit << run.p)

    def force(self, row):
        """φ and ψ of a row."""
        return self.forces.get(row.name, (0, 0))

    def pin_forces(self, listed):
        """Each pin of the program with its force."""
        known = [pin.number for pin in self.program.pins]
        numbers = [number for number, *_ in listed]
        if numbers != sorted(set(numbers)) or not set(numbers) <= set(known) or not all(any(pull) for _, *pull in listed):
            raise Refused("L2", f"found forces of the pins {numbers}, required some of {known}, ascending, none of them 0")
        pulls = {number: pull for number, *pull in listed}
        return [(pin, pulls.get(pin.number, (0, 0))) for pin in self.program.pins]

    def work(self, y):
        return sum(row.work(y, *self.force(row)) for row in self.rows)

    def bound(self):
        """B: no motion of the node has less restraint."""
        x, unit = self.x, 2**self.run.p
        if self.has_friction:
            work = self.work(x)
            if self.program.grade != "relaxed":
                for row in self.rows:
                    if row.slip is not None:
                        self.is_lawful(row.error(x, self.force(row)[0], 0, False), row)
        else:
            work = sum(across * row.w(x) for row in self.rows for across, _ in [self.force(row)] if across)
        found = self.program.metric.norm(difference(x, self.program.target)) / 2 - work
        for pin, pull in self.pulls:
            found -= dot(pull, pin.gape(x)) / unit + pin.compliance * dot(pull, pull) / unit**2 / 2
        return found

    def ball(self, opening):
        """L4."""
        run, program, x = self.run, self.program, self.x
        self.opened = y = self.open(opening)
        for row in self.rows:
            if row.slip is None and row.w(y) < 0:
                raise Refused("L4", f"row {list(row.name)}: found a value {told(row.w(y))}, required at least 0")
        square = program.metric.norm(difference(y, x)) + 2 * self.work(y)
        self.upper = program.metric.norm(difference(y, program.target)) / 2
        for pin, pull in self.pulls:
            gape = pin.gape(y)
            off = add(gape, scale(pin.compliance / 2**run.p, pull))
            square += dot(off, off) / pin.compliance
            self.upper += dot(gape, gape) / pin.compliance / 2
        radius = root_above(above(square, 8 * run.g), 4 * run.g)
        if program.time * radius > run.header.radius:
            raise Refused("L4", f"found a radius {told(program.time * radius)}, required at most {told(run.header.radius)}")
        self.error = Fraction(0)
        for row in self.rows:
            if row.slip is not None:
                across, _ = self.force(row)
                error = program.time**2 * row.error(y, across, radius, False)
                self.error = max(self.error, error)
                if 2**8 * error > min(run.widths[part] for part in (row.name[:2], row.name[3:5])):
                    raise Refused("L4", f"row {list(row.name)}: found a force across a gap of more than a sixteenth of the parts' width")
                self.is_lawful(row.error(y, across, radius, program.grade == "relaxed"), row)
        return Ball(run, program.metric, x, radius)

    def is_lawful(self, error, row):
        if self.program.time**2 * error > self.run.header.law**2:
            raise Refused("L4", f"row {list(row.name)}: found a larger error of the law, required at most {self.run.header.law}")

    def open(self, opening):
        """y."""
        if opening is None:
            return self.x
        bodies = self.program.metric.bodies
        if len(opening.motion) != len(bodies):
            raise Refused("L2", "found another opening, required a motion of each body of the group")
        if opening.shift is None:
            if opening.over <= 0:
                raise Refused("L2", "`over`: found a number that is not above 0")
            unit = Fraction(1, opening.over)
            return Motion({b: scale(unit, move) for b, move in zip(bodies, opening.motion)})
        if opening.shift > 2**16:
            raise Refused("L2", "`shift`: found more than 2^16")
        unit = Fraction(1, 2**opening.shift)
        return Motion({b: add(self.x[b], scale(unit, move)) for b, move in zip(bodies, opening.motion)})


def push(pushes, form, force):
    """Adds the coefficients times a force."""
    for b, triple in form.triples.items():
        pushes[b] = add(pushes.get(b, (0, 0, 0)), scale(force, triple))


def difference(x, y):
    return {b: sub(x[b], y[b]) if x[b] is not y[b] else (0, 0, 0) for b in x}


class VelocityProgram:
    """The program of velocities of a group: what has acted on rows already, and the factor of the error of the law."""

    def __init__(self, run, grade, metric, target, pins, acted):
        self.run, self.grade, self.metric, self.target, self.pins = run, grade, metric, target, pins
        self.acted, self.time = acted, run.h


class Program:
    """A program of a group: its target, metric and pins, a guess, and the options of its pairs."""

    acted, time = {}, 1

    def __init__(self, run, grade, metric, target, pins, guess, options, seams):
        self.run, self.grade, self.metric, self.target, self.pins = run, grade, metric, target, pins
        self.guess, self.options, self.seams = guess, options, seams
        self.imposed = sorted({row for found in options.values() if len(found) == 1 for row in found[0]})
        self.ors = [pair for pair in sorted(options) if len(options[pair]) > 1]
        self.known, self.shielded = {}, {}
        names = {name for rows in options.values() for option in rows for name in option}
        join_of_positions(self, [self.row(name) for name in names])

    def row(self, name):
        if name not in self.known:
            self.known[name] = Row(self, name, *self.guess.row(name), self.guess.geometry.square(name))
        return self.known[name]

    def rows(self, chosen):
        """The rows of a node that has chosen options of some ORs."""
        return [self.row(name) for name in sorted(self.names(chosen) | set(self.imposed))]

    def touching(self, pair):
        """The rows of an OR that touch."""
        return {name for rows in self.options[pair] for name in rows if self.guess.geometry.touches(name)}

    def names(self, chosen):
        """The rows of the chosen options; of all options together those that are not shielded."""
        return {name for pair, option in chosen.items() for number, rows in enumerate(self.options[pair])
                if option in (number, ALL) for name in rows if option != ALL or not self.is_shielded(name)}

    def size(self):
        """How many rows it has."""
        return len({name for rows in self.options.values() for option in rows for name in option})

    def is_shielded(self, name):
        geometry = self.guess.geometry
        if name not in self.shielded:
            self.shielded[name] = geometry.touches(name) and self.seams.shields(geometry, name)
        return self.shielded[name]

    def is_kept(self, pair, ball):
        """Whether an option is kept, decided. No more rows are looked at than it takes to know that."""
        slack = Fraction(1, 2 ** (5 * self.run.g // 4))
        ends = [False] * 3
        for option in self.options[pair]:
            kept = [True] * 3
            for row in map(self.row, option):
                w, width = row.w(ball.x), ball.row_width(row)
                kept = [own and is_above(w + sign * width, slack, row.square) for own, sign in zip(kept, (0, -1, 1))]
                if not any(kept):
                    break
            ends = [one or own for one, own in zip(ends, kept)]
            if all(ends):
                break
        return ball.decide(*ends)

    def is_of_corners(self, pair):
        """Whether rough corners meet that do not move: the bodies have friction, each option has rows that touch, and these
        are still."""
        geometry = self.guess.geometry
        for rows in self.options[pair]:
            touching = [name for name in rows if geometry.touches(name)]
            if not touching or not self.run.friction(pair[0][0], pair[1][0]) or not all(map(self.is_still, touching)):
                return False
        return True

    def is_still(self, name):
        """Whether a row neither closes, opens nor slips faster than `touch` in a step."""
        run, geometry = self.run, self.guess.geometry
        velocities = Motion({b: (*geometry.placed[b].v, geometry.placed[b].spin) for b in self.metric.bodies})
        most = run.touch**2 * geometry.square(name)
        return all((run.h * form.of(velocities)) ** 2 <= most for form in geometry.before(name) if form)

    def sticks(self, pair, ball):
        """Whether the rows of an OR that touch neither open nor slip."""
        moves = []
        for row in map(self.row, self.touching(pair)):
            moves.append((row.w(ball.x), ball.row_width(row), row.square))
            if row.slip:
                moves.append((row.slip.of(ball.x), ball.slip_width(row), row.square))
        slack = self.run.touch**2 / 2**40
        return ball.decide(*(all((value + sign * width) ** 2 <= slack * square for value, width, square in moves)
                             for sign in (0, -1, 1)))

    def is_borne(self, pair, node):
        """Whether one normal bears the sum of the forces of the rows of an OR that touch."""
        rows = [row for row in map(self.row, self.touching(pair)) if row.slip and not self.is_shielded(row.name)]
        if not rows:
            return False
        b, whole, normals = next(iter(rows[0].form.triples)), (0, 0), []
        for row in rows:
            normal, tangent = row.form.triples[b][:2], row.slip.triples[b][:2]
            across, along = node.force(row)
            whole = add(whole, add(scale(across, normal), scale(along, tangent)))
            normals.append((normal, row.friction))
        for n, friction in normals:
            if abs(cross(n, whole)) <= friction * dot(n, whole):
                return True
            for m, _ in normals:
                turn = cross(n, m)
                if turn != 0 and cross(n, whole) * turn >= 0 and cross(whole, m) * turn >= 0:
                    return True
        return False

    def first_violated(self, chosen, ball):
        for pair in self.ors:
            if pair not in chosen and not self.is_kept(pair, ball):
                return pair
        return None

    def first_that_might_stick(self, chosen, ball):
        """The first OR of rough corners that do not move before, and open or slip now."""
        for pair in self.ors:
            if pair not in chosen and self.is_of_corners(pair) and not self.sticks(pair, ball):
                return pair
        return None

    def judge(self, tree):
        """L5: (the leaf's solution, its ball)."""
        leaves, bounds, decided, errors = [], [], [], []

        def visit(node, chosen):
            if node.kind == "bound":
                solved = Node(self, self.rows(chosen), node)
                bounds.append((solved.bound(), solved, bool(leaves)))
                return
            solved = Node(self, self.rows(chosen), node)
            ball = solved.ball(node.opening)
            violated = self.first_violated(chosen, ball)
            decided.append(ball)
            errors.append(solved.error)
            if node.kind == "leaf":
                if violated is not None:
                    raise Refused("L5", f"pair {violated}: found no option that is kept, required a choice")
                for pair, option in chosen.items():
                    if option == ALL and not self.sticks(pair, ball):
                        raise Refused("L5", f"pair {pair}: found all options of a corner that moves, required one")
                    if option == ALL and not self.is_borne(pair, solved):
                        raise Refused("L5", f"pair {pair}: found forces that no line between the two bears, required such ones")
                leaves.append((solved, ball))
                return
            if violated is None:
                loose = self.first_that_might_stick(chosen, ball)
                if loose is None or len(node.branches) != 1:
                    raise Refused("L5", "found a choice, required none, as all options are kept")
                visit(node.branches[0], {**chosen, loose: ALL})
                return
            if len(node.branches) == 1 and self.is_of_corners(violated):
                visit(node.branches[0], {**chosen, violated: ALL})
                return
            if len(node.branches) != len(self.options[violated]):
                raise Refused("L2", f"found {len(node.branches)} branches, required {len(self.options[violated])}")
            for option, branch in enumerate(node.branches):
                visit(branch, {**chosen, violated: option})

        visit(tree, {})
        if len(leaves) != 1:
            raise Refused("L5", f"found {len(leaves)} leaves, required 1")
        solved, ball = leaves[0]
        slack, is_smooth = Fraction(1, 2 ** (5 * self.run.g // 4)), self.is_smooth()
        for bound, other, is_later in bounds:
            if bound > solved.upper + (slack**2 if is_smooth and not is_later else 0):
                continue
            radius = self.distance(solved, other, bound) if is_later else None
            if radius is None or radius > slack:
                raise Refused("L5", "found another choice that may have less restraint, required a bound above that of the leaf")
            ball.radius = max(ball.radius, radius)
        ball.all_decided = all(other.all_decided for other in decided)
        ball.largest = max(other.radius for other in decided)
        ball.error = max(errors)
        return solved, ball

    def is_smooth(self):
        """Whether no bodies of a row have friction."""
        return not any(self.run.friction(one[0], other[0]) > 0
                       for (one, other), found in self.options.items() if any(found))

    def distance(self, solved, other, bound):
        """How far from the motion of a node one of another node may be that has as little restraint as the first has."""
        digits = 4 * self.run.g
        squares = self.metric.norm(difference(solved.x, other.x)), 2 * (solved.upper - bound)
        return sum(root_above(above(square, 2 * digits), digits) for square in squares)


def is_above(w, slack, square):
    return w >= 0 or w * w <= slack * slack * square
