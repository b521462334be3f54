"""Programs, their trees and balls: section 7 of RUN2.md."""

from fractions import Fraction

from law_numbers import above, nearest, root_above
from law_rows import Motion
from reading import add, scale, sub


class Refused(Exception):
    """A condition does not hold."""

    def __init__(self, condition, message):
        super().__init__(message)
        self.condition = condition


class Ball:
    """A motion and how far the optimum is from it."""

    def __init__(self, run, x, radius):
        self.run, self.x, self.radius = run, x, radius
        self.all_decided = True

    def width(self, b):
        """Half widths of a coordinate of d, and of s."""
        body, square = self.run.bodies[b], self.radius**2
        bits = 4 * self.run.g
        return root_above(square / (body.mass * self.run.square), bits), root_above(square / body.inertia, bits)

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

    def __init__(self, run, name, form, constant, square):
        self.name, self.form, self.constant, self.square = name, form, constant, square
        self.size = form.size(run)

    def w(self, x):
        return self.form.of(x) + self.constant


def norm(run, bodies, x):
    """|x|²."""
    return sum(run.bodies[b].mass * (x[b][0] ** 2 + x[b][1] ** 2) + run.bodies[b].inertia * x[b][2] ** 2 for b in bodies)


def difference(x, y):
    return {b: sub(x[b], y[b]) for b in x}


class Solved:
    """What forces and an opening say of the rows of a node."""

    def __init__(self, run, bodies, target, rows, forces):
        self.run, self.bodies, self.target, self.rows = run, bodies, target, rows
        unit = 2**run.p
        last = -1
        self.forces = []
        for index, force in forces.forces:
            if not last < index < len(rows) or force == 0:
                raise Refused("L2", f"row {index}: required ascending rows of {len(rows)} with a force")
            last = index
            if force < 0:
                raise Refused("L3", f"row {list(rows[index].name)}: found a force {force}, required at least 0")
            self.forces.append((rows[index], Fraction(force, unit)))
        if forces.pins:
            raise Refused("L2", "found pins, required none")
        pushes = {}
        for row, force in self.forces:
            for b, triple in row.form.triples.items():
                pushes[b] = add(pushes.get(b, (0, 0, 0)), scale(force.numerator * (unit // force.denominator), triple))
        self.x = Motion(target)
        for b, push in pushes.items():
            body, (p, q, r) = run.bodies[b], scale(Fraction(1, unit * rows[0].form.unit), push)
            self.x[b] = add(target[b], (p / body.mass, q / body.mass, r / body.inertia))

    def bound(self):
        """B: no motion of the node has less restraint."""
        work = sum(force * row.w(self.x) for row, force in self.forces)
        return norm(self.run, self.bodies, difference(self.x, self.target)) / 2 - work

    def ball(self, opening):
        """L4."""
        run, y = self.run, self.x
        if opening is not None:
            if len(opening.motion) != len(self.bodies) or opening.shift > 2**16:
                raise Refused("L2", "found another opening, required a motion of each body of the group")
            unit = Fraction(1, 2**opening.shift)
            y = Motion({b: add(self.x[b], scale(unit, move)) for b, move in zip(self.bodies, opening.motion)})
        for row in self.rows:
            if row.w(y) < 0:
                raise Refused("L4", f"row {list(row.name)}: found a value {float(row.w(y)):.3e}, required at least 0")
        work = sum(force * row.w(y) for row, force in self.forces)
        square = above(norm(run, self.bodies, difference(y, self.x)) + 2 * work, 8 * run.g)
        radius = root_above(square, 4 * run.g)
        if radius > run.header.radius:
            raise Refused("L4", f"found a radius {float(radius):.3e}, required at most {float(run.header.radius):.3e}")
        self.upper = norm(run, self.bodies, difference(y, self.target)) / 2
        return Ball(run, self.x, radius)


class Program:
    """A program of a group: its target, a guess, and the options of its pairs."""

    def __init__(self, run, bodies, target, guess, options):
        self.run, self.bodies, self.target, self.guess, self.options = run, bodies, target, guess, options
        self.imposed = sorted({row for found in options.values() if len(found) == 1 for row in found[0]})
        self.ors = [pair for pair in sorted(options) if len(options[pair]) > 1]
        self.known = {}

    def row(self, name):
        if name not in self.known:
            self.known[name] = Row(self.run, name, *self.guess.row(name), self.guess.geometry.square(name))
        return self.known[name]

    def rows(self, chosen):
        """The rows of a node that has chosen options of some ORs."""
        names = set(self.imposed)
        for pair, option in chosen.items():
            names |= set(self.options[pair][option])
        return [self.row(name) for name in sorted(names)]

    def solved(self, chosen, forces):
        return Solved(self.run, self.bodies, self.target, self.rows(chosen), forces)

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
                bounds.append(self.solved(chosen, node).bound())
                return
            solved = self.solved(chosen, node)
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
