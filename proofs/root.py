"""The end of section 9 of FORMAT.md, the key `root` of `zwang-threshold-1`: the critical friction α as the root of a
polynomial p, the conditions K3 to K9, and what they let an accepted proof say.

An element of a proof is a list of integers, the coefficients of a polynomial in α from the constant one on; what is left
out is 0. Forces, motions and work are linear, so each power is computed on its own, with the quantities of statics."""

import decimals
import math
from functools import cached_property
from types import SimpleNamespace
from quantities import choices_covered, moved
from reading import add, scale

LARGEST_DEGREE, LONGEST, MOST_HALVINGS, MOST_BITS = 16, 4096, 4096, 2**14


class Shown:
    """Numbers that become text only where a condition fails, and not in full if they are long."""

    def __init__(self, *numbers):
        self.numbers = numbers

    def __str__(self):
        return " ".join(map(shown, self.numbers[:20]))


def shown(number):
    top, bottom = number.numerator, number.denominator
    if max(top.bit_length(), bottom.bit_length()) <= 256:
        return str(number)
    return f"{'-' if top < 0 else ''}(number of {top.bit_length()} over {bottom.bit_length()} bits)"


def power(element, i):
    """The coefficient of x^i."""
    return element[i] if i < len(element) else 0


def sign(number):
    return (number > 0) - (number < 0)


class Point:
    """A number top / bottom, not negative, with what evaluates polynomials of at most some degree there."""

    def __init__(self, top, bottom, degree):
        self.terms = [top**i * bottom**(degree - i) for i in range(degree + 1)]

    def value(self, polynomial):
        """Times bottom to the power of the degree."""
        return sum(coefficient * term for coefficient, term in zip(polynomial, self.terms))


def least_value(polynomial, low, high):
    """From one point to another, times the bottom of both to the power of the degree; they have the same bottom."""
    rising = [max(coefficient, 0) for coefficient in polynomial]
    falling = [max(-coefficient, 0) for coefficient in polynomial]
    return low.value(rising) - high.value(falling)


class Root:
    """The key `root` of a proof, and the proof of `stands`, whose contacts, corners and groups it names."""

    def __init__(self, stands, root):
        self.stands, self.polynomial, self.halvings = stands, root.polynomial, root.halvings
        self.low, self.high = root.between
        self.degree = len(root.polynomial) - 1
        self.groups = root.groups
        self.group, self.velocity, self.drift = root.group, root.velocity, root.drift
        self.cases = [(f"root, group {g}, case {k}", group, case)
                      for g, (group, own) in enumerate(zip(stands.groups, root.groups))
                      for k, case in enumerate(own.cases)]

    @property
    def powers(self):
        return range(self.degree)

    @property
    def falling(self):
        """The group that falls below the root."""
        return self.stands.groups[self.group]

    def elements(self):
        """Each with its place."""
        for place, _, case in self.cases:
            for what, listed in ("forces", case.forces), ("pins", case.pins):
                yield from ((f"{place}, {what}", element) for _, *pair in listed for element in pair)
        for what, listed in ("velocity", self.velocity), ("drift", self.drift):
            yield from ((f"root, {what}", element) for triple in listed for element in triple)

    @cached_property
    def bottom(self):
        """A common denominator of the two ends."""
        return math.lcm(self.low.denominator, self.high.denominator)

    @cached_property
    def ends(self):
        return [Point(int(end * self.bottom), self.bottom, self.degree) for end in (self.low, self.high)]

    @cached_property
    def derivative(self):
        """With as many coefficients as the polynomial has."""
        return [i * coefficient for i, coefficient in enumerate(self.polynomial)][1:] + [0]

    @cached_property
    def bracket(self):
        """The points a and b, with one bottom, to which the halvings lead."""
        bottom = self.bottom
        a, b = int(self.low * bottom), int(self.high * bottom)
        sign_below = sign(self.ends[0].value(self.polynomial))
        # By Horner's rule, with the coefficients over the first bottom.
        scaled = [coefficient * bottom**i for i, coefficient in enumerate(reversed(self.polynomial))]
        done = 0
        for _ in range(self.halvings):
            middle, bottom, done, value = a + b, 2 * bottom, done + 1, 0
            for i, coefficient in enumerate(scaled):
                value = value * middle + (coefficient << i * done)
            found = sign(value)
            if found == 0:
                a = b = middle
                break
            a, b = (middle, 2 * b) if found == sign_below else (2 * a, middle)
        return Point(a, bottom, self.degree), Point(b, bottom, self.degree)

    def is_zero(self, q):
        """Whether a polynomial is a multiple of p by a number."""
        return all(self.polynomial[-1] * q[i] == q[-1] * self.polynomial[i] for i in range(self.degree + 1))

    def is_positive(self, q):
        return least_value(q, *self.bracket) > 0

    def is_zero_or_positive(self, q):
        return self.is_zero(q) or self.is_positive(q)

    def bounds(self, normal, tangential):
        """x n - t and x n + t, of two elements."""
        ends = range(self.degree + 1)
        times_x = [0] + [power(normal, i) for i in self.powers]
        return [[times_x[i] + side * power(tangential, i) for i in ends] for side in (-1, 1)]

    def narrow_corners(self, group):
        """The corners whose forces, with the friction of the upper end, are no wider than a half-plane."""
        return [k for k in self.stands.undecided(group) if self.stands.spare_width(k, self.high) >= 0]

    def forces(self, case, i):
        """The i-th coefficients of the forces of a case, times D, as a case of statics."""
        forces, pins = ([(k, power(first, i), power(second, i)) for k, first, second in listed]
                        for listed in (case.forces, case.pins))
        return SimpleNamespace(forces=forces, pins=pins)

    def velocities(self, motion, i):
        """The i-th coefficients of velocities."""
        return [tuple(power(element, i) for element in triple) for triple in motion]

    def moved(self, row, motion):
        """How velocities move a contact or a pin along a row, as an element."""
        return [moved(row, self.falling, self.velocities(motion, i)) for i in self.powers]

    def openings(self, contact, motion):
        """w - x s and w + x s, with 0 in place of x at a hidden contact."""
        w = self.moved(self.stands.rows[contact], motion)
        is_hidden = contact in self.stands.hidden
        s = [0] * self.degree if is_hidden else self.moved(self.stands.tangent_rows[contact], motion)
        less, more = self.bounds(s, w)
        return [-coefficient for coefficient in less], more

    def yields(self, contact):
        """Whether a contact yields to the velocity and the drift."""
        first = self.openings(contact, self.velocity)
        if not all(map(self.is_zero_or_positive, first)):
            return False
        if not all(map(self.is_zero, first)):
            return True
        return all(map(self.is_zero_or_positive, self.openings(contact, self.drift)))

    def work(self, motion):
        """Of weights and loads, as an element."""
        return [self.stands.work(self.falling, self.velocities(motion, i)) for i in self.powers]


# Conditions yield what those in check.py do.
def form(root):
    d = root.degree
    yield 1 <= d <= LARGEST_DEGREE, "root, polynomial", f"the degree {d}", f"from 1 to {LARGEST_DEGREE}"
    longest = max(coefficient.bit_length() for coefficient in root.polynomial)
    yield longest <= LONGEST, "root, polynomial", f"a coefficient of {longest} bits", f"at most {LONGEST}"
    yield root.polynomial[-1] > 0, "root, polynomial", Shown(root.polynomial[-1]), "above 0, as the last coefficient"
    yield root.low >= 0, "root, between", Shown(root.low), "at least 0"
    yield root.high > root.low, "root, between", Shown(root.low, root.high), "the smaller one first"
    yield root.halvings <= MOST_HALVINGS, "root, halvings", root.halvings, f"at most {MOST_HALVINGS}"
    bits = d * (root.halvings + (root.low.denominator * root.high.denominator).bit_length())
    yield bits <= MOST_BITS, "root, between", f"{bits} bits after the halvings, times the degree", f"at most {MOST_BITS}"
    stands = root.stands
    yield len(root.groups) == len(stands.groups), "root", f"{len(root.groups)} groups", f"{len(stands.groups)}"
    for g, own in enumerate(root.groups):
        yield own.cases, f"root, group {g}", "no case", "one or more"
    for place, group, case in root.cases:
        yield from form_of_case(stands, place, group, case)
    for place, element in root.elements():
        yield len(element) <= d, place, f"an element of {len(element)} coefficients", f"at most {d}"
    yield root.group < len(stands.groups), "root, group", root.group, f"below {len(stands.groups)}"
    for what, listed in ("velocity", root.velocity), ("drift", root.drift):
        found, required = len(listed), len(root.falling.bodies)
        yield found == required, f"root, {what}", f"{found} entries", f"one per body, {required}"


def form_of_case(stands, place, group, case):
    """What Form of statics demands of a held case."""
    touching = stands.touching(group)
    for what, listed, known in (("sides", case.sides, stands.undecided(group)), ("forces", case.forces, touching),
                                ("pins", case.pins, stands.pins(group))):
        names = [row[0] for row in listed]
        ascending = names == sorted(set(names)) and set(names) <= set(known)
        yield ascending, f"{place}, {what}", names, ("ascending, among", known, "which touch the group")
    yield case.denominator > 0, place, ("denominator", Shown(case.denominator)), "above 0"
    yield all(side < 2 for _, side in case.sides), place, case.sides, "sides 0 or 1"


def the_polynomial_has_one_root(root):
    low, high = root.ends
    found = [sign(end.value(root.polynomial)) for end in (low, high)]
    yield sorted(found) == [-1, 1], "root", f"values with the signs {found} at the ends", "one below 0, one above"
    rising = least_value(root.derivative, low, high)
    falling = least_value([-coefficient for coefficient in root.derivative], low, high)
    yield rising > 0 or falling > 0, "root", "a derivative of no certain sign", "one above 0, or one below"


def forces_balance_at_the_root(root):
    stands = root.stands
    for place, group, case in root.cases:
        for i in root.powers:
            for b, force in stands.forces_on(group, root.forces(case, i)).items():
                found = add(force, scale(case.denominator, stands.weight(b))) if i == 0 else force
                where = f"{place}, body `{stands.bodies[b].name}`, power {i}"
                yield found == (0, 0, 0), where, ("forces and torque, times D,", Shown(*found)), "0 0 0"


def friction_is_bounded_at_the_root(root):
    for place, group, case in root.cases:
        stands = root.stands
        known = {*stands.fixed(group, case), *stands.of_both_sides(root.narrow_corners(group))}
        for i, normal, tangential in case.forces:
            where = f"{place}, {stands.contact(i)}"
            known_here = i in known and i not in stands.hidden
            yield known_here, where, "a force", "one of a contact that the case imposes, or a narrow corner, and that is not hidden"
            for name, bound in zip(("x φ - ψ", "x φ + ψ"), root.bounds(normal, tangential)):
                holds = root.is_zero_or_positive(bound)
                yield holds, where, (f"{name} with the coefficients", Shown(*bound)), "zero or positive"
        at_corners = {i for sides in stands.corners for side in sides for i in side}
        bearing = [i for i, *_ in case.forces]
        knots = stands.knots([i for i in bearing if i in at_corners], bearing)
        yield not knots, place, ("corners that join solids in a ring, or cross, at", *knots), "none with forces"


def corners_are_decided_at_the_root(root):
    for g, group in enumerate(root.groups):
        differ, cover = choices_covered(group)
        yield differ and cover == 1, f"root, group {g}", f"cases that cover {cover} of all choices", "each choice once"


def no_contact_resists_below_the_root(root):
    stands, group = root.stands, root.falling
    for i in [*stands.loose, *stands.of_both_sides(stands.undecided(group))]:
        if stands.touches(group, i):
            yield root.yields(i), f"root, {stands.contact(i)}", "a contact that resists", "one that yields"
    for k in stands.undecided(group):
        has_side = any(all(map(root.yields, side)) for side in stands.corners[k])
        yield has_side, f"root, corner {k}", "two sides that resist", "one that yields"
    for k in stands.pins(group):
        for what, motion in ("velocity", root.velocity), ("drift", root.drift):
            apart = [coefficient for row in stands.pin_rows[k] for coefficient in root.moved(row, motion)]
            yield not any(apart), f"root, {what}, pin {k}", ("velocities that differ by", Shown(*apart)), "0"


def the_velocity_does_no_work(root):
    work = root.work(root.velocity)
    yield not any(work), "root, velocity", ("work with the coefficients", Shown(*work)), "0"


def the_drift_does_work(root):
    work = root.work(root.drift)
    yield root.is_positive(work), "root, drift", ("work with the coefficients", Shown(*work)), "positive"


CONDITIONS = {
    "K3 the root": the_polynomial_has_one_root, "K4 forces balance weights and loads at the root": forces_balance_at_the_root,
    "K5 friction is bounded at the root": friction_is_bounded_at_the_root,
    "K6 corners are decided": corners_are_decided_at_the_root, "K7 no contact resists": no_contact_resists_below_the_root,
    "K8 the velocity does no work": the_velocity_does_no_work, "K9 the drift does work": the_drift_does_work}


def spelled(polynomial):
    """As mathematicians do, the highest power first."""
    text = ""
    for i, coefficient in reversed([*enumerate(polynomial)]):
        if coefficient == 0:
            continue
        joint = "" if not text else " + " if coefficient > 0 else " - "
        factor = "" if abs(coefficient) == 1 and i > 0 else str(abs(coefficient))
        text += joint + factor + ("" if i == 0 else "x" if i == 1 else f"x^{i}")
    return text


def verdict(root):
    """What the root of an accepted proof adds to what it says."""
    return f"; critical at the root of {spelled(root.polynomial)} between {root.low} and {root.high}"


def told(root):
    """The same for people."""
    value = decimals.decimal_of_root(root.polynomial, root.low, root.high)
    ends = f"between {decimals.told(root.low)} and {decimals.told(root.high)}"
    return f"; critical at {value + ', ' if value else ''}the root of {spelled(root.polynomial)} {ends}"
