"""Ways of bodies in a part of a step, gaps along them, and when parts meet: the paths and cells of section 12 of RUN.md.

A polynomial is a denominator and a list of integers over it, from the constant on."""

import operator
from copy import copy
from fractions import Fraction
from functools import lru_cache
from math import ceil, comb, lcm

from law_state import ZERO, over_one_unit
from reading import cross, dot, sub

ONE = 1, [1]


def polynomial(*numbers):
    return over_one_unit(numbers)


def plus(p, q):
    (unit, p), (b, q) = p, q
    if unit != b:
        a, unit = unit, lcm(unit, b)
        p, q = [unit // a * x for x in p], [unit // b * x for x in q]
    short, long = sorted((p, q), key=len)
    return unit, [*map(operator.add, short, long), *long[len(short):]]


def times(p, q):
    (a, p), (b, q) = p, q
    found = [0] * (len(p) + len(q) - 1)
    for i, x in enumerate(p):
        for j, y in enumerate(q, i):
            found[j] += x * y
    return a * b, found


def stretched(factor, p):
    (top, bottom), (below, numbers) = factor.as_integer_ratio(), p
    return bottom * below, [top * x for x in numbers]


def minus(p):
    return stretched(-1, p)


def cross_of(p, q):
    return plus(times(p[0], q[1]), minus(times(p[1], q[0])))


def product_of(p, q):
    return plus(times(p[0], q[0]), minus(times(p[1], q[1]))), plus(times(p[0], q[1]), times(p[1], q[0]))


def constant(pair):
    return polynomial(pair[0]), polynomial(pair[1])


STILL = ZERO, Fraction(0), ZERO, Fraction(0)


class Way:
    """The path of a body from where it is, given D, S, D' and S', for the time from 0 to 2: polynomials in half of it."""

    def __init__(self, at, moved, turn, more, turn_more):
        self.z = polynomial(at.z[0], 2 * moved[0], 4 * more[0]), polynomial(at.z[1], 2 * moved[1], 4 * more[1])
        self.c, self.turns = at.c, bool(turn or turn_more)
        self.norm, self.turned = ONE, constant(at.c)
        if self.turns:
            s = polynomial(0, 2 * turn, 4 * turn_more)
            quarter = stretched(Fraction(1, 4), times(s, s))
            self.norm = plus(ONE, quarter)
            self.turned = product_of(constant(at.c), (plus(ONE, minus(quarter)), s))

    def unturned(self):
        """The same without the turn."""
        found = copy(self)
        found.turns, found.norm, found.turned = False, ONE, constant(self.c)
        return found

    def arm(self, p):
        """The arm p, turned, times the norm."""
        return product_of(self.turned, constant(p))


def degree_of(ways):
    return 2 + 4 * sum(way.turns for way in ways)


class Gaps:
    """The gaps of rows of two bodies on their ways, times the norms of both. What a vertex or an edge gives is found once,
    and so is what an edge and another body on its way give."""

    def __init__(self, run):
        self.run, self.vertices, self.edges, self.pairs = run, {}, {}, {}

    def of(self, row, ways):
        P, Q = ways[row[0]], ways[row[3]]
        vertex, edge = (P, *row[1:3]), (Q, *row[4:])
        if vertex not in self.vertices:
            self.vertices[vertex] = P.arm(self.run.bodies[row[0]].arm(*row[1:3]))
        if (P, edge) not in self.pairs:
            self.pairs[P, edge] = self.of_edge(P, edge, row[3])
        along, rest = self.pairs[P, edge]
        return plus(rest, cross_of(self.vertices[vertex], along))

    def of_edge(self, P, edge, j):
        """An edge of the body j on its way, and what a gap is beside the product of the vertex and the edge."""
        Q, part, k = edge
        body = self.run.bodies[j]
        o, end = (body.arm(part, vertex) for vertex in (k, (k + 1) % self.run.size_of((j, part))))
        f = sub(end, o)
        if edge not in self.edges:
            square = Q.c[0] ** 2 + Q.c[1] ** 2
            self.edges[edge] = Q.arm(f), stretched(-square * cross(o, f), Q.norm)
        along, turning = self.edges[edge]
        apart = [plus(x, minus(y)) for x, y in zip(P.z, Q.z)]
        return along, times(plus(cross_of(apart, along), turning), P.norm)


def dot_of(p, q):
    return plus(times(p[0], q[0]), times(p[1], q[1]))


def first_meeting(lists, degree, bits, limit=None):
    """The time, in steps, of the first cell of half of it in which no list is clear, or None. Lists after one that is clear
    all the time are not looked at. From a limit on, any such cell will do. What is left of a list that is not clear is made
    when all are known not to be: before, one of them may be too long."""
    begun = []
    for polynomials in lists:
        polynomials, found = iter(polynomials), []
        for p in polynomials:
            found.append(bernstein(p, degree))
            if min(found[-1]) < 0:
                break
        else:
            return None
        begun.append((found, polynomials))
    on_whole = [found + [bernstein(p, degree) for p in rest] for found, rest in begun]
    found = first_cell(on_whole, bits, None if limit is None else ceil(limit * 2 ** (bits - 1)))
    return None if found is None else Fraction(2 * found, 2**bits)


def bernstein(p, degree):
    """The coefficients of Bernstein on [0, 1], times a positive number, as integers."""
    _, powers = p
    return [dot(factors, powers) for factors in bernstein_of_powers(degree)]


@lru_cache
def bernstein_of_powers(degree):
    common = lcm(*(comb(degree, j) for j in range(degree + 1)))
    return [[comb(i, j) * common // comb(degree, j) for j in range(i + 1)] for i in range(degree + 1)]


def halved(coefficients):
    """The coefficients on both halves, times a power of two."""
    degree, row = len(coefficients) - 1, coefficients
    left, right = [row[0] << degree], [row[-1] << degree]
    for level in range(1, degree + 1):
        row = [*map(operator.add, row, row[1:])]
        left.append(row[0] << degree - level)
        right.append(row[-1] << degree - level)
    return left, right[::-1]


def first_cell(lists, bits, limit):
    # What is at least 0 on a cell is so on its halves.
    lists = [[p for p in polynomials if min(p) < 0] for polynomials in lists]
    if not all(lists):
        return None
    if bits == 0:
        return 0
    # A list with a polynomial below 0 is of no use on the halves.
    lists = [polynomials for polynomials in lists if all(max(p) >= 0 for p in polynomials)]
    if not lists:
        return 0
    halves = [[halved(p) for p in polynomials] for polynomials in lists]
    # What has begun to meet mostly goes on: if any cell will do, the later ones are looked at
    # first.
    for side in (1, 0) if limit is not None and limit <= 0 else (0, 1):
        start = side << bits - 1
        rest = None if limit is None else limit - start
        found = first_cell([[pair[side] for pair in polynomials] for polynomials in halves], bits - 1, rest)
        if found is not None:
            return found + start
    return None
