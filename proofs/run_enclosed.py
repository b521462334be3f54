"""Groups that an enclosure proves, by section 4a of RUN.md: the ball of E4, how the forces of other cases bound the
restraint (E6), and how far rows and roundings are from changing in the ball (E8). Nothing here is asked in an exact
run."""

from collections import namedtuple
from fractions import Fraction

from reading import add, cross, dot, scale, sub
from run_state import power_of_i, product


class Quotient(namedtuple("Quotient", "number over")):
    """An integer over a positive one, not in lowest terms: of long numbers that takes longer than all else here."""

    def __str__(self):
        return str(Fraction(self.number, self.over))


class Ball:
    """Where the motion of least restraint of an enclosed group is, given its answer and the motion x of the forces of
    that. Where there is no k, ε is 0: E4 does not hold then."""

    def __init__(self, step, group, case, point):
        self.step, self.program, self.bits = step, step.program, step.run.grid.bits
        self.case = case
        self.mass = {b: (step.run.bodies[b].mass, step.run.bodies[b].inertia) for b in group.bodies}
        self.point, self.way = point, opened(step, group, case.leaf.opening)
        self.slopes = {row: self.slope(row) for row in case.imposed}
        self.at_x = self.values(case.imposed, self.point)
        self.violated = {row: value for row, value in self.at_x.items() if value.number < 0}
        self.power = None
        if self.violated and all(self.slopes[row] > 0 for row in self.violated):
            self.power = min(self.room(row, value) for row, value in self.violated.items())
        self.pressing = [row for row, size in case.forces if row[0] != "pin" and size > 0]
        self.epsilon = Fraction(0) if self.power is None else Fraction(2) ** -self.power
        self.opened = self.moved(self.epsilon)
        self.at_y = self.values(case.imposed, self.opened)
        self.radius_squared = self.epsilon**2 * self.length_of_way()
        for row, size in case.forces:
            if row[0] != "pin":
                value = self.at_y[row]
                self.radius_squared += 2 * self.rounded_up(size * value.number, case.leaf.denominator * value.over)

    def values(self, rows, motions):
        values, over = self.program.values(rows, motions)
        return {row: Quotient(value, over) for row, value in values.items()}

    def room(self, row, value):
        """The largest k with 2^k <= ∂v / -v."""
        slope = self.slopes[row]
        return floor_of_log2(slope.numerator * value.over, slope.denominator * -value.number)

    def slope(self, row):
        """∂v."""
        return Fraction(sum(dot(weights, self.way[b]) for b, weights in self.program.weights[row].items()),
                        self.program.unit)

    def moved(self, factor):
        """The motion x + factor o."""
        return {b: add(motion, scale(factor, self.way[b])) for b, motion in self.point.items()}

    def length_of_way(self):
        total = Fraction(0)
        for b, (x, y, s) in self.way.items():
            mass, inertia = self.mass[b]
            for number in mass * (x * x + y * y), inertia * s * s:
                total += self.rounded_up(number.numerator, number.denominator)
        return total

    def rounded_up(self, number, over):
        """The least multiple of 2^-8g that is not smaller than number / over."""
        unit = 2 ** (8 * self.bits)
        return Fraction(-(-number * unit // over), unit)

    def rounded_down(self, number, over):
        """The largest multiple of 2^-8g that is not larger than number / over."""
        unit = 2 ** (8 * self.bits)
        return Fraction(number * unit // over, unit)

    def products(self, case, motions):
        """-φ (v + v~) for every force of a case, with the values v under these motions."""
        rows = [row for row, _ in case.forces]
        at_motions, over = self.program.values(rows, motions)
        at_targets, over_targets = self.program.values(rows, {b: self.step.forms.target[b] for b in motions})
        for row, size in case.forces:
            value = at_motions[row] * over_targets + at_targets[row] * over
            yield Quotient(-size * value, case.leaf.denominator * over * over_targets)

    def most_restraint(self):
        """What twice the restraint of y is at most, and that of all motions of least restraint."""
        total = self.radius_squared
        for product_of_answer in self.products(self.case, self.point):
            total += self.rounded_up(*product_of_answer)
        return total

    def least_restraint(self, case, motions):
        """What twice the restraint of all motions that keep the rows of a case is at least, by its forces."""
        total = Fraction(0)
        for product_of_case in self.products(case, motions):
            total += self.rounded_down(*product_of_case)
        return total

    def is_positive(self, row):
        """Whether the value of a row is positive in all of the ball, by E4."""
        value, over = self.at_x[row]
        size = Fraction(0)
        for b, (x, y, s) in self.program.weights[row].items():
            mass, inertia = self.mass[b]
            size += (x * x + y * y) / mass + s * s / inertia
        least = size / self.program.unit**2 * self.radius_squared
        return value > 0 and value**2 * least.denominator > least.numerator * over**2

    def respects(self, side):
        """Whether y keeps all values of a side of a corner at least 0, by E7."""
        return all(value.number >= 0 for value in self.values(side, self.opened).values())

    def places(self, b):
        """For α and β of a body the least distance of x from a tie, squared, in the norm of the ball."""
        grid, (x, y, _) = self.step.run.grid, self.point[b]
        length = dot(grid.along, grid.along)
        for name, part in ("α", dot(grid.along, (x, y))), ("β", cross(grid.along, (x, y))):
            off = abs(part / length - grid.number(part / length, grid.bits))
            yield name, self.mass[b][0] * length * (Fraction(1, 2 ** (grid.bits + 1)) - off) ** 2

    def turns(self, b):
        """The functions of E8 that tell the rounding of the rotation of a body: value under x, and derivative by s."""
        step, grid, s = self.step, self.step.run.grid, self.point[b][2]
        c = step.current[b].c
        new = product((step.forms.turn[b][0], s), c)
        n, t = grid.direction(new)
        x, y = product(new, power_of_i(-n))
        u, v = product(product((0, 1), c), power_of_i(-n))
        low, high = (t + sign * Fraction(1, 2 ** (grid.bits + 1)) for sign in (-1, 1))
        return [("x - y", x - y, u - v), ("x + y", x + y, u + v),
                ("below", -(y * low**2 + 2 * x * low - y), -(v * low**2 + 2 * u * low - v)),
                ("above", y * high**2 + 2 * x * high - y, v * high**2 + 2 * u * high - v)]


def opened(step, group, opening):
    """The motion o of every body of a group."""
    if opening.motion is not None:
        return {b: opening.motion[i] for i, b in enumerate(group.bodies)}
    return {b: (*sub(step.forms.short[b].z, opening.point), 0) for b in group.bodies}


def floor_of_log2(number, over):
    """The largest integer k with 2^k <= number / over, both positive."""
    k = number.bit_length() - over.bit_length()
    return k if over << max(k, 0) <= number << max(-k, 0) else k - 1
