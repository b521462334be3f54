"""Which rows and corners a step has, by section 3 of RUN.md, from the current positions."""

import math
from collections import namedtuple
from fractions import Fraction

from boxes import TooMuch, most_pairs
from reading import cross, dot, sub
from run_state import gap, pairs_that_may_meet

Corner = namedtuple("Corner", "key sides")


def reach_squared(run, previous, current, forms):
    """R², from the forms before an impact."""
    largest = 0
    for b in run.free:
        turned = sub(current[b].c, previous[b].c)
        *fall, _ = forms.target[b]
        turn, loaded = dot(turned, turned), forms.loaded[b]
        if loaded:
            turn = 2 * turn + 2 * loaded**2
        largest = max(largest, dot(fall, fall) + turn * run.bodies[b].reach_squared)
    return 32 * Fraction(largest)


def at_least_root(square):
    """A number that is not smaller than the root of a square, and not much larger."""
    unit = 2**32
    return Fraction(math.isqrt(square.numerator * unit**2 // square.denominator) + 1, unit)


def sign_of_sum(a, square_a, b, square_b):
    """The sign of a / sqrt(square_a) + b / sqrt(square_b)."""
    if a * b >= 0:
        return (a + b > 0) - (a + b < 0)
    difference = a * a * square_b - b * b * square_a
    sign = (difference > 0) - (difference < 0)
    return sign if a > 0 else -sign


def faces(edge, ending, starting):
    """Whether an edge faces the vertex where an edge ends and the next one starts, these two with the squares of their
    lengths. Scalar products of normals are those of the edges themselves."""
    (x, y), ((p, q), square_p), ((r, s), square_r) = edge, ending, starting
    return sign_of_sum(x * p + y * q, square_p, x * r + y * s, square_r) < 0


class Finder:
    """Finds the rows and corners among polygons, {(body, part): polygon}."""

    def __init__(self, polygons, may_touch, reach2):
        self.polygons, self.reach2 = polygons, reach2
        self.directions = {}
        self.rows, self.corners = set(), []
        self.count, most = 0, 2 * most_pairs(len(polygons))
        for one, two in pairs_that_may_meet(polygons, at_least_root(reach2), may_touch):
            self.look_at(one, two)
            if self.count > most:
                raise TooMuch(f"parts: found more than {most} rows and corners, required at most 2^17 and 64 a part")
        self.corners.sort()

    def look_at(self, one, two):
        """Two parts of different bodies."""
        first, second = self.polygons[one], self.polygons[two]
        squares = self.squares(one), self.squares(two)
        edges_of_first = {v: self.edge_for(first, v, second, squares) for v in range(len(first.points))}
        edges_of_second = {v: self.edge_for(second, v, first, squares[::-1]) for v in range(len(second.points))}
        self.take([(*one, v, *two, e) for v, e in edges_of_first.items() if e is not None])
        self.take([(*two, v, *one, e) for v, e in edges_of_second.items() if e is not None])
        for k in (v for v, e in edges_of_first.items() if e is None):
            for l in (v for v, e in edges_of_second.items() if e is None):
                if self.is_within_reach(first, k, second, l):
                    self.meet(one, k, two, l)

    def is_within_reach(self, first, k, second, l):
        (x, y), (u, v) = first.points[k], second.points[l]
        dx, dy = x * second.unit - u * first.unit, y * second.unit - v * first.unit
        reach = self.reach2
        return (dx * dx + dy * dy) * reach.denominator <= reach.numerator * (first.unit * second.unit) ** 2

    def squares(self, key):
        """The squares of the lengths of the edges of a part."""
        if key not in self.directions:
            self.directions[key] = [x * x + y * y for x, y in self.polygons[key].edges]
        return self.directions[key]

    def edge_for(self, own, v, other, squares):
        """The edge of the other part with which a vertex has a row, or None. Squares: of the edges of either."""
        ending, starting = own.edges[v - 1], own.edges[v]
        of_own, of_other = squares
        facing = [e for e, edge in enumerate(other.edges) if faces(edge, (ending, of_own[v - 1]), (starting, of_own[v]))]
        if not facing:
            return None
        point, e = (own.points[v], own.unit), facing[0]
        if len(facing) > 1:
            gaps = {f: gap(point, other, f) for f in facing}
            distances = {f: Fraction(size * abs(size), of_other[f]) for f, size in gaps.items()}
            largest = max(distances.values())
            e, *ties = (f for f in facing if distances[f] == largest)
            if ties:
                return None
        return e if self.projects(point, other, e) and self.is_near(point, other, e) else None

    def projects(self, point, other, e):
        (x, y), own = point
        (px, py), edge, unit = other.points[e], other.edges[e], other.unit
        along = (x * unit - px * own) * edge[0] + (y * unit - py * own) * edge[1]
        return 0 <= along <= dot(edge, edge) * own

    def is_near(self, point, other, e):
        (_, unit), size, edge, reach = point, gap(point, other, e), other.edges[e], self.reach2
        if size < 0:
            return all(gap(point, other, f) <= 0 for f in range(len(other.edges)))
        if size == 0:
            return True
        # G² <= R² |e|², with G = size / (unit other.unit²) and |e|² in units of other.unit².
        return (size * size * reach.denominator
                <= reach.numerator * dot(edge, edge) * (unit * other.unit) ** 2)

    def meet(self, one, k, two, l):
        """The rows, or the corner, of the meeting of vertex k of the smaller part with vertex l of the other."""
        rows, sides = meeting(self.polygons, one, k, two, l)
        if sides is None:
            self.take(rows)
        else:
            self.count += 1
            self.corners.append(Corner((*one, k, *two, l), sides))

    def take(self, rows):
        self.count += len(rows)
        self.rows.update(rows)


def meeting(polygons, one, k, two, l):
    """The rows of the meeting of vertex k of the smaller part with vertex l of the other, and the two sides if it is a
    corner, or else None."""
    first, second = polygons[one], polygons[two]
    directed = []
    for mine, v, own, theirs, w, other, sign in ((one, k, first, two, l, second, 1),
                                                 (two, l, second, one, k, first, -1)):
        for e in (w - 1) % len(other.points), w:
            if separates(own, v, other, e):
                edge = other.edges[e]
                directed.append(((sign * edge[1], -sign * edge[0]), (*mine, v, *theirs, e)))
    # m0: the first direction with m0 × m >= 0 for all; m1: the first with m1 × m <= 0 for all.
    m0 = next((m for m, _ in directed if all(cross(m, other) >= 0 for other, _ in directed)), None)
    m1 = next((m for m, _ in directed if all(cross(m, other) <= 0 for other, _ in directed)), None)
    sides = None
    if m0 is not None and m1 is not None and not close(m0, m1):
        sides = tuple(tuple(row for m, row in directed if close(m, end)) for end in (m0, m1))
    return [row for _, row in directed], sides


def separates(own, v, other, e):
    """Whether a vertex and both its neighbours have gaps that are not negative to an edge."""
    around = own.points[v - 1], own.points[v], own.points[(v + 1) % len(own.points)]
    return all(gap((point, own.unit), other, e) >= 0 for point in around)


def close(m, n):
    """Less than 45 degrees apart."""
    (x, y), (u, v) = m, n
    product = x * u + y * v
    return product > 0 and 2 * product * product > (x * x + y * y) * (u * u + v * v)
