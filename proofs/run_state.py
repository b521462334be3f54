"""Where bodies are, by section 1 of RUN.md, and how motions become states, by R8.

Points and complex numbers are pairs of Fractions, as in reading.py. What is asked of the current positions, which are
long numbers, is asked of a Polygon: integers over one unit for each body."""

import math
from collections import namedtuple
from fractions import Fraction
from functools import cached_property

from boxes import TooMuch, met_by_each, most_others, most_pairs
from law_numbers import coprime_along, nearest, power_of_i, product, quarter_turn, rotation
from reading import add, cross, dot, edges, loads_on, scale, sub

Placement = namedtuple("Placement", "z c")
Polygon = namedtuple("Polygon", "points edges unit box")
HERE = Placement((Fraction(0), Fraction(0)), (Fraction(1), Fraction(0)))
BOX_BITS = 40


def conjugate(p): return p[0], -p[1]
def quotient(p, q): return scale(1 / dot(q, q), product(p, conjugate(q)))


def half_turn_tangent(new, old):
    """The τ with rot(τ) = new conj(old), which in an exact run is divided by |old|² first."""
    real, imaginary = quotient(new, old)
    return imaginary / (1 + real)


class Grid:
    """The grid 2^-bits of a run, or none (bits is None) of an exact run, which rounds nothing."""

    def __init__(self, bits, gravity):
        self.bits, self.along = bits, coprime_along(gravity)

    @property
    def short(self):
        """The digits of the short placement."""
        return (self.bits + 1) // 2

    def number(self, number, bits):
        return number if self.bits is None else Fraction(nearest(number * 2**bits), 2**bits)

    def both(self, pair, bits):
        """Both components rounded, as those of a rotation are."""
        return tuple(self.number(component, bits) for component in pair)

    def displacement(self, vector, bits):
        """Rounded along gravity and across it."""
        if self.bits is None:
            return vector
        a = self.along
        across = quarter_turn(a)
        alpha = self.number(dot(vector, a) / Fraction(dot(a, a)), bits)
        beta = self.number(dot(vector, across) / Fraction(dot(a, a)), bits)
        return add(scale(alpha, a), scale(beta, across))

    def direction(self, c):
        """The n and t of the rotation i^n rot(t) to which the direction of c is rounded."""
        common = math.lcm(c[0].denominator, c[1].denominator)
        whole = tuple(int(component * common) for component in c)
        for n in (0, 2, 1, 3):  # even ones first: they are preferred
            x, y = product(whole, power_of_i(-n))
            if abs(y) <= x:
                return n, self.tangent(x, y)
        raise ZeroDivisionError("a rotation of length 0 has no direction")

    def tangent(self, x, y):
        """The nearest multiple of 2^-bits to tan(½ arg(x + y i)), by bisection: the largest T with T - ½ not above it."""
        size, unit = abs(y), 2**self.bits
        low, high = 0, unit + 1
        while high - low > 1:
            middle = (low + high) // 2
            half = 2 * middle - 1  # over 2 unit
            if size * half * half + 4 * x * unit * half <= 4 * size * unit * unit:
                low = middle
            else:
                high = middle
        return Fraction(low if y >= 0 else -low, unit)


class Body:
    """A body of the scene. A free one moves its arms, the vertices seen from its centroid; a fixed one is in its place,
    with its vertices for arms. Arms are integers over `arm_unit`. Of the loads on it, `force` is F, and `twist` the sums of τ, r × f and r · f."""

    def __init__(self, body, scene):
        self.name, self.free = body.name, not body.fixed
        self.centre = body.centroid if self.free else HERE.z
        self.start = Placement(tuple(map(Fraction, self.centre)), HERE.c)
        self.parts = body.parts
        points = [point for part in [[self.centre], *body.parts] for point in part]
        self.arm_unit = math.lcm(*{x.denominator for point in points for x in point})
        self.whole_arms = [[self.whole_arm(vertex) for vertex in part] for part in body.parts]
        if self.free:
            self.mass, self.inertia = Fraction(body.mass), Fraction(body.inertia)
            self.velocity, self.spin = body.velocity, body.spin
            longest = max(x * x + y * y for part in self.whole_arms for x, y in part)
            self.reach_squared = Fraction(longest, self.arm_unit**2)
            self.force, self.twist = (Fraction(0), Fraction(0)), (Fraction(0), Fraction(0), Fraction(0))
            for load, arm in loads_on(scene, body):
                self.force = add(self.force, load.force)
                self.twist = add(self.twist, (load.torque, cross(arm, load.force), dot(arm, load.force)))

    def whole_arm(self, vertex):
        """The arm of a vertex times `arm_unit`."""
        (x, y), (cx, cy), unit = vertex, self.centre, self.arm_unit
        return (x.numerator * (unit // x.denominator) - cx.numerator * (unit // cx.denominator),
                y.numerator * (unit // y.denominator) - cy.numerator * (unit // cy.denominator))

    def arm(self, part, vertex):
        """From the centroid to a vertex."""
        x, y = self.whole_arms[part][vertex]
        return Fraction(x, self.arm_unit), Fraction(y, self.arm_unit)

    def pull(self, gravity):
        """m g + F."""
        return add(scale(self.mass, gravity), self.force)

    def torque(self, c):
        """T, the torque of the loads on the body with the rotation c: their forces keep their direction."""
        own, across, along = self.twist
        return own + c[0] * across - c[1] * along

    def potential(self, gravity, placement):
        """What weight and the forces of loads could still do."""
        (_, across, along), c = self.twist, placement.c
        return -(dot(self.pull(gravity), placement.z) + c[0] * along + c[1] * across)

    def before(self, step):
        """State -1."""
        if not self.free:
            return HERE
        if self.velocity == (0, 0) and self.spin == 0:
            return self.start
        came = sub(self.centre, scale(step, self.velocity))
        return Placement(came, conjugate(rotation(step * Fraction(self.spin) / 2)))

    def polygons(self, placement):
        """The parts at a placement."""
        (zx, zy), (cx, cy) = placement
        z_unit, c_unit = math.lcm(zx.denominator, zy.denominator), math.lcm(cx.denominator, cy.denominator)
        turned_unit = c_unit * self.arm_unit
        unit = math.lcm(z_unit, turned_unit)
        z = int(zx * unit), int(zy * unit)
        c = int(cx * c_unit) * (unit // turned_unit), int(cy * c_unit) * (unit // turned_unit)
        return [polygon([add(z, product(c, arm)) for arm in part], unit) for part in self.whole_arms]


def polygon(points, unit):
    ends = points[1:] + points[:1]
    (left, bottom), (right, top) = (map(function, zip(*points)) for function in (min, max))
    box = [*((low << BOX_BITS) // unit for low in (left, bottom)),
           *(-((-high << BOX_BITS) // unit) for high in (right, top))]
    return Polygon(points, [sub(q, p) for p, q in zip(points, ends)], unit, box)


def pairs_that_may_meet(polygons, margin, may_touch):
    """The pairs of parts of bodies that may touch, the smaller first, but those farther apart than the margin. Boxes are
    rounded outwards to multiples of 2^-BOX_BITS, so that no pair is left out that counts."""
    margin = -((-margin.numerator << BOX_BITS) // margin.denominator)
    boxes = []
    for key, polygon in polygons.items():
        left, bottom, right, top = polygon.box
        boxes.append((left, bottom, right + margin, top + margin, key))
    found = []
    count, all_pairs, most, most_of_others = 0, 0, most_pairs(len(polygons)), most_others(len(polygons))
    for one, others in met_by_each(boxes):
        touching = [two for two in others if two[0] != one[0] and may_touch(one[0], two[0])]
        count, all_pairs = count + len(touching), all_pairs + len(others)
        if count > most:
            raise TooMuch(f"parts: found more than {most} pairs near each other, required at most 2^16 and 32 a part")
        if all_pairs - count > most_of_others:
            raise TooMuch(f"parts: found more than {most_of_others} pairs near each other that cannot touch, required at "
                          "most 2^22 and 64 a part")
        found += [(min(one, two), max(one, two)) for two in touching]
    return found


def gap(point, polygon, edge):
    """The gap of a point (its integers and their unit) to an edge, times point's unit times the polygon's squared."""
    (x, y), own = point
    (px, py), (ex, ey), unit = polygon.points[edge], polygon.edges[edge], polygon.unit
    return (x * unit - px * own) * ey - (y * unit - py * own) * ex


def overlap(one, two):
    """The square of the penetration of two parts, 0 if they do not overlap."""
    least = None
    for own, other in (one, two), (two, one):
        for e, edge in enumerate(own.edges):
            depth = min(gap((point, other.unit), own, e) for point in other.points)
            if depth >= 0:
                return Fraction(0)
            squared = Fraction(depth * depth, dot(edge, edge) * (own.unit * other.unit) ** 2)
            least = squared if least is None else min(least, squared)
    return least
