"""Section 12 of FORMAT.md: where bodies touch in space. From each separation follow the touching set T of two parts and the
rays of their separating normals N, and from these contacts and corners."""

from bisect import bisect_left, bisect_right
from collections import namedtuple
from fractions import Fraction
from math import gcd
from boxes import meeting_of_active, ranks
from reading import add, dot, scale, sub
from space_scene import cross, primitive

# n points from the second body of a contact into the first; `parts` tells the faces of section 16
# apart. Of the normals of a corner those are `open` that nothing covers; it bears with its
# `friction`, and `own` is that of its bodies (space_seams.py).
Contact = namedtuple("Contact", "bodies x n parts friction is_only")
Corner = namedtuple("Corner", "keys bodies points normals open friction own")
MOST_WORK = 2**24


class Plane:
    """A separation whose indices exist: its normal m, and what supports it on both sides. Of one by a vector that is a multiple of a
    primitive m. The gap is how much more is between the parts, along m, than has to be."""

    def __init__(self, solids, separation):
        self.keys = separation[:2], separation[2:4]
        self.parts = p, q = [solids[key] for key in self.keys]
        owner, rest, multiple = separation[4], separation[5:], Fraction(1)
        if owner == 3:
            divisor = gcd(*rest[:3])
            self.m, multiple = tuple(x // (divisor or 1) for x in rest[:3]), Fraction(divisor, rest[3])
        elif owner == 2:
            d, e = (sub(part.whole[end], part.whole[start]) for part, start, end in ((p, *rest[:2]), (q, *rest[2:])))
            self.m = cross(d, e)
            self.m = primitive(self.m) if any(self.m) else self.m
        else:
            self.m = p.normals[rest[0]] if owner == 0 else scale(-1, q.normals[rest[0]])
        above, below = [dot(self.m, v) for v in p.whole], [dot(self.m, v) for v in q.whole]
        self.supporting = [k for k, x in enumerate(above) if x == max(above)], [k for k, x in enumerate(below) if x == min(below)]
        self.gap = multiple * (Fraction(min(below), q.unit) - Fraction(max(above), p.unit))
        self.vector, self.radius = scale(multiple, self.m), p.radius + q.radius
        if self.radius:
            self.gap -= (self.radius**2 + dot(self.vector, self.vector)) / 2
        self.vertices = len(p.whole) + len(q.whole)
        self.work = self.vertices

    def touching(self):
        """The vertices of T, in order."""
        if self.gap != 0 or self.radius and dot(self.vector, self.vector) != self.radius**2:
            return []
        self.work += len(self.supporting[0]) * len(self.supporting[1])
        outlines = [outline(part, listed, m) for part, listed, m in zip(self.parts, self.supporting, (self.m, scale(-1, self.m)))]
        if self.radius:
            outlines[1] = [sub(x, self.vector) for x in outlines[1]]
        found = {x for x in outlines[0] if holds(outlines[1], x, scale(-1, self.m))}
        found |= {x for x in outlines[1] if holds(outlines[0], x, self.m)}
        for one in sides(outlines[0]):
            found.update(filter(None, (crossing(*one, *two, self.m) for two in sides(outlines[1]))))
        if self.radius:
            surface = scale(self.parts[0].radius / self.radius, self.vector)
            found = {add(x, surface) for x in found}
        return sorted(found)

    def rays(self, points):
        """The rays of N, in order."""
        if len(points) > 2 or self.radius:
            return [self.m]
        x, arms, features = points[0], [], []
        for part in self.parts:
            arms.append([sub(v, x) for v in part.vertices])
            at = {f for f, face in enumerate(part.faces) if dot(part.normals[f], sub(part.vertices[face[0]], x)) == 0}
            edges = [sub(part.whole[v], part.whole[u]) for (u, v), faces in part.edges.items() if at.issuperset(faces)]
            features.append(([part.normals[f] for f in at], edges))
        (faces, edges), (other_faces, other_edges) = features
        self.work += self.vertices * (len(faces) + len(other_faces) + len(edges) * len(other_edges))
        if self.work > MOST_WORK:
            return []
        candidates = {*faces, *(scale(-1, n) for n in other_faces)}
        for m in (cross(d, e) for d in edges for e in other_edges):
            if any(m):
                candidates |= {primitive(m), primitive(scale(-1, m))}
        behind, before = arms
        return sorted(m for m in candidates if all(dot(m, arm) <= 0 for arm in behind) and all(dot(m, arm) >= 0 for arm in before))


def outline(part, listed, m):
    """The vertices of a supporting set, those of a face in its order."""
    if len(listed) > 2:
        listed = part.faces[part.normals.index(m)]
    return [part.vertices[k] for k in listed]


def sides(points):
    return [*zip(points, points[1:] + points[:1])] if len(points) > 2 else [tuple(points)] if len(points) == 2 else []


def holds(points, x, m):
    """Whether the convex hull of points, counter-clockwise around m, contains a point of their plane."""
    if len(points) == 1:
        return points[0] == x
    if len(points) == 2:
        d, arm = sub(points[1], points[0]), sub(x, points[0])
        return not any(cross(d, arm)) and 0 <= dot(d, arm) <= dot(d, d)
    return all(dot(m, cross(sub(q, p), sub(x, p))) >= 0 for p, q in sides(points))


def crossing(a, b, c, d, m):
    """Where the segments a b and c d of a plane cross, inside of both and not parallel, or None."""
    along, other, between = sub(b, a), sub(d, c), sub(c, a)
    divisor = dot(m, cross(along, other))
    if divisor == 0:
        return None
    s, t = dot(m, cross(between, other)) / divisor, dot(m, cross(between, along)) / divisor
    return tuple(p + s * u for p, u in zip(a, along)) if 0 < s < 1 and 0 < t < 1 else None


def meeting_parts(solids, free):
    """The pairs of keys of parts whose closed bounding boxes meet, of which one is of a free body."""
    boxes = {key: bounding_box(part) for key, part in solids.items()}
    order = [ranks({end.as_integer_ratio() for box in boxes.values() for end in box[axis]}) for axis in range(3)]
    whole = {key: [tuple(order[axis][end.as_integer_ratio()] for end in box[axis]) for axis in range(3)]
             for key, box in boxes.items()}
    x, y, z = sorted(range(3), key=lambda axis: overlaps([box[axis] for box in whole.values()]))
    flat = [(box[x][0], box[y][0], box[x][1], box[y][1], key) for key, box in whole.items()]
    fixed = {key for key in solids if key[0] not in free}
    for one, two in meeting_of_active(flat, fixed):
        (low, high), (other_low, other_high) = whole[one][z], whole[two][z]
        if low <= other_high and other_low <= high:
            yield min(one, two), max(one, two)


def bounding_box(part):
    ends = [(Fraction(min(column), part.unit), Fraction(max(column), part.unit)) for column in zip(*part.whole)]
    return [(low - part.radius, high + part.radius) for low, high in ends] if part.radius else ends


def overlaps(ranges):
    """How many pairs of ranges meet, roughly: what begins before each ends, less what ends before it begins."""
    lows, highs = sorted(low for low, _ in ranges), sorted(high for _, high in ranges)
    return sum(bisect_right(lows, high) - bisect_left(highs, low) for low, high in ranges)


def admits(corner, velocities):
    """Whether some normal opens the corner, the same along T. `velocities` are those of its points."""
    opening = [[dot(n, u) for n in corner.normals] for u in velocities]
    if any(min(column) >= 0 for column in zip(*opening)):
        return True
    if len(opening) == 1:
        return False
    (p0, p1), (q0, q1) = opening
    return (p0 > 0 > p1 and q1 > 0 > q0 and p1 * q0 <= p0 * q1
            or p1 > 0 > p0 and q0 > 0 > q1 and p0 * q1 <= p1 * q0)
