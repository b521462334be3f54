"""L13: whether a point is over a core, written from section 16 of RUN.md alone. All in integers: normals are over 2^g, points over
2^2g, so that products are over 2^3g."""

from functools import reduce
from reading import add, cross as turn, dot, scale, sub
from space_scene import cross


def flat(m, vectors):
    """The vectors, all across m, without the component where m is greatest: no two fall together, as that is not 0."""
    i, j = sorted(range(3), key=lambda k: abs(m[k]))[:2]
    return [(v[i], v[j]) for v in vectors]


def surround(vectors):
    """Whether 0 is in the convex hull of these vectors of a plane: all from right to left, a sector of less than a half
    turn, is that of the vectors so far, and the next one is in it, widens it, or is opposite to a vector of it."""
    right = left = vectors[0]
    for v in vectors:
        if not any(v):
            return True
        from_right, from_left = turn(right, v), turn(left, v)
        if from_right > 0 and from_left > 0:
            left = v
        elif from_right < 0 and from_left < 0:
            right = v
        elif from_right < 0 < from_left or from_right == 0 > dot(right, v) or from_left == 0 > dot(left, v):
            return True
    return False


def beside(p, q, square):
    """Whether 0 is within √square of the line through p and q, where it is beside the inside of that segment."""
    d = sub(q, p)
    along = dot(d, p)
    if along >= 0 or dot(d, q) <= 0:
        return False
    length = dot(d, d)
    return dot(p, p) * length - along * along <= square * length


class Rim:
    """The outermost vertices of a core along a normal, in the order of the core, and how near to them a point is over them."""

    def __init__(self, m, vertices, near):
        heights = [dot(m, x) for x in vertices]
        self.m, self.plane, self.square = m, max(heights), near * near
        self.seen = [cross(m, x) for x, height in zip(vertices, heights) if height >= self.plane - near]
        plane = flat(m, self.seen)
        self.count, total = len(plane), reduce(add, plane)
        self.from_moved = [sub(scale(self.count << 12, v), total) for v in plane]

    def is_over(self, x):
        seen = cross(self.m, x)
        return self.has_in_hull(seen) or self.has_near_an_edge(seen)

    def has_in_hull(self, seen):
        """Whether 0 is in the hull of the v_i - 2^-12 v^, v^ being the mean of the v_i; here all is times 2^12 s."""
        (own,) = flat(self.m, [seen])
        own = scale(self.count * (2**12 - 1), own)
        return surround([sub(v, own) for v in self.from_moved])

    def has_near_an_edge(self, seen):
        """Whether 0 is within n of a segment from one of the v_i to the next, or from the last to the first."""
        vectors = [sub(v, seen) for v in self.seen]
        if any(dot(v, v) <= self.square for v in vectors):
            return True
        return any(beside(p, q, self.square) for p, q in zip(vectors, vectors[1:] + vectors[:1]))
