"""Seams, section 12 of FORMAT.md: which normals of parts that touch are covered by other parts of the same two solids, and which corners
are none."""

from boxes import meeting_of_active, ranks
from reading import add, dot, scale, sub
from space_scene import cross


class Pair:
    """Two parts that touch: their bodies, the vertices of T and the normals into the first body. Normals that `inward` has point into
    the same one of the two solids for all pairs of these solids."""

    def __init__(self, keys, bodies, solids, points, normals, friction):
        self.keys, self.bodies, self.points, self.normals, self.friction = keys, bodies, points, normals, friction
        self.between = frozenset(solids)
        self.sign = -1 if solids[1] is None or solids[0] is not None and solids[1] < solids[0] else 1
        self.inward = [scale(self.sign, n) for n in normals]
        self.weight = len(points) + len(normals)
        self.near, self.open, self.flat = [self], {*self.inward}, None
        self.least, self.first_mates = friction, {}

    @property
    def asks(self):
        """Whether others may cover its normals: of a corner, and where a point has one normal."""
        return len(self.normals) > 1 or len(self.points) == 1

    def outline(self):
        """The vertices of T, in order around its normal if they are more than two."""
        if len(self.points) < 3:
            return self.points
        n, chain = self.normals[0], []
        for points in self.points, self.points[::-1]:
            half = []
            for x in points:
                while len(half) > 1 and dot(n, cross(sub(half[-1], half[-2]), sub(x, half[-1]))) <= 0:
                    half.pop()
                half.append(x)
            chain += half[:-1]
        return chain

    def along(self, x, d):
        """From where to where the line x + s d is in T, or None; only x itself is asked for if d is None."""
        points = self.outline()
        if len(points) == 1 or d is None:
            return (0, 0) if self.holds(points, x) and d is None else None
        if len(points) == 2:
            if any(cross(sub(points[1], points[0]), d)) or any(cross(sub(points[0], x), d)):
                return None
            return tuple(sorted(dot(sub(p, x), d) / dot(d, d) for p in points))
        n = self.normals[0]
        if dot(n, d) or dot(n, sub(x, points[0])):
            return None
        low, high = None, None
        for p, q in zip(points, points[1:] + points[:1]):
            start, rate = (dot(n, cross(sub(q, p), v)) for v in (sub(x, p), d))
            if rate == 0 and start < 0:
                return None
            if rate > 0:
                low = -start / rate if low is None else max(low, -start / rate)
            elif rate < 0:
                high = -start / rate if high is None else min(high, -start / rate)
        return (low, high) if low < high else None

    def holds(self, points, x):
        if len(points) == 1:
            return points[0] == x
        if len(points) == 2:
            d, arm = sub(points[1], points[0]), sub(x, points[0])
            return not any(cross(d, arm)) and 0 <= dot(d, arm) <= dot(d, d)
        n = self.normals[0]
        sides = zip(points, points[1:] + points[:1])
        return dot(n, sub(x, points[0])) == 0 and all(dot(n, cross(sub(q, p), sub(x, p))) >= 0 for p, q in sides)

    def bars(self, u):
        return all(dot(n, u) < 0 for n in self.inward)


def is_covered(pair, n, mates):
    """Whether mates bar all velocities along n that close all other normals of the pair."""
    others = [own for own in pair.inward if own != n]
    tried = [(sign, cross(n, m)) for mate in mates for m in mate.inward for sign in (1, -1)]
    tried = [scale(sign, u) for sign, u in tried if any(u)]
    tried = [u for u in tried if all(dot(own, u) < 0 for own in others)]
    if not tried and others:
        ends = [scale(sign, cross(n, own)) for own in others for sign in (1, -1)]
        middle = (0, 0, 0)
        for end in ends:
            if all(dot(own, end) <= 0 for own in others):
                middle = add(middle, end)
        tried = [middle if any(middle) else cross(n, cross(n, others[0]))]
    return bool(tried) and all(any(mate.bars(u) for mate in mates) for u in tried)


def uncovered(mates):
    """Of each of the pairs at a place its normals that are not covered; of all, if all are."""
    found = [[n for n in pair.inward if not is_covered(pair, n, mates)] for pair in mates]
    return found if any(found) else [pair.inward for pair in mates]


def settle(pairs, most):
    """Finds out what is covered. Returns the work, which ends soon after it is more than `most`."""
    work = 0
    for one, two in neighbours(pairs):
        one.near.append(two)
        two.near.append(one)
    for pair in pairs:
        if not pair.asks or len(pair.near) == 1:
            continue
        work += sum(len(other.points) for other in pair.near)
        places = list(places_of(pair))
        work += sum(sum(mate.weight for mate in mates) ** 2 for mates in places)
        if work > most:
            return work
        pair.open, directions = set(), set()
        for mates in places:
            for mate, normals in zip(mates, uncovered(mates)):
                directions.update(normals)
                if mate is pair:
                    pair.open.update(normals)
        pair.first_mates = {x: mates for x, mates in zip(pair.points, (places[0], places[-1]))}
        if len(directions) == 1 and len(pair.normals) > 1:
            pair.flat, = directions
    for pair in pairs:
        bearing = [other.friction for other in pair.near if other.open or len(other.normals) > 1]
        pair.least = min(bearing, default=0)
    return work


def places_of(pair):
    """The pairs whose T has the only vertex of T; or, one after the other, each piece of T that none of them begins or ends in."""
    x = pair.points[0]
    if len(pair.points) == 1:
        yield [other for other in pair.near if other.along(x, None)]
        return
    d, ends, mates = sub(pair.points[1], x), {0, 1}, []
    for other in pair.near:
        reach = other.along(x, d)
        if reach:
            mates.append((other, *reach))
            ends.update(s for s in reach if 0 < s < 1)
    ends = sorted(ends)
    for start, end in zip(ends, ends[1:]):
        yield [other for other, low, high in mates if low <= start and end <= high]


def neighbours(pairs):
    """Pairs of the same two solids of which the bounding boxes of T meet, and of which one asks."""
    by_solids = {}
    for pair in pairs:
        by_solids.setdefault(pair.between, []).append(pair)
    for own in by_solids.values():
        if len(own) == 1 or not any(pair.asks for pair in own):
            continue
        boxes = [[(min(column), max(column)) for column in zip(*pair.points)] for pair in own]
        order = [ranks({end.as_integer_ratio() for box in boxes for end in box[axis]}) for axis in range(3)]
        whole = [[tuple(order[axis][end.as_integer_ratio()] for end in box[axis]) for axis in range(3)] for box in boxes]
        idle = {k for k, pair in enumerate(own) if not pair.asks}
        flat = [(x[0], y[0], x[1], y[1], k) for k, (x, y, _) in enumerate(whole)]
        for one, two in meeting_of_active(flat, idle):
            if whole[one][2][0] <= whole[two][2][1] and whole[two][2][0] <= whole[one][2][1]:
                yield own[one], own[two]


def contacts_of(pair):
    """The points at which a pair has contacts, with their normal into its first body and their friction; None if it is a corner."""
    if len(pair.normals) == 1:
        friction = pair.friction if pair.open else 0
        return [(x, pair.normals[0], friction) for x in pair.points]
    if pair.flat is None:
        return None
    friction = pair.friction if pair.flat in pair.open else 0
    return [(x, scale(pair.sign, pair.flat), friction) for x in pair.points
            if not any(len(mate.normals) == 1 and mate.friction >= friction for mate in pair.first_mates[x])]
