"""Pairs, groups, hidden edges, candidates, options and rows: sections 4 to 6 of RUN.md. Gaps and squares of lengths are
integers over the square of the unit of the run, but where a row becomes one of a program."""

from fractions import Fraction
from math import gcd, lcm
from types import SimpleNamespace
from typing import NamedTuple

import law_round
from boxes import TooMuch, met_by_each, most_vertices, ranks
from law_at_seams import is_covered, is_outside, rows_at_seams
from law_numbers import cayley, product, quarter_turn, root_above, rounded, rounded_rotation
from law_state import Pose, in_units, middle_rotation
from reading import add, cross, dot, scale, sub


FREE_ROWS = 32  # of a pair at a guess


def within(gap, distance, length):
    """Whether a gap of an edge with this squared length is within a distance."""
    top, bottom = distance.as_integer_ratio()
    return gap <= 0 or (gap * bottom) ** 2 <= top * top * length


def boxes_of(run, placed):
    """The bounding boxes of the parts: left, bottom, right, top, of each part by its name."""
    boxes = {}
    for b, p in run.parts:
        xs, ys = zip(*placed[b].points(p))
        radius = run.radii[b, p]
        boxes[b, p] = min(xs) - radius, min(ys) - radius, max(xs) + radius, max(ys) + radius
    return boxes


def met_by_parts(run, boxes, most, of_each=32, idle=frozenset()):
    """Parts and the others that may touch them whose boxes meet, each pair once, but those of two idle bodies."""
    most, idle = most + of_each * len(run.parts), idle or run.apart
    most_ends = most_vertices(run.vertices)
    found, count, vertices = [], 0, 0
    listed = [(*box, part) for part, box in boxes.items()]
    for one, others in met_by_each(listed, {part for part in boxes if part[0] in idle}):
        if others:
            others = [other for other in others if other[0] != one[0]]
            if run.ignoring or run.bodies[one[0]].fixed:
                others = [other for other in others if run.may_touch(one[0], other[0])]
            found.append((one, others))
            count += len(others)
            vertices += len(others) * run.size_of(one) + sum(map(run.size_of, others))
        if count > most:
            raise TooMuch(f"the step: found more than {most} pairs of parts that may meet")
        if vertices > most_ends:
            raise TooMuch(f"the step: found more than {most_ends} vertices of parts that may meet")
    return found


def pairs_of(found):
    """The pairs of such a list, ascending."""
    return sorted((one, other) if one < other else (other, one) for one, others in found for other in others)


class Sweep(NamedTuple):
    """How far the ends of a box are moved: from the lesser moves to the larger ones, with a margin."""
    least: tuple
    most: tuple
    margin: Fraction

    def then(self, moved, other):
        """This one, and another one after it, which begins at a place that was moved."""
        least, most = ([pick(own, add_to + new) for own, new, add_to in zip(ends, others, moved)]
                       for pick, ends, others in ((min, self.least, other.least), (max, self.most, other.most)))
        return Sweep(tuple(least), tuple(most), self.margin + other.margin)

    def ends(self):
        low, high = -self.margin, self.margin
        return (*(x + low if x else low for x in self.least), *(x + high if x else high for x in self.most))

    def is_within(self, other):
        (a, b, c, d), (left, low, right, high) = self.ends(), other.ends()
        return left <= a and low <= b and c <= right and d <= high


STAYS = Sweep((0, 0), (0, 0), Fraction(0))


def straight(moved, margin):
    """A move along a straight line."""
    least, most = ([x if x.numerator * sign > 0 else 0 for x in moved] for sign in (-1, 1))
    return Sweep(tuple(least), tuple(most), margin)


class Rooms:
    """Where bodies may go in a step, given d~ and s~ of the free ones."""

    def __init__(self, run, placed, targets):
        self.run, self.boxes = run, boxes_of(run, placed)
        touch = run.touch / 2
        self.rooms = [STAYS._replace(margin=touch)] * len(run.bodies)
        for b, (x, y, s) in targets.items():
            self.rooms[b] = straight((x + x, y + y), touch + 2 * run.bodies[b].reach * abs(s) if s else touch)
        far = {b: run.bodies[b].fastest_point((x, y), s) for b, (x, y, s) in targets.items()}
        found, flocks = self.meeting(self.rooms), None
        for _ in range(8):
            before, flocks = flocks, groups(run, found)
            if flocks == before:
                break
            for flock in flocks:
                room = STAYS._replace(margin=touch + 2 * max(far[b] for b in flock))
                for b in flock:
                    self.rooms[b] = room
            found = self.meeting(self.rooms)
        else:
            flocks = groups(run, found)
        self.groups, self.pairs = flocks, pairs_of(found)

    def meeting(self, sweeps, idle=frozenset()):
        """Ends of boxes are an integer and what is left, from 0 to 1. Of that only the order counts: its rank is added to a
        multiple of the integer."""
        different = {id(sweep): sweep for sweep in sweeps}
        ends = {key: [self.whole_and_rest(end) for end in sweep.ends()] for key, sweep in different.items()}
        order = ranks({rest for own in ends.values() for _, rest in own})
        count = len(order)
        moves = {key: [count * whole + order[rest] for whole, rest in own] for key, own in ends.items()}
        swept = {}
        for part, box in self.boxes.items():
            swept[part] = tuple([count * own + move for own, move in zip(box, moves[id(sweeps[part[0]])])])
        return met_by_parts(self.run, swept, 2**12, 8, idle)

    def whole_and_rest(self, number):
        whole, rest = divmod(number.numerator * self.run.unit, number.denominator)
        common = gcd(rest, number.denominator)
        return whole, (rest // common, number.denominator // common)

    def unseen(self, ways):
        """The pairs that may have met on the ways of bodies, beside those of the step."""
        sweeps = [ways.get(b, STAYS) for b in range(len(self.rooms))]
        idle = {b for b, way in enumerate(sweeps) if way.is_within(self.rooms[b])}
        return set(pairs_of(self.meeting(sweeps, idle))) - set(self.pairs) if len(idle) < len(sweeps) else set()


def groups(run, found):
    """The free bodies that pairs, listed by parts, and pins join."""
    joints, free = [], set(run.free)
    for (b, _), others in found:
        own = {b} & free
        met = {c for c, _ in others} & free
        joints += [own | met] if own else [[c] for c in met]
    joints += [free.intersection(pin.bodies) for pin in run.pins]
    of = joined(joints)
    return sorted(sorted(group) for group in {id(group): group for group in of.values()}.values())


def joined(joints):
    """Of each member of some lists the set of all that the lists join with it. The members of a smaller set go to the
    larger one, so that each goes few times."""
    of = {}
    for joint in joints:
        largest = None
        for x in joint:
            own = of.get(x)
            if own is None:
                own = of[x] = {x}
            if largest is None or own is largest:
                largest = own
                continue
            if len(largest) < len(own):
                largest, own = own, largest
            largest |= own
            of.update(dict.fromkeys(own, largest))
    return of


class Hidden:
    """Which edges are hidden from which bodies."""

    def __init__(self, run):
        self.run, self.covers = run, {}
        lines = {}
        for part in run.parts:
            if run.radii[part]:
                continue
            body = run.bodies[part[0]]
            whole = -1 if body.fixed else part[0]
            left, bottom = (in_units(x, run.denominator) for x in body.home)
            for k, ((x, y), (dx, dy)) in enumerate(zip(run.arms[part], run.directions[part])):
                x, y = x + left, y + bottom
                size = gcd(dx, dy)
                slope = (dx // size, dy // size) if (dx, dy) > (0, 0) else (-dx // size, -dy // size)
                start, length = (x, dx) if dx else (y, dy)
                ends = sorted((start, start + length))
                line = whole, slope, cross(slope, (x, y))
                lines.setdefault(line, []).append((length > 0, *ends, part, k))
        for edges in lines.values():
            self.sweep(sorted(edges, key=lambda edge: edge[1]))
        for low, high, others in self.covers.values():
            others.sort()
        self.seams = run.seams = law_round.Seams(run, bool(self.covers))

    def sweep(self, edges):
        """Which edges of a line cover which, given by their low ends."""
        reaching = {True: [], False: []}
        for edge in edges:
            way, low, high, part, k = edge
            # Those that stay are of parts whose boxes meet, one of each two: these are few (L0).
            reaching[not way] = [other for other in reaching[not way] if other[2] > low]
            for other in reaching[not way]:
                if other[3] == part:
                    continue
                for (_, a, b, own, index), (_, c, d, cover, _) in ((edge, other), (other, edge)):
                    self.covers.setdefault((own, index), (a, b, []))[2].append((c, d, cover[0]))
            reaching[way].append(edge)

    def eligible(self, part, known, separating, body):
        """Those edges of a part that become candidates, of edges that separate it from a body, beside candidates that it
        has: hidden ones only if it has no other."""
        seen = [k for k in separating if not self.hides(part, k, body)]
        return seen if seen or not all(self.hides(part, k, body) for k in known) else separating

    def hides(self, part, k, body):
        end = (k + 1) % self.run.size_of(part)
        covered = self.covered_about(part, k, body, 0)
        return covered is not None and covered[1] >= 1 and all(self.seams.seam(part, v, body) for v in (k, end))

    def covered_about(self, part, k, body, share):
        """The shares of the way along an edge, about one of them, between which others cover it for a body; None if they do not."""
        if (part, k) not in self.covers:
            return None
        low, high, others = self.covers[part, k]
        dx, dy = self.run.directions[part][k]
        start, way = (low, high - low) if (dx or dy) > 0 else (high, low - high)
        place, about = start + share * way, None
        for a, b, owner in others:
            if not self.run.may_touch(owner, body):
                continue
            if about is None or a > about[1]:
                if about is not None and place <= about[1]:
                    break
                about = a, b
            else:
                about = about[0], max(about[1], b)
        if about is None or not about[0] <= place <= about[1]:
            return None
        return sorted(Fraction(end - start, way) for end in about)

    def free_width(self, part, body):
        """The square of the width of a part over the edges that are not hidden from a body, or over all."""
        count = len(self.run.directions[part])
        free = [k for k in range(count) if not self.hides(part, k, body)]
        return self.run.square_of_width(part, free) if 0 < len(free) < count else self.run.widths[part]


def separations(run, placed, pair):
    """(part, edge, σ, |e|²) for all edges of both parts."""
    found = []
    for part, other in (pair, pair[::-1]):
        outline, vertices = placed[part[0]].points(part[1]), placed[other[0]].points(other[1])
        for k, (_, _, least, _) in enumerate(law_round.lowest_by_edge(outline, vertices)):
            found.append((part, k, least, run.lengths[part][k]))
    return found


def penetration(run, placed, pair):
    """The square of the penetration of two parts; 0 if they do not overlap."""
    if law_round.is_round(run, pair):
        return law_round.depth(run, placed, pair)
    gaps = [(g, square) for _, _, g, square in separations(run, placed, pair)]
    if any(g >= 0 for g, _ in gaps):
        return Fraction(0)
    return min(Fraction(g * g, square) for g, square in gaps) / run.unit**2


def candidates(run, hidden, placed, pair):
    if law_round.is_round(run, pair):
        return [[], []]
    tolerance = min(run.widths[part] for part in pair) / 2**26 * run.unit**2
    gaps = list(separations(run, placed, pair))
    near = [[k for part, k, g, square in gaps if part == own and (g >= 0 or g * g <= tolerance * square)] for own in pair]
    found = [hidden.eligible(own, [], edges, other[0]) for own, other, edges in zip(pair, pair[::-1], near)]
    if any(found):
        return found
    seen = [entry for entry in gaps if not hidden.hides(entry[0], entry[1], pair[entry[0] == pair[0]][0])]
    if not seen:
        return [[], []]
    least = min(Fraction(g * g, square) for _, _, g, square in seen)
    return [[k for part, k, g, square in seen if part == own and g * g == least * square] for own in pair]


def sign(number):
    return (number > 0) - (number < 0)


def overlapping(run, poses, pair, a, b):
    """The rows at the lower and at the upper end of the edges a of the first part and b of the second, if they face each
    other and overlap."""
    first, second = pair
    P, Q = (poses(part[0]).points(part[1]) for part in pair)
    p1, p2 = P[a], P[(a + 1) % len(P)]
    q2, q1 = Q[b], Q[(b + 1) % len(Q)]
    e, e2 = sub(p2, p1), run.lengths[first][a]
    f, f2 = sub(q1, q2), run.lengths[second][b]
    along = dot(e, f)
    if along >= 0 or 2 * along * along <= e2 * f2:
        return []

    def order(u, v):
        d = sub(u, v)
        A, B = dot(d, e), dot(d, f)
        return sign(A * abs(A) * f2 - B * abs(B) * e2)
    if order(p1, q2) > 0 or order(q1, p2) > 0:
        return []
    low, high, lower, upper = order(p1, q1), order(p2, q2), [], []
    if low >= 0:
        lower.append((*first, a, *second, b))
    if low <= 0:
        lower.append((*second, (b + 1) % len(Q), *first, a))
    if high <= 0:
        upper.append((*first, (a + 1) % len(P), *second, b))
    if high >= 0:
        upper.append((*second, b, *first, a))
    return [lower, upper]


def by_corners(run, before, pair, a, b, rows):
    """The option of the edges a of the first part and b of the second, with these rows at its ends; two where corners meet."""
    first, second = pair
    P, Q = (before(part[0]).points(part[1]) for part in pair)
    following = (a + 1) % len(P), (b + 1) % len(Q)
    ends = [(a, following[1]), (following[0], b)]

    edges = (P[a], P[following[0]], run.lengths[first][a]), (Q[b], Q[following[1]], run.lengths[second][b])

    def is_on(point, edge):
        start, end, length = edge
        return within(cross(sub(point, start), sub(end, start)), run.touch_in_units, length)
    for (p, q), (far_p, far_q), others in ((ends[0], ends[1], rows[1]), (ends[1], ends[0], rows[0])):
        between = sub(P[p], Q[q])
        if (dot(between, between) <= run.touch_in_units**2
                and not is_on(P[far_p], edges[1]) and not is_on(Q[far_q], edges[0])):
            return [[*others, (*first, p, *second, b)], [*others, (*second, q, *first, a)]]
    return [[*rows[0], *rows[1]]]


def options(run, hidden, before, poses, pair, found, work, are_at_rest=False):
    """The options of a pair, each a list of rows, given its candidates and where bodies are before and at the guess. In a
    program corners of a pair at rest may meet. What is looked at is counted as work."""
    first, second = pair
    compared = len(found[0]) * len(found[1])
    free = work.list(compared + (run.size_of(first) + run.size_of(second)) // 8, FREE_ROWS)
    if law_round.is_round(run, pair):
        rows = law_round.option(run, hidden, before, poses, pair, lambda at, a, b: sum(overlapping(run, at, pair, a, b), []))
        work.list(len(rows), free)
        return [rows]
    taken, chosen = [set(), set()], []
    for a in found[0]:
        for b in found[1]:
            rows = overlapping(run, poses, pair, a, b)
            if rows:
                taken[0].add(a)
                taken[1].add(b)
                chosen += by_corners(run, before, pair, a, b, rows) if are_at_rest else [sum(rows, [])]
    free = work.list(sum(map(len, chosen)), free)
    for own, other, edges, busy in ((first, second, found[0], taken[0]), (second, first, found[1], taken[1])):
        for k in edges:
            if k not in busy:
                free = work.list(run.size_of(other), free)
                chosen.append([past_end(run, before, poses, own, k, other, v) for v in range(run.size_of(other))])
    return [[]] if are_behind(run, hidden, (before, poses), pair, found) else rows_at_seams(run, before, poses, chosen)


def past_end(run, before, poses, own, k, other, v):
    """The row of a vertex of a part with an edge; of a vertex at the end of that which the first is past, if the edge that goes
    from below that end to the vertex faces the first one."""
    row = (*other, v, *own, k)
    points, others = (poses(part[0]).points(part[1]) for part in (own, other))
    following = (k + 1) % len(points)
    e = sub(points[following], points[k])
    if dot(sub(others[v], points[following]), e) > 0:
        end, facing, onward = following, v, 1
    elif dot(sub(others[v], points[k]), e) < 0:
        end, facing, onward = k, (v - 1) % len(others), -1
    else:
        return row
    seam = run.seams.seam(other, v, own[0])
    if seam is not None and seam.edge != facing:
        return row
    start, finish = others[facing], others[(facing + 1) % len(others)]
    f = sub(finish, start)
    along = dot(e, f)
    if along >= 0 or 2 * along * along <= run.lengths[own][k] * run.lengths[other][facing]:
        return row

    def is_over(u):
        return dot(sub(points[u], start), f) >= 0 >= dot(sub(points[u], finish), f)
    # What is lowest there, from the end on.
    while cross(sub(points[(end + onward) % len(points)], points[end]), f) < 0:
        end = (end + onward) % len(points)
    held = (*own, end, *other, facing)
    return held if is_over(end) and is_outside(run, before, held) else row


def are_behind(run, hidden, poses, pair, found):
    """Whether a part is behind others: these cover all its candidates, of which it has some, where the other part is, before
    the guess and at it."""
    sides = zip(pair, pair[::-1], found)
    return any(edges and all(is_covered(run, hidden, poses, own, k, other) for k in edges) for own, other, edges in sides)



def corner(run, name, z, c):
    """The vertex of a row with its body at z, turned by c; None if a part is rounded."""
    part, other = name[:2], name[3:5]
    if run.radii[part] or run.radii[other]:
        return None
    return add(z, scale(Fraction(1, run.denominator), product(c, run.arms[part][name[2]])))


class Motion(dict):
    """(d_x, d_y, s) by body, or velocities and spins; also as integers over a unit of the body."""

    def whole(self, b):
        if not hasattr(self, "known"):
            self.known = {}
        if b not in self.known:
            triple = self[b]
            unit = lcm(*(x.denominator for x in triple))
            self.known[b] = (*(x.numerator * (unit // x.denominator) for x in triple), unit)
        return self.known[b]


class Form:
    """Coefficients of the motions of at most two bodies: triples by body, integers over a unit."""

    def __init__(self, triples, unit):
        self.triples, self.unit = triples, unit

    def of(self, motion):
        top, bottom = 0, 1
        for b, (p, q, r) in self.triples.items():
            x, y, s, unit = motion.whole(b)
            found = p * x + q * y + r * s
            top, bottom = (top + found, bottom) if unit == bottom else (top * unit + found * bottom, bottom * unit)
        return Fraction(top, bottom * self.unit)


class Geometry:
    """Gaps and coefficients of rows in a step, at the state before it or after a guess."""

    def __init__(self, run, placed):
        self.run, self.placed = run, placed
        self.gaps, self.offs, self.rough, self.later = {}, {}, {}, set()

    def opposite(self, row):
        """The other vertex of a row of two vertices, else None."""
        k = row[5] - self.run.size_of(row[3:5])
        return k if k >= 0 else None

    def reach(self, row):
        return law_round.reach(self.run, (row[:2], row[3:5]))

    def length(self, row):
        """|e|², or 4 R², over the square of the unit."""
        return self.run.lengths[row[3:5]][row[5]] if self.opposite(row) is None else 4 * self.reach(row) ** 2

    def square(self, row):
        """The same in square metres."""
        return Fraction(self.length(row), self.run.unit**2)

    def vectors(self, row, poses):
        """From the start of the edge, or from the other vertex, to the vertex; and along the edge."""
        i, part, v, j, other, k = row
        outline, opposite = poses(j).points(other), self.opposite(row)
        point = poses(i).points(part)[v]
        if opposite is not None:
            return sub(point, outline[opposite]), None
        return sub(point, outline[k]), sub(outline[(k + 1) % len(outline)], outline[k])

    def gap(self, row, poses):
        """The gap at the poses of the bodies."""
        h, along = self.vectors(row, poses)
        R = self.reach(row)
        if along is None:
            return dot(h, h) - R * R
        return cross(h, along) - self.off(row, R) if R else cross(h, along)

    def off(self, row, R):
        if row not in self.offs:
            unit = self.run.unit**2
            self.offs[row] = in_units(root_above(Fraction(R * R * self.length(row), unit**2), 2 * self.run.g), unit)
        return self.offs[row]

    def is_beside(self, row):
        """Whether the vertex was not over the edge of a round pair in the state before."""
        if not self.reach(row):
            return False
        h, along = self.vectors(row, self.now)
        return along is not None and law_round.over(h, (0, 0), along) != 0

    def turns_round(self, row, poses):
        h, along = self.vectors(row, self.now)
        return along is None and dot(h, self.vectors(row, poses)[0]) <= 0

    def now(self, b):
        return self.placed[b]

    def gap_now(self, row):
        if row not in self.gaps:
            self.gaps[row] = self.gap(row, self.now)
        return self.gaps[row]

    def touches(self, row):
        if (row[3:5], row[5], row[:2]) in self.later:
            return False
        gap = self.gap_now(row)
        return within(abs(gap) if self.is_beside(row) else gap, self.run.touch_in_units, self.length(row))

    def rest(self, parts):
        """Whether the bodies of two parts do not move."""
        at = [self.placed[part[0]] for part in parts]
        return all(body.state is None or not any((*body.v, body.spin)) for body in at)

    def floor(self, row):
        """The floor of the value of a row, as a gap."""
        gap = self.gap_now(row)
        least = Fraction(self.run.unit, 2 ** (3 * self.run.g // 4))
        if not (self.touches(row) and within(gap, least, self.length(row))):
            return 0
        if gap < 0 and self.is_beside(row):
            return 0
        tolerance = min(self.run.widths[row[:2]], self.run.widths[row[3:5]]) / 2**26
        if gap >= 0 or gap * gap <= tolerance * self.run.unit**2 * self.length(row):
            return gap
        out = gap + int(root_above(self.run.touch**2 * self.square(row), 2 * self.run.g) * self.run.unit**2)
        return out if out < 0 else gap

    def coefficients(self, row, rotations, bits, factors, distance):
        """The coefficients of a row and, if it is rough, of its slip, with rotations of so many bits, factors of l bits and
        a vector D, all of them Fractions."""
        i, part, v, j, other, k = row
        run = self.run
        top = max(bits, run.g)
        unit = run.denominator << top
        c_i, c_j = ([x.numerator * (2**bits // x.denominator) for x in c] for c in rotations)
        opposite, is_rough = self.opposite(row), self.is_rough(row)
        of_edge = run.directions[j, other][k] if opposite is None else run.arms[j, other][opposite]
        arm, e = (scale(1 << top - bits, product(c, p)) for c, p in ((c_i, run.arms[i, part][v]), (c_j, of_edge)))
        whole = add(arm, [x.numerator * (unit // x.denominator) for x in distance])
        slip_factors, off = factors, 0
        if opposite is not None:
            e = quarter_turn(scale(2, sub(whole, e)))
            slip_factors = 1, 1
        if run.radii[i, part]:
            square = self.square(row) if opposite is None else Fraction(dot(e, e), unit**2)
            radius = Fraction(run.radii[i, part], run.unit)
            off = int(root_above(radius**2 * square, run.l) * unit**2)
        along, across = unit << run.l, (e[1], -e[0])
        found, slip = {}, {}
        for sign, b, own, of_slip, at in ((1, i, factors[0], slip_factors[0], arm), (-1, j, factors[1], slip_factors[1], whole)):
            if not run.bodies[b].fixed:
                found[b] = (*scale(sign * along, across), -sign * int(own * 2**run.l) * dot(at, e))
                if is_rough:
                    slip[b] = (*scale(sign * along, e), sign * int(of_slip * 2**run.l) * (cross(at, e) - off))
        return Form(found, unit * along), Form(slip, unit * along) if is_rough else None

    def passing(self, row, poses):
        """The rows by which the corner of a row may pass the one that it meets, at these poses of bodies."""
        i, part, v, j, other, k = row
        if self.opposite(row) is not None or self.reach(row):
            return []
        corners, size, found = poses(j).points(other), self.run.size_of(row[:2]), []
        for p in (k, (k + 1) % len(corners)):
            away = sub(corners[p], poses(i).points(part)[v])
            is_far = dot(away, away) > (2**8 * self.run.touch_in_units)**2
            if is_far or self.run.seams.seam((j, other), p, i):
                continue
            for g in ((v - 1) % size, v):
                beside = [(j, other, q % len(corners), i, part, g) for q in (p, p - 1, p + 1)]
                if all(self.is_outside(around, poses) for around in beside):
                    found.append(beside[0])
        return found

    def is_outside(self, row, poses):
        """Whether a gap is above 0, or within touch of it."""
        return within(-self.gap(row, poses), self.run.touch_in_units, self.length(row))

    def is_rough(self, row):
        if row not in self.rough:
            self.rough[row] = self.run.friction(row[0], row[3]) > 0 and not self.run.seams.hides_row(self, row)
        return self.rough[row]

    def at(self, row, i, j):
        """The coefficients at the poses i and j, with short rotations."""
        run = self.run
        turned = [rounded_rotation(at.c, run.l) for at in (i, j)]
        return self.coefficients(row, turned, run.l, (1, 1), sub(i.z, j.z))

    def before(self, row):
        """The coefficients in the state before."""
        return self.exactly(row, self.now)

    def exactly(self, row, poses):
        """The coefficients at the poses of the bodies."""
        i, j = poses(row[0]), poses(row[3])
        return self.coefficients(row, (i.c, j.c), 2 * self.run.g, (1, 1), sub(i.z, j.z))


class Guess:
    """A guess (d, s) of all free bodies of a group, and what rows are there."""

    def __init__(self, geometry, motion):
        self.geometry, self.motion = geometry, motion
        self.run, self.placed = geometry.run, geometry.placed
        self.kept, self.middles, self.shorts, self.known = {}, {}, {}, {}

    def of(self, b):
        return self.motion.get(b, (Fraction(0),) * 3)

    def pose(self, b):
        if b not in self.kept:
            at, run = self.placed[b], self.run
            self.kept[b] = at
            if at.state is not None:
                x, y, s = self.of(b)
                self.kept[b] = Pose(run, b, add(at.z, (x, y)), rounded_rotation(product(at.c, cayley(s)), 2 * run.g))
        return self.kept[b]

    def middle(self, b):
        """c_mid."""
        if b not in self.middles:
            self.middles[b] = middle_rotation(self.run, self.placed[b].c, self.of(b)[2])
        return self.middles[b]

    def short(self, b):
        """The rotation after the guess and the factor k of an open row."""
        if b not in self.shorts:
            l = self.run.l
            self.shorts[b] = rounded_rotation(self.pose(b).c, l), rounded(1 / (1 + self.of(b)[2] ** 2 / 4), l)
        return self.shorts[b]

    def halfway(self, b):
        """Where a body is halfway to the guess."""
        return SimpleNamespace(z=add(self.placed[b].z, scale(Fraction(1, 2), self.of(b)[:2])), c=self.middle(b))

    def distances(self, i, j):
        """z_i - z_j halfway to the guess, and there; there may be many rows of two bodies."""
        if (i, j) not in self.known:
            distance = sub(self.placed[i].z, self.placed[j].z)
            moved = sub(self.of(i)[:2], self.of(j)[:2])
            self.known[i, j] = add(distance, scale(Fraction(1, 2), moved)), add(distance, moved)
        return self.known[i, j]

    def row(self, row):
        """The coefficients of a row and its slip, and the constant of w = value - floor."""
        geometry, run = self.geometry, self.run
        i, j = row[0], row[3]
        halfway, there = self.distances(i, j)
        area = run.unit**2
        if geometry.turns_round(row, self.pose):
            found = geometry.at(row, self.placed[i], self.placed[j])
            floor = geometry.floor(row) if geometry.touches(row) else 0
            return *found, Fraction(geometry.gap_now(row) - floor, area)
        if geometry.touches(row):
            found = geometry.coefficients(row, (self.middle(i), self.middle(j)), run.l, (1, 1), halfway)
            return *found, Fraction(geometry.gap_now(row) - geometry.floor(row), area)
        (c_i, k_i), (c_j, k_j) = self.short(i), self.short(j)
        found = geometry.coefficients(row, (c_i, c_j), run.l, (k_i, k_j), there)
        return *found, Fraction(geometry.gap(row, self.pose), area) - found[0].of(self.motion)
