"""Edges that take over from the candidates of a pair within a part of a step: section 5 of RUN.md."""

from fractions import Fraction
from math import lcm

from law_rows import separations, within
from law_ways import STILL, Gaps, Way, degree_of, first_meeting
from reading import scale, sub

MOST_TIMES = 8
MOST_GAPS = 2**15


class Takeover:
    """A part of a step of a group, at its first guess."""

    def __init__(self, run, hidden, placed, time, guess, work):
        self.work = work
        self.run, self.hidden, self.placed, self.time, self.guess = run, hidden, placed, time, guess
        self.later = set()  # part, edge and the part that it separates

    def complete(self, found, left_out):
        """The candidates of all pairs, with the edges that take over."""
        found, count = dict(found), 0
        for pair in sorted(found):
            if pair in left_out or not self.closes(pair, found[pair]):
                continue
            first, second = (self.run.size_of(part) for part in pair)
            count += 2 * first * second
            if count > MOST_GAPS:
                break
            self.work.add(first * second // 2)
            found[pair] = self.completed(pair, found[pair])
        return found

    def closes(self, pair, ends):
        """Whether candidates keep the parts further apart than `touch` before, and none does at the guess."""
        guessed = {part[0]: self.guess.pose(part[0]) for part in pair}
        return self.keep_apart(pair, ends, self.placed) and not self.keep_apart(pair, ends, guessed)

    def keep_apart(self, pair, ends, placed):
        own = {(part, k) for part, edges in zip(pair, ends) for k in edges}
        gaps = [(g, square) for part, k, g, square in separations(self.run, placed, pair) if (part, k) in own]
        return any(not within(g, self.run.touch_in_units, square) for g, square in gaps)

    def completed(self, pair, ends):
        run, ends = self.run, [list(edges) for edges in ends]
        ways = {part[0]: self.way(part[0]) for part in pair}
        sides = list(zip((0, 1), pair, pair[::-1]))
        on_ways, known = Gaps(run), {}

        def gaps(part, k, other):
            if (part, k) not in known:
                vertices = range(run.size_of(other))
                known[part, k] = [on_ways.of((*other, v, *part, k), ways) for v in vertices]
            return known[part, k]
        for _ in range(MOST_TIMES):
            lists = (gaps(part, k, other) for side, part, other in sides for k in ends[side])
            time = first_meeting(lists, degree_of(ways.values()), 3 * run.g // 4)
            if time is None:
                break
            new, placed = [], over_one_unit({b: Pose(run, b, way, time / 2) for b, way in ways.items()})
            apart = [(part, k) for part, k, least, _ in separations(run, placed, pair) if least >= 0]
            for side, part, other in sides:
                separating = [k for own, k in apart if own == part and k not in ends[side]]
                new += [(side, k) for k in self.hidden.eligible(part, ends[side], separating, other[0])]
            if not new:
                break
            for side, k in new:
                ends[side] = sorted([*ends[side], k])
                self.later.add((pair[side], k, pair[1 - side]))
        return ends

    def way(self, b):
        """From where the body is to the first guess."""
        at = self.placed[b]
        if self.run.is_fixed(b):
            return Way(at, *STILL)
        x, y, s = self.guess.of(b)
        steady, spun = scale(self.time, at.v), self.time * at.spin
        return Way(at, steady, spun, sub((x, y), steady), s - spun)


class Pose:
    """Where a body is at a time on its way, and what an integer of its arms adds."""

    def __init__(self, run, b, way, half):
        self.arms, norm = run.bodies[b].arms, value(way.norm, half) * run.bodies[b].unit
        self.z = [value(x, half) for x in way.z]
        self.c = [value(x, half) / norm for x in way.turned]

    def points(self, part):
        (x, y), (c, s) = self.z, self.c
        return [(x + c * u - s * v, y + s * u + c * v) for u, v in self.arms[part]]


def over_one_unit(poses):
    """Poses in integers, so that points are as well: signs of what lies between them stay."""
    unit = lcm(*(x.denominator for pose in poses.values() for x in (*pose.z, *pose.c)))
    for pose in poses.values():
        pose.z, pose.c = [int(x * unit) for x in pose.z], [int(x * unit) for x in pose.c]
    return poses


def value(polynomial, time):
    unit, numbers = polynomial
    found = Fraction(0)
    for number in reversed(numbers):
        found = found * time + number
    return found / unit
