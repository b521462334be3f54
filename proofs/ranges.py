"""Section 8 of FORMAT.md, `zwang-ranges-1` and `zwang-moving-ranges-1`: the quantities, the conditions B1 to B7, and what
an accepted proof says. Form, Digest, C1 to C3 are in check.py, S0 to S3 in statics.py, F1 to F7 in acceleration.py.

Systems and stresses are read as held cases that fix no side, of a motion as answers. As there, their forces stay
integers over D."""

from fractions import Fraction
from functools import cached_property
from math import lcm
from types import SimpleNamespace
from acceleration import AccelerationClaim
from quantities import choices_covered, moved
from statics import StaticsClaim
from reading import add, cross, dot, scale


class Ends:
    """What proofs of ranges have in common."""

    def ends(self, kind):
        """The ends that are `bounded` or `open`: place, group, what bears the component, its index, which of two it is, ς,
        and the end."""
        for g, group in enumerate(self.groups):
            for name, entries, signs in [(what, entries, (1, -1)) for what, entries in listed(group)] + gaps(group):
                what = name.split()[-1]
                for k, component, *ends in entries:
                    for sign, end in zip(signs, ends):
                        if (end.stress is None) == (kind == "bounded"):
                            place = f"group {g}, {name}, {k}, component {component}, {'least' if sign > 0 else 'largest'}"
                            yield place, group, what, k, component, sign, end

    def cases_of_ends(self):
        """The same for each case of a bounded end, with the case behind its end."""
        for *entry, end in self.ends("bounded"):
            for case in end.cases:
                yield *entry, end, case

    def ends_like_cases(self, group):
        """The cases of bounded ends."""
        entries = listed(group) + [(name, entries) for name, entries, _ in gaps(group)]
        return [case for _, found in entries for *_, one, two in found for end in (one, two) for case in end.cases]


class RangesClaim(Ends, StaticsClaim):
    """A proof of ranges of a scene at rest, and the scene it speaks about."""

    def __init__(self, scene, proof):
        for group in proof.groups:
            group.cases = group.systems + group.stresses
        super().__init__(scene, proof)
        self.with_forces = self.cases
        stresses = [id(case) for group in self.groups for case in group.stresses]
        self.held = [entry for entry in self.cases if id(entry[2]) not in stresses]
        self.stresses = [entry for entry in self.cases if id(entry[2]) in stresses]

    def resisting(self, group):
        """The contacts that resist a velocity, with the sense in which they slide, 0 where they may slide either way."""
        return [(i, 0) for i in self.imposed_by_sides(group, None)]

    def corners_of(self, group):
        """Those that touch the group."""
        touching = {*self.touching(group)}
        return [k for k, sides in enumerate(self.corners) if sides[0][0] in touching]

    @cached_property
    def imposed_on(self):
        return {}

    def imposed_by_sides(self, group, case):
        """All that touch the group, as a system may be on either side of a corner, but those of idle corners."""
        if id(group) not in self.imposed_on:
            bearing = self.bearing_contacts(self.touching(group))
            self.imposed_on[id(group)] = [i for i in bearing if self.corner_of.get(i, (None,))[0] not in self.idle]
        return self.imposed_on[id(group)]

    @cached_property
    def idle(self):
        """The rough corners at points where contacts that may bear cross."""
        there = {}
        for i in self.all_that_may_bear():
            there.setdefault(self.place(i)[0], []).append(i)
        points = {k: self.place(sides[0][0])[0] for k, sides in enumerate(self.corners) if k not in self.smooth}
        crossed = {point for point in {*points.values()} if self.some_cross(point, there.get(point, ()))}
        return {k for k, point in points.items() if point in crossed}

    @cached_property
    def smooth(self):
        """The corners without friction."""
        return {k for k in range(len(self.corners)) if self.corner_friction(k) == 0}

    @cached_property
    def wide(self):
        """The corners with forces wider than a half-plane: the first contact of each side that is not hidden, with its
        normal, and the sign of n_0 × n_1."""
        found = {}
        for k, sides in enumerate(self.corners):
            mu = self.corner_friction(k)
            if mu > 0 and k not in self.idle and self.spare_width(k, mu) < 0:
                firsts = [self.bearing_contacts(side)[:1] or side[:1] for side in sides]
                body = self.contacts[sides[0][0]][0]
                normals = [self.normal_into(body, first) for first, in firsts]
                found[k] = [first for first, in firsts], normals, 1 if cross(*normals) > 0 else -1
        return found

    @cached_property
    def corner_of(self):
        """The corner and the side of each contact that is of one."""
        return {i: (k, side) for k, sides in enumerate(self.corners) for side, ids in enumerate(sides) for i in ids}

    def limit(self, i, case):
        """What contact i may bear in a case beside Coulomb's cone: `nothing`, `all`, or, in a half-plane, the sign in which
        it may slide."""
        if i not in self.corner_of:
            return None
        k, own = self.corner_of[i]
        fixed = dict(case.sides).get(k)
        if k in self.smooth and fixed is not None and fixed != own:
            return "nothing"
        if k not in self.wide:
            return None
        if fixed is None:
            return "all"
        firsts, _, turn = self.wide[k]
        return ("nothing" if i != firsts[fixed] else -turn if fixed else turn)

    def in_half(self, k, side, force):
        """Whether a force at a wide corner is in the half-plane of a side."""
        _, normals, turn = self.wide[k]
        x, y = normals[side]
        outwards = turn if side else -turn
        edge = add((x, y), scale(outwards * self.corner_friction(k), (-y, x)))
        return outwards * cross(force, edge) >= 0

    def two_sided(self, group, cases):
        """The corners of a group of which some forces together are not on one side."""
        for k in self.corners_of(group):
            if k in self.smooth:
                pressing = {i for case in cases for i, normal, _ in case.forces if normal}
                if all(pressing & {*side} for side in self.corners[k]):
                    yield k
            elif k in self.wide:
                found = [self.corner_force(k, case)[0] for case in cases]
                if not any(all(self.in_half(k, side, force) for force in found) for side in (0, 1)):
                    yield k

    def lost_work(self, group, velocity):
        """Σ m g · y."""
        return self.work(group, velocity)


class MovingRangesClaim(Ends, AccelerationClaim):
    """A proof of ranges of the forces of a motion, and the scene it speaks about. Systems and stresses are answers with
    the motion of their group."""

    def __init__(self, scene, proof):
        proof.law, proof.symmetries = "coulomb", None
        for group in proof.groups:
            group.answers, group.leaves, group.stands = group.systems + group.stresses, [], False
            for answer in group.answers:
                factor = answer.denominator // (group.denominator or 1)
                answer.motion = [scale(factor, motion) for motion in group.motion]
        super().__init__(scene, proof)
        stresses = [id(answer) for group in self.groups for answer in group.stresses]
        self.accelerated = [entry for entry in self.answers if id(entry[2]) not in stresses]
        self.stresses = [entry for entry in self.answers if id(entry[2]) in stresses]

    def corners_of(self, group):
        return []

    def limit(self, i, case):
        return None

    def two_sided(self, group, cases):
        return []

    def resisting(self, group):
        system = group.systems[0]
        found = []
        for i in self.imposed(group, system):
            opening, along = self.at_contact(i, group, system)
            if opening == 0:
                found.append((i, self.slides(i) or (along > 0) - (along < 0)))
        return found

    def lost_work(self, group, velocity):
        """Σ m (g - a) · y."""
        inertial = sum(dot(self.times_mass(b, motion), y) for b, motion, y in zip(group.bodies, group.motion, velocity))
        return self.work(group, velocity) - Fraction(inertial) / group.denominator


def listed(group):
    """What bears the components of a group, with their entries."""
    return [("forces", group.forces), ("corners", getattr(group, "corners", None) or []), ("pins", group.pins)]


def gaps(group):
    """The same of gaps, with the signs of their ends."""
    found = getattr(group, "gaps", None)
    return [(f"gaps of {what}", getattr(found, what), (-1, 1)) for what in ("forces", "corners", "pins")] if found else []


def value(claim, case, what, index, component):
    """D q."""
    if what == "corners":
        total, _ = claim.corner_force(index, case)
        return total[component]
    return sum(sizes[component] for k, *sizes in getattr(case, what) if k == index)


def shares(claim, what, index, component, i):
    """By how much φ and ψ of contact i add to a component."""
    if (what, index) == ("forces", i):
        return component == 0, component == 1
    if what == "corners" and any(i in side for side in claim.corners[index]):
        first = claim.corners[index][0][0]
        x, y = claim.normal_into(claim.contacts[first][0], i)
        return ((x, y)[component], (-y, x)[component])
    return 0, 0


def form(claim):
    """What is required beside what check.py requires of all formats."""
    yield from form_of_corners(claim)
    loose = {*claim.loose}
    for g, group in enumerate(claim.groups):
        yield group.systems, f"group {g}", "no system", "one or more"
        touching = [i for i in claim.touching(group) if i in loose]
        known_of = {"forces": touching, "corners": claim.corners_of(group), "pins": claim.pins(group)}
        for what, entries in listed(group) + [(name, entries) for name, entries, _ in gaps(group)]:
            known = known_of[what.split()[-1]]
            names = [entry[:2] for entry in entries]
            ascending = names == sorted(set(names)) or what.startswith("gaps")
            yield ascending and {k for k, _ in names} <= set(known), f"group {g}, {what}", names, ("ascending, among", known)
            yield all(component < 2 for _, component in names), f"group {g}, {what}", names, "components 0 or 1"
    for place, group, _, _, _, _, end in [*claim.ends("bounded"), *claim.ends("open")]:
        yield end.system < len(group.systems), place, f"system {end.system}", f"one of {len(group.systems)}"
    for place, group, _, _, _, _, _, case in claim.cases_of_ends():
        yield case.denominator > 0 or case.sides and case.denominator == 0, place, ("denominator", case.denominator), "above 0"
        yield len(case.velocity) == len(group.bodies), place, case.velocity, "one entry per body"
        fixed = [k for k, _ in case.sides]
        ascending = fixed == sorted(set(fixed)) and set(fixed) <= set(claim.corners_of(group))
        yield ascending, place, case.sides, "ascending corners that touch the group"
        yield all(side < 2 for _, side in case.sides), place, case.sides, "sides 0 or 1"
    for place, group, _, _, _, _, end in claim.ends("open"):
        yield end.stress < len(group.stresses), place, f"stress {end.stress}", f"one of {len(group.stresses)}"


def form_of_corners(claim):
    """Wide corners are alone, and rough ones join no ring."""
    if not claim.corners:
        return
    for k in claim.wide:
        own = {i for side in claim.corners[k] for i in side}
        others = {*claim.meetings[claim.place(claim.corners[k][0][0])].normals} - own
        yield not others, f"corner {k}", f"a wide corner beside contacts {sorted(others)}", "one that is alone at its point"
    rough = [i for i, (k, _) in claim.corner_of.items() if k not in claim.smooth and k not in claim.idle]
    for point in claim.knots(claim.bearing_contacts(rough), ()):
        yield False, "corners", ("solids that they join in a ring at", *point), "none"


def form_of_motion(claim):
    """What is required of a motion beside that."""
    yield not claim.corners, "corners", claim.corners, "none"
    yield from form(claim)
    for g, group in enumerate(claim.groups):
        yield group.denominator > 0, f"group {g}", f"denominator {group.denominator}", "above 0"
        yield len(group.motion) == len(group.bodies), f"group {g}, motion", group.motion, "one entry per body"
    for place, group, answer in claim.answers:
        whole = answer.denominator % (group.denominator or 1) == 0
        yield whole, place, f"denominator {answer.denominator}", f"a multiple of {group.denominator}"


# Conditions yield what those in check.py do.
def a_stress_balances_itself(claim):
    for place, group, case in claim.stresses:
        for b, found in claim.forces_on(group, case).items():
            where = place, "body", claim.bodies[b].name, "times", case.denominator
            yield found == (0, 0, 0), where, ("forces and torque", *found), "0 0 0"


def no_contact_resists_more(claim):
    whole = {}
    for place, group, what, k, component, sign, _, case in claim.cases_of_ends():
        unit = sign * case.denominator
        if id(group) not in whole:
            whole[id(group)] = [(i, sense, WholeRows(claim, group, i)) for i, sense in claim.resisting(group)]
        for i, sense, rows in whole[id(group)]:
            limit = claim.limit(i, case)
            if limit == "nothing":
                continue
            more = scale(unit, shares(claim, what, k, component, i))
            w, s = rows.moved(case.velocity, more)
            slip = sense * s if sense else abs(s)
            opening = w - claim.frictions[i] * slip if slip else w
            yields = opening >= 0 if limit is None else w == s == 0 if limit == "all" else opening == 0 and limit * s >= 0
            if not yields:
                yield False, f"{place}: {claim.contact(i)}", ("w - μ |s| =", opening, "/", rows.unit), "at least 0, 0 at a wide corner"
        for j in claim.pins(group):
            more = scale(unit * ((what, k) == ("pins", j)), (component == 0, component == 1))
            apart = add([moved(row, group, case.velocity) for row in claim.pin_rows[j]], more)
            yield apart == (0, 0), f"{place}: pin {j}", ("virtual velocities that differ by", *apart), "0 0"


class WholeRows:
    """The row and the slip of a contact times a unit that makes them integers, since many
    velocities are put into them."""

    def __init__(self, claim, group, i):
        rows = claim.rows[i], claim.tangent_rows[i]
        self.unit = lcm(*(Fraction(x).denominator for row in rows for weights in row.weights.values() for x in weights))
        self.rows = [[(group.place[b], [int(x * self.unit) for x in weights]) for b, weights in row.weights.items()] for row in rows]

    def moved(self, velocity, more):
        """w and s times the unit, and more of each."""
        return [sum([dot(weights, velocity[place]) for place, weights in row]) + self.unit * own for row, own in zip(self.rows, more)]


def the_bound_is_reached(claim):
    for place, group, what, k, component, sign, end, case in claim.cases_of_ends():
        system = group.systems[end.system]
        found = sign * case.denominator * value(claim, system, what, k, component)
        work = claim.lost_work(group, case.velocity)
        required = system.denominator * work
        reached = found == required if not case.sides else found <= required if case.denominator else work > 0
        yield reached, place, (found, "/", system.denominator), (work, "or less where sides are fixed, which is above 0 over 0")


def there_is_no_bound(claim):
    for place, group, what, k, component, sign, end in claim.ends("open"):
        found = sign * value(claim, group.stresses[end.stress], what, k, component)
        yield found < 0, place, found, "below 0"


def one_side_bears(claim):
    stresses = {id(case) for _, _, case in claim.stresses}
    together = [(place, group, [case]) for place, group, case in claim.cases if id(case) not in stresses]
    for place, group, _, _, _, _, end in claim.ends("open"):
        together.append((place, group, [group.systems[end.system], group.stresses[end.stress]]))
    for place, group, cases in together:
        for k in claim.two_sided(group, cases):
            yield False, f"{place}, corner {k}", "forces of both sides", "forces of one"


def all_choices_are_bounded(claim):
    for g, group in enumerate(claim.groups):
        bounded = [(f"group {g}, {what}", [end]) for what, entries in listed(group) for *_, one, two in entries
                   for end in (one, two) if end.stress is None]
        bounded += [(f"group {g}, {name}", ends) for name, entries, _ in gaps(group) for _, _, *ends in entries
                    if all(end.stress is None for end in ends)]
        for place, ends in bounded:
            differ, cover = choices_covered(SimpleNamespace(cases=[case for end in ends for case in end.cases]))
            yield differ and cover == 1, place, f"cases that cover {cover} of all choices", "each choice once"


def a_gap_is_open(claim):
    for g, group in enumerate(claim.groups):
        for name, entries, _ in gaps(group):
            for k, component, *ends in entries:
                systems = [group.systems[end.system] for end in ends if end.stress is None]
                found = [Fraction(value(claim, one, name.split()[-1], k, component)) / one.denominator for one in systems]
                yield len(found) == 2 and found[0] < found[1], f"group {g}, {name}, {k}", found, "two numbers, the larger one behind"


CONDITIONS = {
    "B1 a stress balances itself": a_stress_balances_itself, "B2 no contact resists more": no_contact_resists_more,
    "B3 the bound is reached": the_bound_is_reached, "B4 there is no bound": there_is_no_bound,
    "B5 one side bears": one_side_bears, "B6 all choices are bounded": all_choices_are_bounded,
    "B7 a gap is open": a_gap_is_open}


def verdict(claim):
    """What an accepted proof says."""
    count = sum(len(entries) for group in claim.groups for _, entries in listed(group))
    return "1 range of forces" if count == 1 else f"{count} ranges of forces"


def verdict_of_motion(claim):
    return verdict(claim) + " of a motion"
