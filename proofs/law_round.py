"""Rounded parts: section 15 of RUN.md. Points are integers over the unit of the run, squares of distances over its square."""

from bisect import bisect_right
from collections import namedtuple
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from boxes import meeting
from law_numbers import product
from law_state import in_units
from reading import add, cross, dot, has_friction, scale, sub

# The shortest vectors between two cores: the square of their length, their rows, and a vector n
# along them.
Shortest = namedtuple("Shortest", "square rows n")


def is_round(run, pair):
    return any(run.radii[part] for part in pair)


def reach(run, pair):
    """R, over the unit of the run."""
    return sum(run.radii[part] for part in pair)


def lowest_by_edge(outline, others):
    """Of each edge of a core its start and direction, the least gap of the vertices of another core, and the vertices that have
    it. From one edge to the next the lowest vertex goes on in the same sense, once around in all. The two sides of a segment
    are half a turn apart, so it is looked for anew."""
    count, w = len(others), None
    for k, (x, y) in enumerate(outline if len(outline) > 1 else ()):
        right, up = outline[(k + 1) % len(outline)]
        u, v = right - x, up - y
        if w is None or len(outline) == 2:
            heights = [p * v - q * u for p, q in others]
            w = heights.index(min(heights))
            w -= heights[w - 1] == heights[w]
        (p, q), (r, s) = others[w], others[(w + 1) % count]
        height, following = p * v - q * u, r * v - s * u
        while following < height:
            w, height = (w + 1) % count, following
            r, s = others[(w + 1) % count]
            following = r * v - s * u
        lowest = [w % count, (w + 1) % count] if following == height and count > 1 else [w % count]
        yield (x, y), (u, v), height - (x * v - y * u), lowest


def over(point, start, along):
    """Where a point is beside an edge: -1 before its start, 1 behind its end, 0 over it, ends included."""
    place = dot(sub(point, start), along)
    return -1 if place < 0 else int(place > dot(along, along))


def two_vertices(run, pair, v, w):
    (_, q) = pair
    return (*pair[0], v, *q, run.size_of(q) + w)


def shortest(run, poses, pair):
    """None if the cores meet. Otherwise the vertex of a shortest row is a lowest one of its edge, or of an edge at its other
    vertex, as each vertex of the difference of the cores is of two edges, one of which has the origin beyond it."""
    points = [poses(part[0]).points(part[1]) for part in pair]
    at_edges, at_vertices = [], []
    for side, (own, other) in enumerate((pair, pair[::-1])):
        outline, others = points[side], points[1 - side]
        for k, (start, along, gap, lowest) in enumerate(lowest_by_edge(outline, others)):
            for w in lowest if gap >= 0 else ():
                if over(others[w], start, along) == 0:
                    n = along[1], -along[0]
                    row = (*other, w, *own, k)
                    at_edges.append((gap * gap, dot(along, along), row, scale(-1, n) if side else n))
                for v in k, (k + 1) % len(outline):
                    at_vertices.append((w, v) if side else (v, w))
    if len(points[0]) == len(points[1]) == 1:
        at_vertices.append((0, 0))
    between = [(v, w, sub(points[1][w], points[0][v])) for v, w in at_vertices]
    at_vertices = [(dot(n, n), v, w, n) for v, w, n in between]
    top, bottom = min((entry[0] for entry in at_vertices), default=0), 1
    for square, length, _, _ in at_edges:
        if square * bottom < top * length or not at_vertices and bottom == 1:
            top, bottom = square, length
    least = Fraction(top, bottom)
    if least == 0:
        return None
    at_edges = [(row, n) for square, length, row, n in at_edges if square * bottom == top * length]
    at_vertices = [(two_vertices(run, pair, v, w), n) for square, v, w, n in at_vertices if square == least]
    for found in (at_edges, at_vertices):
        if found:
            return Shortest(least, {row for row, _ in found}, found[0][1])


def option(run, hidden, before, guessed, pair, overlapping):
    """The rows of a pair, given where bodies are before and at the guess; `overlapping` are the rows of section 5 for two edges."""
    at, then = shortest(run, guessed, pair), shortest(run, before, pair)
    poses = guessed
    is_beyond = at is None or then and at.square < reach(run, pair) ** 2 and dot(at.n, then.n) <= 0
    if is_beyond:
        at, poses = then, before
    if at is None:
        return []
    rows = set(at.rows)
    for row in at.rows:
        for e in edges_at(run, row, pair[0]):
            for f in edges_at(run, row, pair[1]):
                rows |= {at_the_end(run, poses, pair, end) for end in overlapping(poses, e, f)}
    return sorted(row for row in rows if not is_hidden(run, hidden, row))


def edges_at(run, row, part):
    """The edges of a part that a row has an end on."""
    count = len(run.directions[part])
    if row[3:5] == part and row[5] < run.size_of(part):
        return [row[5]]
    v = row[2] if row[:2] == part else row[5] - run.size_of(part)
    return [k for k in range(count) if v in (k, (k + 1) % run.size_of(part))]


def at_the_end(run, poses, pair, row):
    """The row of a vertex and an edge, or of the end of the edge that is next to it."""
    own, v, other, k = row[:2], row[2], row[3:5], row[5]
    points = poses(other[0]).points(other[1])
    end = (k + 1) % len(points)
    side = over(poses(own[0]).points(own[1])[v], points[k], sub(points[end], points[k]))
    if side == 0:
        return row
    w = k if side < 0 else end
    return two_vertices(run, pair, v, w) if own == pair[0] else two_vertices(run, pair, w, v)


def is_hidden(run, hidden, row):
    own, other, k = row[:2], row[3:5], row[5]
    if hidden.seams.hides(own, row[2], other[0]):
        return True
    if k >= run.size_of(other):
        return hidden.seams.hides(other, k - run.size_of(other), own[0])
    return hidden.hides(other, k, own[0])


def depth(run, placed, pair):
    """The square of the penetration, in square metres."""
    R, found = reach(run, pair), shortest(run, lambda b: placed[b], pair)
    if found is not None and found.square >= R * R:
        return Fraction(0)
    distance = Fraction(0)
    if found is not None:
        bits = 2 * run.g
        distance = Fraction(isqrt((found.square.numerator << 2 * bits) // (found.square.denominator * run.unit**2)), 2**bits)
    return (Fraction(R, run.unit) - distance) ** 2


MOST_FILLING = 8
MOST_BEHIND = 64


class Seams:
    """Vertices of parts with corners on other parts of their whole: which are hidden from which bodies, and which are seams."""

    def __init__(self, run, are_needed):
        self.run, self.ways, self.met, self.stops = run, {}, {}, {}
        if not any(run.radii.values()) and not has_friction(run.scene) and not are_needed:
            return
        self.points = {}
        for b, p in run.parts:
            if not run.radii[b, p]:
                home = [in_units(x, run.denominator) for x in run.bodies[b].home]
                self.points[b, p] = [add(home, arm) for arm in run.arms[b, p]]
        self.boxes, boxes = {}, []
        for part, points in self.points.items():
            xs, ys = zip(*points)
            self.boxes[part] = (min(xs), min(ys)), (max(xs), max(ys))
            boxes.append((*self.boxes[part][0], *self.boxes[part][1], part))
        for one, other in meeting(boxes):
            are_fixed = run.is_fixed(one[0]) and run.is_fixed(other[0])
            if one[0] != other[0] and not are_fixed:
                continue
            self.look(one, other)
            self.look(other, one)
        for neighbours in self.ways.values():
            neighbours.sort()

    def look(self, own, other):
        outline = self.points[other]
        (left, bottom), (right, top) = self.boxes[other]
        for v, x in enumerate(self.points[own]):
            sides = left <= x[0] <= right and bottom <= x[1] <= top and beside(outline, x)
            if sides:
                self.ways.setdefault((own, v), []).append((other, sides))
                if (sides[0] + 1) % len(outline) == sides[1]:
                    self.met.setdefault((other, sides[0]), []).append((own, v))

    def vectors(self, neighbour, x):
        other, sides = neighbour
        return [sub(self.points[other][side], x) for side in sides]

    def hides(self, part, v, body):
        if (part, v) not in self.ways:
            return False
        outline = self.points[part]
        x = outline[v]
        vectors = [sub(outline[v - 1], x), sub(outline[(v + 1) % len(outline)], x)]
        for neighbour in self.ways[part, v]:
            if self.run.may_touch(neighbour[0][0], body):
                vectors += self.vectors(neighbour, x)
        return not are_of_one_side(vectors)

    def seam(self, part, v, body):
        """The seam at a vertex; None if its part, and those that adjoin it there and may touch a body, one after the other, fill
        less than half a turn."""
        if (part, v) not in self.ways:
            return None
        outline = self.points[part]
        x, count = outline[v], len(outline)
        along, back = sub(outline[(v + 1) % count], x), sub(outline[v - 1], x)
        # Angles go counter-clockwise from their first side to their last one.
        angles = [self.vectors(other, x)[::-1] for other in self.ways[part, v] if self.run.may_touch(other[0][0], body)]
        first, last = along, back
        for _ in range(MOST_FILLING):
            wider = before_side(angles, first)
            if wider is not None:
                first = wider
            else:
                last = behind_side(angles, last)
                if last is None:
                    return None
            if cross(first, last) <= 0:
                if before_side(angles, along) is None:
                    return Seam(v)
                return Seam((v - 1) % count if behind_side(angles, back) is None else None)
        return None

    def stops_of(self, part, k):
        """The stops of an edge, by their places."""
        if (part, k) not in self.stops:
            outline = self.points[part]
            end = (k + 1) % len(outline)
            along, found = sub(outline[end], outline[k]), []
            for v in (k, end):
                found += [(outline[v], neighbour) for neighbour in self.ways.get((part, v), ())]
            for other, v in self.met.get((part, k), ()):
                points = self.points[other]
                found.append((points[v], (other, ((v - 1) % len(points), (v + 1) % len(points)))))
            by_place = {}
            for x, neighbour in sorted(found, key=lambda entry: entry[1][0]):
                by_place.setdefault(dot(sub(x, outline[k]), along), []).append((neighbour[0][0], self.vectors(neighbour, x)))
            self.stops[part, k] = [Stop(place, *nearest_sides(along, met)) for place, met in sorted(by_place.items())]
        return self.stops[part, k]

    def hides_row(self, geometry, row):
        """Whether the vertex of a row can go neither way along the edge in the state before, as other parts are in the way."""
        return all(self.barred(geometry, row))

    def barred(self, geometry, row):
        """Whether other parts bar the way ahead along the edge, and that back."""
        i, part, v, j, other, k = row
        run, placed = self.run, geometry.placed
        if is_round(run, (row[:2], row[3:5])):
            return False, False
        stops = self.stops_of((j, other), k)
        if not stops and ((i, part), v) not in self.ways:
            return False, False
        vertices, place, is_near = placed[i].points(part), *self.place(geometry, row)
        into = add(sub(vertices[v - 1], vertices[v]), sub(vertices[(v + 1) % len(vertices)], vertices[v]))
        after = bisect_right(stops, place, key=lambda stop: stop.place)
        last, after = (stops[n] if 0 <= n < len(stops) else None for n in (after - 1, after))
        ahead = back = False
        for stop in (last, after):
            if stop and is_near(stop.place):
                for side, sign in ((stop.first, -1), (stop.second, 1)):
                    if side and run.may_touch(side[0], i) and sign * cross(product(placed[j].c, side[1]), into) > 0:
                        ahead, back = ahead or sign < 0, back or sign > 0
        if last and last.cover is not None and run.may_touch(last.cover, i):
            ahead = ahead or not (after and is_near(after.place))
            back = back or not is_near(last.place)
        starts, ends = self.meets_ends(row, is_near)
        if (starts or ends) and self.is_held_back(geometry, row):
            ahead, back = ahead or starts, back or ends
        return ahead, back

    def place(self, geometry, row):
        """The place of the vertex of a row along its edge, and whether another one is near, over the square of the
        denominator of the run."""
        run = self.run
        h, along = geometry.vectors(row, geometry.now)
        place = Fraction(dot(h, along) * run.denominator**2, run.unit**2)
        most = (run.touch * run.denominator) ** 2 * square(run.directions[row[3:5]][row[5]])
        return place, lambda at: (place - at) ** 2 <= most

    def meets_ends(self, row, is_near):
        return is_near(0), is_near(square(self.run.directions[row[3:5]][row[5]]))

    def is_held_back(self, geometry, row):
        """Whether a neighbour of the vertex is behind the edge."""
        i, part, v, j, other, k = row
        outline = geometry.placed[j].points(other)
        start, end = outline[k], outline[(k + 1) % len(outline)]
        for (b, p), sides in self.ways.get(((i, part), v), ())[:MOST_BEHIND]:
            points = geometry.placed[b].points(p)
            for side in sides if self.run.may_touch(b, j) else ():
                gap = cross(sub(points[side], start), sub(end, start))
                if gap < 0 and gap * gap > self.run.touch_in_units**2 * geometry.length(row):
                    return True
        return False

    def shields(self, geometry, row):
        """Whether a row that touches bears nothing where all options of a corner hold together."""
        place, is_near = self.place(geometry, row)
        starts, ends = self.meets_ends(row, is_near)
        if not (starts or ends or 0 <= place <= square(self.run.directions[row[3:5]][row[5]])):
            return True
        ahead, back = self.barred(geometry, row)
        return ahead and (back or starts) or back and ends


def before_side(angles, side):
    """The first side of that angle which has points just before a side, if there is one."""
    return next((u for u, w in angles if is_after(u, side) and is_up_to(side, w)), None)


def behind_side(angles, side):
    """The last side of that which has points just behind it."""
    return next((w for u, w in angles if is_up_to(u, side) and is_after(side, w)), None)


def is_after(u, w):
    """Whether counter-clockwise from one way another is met after it, within half a turn."""
    turn = cross(u, w)
    return turn > 0 or turn == 0 and dot(u, w) < 0


def is_up_to(u, w):
    """The same, or with it, but before half a turn."""
    turn = cross(u, w)
    return turn > 0 or turn == 0 and dot(u, w) > 0


class Seam(NamedTuple):
    """A vertex at which the whole of its part is flat, or a groove: the edge of the part that bounds the whole there, None if
    the part is inside."""
    edge: int | None


class Stop(NamedTuple):
    """A point of an edge at which other parts of its whole meet it: its place, the outer sides of these parts nearest to the
    way along the edge and to the way back, each with its body, and the body of a part that covers the edge from there on."""
    place: int
    first: tuple | None
    second: tuple | None
    cover: int | None


def nearest_sides(along, met):
    """Of the sides of parts at a stop, each with its body, the outer ones nearest to the way along the edge and to the way
    back, with the body; and the body of a part that covers the edge from there on."""
    outer = [(body, side) for body, sides in met for side in sides if cross(side, along) > 0]
    first = second = None
    for entry in outer:
        if first is None or cross(first[1], entry[1]) > 0:
            first = entry
        if second is None or cross(second[1], entry[1]) < 0:
            second = entry
    covers = [body for body, sides in met for side, other in (sides, sides[::-1])
              if cross(side, along) == 0 and dot(side, along) > 0 and cross(other, along) >= 0]
    return first, second, covers[0] if covers else None


def square(v):
    return dot(v, v)


def beside(outline, x):
    """The indices of the vertices of a convex outline before and after a point of it, if it is on the outline."""
    way, last = sub(x, outline[0]), len(outline) - 1
    low, high = 1, last
    while low + 1 < high:
        middle = (low + high) // 2
        if cross(sub(outline[middle], outline[0]), way) < 0:
            high = middle
        else:
            low = middle
    for edge in (0, low, last):
        end = (edge + 1) % len(outline)
        start, stop = outline[edge], outline[end]
        if x == start:
            return (edge - 1) % len(outline), end
        if x == stop:
            return edge, (end + 1) % len(outline)
        along = sub(stop, start)
        if cross(sub(x, start), along) == 0 and over(x, start, along) == 0:
            return edge, end
    return None


class Cone:
    """The least cone of vectors in an open half-plane: its first side, and counter-clockwise its second one."""

    def __init__(self):
        self.first = self.second = None

    def widen(self, v):
        """Takes in a vector; whether all are in an open half-plane still."""
        if self.first is None:
            self.first = self.second = v
            return True
        before, behind = cross(self.first, v), cross(v, self.second)
        if before < 0 < behind:
            self.first = v
            return True
        if behind < 0 < before:
            self.second = v
            return True
        return before >= 0 <= behind and (dot(self.first, v) > 0 or dot(self.second, v) > 0)


def are_of_one_side(vectors):
    """Whether vectors are in an open half-plane."""
    return all(map(Cone().widen, vectors))
