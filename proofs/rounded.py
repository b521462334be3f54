"""Rounded parts of the plane, by sections 2 to 4 of FORMAT.md: separations by a vector, contacts of parts that touch at R, and
their gap accelerations."""

from fractions import Fraction
from reading import add, cross, dot, edge, scale, sub

VECTOR = 3


def vector_of(separation):
    x, y, below = separation[5:]
    return Fraction(x, below), Fraction(y, below)


def supports(claim, separation):
    """Of a separation by a vector m the vertices of the first core with the greatest m·p, those of the second one with the
    least m·q, and the least less the greatest."""
    if separation not in claim.supports:
        one, two, m = separation[:2], separation[2:4], vector_of(separation)
        (first, far), (second, near) = support(claim, one, scale(-1, m)), support(claim, two, m)
        claim.supports[separation] = first, second, near + far
    return claim.supports[separation]


def support(claim, key, n):
    """The vertices of a core with the least n·p, ascending, and what it is."""
    part = claim.parts[key]
    places = {k: dot(n, part[k]) for k in (claim.lowest(key, n) if len(part) > 2 else range(len(part)))}
    least = min(places.values())
    return sorted(k for k, place in places.items() if place == least), least


def contacts_of_vector(claim, separation):
    """Those that a separation by a vector asks for."""
    one, two, m = separation[:2], separation[2:4], vector_of(separation)
    first, second, width = supports(claim, separation)
    square = (claim.radii[one] + claim.radii[two])**2
    if width != square or dot(m, m) != square:
        return []
    along = -m[1], m[0]
    places = [{dot(along, claim.parts[key][k]): k for k in found} for key, found in ((one, first), (two, second))]
    low, high = max(map(min, places)), min(map(max, places))
    found = []
    for t in sorted({low, high}) if low <= high else []:
        own, other = places[0].get(t), places[1].get(t)
        if own is not None and other is not None:
            found.append((*one, own, *two, other))
        elif own is not None:
            found.append((*one, own, *two, facing(claim.parts[two], second, scale(-1, m))))
        else:
            found.append((*two, other, *one, facing(claim.parts[one], first, m)))
    return found


def facing(part, ends, outward):
    """The edge between two vertices whose outward normal is along a vector."""
    return next(e for e in ends if (e + 1) % len(part) in ends and dot(edge(part, e)[2], outward) > 0)


class Geometry:
    """Of a contact of which one part is rounded."""

    def __init__(self, claim, contact):
        self.claim = claim
        b, p, v, c, q, e = contact
        self.bodies, self.keys = (b, c), ((b, p), (c, q))
        self.radii = [claim.radii[key] for key in self.keys]
        self.w = claim.parts[b, p][v]
        start, end, _ = edge(claim.parts[c, q], e)
        d = sub(end, start)
        t = min(1, max(0, dot(d, sub(self.w, start)) / dot(d, d))) if any(d) else 0
        self.f = add(start, scale(t, d))
        self.h = sub(self.w, self.f)
        self.x = add(self.f, scale(self.radii[1] / sum(self.radii), self.h))

    def velocity(self, b, x):
        body = self.claim.free.get(b)
        if body is None:
            return (0, 0), 0
        r = sub(x, body.centroid)
        return add(body.velocity, scale(body.spin, (-r[1], r[0]))), body.spin

    def turning(self):
        """The gap acceleration less h·(a_F(x) - a_E(x))."""
        (v, spin), (u, other_spin) = (self.velocity(b, x) for b, x in zip(self.bodies, (self.w, self.f)))
        u = sub(v, u)
        gains = [0]
        for key, point, omega, sign in ((self.keys[0], self.w, spin, 1), (self.keys[1], self.f, other_spin, -1)):
            for way in ways(self.claim.parts[key], point):
                if dot(way, self.h) == 0:
                    D = scale(sign, way)
                    rate = dot(D, u) + omega * dot(self.h, (-D[1], D[0]))
                    gains.append(min(rate, 0)**2 / dot(way, way))
        circling = self.radii[0] * spin**2 + self.radii[1] * other_spin**2
        return dot(u, u) - sum(self.radii) * circling - max(gains)


def ways(part, x):
    """From a point the vectors other than 0 to the ends of the edges that contain it."""
    found = []
    for e in range(len(part)):
        p, q, _ = edge(part, e)
        ends = sub(p, x), sub(q, x)
        if cross(*ends) == 0 and dot(*ends) <= 0:
            found += filter(any, ends)
    return found
