"""Programs, their trees and balls: section 7 of RUN2.md."""

from fractions import Fraction

from law_numbers import above, nearest, root_above
from law_rows import Motion
from reading import add, dot, scale, sub


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
        return sum(self.mass[b] * (x[b][0] ** 2 + x[b][1] ** 2) + self.inertia[b] * x[b][2] ** 2 for b in self.bodies)

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
            mass, inertia = self.mass[b] * unit, self.inertia[b] * unit
            x[b] = add(target[b], (p / mass, q / mass, r / inertia))
        return x


class Ball:
    """A motion and how far the optimum is from it."""

    def __init__(self, run, metric, x, radius):
        self.run, self.metric, self.x, self.radius = run, metric, x, radius
        self.all_decided = True

    def width(self, b):
        """Half widths of a coordinate of d, and of s."""
        square, bits = self.radius**2, 4 * self.run.g
        across = square / (self.metric.mass[b] * self.run.square)
        return root_above(across, bits), root_above(square / self.metric.inertia[b], bits)

    def decide(self, found, low, high):
        """What is found at the centre; whether it is the same at both ends is remembered."""
        self.all_decided &= found == low == high
        return found

    def round(self, number, width, bits):
        """The integer nearest to number · 2^bits."""
        return self.decide(*(nearest(end * 2**bits) for end in (number, number - width, number + width)))

    def row_width(self, row):
        return root_above(row.size * self.radius**2, 4 * self.run.g)


class Row:
    """A row of a program: w(x) = coefficients · x + constant. Its edge has the squared length |e|²."""

    def __init__(self, metric, name, form, constant, square):
        self.name, self.form, self.constant, self.square = name, form, constant, square
        self.size = metric.size(form)

    def w(self, x):
        return self.form.of(x) + self.constant


class Node:
    """What forces and an opening say of the rows of a node. The program has a target, a metric and pins."""

    def __init__(self, program, rows, forces):
        self.program, self.run, self.rows = program, program.run, rows
        run = self.run
        self.forces, last = [], -1
        for index, force in forces.forces:
            if not last < index < len(rows) or force == 0:
                raise Refused("L2", f"row {index}: required ascending rows of {len(rows)} with a force")
            last = index
            if force < 0:
                raise Refused("L3", f"row {list(rows[index].name)}: found a force {force}, required at least 0")
            self.forces.append((rows[index], force))
        self.pulls = self.pin_forces(forces.pins)
        pushes = {}
        for row, force in self.forces:
            push(pushes, row.form, force)
        for pin, pull in self.pulls:
            for form, force in zip(pin.forms, pull):
                push(pushes, form, force)
        self.x = program.metric.moved(program.target, pushes, run.row_unit << run.p)

    def pin_forces(self, listed):
        """Each pin of the program with its force."""
        known = [pin.number for pin in self.program.pins]
        numbers = [number for number, *_ in listed]
        if numbers != sorted(set(numbers)) or not set(numbers) <= set(known) or not all(any(pull) for _, *pull in listed):
            raise Refused("L2", f"found forces of the pins {numbers}, required some of {known}, ascending, none of them 0")
        pulls = {number: pull for number, *pull in listed}
        return [(pin, pulls.get(pin.number, (0, 0))) for pin in self.program.pins]

    def work(self, y):
        return Fraction(sum(force * row.w(y) for row, force in self.forces), 2**self.run.p)

    def bound(self):
        """B: no motion of the node has less restraint."""
        x, unit = self.x, 2**self.run.p
        found = self.program.metric.norm(difference(x, self.program.target)) / 2 - self.work(x)
        for pin, pull in self.pulls:
            found -= dot(pull, pin.gape(x)) / unit + pin.compliance * dot(pull, pull) / unit**2 / 2
        return found

    def ball(self, opening):
        """L4."""
        run, metric, x = self.run, self.program.metric, self.x
        self.opened = y = self.open(opening)
        for row in self.rows:
            if row.w(y) < 0:
                raise Refused("L4", f"row {list(row.name)}: found a value {float(row.w(y)):.3e}, required at least 0")
        square = metric.norm(difference(y, x)) + 2 * self.work(y)
        self.upper = metric.norm(difference(y, self.program.target)) / 2
        for pin, pull in self.pulls:
            gape = pin.gape(y)
            off = add(gape, scale(pin.compliance / 2**run.p, pull))
            square += dot(off, off) / pin.compliance
            self.upper += dot(gape, gape) / pin.compliance / 2
        radius = root_above(above(square, 8 * run.g), 4 * run.g)
        if radius > run.header.radius:
            raise Refused("L4", f"found a radius {float(radius):.3e}, required at most {float(run.header.radius):.3e}")
        return Ball(run, metric, x, radius)

    def open(self, opening):
        """y."""
        if opening is None:
            return self.x
        bodies = self.program.metric.bodies
        if len(opening.motion) != len(bodies) or opening.shift > 2**16:
            raise Refused("L2", "found another opening, required a motion of each body of the group")
        unit = Fraction(1, 2**opening.shift)
        return Motion({b: add(self.x[b], scale(unit, move)) for b, move in zip(bodies, opening.motion)})


def push(pushes, form, force):
    """Adds the coefficients times a force."""
    for b, triple in form.triples.items():
        pushes[b] = add(pushes.get(b, (0, 0, 0)), scale(force, triple))


def difference(x, y):
    return {b: sub(x[b], y[b]) for b in x}


class Program:
    """A program of a group: its target, metric and pins, a guess, and the options of its pairs."""

    def __init__(self, run, metric, target, pins, guess, options):
        self.run, self.metric, self.target, self.pins = run, metric, target, pins
        self.guess, self.options = guess, options
        self.imposed = sorted({row for found in options.values() if len(found) == 1 for row in found[0]})
        self.ors = [pair for pair in sorted(options) if len(options[pair]) > 1]
        self.known = {}

    def row(self, name):
        if name not in self.known:
            self.known[name] = Row(self.metric, name, *self.guess.row(name), self.guess.geometry.square(name))
        return self.known[name]

    def rows(self, chosen):
        """The rows of a node that has chosen options of some ORs."""
        names = set(self.imposed)
        for pair, option in chosen.items():
            names |= set(self.options[pair][option])
        return [self.row(name) for name in sorted(names)]

    def is_kept(self, pair, ball):
        slack = Fraction(1, 2 ** (5 * self.run.g // 4))
        ends = [False] * 3
        for option in self.options[pair]:
            rows = [self.row(name) for name in option]
            values = [(row, row.w(ball.x), ball.row_width(row)) for row in rows]
            for k, sign in enumerate((0, -1, 1)):
                ends[k] |= all(is_above(w + sign * width, slack, row.square) for row, w, width in values)
        return ball.decide(*ends)

    def first_violated(self, chosen, ball):
        for pair in self.ors:
            if pair not in chosen and not self.is_kept(pair, ball):
                return pair
        return None

    def judge(self, tree):
        """L5: (the leaf's solution, its ball, the chosen options)."""
        leaves, bounds, decided = [], [], []

        def visit(node, chosen):
            if node.kind == "bound":
                bounds.append(Node(self, self.rows(chosen), node).bound())
                return
            solved = Node(self, self.rows(chosen), node)
            ball = solved.ball(node.opening)
            violated = self.first_violated(chosen, ball)
            decided.append(ball)
            if node.kind == "leaf":
                if violated is not None:
                    raise Refused("L5", f"pair {violated}: found no option that is kept, required a choice")
                leaves.append((solved, ball, chosen))
                return
            if violated is None:
                raise Refused("L5", "found a choice, required none, as all options are kept")
            if len(node.branches) != len(self.options[violated]):
                raise Refused("L2", f"found {len(node.branches)} branches, required {len(self.options[violated])}")
            for option, branch in enumerate(node.branches):
                visit(branch, {**chosen, violated: option})

        visit(tree, {})
        if len(leaves) != 1:
            raise Refused("L5", f"found {len(leaves)} leaves, required 1")
        solved, ball, chosen = leaves[0]
        for bound in bounds:
            if not bound > solved.upper:
                raise Refused("L5", "found another choice that may have less restraint, required a bound above that of the leaf")
        ball.all_decided = all(other.all_decided for other in decided)
        ball.largest = max(other.radius for other in decided)
        return solved, ball, chosen


def is_above(w, slack, square):
    return w >= 0 or w * w <= slack * slack * square
