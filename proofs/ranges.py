"""Section 8 of FORMAT.md, `zwang-ranges-1` and `zwang-moving-ranges-1`: the quantities, the conditions B1 to B4, and what
an accepted proof says. Form, Digest, C1 to C3 are in check.py, S0 to S3 in statics.py, F1 to F7 in acceleration.py.

Systems and stresses are read as held cases that fix no side, of a motion as answers. As there, their forces stay
integers over D."""

from fractions import Fraction
from math import lcm
from acceleration import AccelerationClaim
from quantities import moved
from statics import StaticsClaim
from reading import add, dot, scale


class Ends:
    """What proofs of ranges have in common."""

    def ends(self, kind):
        """The ends that name a `system` or a `stress`: place, group, what bears the component, its index, which of two
        it is, ς, and the end."""
        for g, group in enumerate(self.groups):
            for what, entries in listed(group):
                for k, component, *ends in entries:
                    for sign, end in zip((1, -1), ends):
                        if getattr(end, kind) is not None:
                            place = f"group {g}, {what}, {k}, component {component}, {'least' if sign > 0 else 'largest'}"
                            yield place, group, what, k, component, sign, end


    def ends_like_cases(self, group):
        """The bounded ends."""
        return [end for _, entries in listed(group) for *_, least, most in entries for end in (least, most) if end.system is not None]


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
        return [(i, 0) for i in self.touching(group) if i not in self.hidden]

    def corners_of(self, group):
        """Those that touch the group."""
        touching = {*self.touching(group)}
        return [k for k, sides in enumerate(self.corners) if sides[0][0] in touching]

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
    return ("forces", group.forces), ("corners", getattr(group, "corners", None) or []), ("pins", group.pins)


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
    for k in range(len(claim.corners)):
        friction = claim.corner_friction(k)
        is_narrow = friction > 0 and claim.spare_width(k, friction) >= 0
        yield is_narrow, f"corner {k}", ("friction", friction), "above 0, and a narrow corner"
    for point in claim.rings(i for sides in claim.corners for side in sides for i in side if i not in claim.hidden):
        yield False, "corners", ("solids that they join in a ring at", *point), "none"
    loose = {*claim.loose}
    for g, group in enumerate(claim.groups):
        yield group.systems, f"group {g}", "no system", "one or more"
        touching = [i for i in claim.touching(group) if i in loose]
        known_of = {"forces": touching, "corners": claim.corners_of(group), "pins": claim.pins(group)}
        for what, entries in listed(group):
            known = known_of[what]
            names = [entry[:2] for entry in entries]
            ascending = names == sorted(set(names)) and {k for k, _ in names} <= set(known)
            yield ascending, f"group {g}, {what}", names, ("ascending, among", known, "which touch the group")
            yield all(component < 2 for _, component in names), f"group {g}, {what}", names, "components 0 or 1"
    for place, group, _, _, _, _, end in claim.ends("system"):
        yield end.system < len(group.systems), place, f"system {end.system}", f"one of {len(group.systems)}"
        yield end.denominator > 0, place, ("denominator", end.denominator), "above 0"
        yield len(end.velocity) == len(group.bodies), place, end.velocity, "one entry per body"
    for place, group, _, _, _, _, end in claim.ends("stress"):
        yield end.stress < len(group.stresses), place, f"stress {end.stress}", f"one of {len(group.stresses)}"


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
    for place, group, what, k, component, sign, end in claim.ends("system"):
        unit = sign * end.denominator
        if id(group) not in whole:
            whole[id(group)] = [(i, sense, WholeRows(claim, group, i)) for i, sense in claim.resisting(group)]
        for i, sense, rows in whole[id(group)]:
            more = scale(unit, shares(claim, what, k, component, i))
            w, s = rows.moved(end.velocity, more)
            slip = sense * s if sense else abs(s)
            opening = w - claim.frictions[i] * slip if slip else w
            if opening < 0:
                yield False, f"{place}: {claim.contact(i)}", ("w - μ |s| =", opening, "/", rows.unit), "at least 0"
        for j in claim.pins(group):
            more = scale(unit * ((what, k) == ("pins", j)), (component == 0, component == 1))
            apart = add([moved(row, group, end.velocity) for row in claim.pin_rows[j]], more)
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
    for place, group, what, k, component, sign, end in claim.ends("system"):
        system = group.systems[end.system]
        found = sign * end.denominator * value(claim, system, what, k, component)
        work = claim.lost_work(group, end.velocity)
        yield found == system.denominator * work, place, (found, "/", system.denominator), work


def there_is_no_bound(claim):
    for place, group, what, k, component, sign, end in claim.ends("stress"):
        found = sign * value(claim, group.stresses[end.stress], what, k, component)
        yield found < 0, place, found, "below 0"


CONDITIONS = {
    "B1 a stress balances itself": a_stress_balances_itself, "B2 no contact resists more": no_contact_resists_more,
    "B3 the bound is reached": the_bound_is_reached, "B4 there is no bound": there_is_no_bound}


def verdict(claim):
    """What an accepted proof says."""
    count = sum(len(entries) for group in claim.groups for _, entries in listed(group))
    return "1 range of forces" if count == 1 else f"{count} ranges of forces"


def verdict_of_motion(claim):
    return verdict(claim) + " of a motion"
