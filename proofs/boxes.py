"""Pairs of closed boxes that meet, one after the other, in time that grows as the number of boxes and of such pairs."""

from bisect import bisect_left, bisect_right
from fractions import Fraction
from operator import itemgetter

LOW, RIGHT, KEY = 0, 1, 2
low_end = itemgetter(LOW)


def meeting(boxes):
    """The pairs of keys of boxes (left, bottom, right, top, key) that meet."""
    yield from meeting_of_active(boxes, frozenset())


def meeting_of_active(boxes, idle):
    """The same without pairs of which both keys are idle, which take no time."""
    for key, others in met_by_each(boxes, idle):
        for other in others:
            yield other, key


def met_by_each(boxes, idle=frozenset()):
    """Of each of the boxes (left, bottom, right, top, key) its key, and the keys of those before it that it meets, of
    which not both are idle. Idle ones that meet none may be left out.

    Boxes are taken by their left ends; those that do not end before are open. A box meets an open one if that one
    begins, upward, within the range of the box, or if it contains its lower end. The former are found in a list by lower
    ends, the latter in a segment tree over all lower ends. Boxes that have ended are dropped where they are met."""
    boxes = sorted(without_distant(boxes, idle) if idle else boxes)
    lows = sorted({bottom for _, bottom, _, _, _ in boxes})
    active, others = Open(lows), Open(lows if idle else [])
    for box in boxes:
        *_, key = box
        if key in idle:
            yield key, active.meeting(box)
            others.insert(box)
        else:
            yield key, active.meeting(box) + (others.meeting(box) if idle else [])
            active.insert(box)


def without_distant(boxes, idle):
    """The boxes without idle ones beside the box around all others."""
    columns = [*zip(*(box for box in boxes if box[-1] not in idle))]
    if not columns:
        return []
    left, bottom, right, top = min(columns[0]), min(columns[1]), max(columns[2]), max(columns[3])
    return [box for box in boxes if box[-1] not in idle
            or box[0] <= right and left <= box[2] and box[1] <= top and bottom <= box[3]]


class Open:
    """Boxes that are open, and some that have ended; `lows` are all lower ends."""

    def __init__(self, lows):
        self.lows, self.leaves, self.by_low = lows, 1 << len(lows).bit_length(), []
        self.nodes = [[] for _ in range(2 * self.leaves)]

    def meeting(self, box):
        left, bottom, _, top, _ = box
        nodes, by_low, found = self.nodes, self.by_low, []
        node = self.leaves + bisect_left(self.lows, bottom)
        while node:
            if nodes[node]:
                nodes[node] = [entry for entry in nodes[node] if entry[RIGHT] >= left]
                found += [entry[KEY] for entry in nodes[node]]
            node //= 2
        start, stop = bisect_right(by_low, bottom, key=low_end), bisect_right(by_low, top, key=low_end)
        by_low[start:stop] = [entry for entry in by_low[start:stop] if entry[RIGHT] >= left]
        found += [entry[KEY] for entry in by_low[start:bisect_right(by_low, top, key=low_end)]]
        return found

    def insert(self, box):
        _, bottom, right, top, key = box
        first, end = self.leaves + bisect_left(self.lows, bottom), self.leaves + bisect_right(self.lows, top)
        entry = bottom, right, key
        self.by_low.insert(bisect_right(self.by_low, bottom, key=low_end), entry)
        while first < end:
            if first % 2:
                self.nodes[first].append(entry)
                first += 1
            if end % 2:
                end -= 1
                self.nodes[end].append(entry)
            first, end = first // 2, end // 2


def most_pairs(parts):
    """How many pairs of so many parts may be near each other in a run, by section 4 of RUN.md."""
    return 2**16 + 32 * parts


def most_vertices(vertices):
    """How many vertices the parts of all such pairs may have in sum, of a scene with so many vertices."""
    return 2**19 + 64 * vertices


def most_others(parts):
    """Likewise of parts that cannot touch: of one body, of two fixed ones, or of two that ignore each other."""
    return 2**22 + 64 * parts


class TooMuch(Exception):
    """More is near each other than a run may have."""


def demand_paid(cost, paid):
    """The bytes of a run pay for what a step has cost so far: section 9 of RUN.md."""
    if cost > paid:
        raise TooMuch(f"the run: found a cost of at least {cost} with {paid} bytes left, required records with states")


def bounding_boxes(parts, radii=None):
    """The bounding boxes of parts, {key: vertices}, with ranks in place of coordinates; those with radii are wider by them."""
    wide = parts if radii is None else {key: widened(part, radii[key]) if radii[key] else part for key, part in parts.items()}
    ratios = {key: [(x.as_integer_ratio(), y.as_integer_ratio()) for x, y in part] for key, part in wide.items()}
    columns = ranks({x for part in ratios.values() for x, _ in part})
    rows = ranks({y for part in ratios.values() for _, y in part})
    found = []
    for key, part in ratios.items():
        across, upward = [columns[x] for x, _ in part], [rows[y] for _, y in part]
        found.append((min(across), min(upward), max(across), max(upward), key))
    return found


def widened(part, radius):
    """Two corners of the box of a part that is rounded by a radius."""
    (left, right), (bottom, top) = map(extremes, zip(*part))
    return [(left - radius, bottom - radius), (right + radius, top + radius)]


def extremes(numbers):
    """The least and the greatest of some fractions. Most are told apart by their multiples of 2^-64."""
    whole = [(top << 64) // bottom for top, bottom in (x.as_integer_ratio() for x in numbers)]
    least, greatest = min(whole), max(whole)
    return min(x for x, own in zip(numbers, whole) if own == least), max(x for x, own in zip(numbers, whole) if own == greatest)


def ranks(ratios):
    """Of each number, by its numerator and denominator in lowest terms, how many of them are smaller. Most are told apart by
    their multiples of 2^-64."""
    whole = {ratio: (ratio[0] << 64) // ratio[1] for ratio in ratios}
    if len(set(whole.values())) == len(whole):
        in_order = sorted(whole, key=whole.get)
    else:
        in_order = sorted(whole, key=lambda ratio: (whole[ratio], Fraction(*ratio)))
    return {ratio: rank for rank, ratio in enumerate(in_order)}
