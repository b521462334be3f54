"""Friction of contacts in space, written from section 16 of RUN.md alone."""

from fractions import Fraction

from law_numbers import above, root_above
from law_solids import times, transposed
from reading import add, dot, scale, sub
from space_scene import ZERO, cross

AXES = (1, 0, 0), (0, 1, 0), (0, 0, 1)
NONE = Fraction(0), ZERO


class Rough:
    """A rough row with its normal m, for the places of its free bodies: (sign, body, c, rotation)."""

    def __init__(self, mu, normal, sides, flight):
        self.mu, self.normal, self.sides, self.base = mu, normal, sides, NONE
        self.constant = ZERO
        self.constant = self.slip(flight)

    def slip(self, motion):
        """u."""
        total = self.constant
        for sign, b, c, rotation in self.sides:
            e, turn = motion[b]
            total = add(total, scale(sign, add(e, times(rotation, cross(turn, c)))))
        return total

    def across(self, motion):
        """m × u."""
        return cross(self.normal, self.slip(motion))

    def push(self, force):
        """The moves and turns of the bodies by a force on that of the points."""
        for sign, b, c, rotation in self.sides:
            own = scale(sign, force)
            yield b, own, cross(c, times(transposed(rotation), own))

    def whole(self, phi, g):
        return self.base[0] + phi, add(self.base[1], g)

    def is_in_the_cone(self, phi, g):
        phi, g = self.whole(phi, g)
        along = cross(self.normal, g)
        return phi >= 0 and dot(along, along) <= self.mu**2 * phi**2 * dot(self.normal, self.normal)

    def work(self, phi, g, value, motion, grid):
        phi, g = self.whole(phi, g)
        across, slip = self.across(motion), self.slip(motion)
        size = root_above(Fraction(dot(across, across)), 4 * grid)
        return phi * max(value, self.mu * size) + dot(cross(self.normal, g), slip)

    def error(self, phi, value, radius, bodies):
        """λ²."""
        pressing = self.whole(phi, ZERO)[0] > 0
        v = value if pressing else min(value, 0)
        size = Fraction(0)
        for axis in AXES if radius else ():
            # A component of m × u is u·(axis × m).
            for b, along, around in self.push(cross(axis, self.normal)):
                size += bodies[b].size(along, around)
        return Fraction(2 * v**2 + 8 * self.mu**2 * size * radius**2) / dot(self.normal, self.normal)

    def has_acted(self, phi, g, factor, bits):
        """Φ and G."""
        def toward_zero(x):
            size = abs(x.numerator) * 2**bits // x.denominator
            return Fraction(size if x >= 0 else -size, 2**bits)
        self.base = above(Fraction(phi * factor), bits), tuple(toward_zero(Fraction(x * factor)) for x in g)
