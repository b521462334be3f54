"""Section 7 of FORMAT.md: which velocities the contacts of two solids at one point bar together, and which of these contacts
are hidden, or outer.

An angle is a number from 0 to 4: that of x is 0, that of y is 1, and so on."""

from collections import Counter
from fractions import Fraction
from reading import cross


def angle(d):
    x, y = d
    part = Fraction(x) / (abs(x) + abs(y))
    return 1 - part if y >= 0 else 3 + part


class Meeting:
    """The contacts of two solids at one point. Normals point into the first of the two; velocities are those of the first
    against the second."""

    def __init__(self):
        self.normals, self.ways, self.arcs, self.corners = {}, {}, [], []

    def add(self, i, normal, at_start):
        """A contact, with its ways. `at_start` is None outside corners."""
        along = angle((-normal[1], normal[0]))
        back = (along + 2) % 4
        self.normals[i] = normal
        self.ways[i] = {True: [along], False: [back], None: [along, back]}[at_start]
        if at_start is None:
            self.arcs.append((along, back))

    def add_corner(self, k, one, other):
        """A corner, with the normals of its two sides."""
        first, second = (angle((-y, x)) for x, y in (one, other))
        if (second - first) % 4 > 2:
            first, second = second, first
        self.arcs.append((second, (first + 2) % 4))
        self.corners.append(k)

    def sort(self):
        """Which contacts are hidden, if they have friction, and which are outer."""
        around = {(way + turn) % 4 for ways in self.ways.values() for way in ways for turn in (0, 2)}
        begins, ends = Counter(begin for begin, _ in self.arcs), Counter(end for _, end in self.arcs)
        over, barred = sum(begin > end for begin, end in self.arcs), set()
        for here in sorted(around | begins.keys() | ends.keys()):
            over -= ends[here]
            if over > 0:
                barred.add(here)
            over += begins[here]
        covered = {i for i, ways in self.ways.items() if barred.issuperset(ways)}
        self.hidden = covered if len(covered) < len(self.ways) else set()
        self.outer = [i for i, ways in self.ways.items() if not barred & {ways[0], (ways[0] + 2) % 4}]

    def outer_normals(self):
        """One of each direction."""
        found = []
        for normal in (self.normals[i] for i in self.outer):
            if not any(cross(normal, other) == 0 for other in found):
                found.append(normal)
        return found
