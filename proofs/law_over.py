"""L1: whether a point is over a core, written from section 16 of RUN.md alone."""

import math
from functools import reduce
from reading import add, cross as turn, dot, scale, sub
from space_scene import cross


def common(numbers):
    """The least common denominator. Mostly that is the greatest one, as they are powers of 2."""
    denominators = {x.denominator for x in numbers}
    greatest = max(denominators)
    return math.lcm(*[d for d in denominators if greatest % d] + [greatest])


def whole(denominator, vector):
    """The vector times a common denominator of its components, in integers."""
    return tuple([x.numerator * (denominator // x.denominator) for x in vector])


def in_integers(m, x, vertices, near):
    """The vectors m × (x_i - X) and near, all times one positive number that makes them integers."""
    of_m = common(m)
    of_x = common([near, *x, *[c for p in vertices for c in p]])
    m, x = whole(of_m, m), whole(of_x, x)
    return [cross(m, sub(whole(of_x, p), x)) for p in vertices], of_m * whole(of_x, (near,))[0]


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


def in_shifted_hull(m, vectors):
    """Whether 0 is in the hull of v_i - 2^-12 v^, v^ being the mean of the v_i; here all is times 2^12 s."""
    plane = flat(m, vectors)
    total = reduce(add, plane)
    return surround([sub(scale(len(plane) << 12, v), total) for v in plane])


def beside(p, q, square):
    """Whether 0 is within √square of the line through p and q, where it is beside the inside of that segment."""
    d = sub(q, p)
    along = dot(d, p)
    if along >= 0 or dot(d, q) <= 0:
        return False
    length = dot(d, d)
    return dot(p, p) * length - along * along <= square * length


def near_an_edge(vectors, near):
    """Whether 0 is within near of a segment from one of the vectors to the next, or from the last to the first."""
    square = near * near
    return (any(dot(v, v) <= square for v in vectors)
            or any(beside(p, q, square) for p, q in zip(vectors, vectors[1:] + vectors[:1])))


def is_over(m, x, vertices, near):
    """Whether X is over P: m is the normal, the vertices are the x_i in their order, and near is 2^-12 w ℓ."""
    vectors, near = in_integers(m, x, vertices, near)
    return in_shifted_hull(m, vectors) or near_an_edge(vectors, near)
