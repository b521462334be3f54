"""Pairs, groups, hidden edges, candidates, options and rows: sections 4 to 6 of RUN2.md."""

from fractions import Fraction
from itertools import combinations

from boxes import TooMuch, most_pairs
from law_state import ONE, ZERO, cayley, rounded, rounded_rotation, size
from reading import add, cross, dot, scale, sub
from run_state import product


def within(gap, distance, length):
    """Whether a gap of an edge with this squared length is within a distance."""
    return gap <= 0 or gap * gap <= distance * distance * length


def pairs(run, placed, reach):
    """The pairs of the step, ascending."""
    boxes = []
    for b, p in run.parts:
        points = placed[b].points(p)
        xs, ys = zip(*points)
        boxes.append((min(xs), max(xs), min(ys), max(ys), (b, p)))
    found = []
    open_boxes = []
    for box in sorted(boxes):
        left, right, low, high, part = box
        open_boxes = [other for other in open_boxes if other[1] + reach >= left]
        for _, _, other_low, other_high, other in open_boxes:
            if other_low <= high + reach and low <= other_high + reach and run.may_touch(part[0], other[0]):
                found.append((min(part, other), max(part, other)))
                if len(found) > most_pairs(len(run.parts)):
                    raise TooMuch("the step", len(found), most_pairs(len(run.parts)))
        open_boxes.append(box)
    return sorted(found)


def groups(run, found):
    """The free bodies that pairs join."""
    of = {}
    for (b, _), (c, _) in found:
        free = {x for x in (b, c) if not run.bodies[x].fixed}
        joined = set().union(free, *(of.get(x, set()) for x in free))
        of |= dict.fromkeys(joined, joined)
    return sorted(sorted(group) for group in {min(group): group for group in of.values()}.values())


class Hidden:
    """Which edges are hidden from which bodies."""

    def __init__(self, run):
        self.run, self.covers = run, {}
        whole = lambda b: -1 if run.bodies[b].fixed else b
        lines = {}
        for part in run.parts:
            home = run.bodies[part[0]].home
            for k, (p, e) in enumerate(zip(run.outlines[part], run.directions[part])):
                p = add(home, p)
                slope = e[1] / e[0] if e[0] else None
                place = p[0] if slope is None else p[1] - slope * p[0]
                axis = 1 if slope is None else 0
                ends = sorted((p[axis], p[axis] + e[axis]))
                lines.setdefault((whole(part[0]), slope, place), []).append((e[axis] > 0, *ends, part, k))
        for edges in lines.values():
            for way, low, high, part, k in edges:
                others = [(a, b, other[0]) for side, a, b, other, _ in edges
                          if side != way and other != part and a < high and b > low]
                if others:
                    self.covers[part, k] = (low, high, sorted(others))

    def hides(self, part, k, body):
        if (part, k) not in self.covers:
            return False
        low, high, others = self.covers[part, k]
        for a, b, owner in others:
            if a <= low and self.run.may_touch(owner, body):
                low = max(low, b)
        return low >= high


def separations(run, points, pair):
    """(part, edge, σ, |e|²) for all edges of both parts."""
    found = []
    for part, other in (pair, pair[::-1]):
        outline = points[part]
        for k, p in enumerate(outline):
            e = sub(outline[(k + 1) % len(outline)], p)
            found.append((part, k, min(cross(sub(w, p), e) for w in points[other]), run.lengths[part][k]))
    return found


def penetration(run, points, pair):
    """The square of the penetration of two parts; 0 if they do not overlap."""
    gaps = [(g, square) for _, _, g, square in separations(run, points, pair)]
    return Fraction(0) if any(g >= 0 for g, _ in gaps) else min(g * g / square for g, square in gaps)


def candidates(run, hidden, points, pair):
    tolerance = min(run.widths[part] for part in pair) / 2**26
    other = {pair[0]: pair[1][0], pair[1]: pair[0][0]}
    found = [entry for entry in separations(run, points, pair) if not hidden.hides(entry[0], entry[1], other[entry[0]])]
    near = [(part, k) for part, k, g, square in found if g >= 0 or g * g <= tolerance * square]
    if not near and found:
        least = min(g * g / square for _, _, g, square in found)
        near = [(part, k) for part, k, g, square in found if g * g / square == least]
    return [[k for part, k in near if part == own] for own in pair]


def sign(number):
    return (number > 0) - (number < 0)


def options(run, points, pair, found):
    """The options of a pair, each a list of rows, given its candidates and the points of the bodies at the guess."""
    first, second = pair
    P, Q = points[first], points[second]
    taken, chosen = [set(), set()], []
    for a in found[0]:
        p1, p2 = P[a], P[(a + 1) % len(P)]
        e, e2 = sub(p2, p1), run.lengths[first][a]
        for b in found[1]:
            q2, q1 = Q[b], Q[(b + 1) % len(Q)]
            f, f2 = sub(q1, q2), run.lengths[second][b]
            along = dot(e, f)
            if along >= 0 or 2 * along * along <= e2 * f2:
                continue

            def order(u, v):
                d = sub(u, v)
                A, B = dot(d, e), dot(d, f)
                return sign(A * abs(A) * f2 - B * abs(B) * e2)
            if order(p1, q2) > 0 or order(q1, p2) > 0:
                continue
            low, high, rows = order(p1, q1), order(p2, q2), []
            if low >= 0:
                rows.append((*first, a, *second, b))
            if low <= 0:
                rows.append((*second, (b + 1) % len(Q), *first, a))
            if high <= 0:
                rows.append((*first, (a + 1) % len(P), *second, b))
            if high >= 0:
                rows.append((*second, b, *first, a))
            taken[0].add(a)
            taken[1].add(b)
            chosen.append(rows)
    for own, other, edges, busy in ((first, second, found[0], taken[0]), (second, first, found[1], taken[1])):
        for k in edges:
            if k not in busy:
                chosen.append([(*other, v, *own, k) for v in range(len(points[other]))])
    return chosen


class Geometry:
    """Gaps and coefficients of rows in a step, at the state before it or after a guess."""

    def __init__(self, run, placed):
        self.run, self.placed = run, placed

    def arms(self, row):
        i, part, v, j, other, k = row
        outline = self.run.bodies[j].parts[other]
        return self.run.bodies[i].parts[part][v], outline[k], self.run.directions[j, other][k]

    def length(self, row):
        return self.run.lengths[row[3], row[4]][row[5]]

    def gap(self, row, poses):
        """The gap at poses (z, c)."""
        p, o, f = self.arms(row)
        (z, c), (w, d) = poses(row[0]), poses(row[3])
        return cross(sub(add(z, product(c, p)), add(w, product(d, o))), product(d, f))

    def now(self, b):
        return self.placed[b].z, self.placed[b].c

    def gap_now(self, row):
        return self.gap(row, self.now)

    def touches(self, row):
        return within(self.gap_now(row), self.run.touch, self.length(row))

    def coefficients(self, row, c_i, c_j, k_i, k_j, distance):
        """Triples by body."""
        p, _, f = self.arms(row)
        arm, e = product(c_i, p), product(c_j, f)
        whole, found = add(arm, distance), {}
        if not self.run.bodies[row[0]].fixed:
            found[row[0]] = (e[1], -e[0], -k_i * dot(arm, e))
        if not self.run.bodies[row[3]].fixed:
            found[row[3]] = (-e[1], e[0], k_j * dot(whole, e))
        return found

    def before(self, row):
        """The coefficients in the state before."""
        i, j = self.placed[row[0]], self.placed[row[3]]
        return self.coefficients(row, i.c, j.c, 1, 1, sub(i.z, j.z))


class Guess:
    """A guess (d, s) of all free bodies of a group, and what rows are there."""

    def __init__(self, geometry, motion):
        self.geometry, self.motion = geometry, motion
        self.run, self.placed = geometry.run, geometry.placed
        self.kept, self.middles = {}, {}

    def of(self, b):
        return self.motion.get(b, (Fraction(0),) * 3)

    def pose(self, b):
        if b not in self.kept:
            body = self.placed[b]
            if body.state is None:
                self.kept[b] = body.z, body.c
            else:
                x, y, s = self.of(b)
                c = rounded_rotation(product(body.c, cayley(s)), 2 * self.run.g)
                self.kept[b] = add(body.z, (x, y)), c
        return self.kept[b]

    def points(self, part):
        z, c = self.pose(part[0])
        return [add(z, product(c, arm)) for arm in self.run.bodies[part[0]].parts[part[1]]]

    def middle(self, b):
        """c_mid."""
        if b not in self.middles:
            body, (_, _, s) = self.placed[b], self.of(b)
            factor = 1 / (1 + s * s / 4)
            self.middles[b] = rounded_rotation(product(body.c, (factor, s / 2 * factor)), self.run.l)
        return self.middles[b]

    def row(self, row):
        """The coefficients of a row, and the constant of w = value - floor."""
        geometry, run = self.geometry, self.run
        i, j = row[0], row[3]
        distance = sub(self.placed[i].z, self.placed[j].z)
        moved = sub(self.of(i)[:2], self.of(j)[:2])
        gap = geometry.gap_now(row)
        if geometry.touches(row):
            found = geometry.coefficients(
                row, self.middle(i), self.middle(j), 1, 1, add(distance, scale(Fraction(1, 2), moved)))
            return found, gap - floor(run, gap, geometry.length(row))
        turned = [rounded_rotation(self.pose(b)[1], run.l) for b in (i, j)]
        factors = [rounded(1 / (1 + self.of(b)[2] ** 2 / 4), run.l) for b in (i, j)]
        found = geometry.coefficients(row, *turned, *factors, add(distance, moved))
        return found, geometry.gap(row, self.pose) - value(found, self.motion)


def floor(run, gap, length):
    """The floor of a row that touches."""
    return gap if within(gap, Fraction(1, 2 ** (3 * run.g // 4)), length) else Fraction(0)


def value(coefficients, motion):
    return sum(sum(a * x for a, x in zip(triple, motion[b])) for b, triple in coefficients.items())
