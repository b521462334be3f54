"""Section 10 of FORMAT.md, `zwang-friction-1`: the quantities, the conditions F1 to F7, V1, V2 and N1 to N4, and what
an accepted proof says. Digest and C1 to C3 are in check.py, with most of Form; S0, F2, F5 and F9 are in statics.py,
and F8 is in symmetry.py.

Motions and forces of an answer stay integers over its denominator D. Weights of a leaf stand for themselves."""

from fractions import Fraction
from quantities import moved, part_covered, shared
from reading import add, dot, scale
from statics import FrictionClaim, friction_is_bounded, no_contact_pulls, one_normal_bears_a_corner, the_scene_rests
import symmetry

WITHOUT_FORCE, STICKS, SLIDES_ALONG, SLIDES_AGAINST = 0, 1, 2, 3


class AccelerationClaim(FrictionClaim):
    """A proof of accelerations and the scene it speaks about. A leaf is a case that fixes no side: it imposes the
    contacts whose modes it may fix."""

    def __init__(self, scene, proof):
        for group in proof.groups:
            group.cases = [*group.answers, *group.leaves]
        super().__init__(scene, proof)
        self.law, self.symmetries = proof.law, proof.symmetries or []
        self.answers = self.with_forces = [
            (f"group {g}, answer {k}", group, answer)
            for g, group in enumerate(self.groups) for k, answer in enumerate(group.answers)]
        self.leaves = [
            (f"group {g}, leaf {k}", group, leaf)
            for g, group in enumerate(self.groups) for k, leaf in enumerate(group.leaves)]
        self.cases, self.accelerated = self.answers + self.leaves, self.answers

    def slides(self, i):
        """1 or -1 if the contact slides along or against t, otherwise 0."""
        speed = self.tangent_rows[i].speed
        return (speed > 0) - (speed < 0)

    def at_contact(self, i, group, answer):
        """The gap acceleration and the sliding acceleration, times D."""
        return [self.acceleration(row, group, answer) for row in (self.rows[i], self.tangent_rows[i])]

    def imposed(self, group, case):
        found = super().imposed(group, case)
        if not hasattr(case, "motion"):
            return found
        both = [k for k in self.rough_corners(group) if self.law == "convex" or self.stays(k, group, case)]
        return sorted({*found, *self.of_both_sides(both)})

    def stays(self, k, group, answer):
        """Whether the two bodies of a corner have one acceleration there. A motion of the wrong length has none."""
        whole = len(answer.motion) == len(group.bodies)
        return whole and self.at_contact(self.corners[k][0][0], group, answer) == [0, 0]

    def least_opening(self, i, group, answer):
        """a_n - μ |a_t|, times D."""
        normal, tangential = self.at_contact(i, group, answer)
        return normal - self.frictions[i] * abs(tangential)

    def response(self, group, leaf):
        """y, the velocities of the bodies of the group that the weights of a leaf would cause as impulses, and γ times
        the free acceleration."""
        velocities = []
        for b, (x, y, torque) in self.forces_on(group, leaf).items():
            body, more = self.bodies[b], scale(leaf.gravity, self.free_accelerations[b])
            velocities.append(add((x / body.mass, y / body.mass, torque / body.inertia), more))
        return velocities

    def imposed_forces(self):
        """The forces at imposed contacts: place, group, answer, contact, D φ and D ψ. All others there are 0."""
        for place, group, answer in self.answers:
            imposed = set(self.imposed(group, answer))
            for i, *force in answer.forces:
                if i in imposed:
                    yield f"{place}, {self.contact(i)}", group, answer, i, *force


# Conditions yield what those in check.py do.
def form(claim):
    """What is required beside what check.py requires of all formats."""
    for place, group, answer in claim.answers:
        yield len(answer.motion) == len(group.bodies), f"{place}, motion", answer.motion, "one entry per body"
    for g, group in enumerate(claim.groups):
        first = {}
        for k, answer in enumerate(group.answers):
            motion = tuple(Fraction(size, answer.denominator) for motion in answer.motion for size in motion)
            j = first.setdefault(motion, k)
            yield j == k, f"group {g}", f"answers {j} and {k} of one motion", "answers of different motions"
        yield group.leaves or not group.stands, f"group {g}", "no leaf", "one or more in a standing group"
        corners = claim.undecided(group) if group.leaves else []
        yield not corners, f"group {g}", f"leaves, and the undecided corners {corners}", "no such corner"
        if claim.law == "convex":
            found = f"{len(group.answers)} answers, {len(group.leaves)} leaves"
            alone = len(group.answers) == 1 and not group.leaves
            yield alone, f"group {g}", found, "one answer and no leaf, with the law `convex`"
            sides = [answer.sides for answer in group.answers if answer.sides]
            yield not sides, f"group {g}", f"the sides {sides}", "none, with the law `convex`"
    for place, group, leaf in claim.leaves:
        yield leaf.gravity >= 0, f"{place}, gravity", leaf.gravity, "at least 0"
        yield leaf.gravity == 0 or group.stands, f"{place}, gravity", leaf.gravity, "0 in a stuck group"
        known = claim.imposed(group, leaf)
        for what, rows in ("modes", leaf.modes), ("forces", leaf.forces):
            names = [row[0] for row in rows]
            ascending = names == sorted(set(names)) and set(names) <= set(known)
            yield ascending, f"{place}, {what}", names, f"ascending, among {known}, which rest and touch the group"
        for i, mode in leaf.modes:
            modes = 2 if claim.slides(i) else 4
            yield mode < modes, f"{place}, {claim.contact(i)}", f"mode {mode}", f"one of {modes}"
    yield from symmetry.form(claim)


def newton(claim):
    for place, group, answer in claim.accelerated:
        for b, force in claim.forces_on(group, answer).items():
            pull = claim.from_free(b, answer.motion[group.place[b]], answer.denominator)
            required = claim.times_mass(b, pull)
            where = place, "body", claim.bodies[b].name, "times", answer.denominator
            yield force == required, where, ("forces and torque", *force), ("forces and torque", *required)


def accelerations_agree(claim, place, group, answer):
    """At pins."""
    for k in claim.pins(group):
        apart = [claim.acceleration(row, group, answer) for row in claim.pin_rows[k]]
        yield apart == [0, 0], f"{place}, pin {k}", ("accelerations that differ by", *apart), "0 0"


def nothing_penetrates(claim):
    for place, group, answer in claim.answers:
        for i in claim.imposed(group, answer):
            gap, _ = claim.at_contact(i, group, answer)
            found = "gap acceleration", gap, "/", answer.denominator
            yield gap >= 0, f"{place}, {claim.contact(i)}", found, "at least 0"
        for k in claim.undecided(group):
            least = [min(claim.at_contact(i, group, answer)[0] for i in side) for side in claim.corners[k]]
            yield max(least) >= 0, f"{place}, corner {k}", ("gap accelerations down to", *least), "one side at least 0"
        yield from accelerations_agree(claim, place, group, answer)


def no_force_across_a_gap(claim):
    for place, group, answer, i, normal, _ in claim.imposed_forces():
        gap, _ = claim.at_contact(i, group, answer)
        found = "force", normal, "and gap acceleration", gap, "over", answer.denominator
        yield normal * gap == 0, place, found, "one of them 0"


def friction_opposes_sliding(claim):
    for place, _, answer, i, normal, tangential in claim.imposed_forces():
        if claim.slides(i):
            required = -claim.frictions[i] * normal * claim.slides(i)
            found = "friction", tangential, "/", answer.denominator
            yield tangential == required, place, found, (required, "/", answer.denominator, "against sliding")


def friction_resists_sliding(claim):
    for place, group, answer, i, normal, tangential in claim.imposed_forces():
        if not claim.slides(i):
            _, along = claim.at_contact(i, group, answer)
            power = tangential * along + claim.frictions[i] * normal * abs(along)
            found = "friction", tangential, "and sliding acceleration", along, "over", answer.denominator
            yield power == 0, place, found, "all friction against it, or no sliding"


def no_motion_leaves_the_cone(claim):
    for place, group, answer in claim.answers:
        for i in claim.imposed(group, answer):
            opening = claim.least_opening(i, group, answer)
            found = "a_n - μ |a_t| =", opening, "/", answer.denominator
            yield opening >= 0, f"{place}, {claim.contact(i)}", found, "at least 0"
        for k in claim.undecided(group):
            least = [min(claim.least_opening(i, group, answer) for i in side) for side in claim.corners[k]]
            yield max(least) >= 0, f"{place}, corner {k}", ("a_n - μ |a_t| down to", *least), "one side at least 0"
        yield from accelerations_agree(claim, place, group, answer)


def forces_do_no_work(claim):
    for place, group, answer, i, *force in claim.imposed_forces():
        power = dot(force, claim.at_contact(i, group, answer))
        yield power == 0, place, ("power", power, "over the square of", answer.denominator), "0"


def weights_have_the_right_signs(claim):
    for place, _, leaf in claim.leaves:
        modes = dict(leaf.modes)
        for i, normal, tangential in leaf.forces:
            where, mode = f"{place}, {claim.contact(i)}", modes.get(i)
            yield normal >= 0 or mode not in (None, WITHOUT_FORCE), where, ("weight ν =", normal), "at least 0"
            allowed = tangential == 0
            if not claim.slides(i):
                signs = {STICKS: True, SLIDES_ALONG: tangential >= 0, SLIDES_AGAINST: tangential <= 0}
                allowed = signs.get(mode, tangential == 0)
            yield allowed, where, ("weight τ =", tangential, "in mode", mode), "0, or the sign of the mode"


def no_force_helps(claim):
    for place, group, leaf in claim.leaves:
        modes, response = dict(leaf.modes), claim.response(group, leaf)
        for i in claim.imposed(group, leaf):
            mode, friction, side = modes.get(i), claim.frictions[i], claim.slides(i)
            if mode == WITHOUT_FORCE:
                continue
            w, s = (moved(row, group, response) for row in (claim.rows[i], claim.tangent_rows[i]))
            if side:
                power = w - friction * side * s
            elif mode == SLIDES_ALONG:
                power = w - friction * s
            elif mode == SLIDES_AGAINST:
                power = w + friction * s
            else:
                power = w + friction * abs(s)
            yield power <= 0, f"{place}, {claim.contact(i)}", ("power of forces up to", power), "at most 0"
        for k in claim.pins(group):
            apart = [moved(row, group, response) for row in claim.pin_rows[k]]
            yield apart == [0, 0], f"{place}, pin {k}", ("velocities that differ by", *apart), "0 0"


def free_fall_is_impossible(claim):
    for place, group, leaf in claim.leaves:
        falling = [claim.free_accelerations[b] for b in group.bodies]
        total = sum(size * (moved(row, group, falling) + row.bias) for size, row in claim.acting(leaf))
        total += leaf.gravity * claim.work(group, falling)
        good = total <= 0 if leaf.gravity > 0 else total < 0
        yield good, place, ("weighted accelerations of free fall", total), "below 0, or with gravity at most 0"


def leaves_cover_all_modes(claim):
    for g, group in enumerate(claim.groups):
        if not group.leaves:
            continue
        modes = [dict(leaf.modes) for leaf in group.leaves]
        pair = shared(modes)
        yield pair is None, f"group {g}", ("leaves that share modes", pair), "different modes of some contact"
        cover = part_covered(weight(claim, one) for one in modes)
        yield cover == 1, f"group {g}", f"leaves that cover {cover} of all modes", "all modes once"


def weight(claim, modes):
    """The part of all choices of modes that has these."""
    found = Fraction(1)
    for i in modes:
        found /= 2 if claim.slides(i) else 4
    return found


def rests_where_it_must(claim):
    """S0, with the law `convex` and where a group stands."""
    if claim.law == "convex" or any(group.stands for group in claim.groups):
        yield from the_scene_rests(claim)


def by_law(law, condition):
    """A condition that only proofs with this law have to satisfy."""
    def conditions(claim):
        if claim.law == law:
            yield from condition(claim)
    return conditions


CONDITIONS = {
    "S0 the scene rests": rests_where_it_must, "F1 Newton": newton,
    "F2 no contact pulls": no_contact_pulls, "F3 nothing penetrates": by_law("coulomb", nothing_penetrates),
    "F4 no force across a gap": by_law("coulomb", no_force_across_a_gap), "F5 friction is bounded": friction_is_bounded,
    "F6 friction opposes sliding": by_law("coulomb", friction_opposes_sliding),
    "F7 friction resists sliding": by_law("coulomb", friction_resists_sliding),
    "V1 no motion leaves the cone": by_law("convex", no_motion_leaves_the_cone),
    "V2 forces do no work": by_law("convex", forces_do_no_work),
    "F8 all is its own image": symmetry.all_is_its_own_image, "F9 one normal bears a corner": one_normal_bears_a_corner,
    "N1 weights have the right signs": weights_have_the_right_signs, "N2 no force helps": no_force_helps,
    "N3 free fall is impossible": free_fall_is_impossible, "N4 leaves cover all modes": leaves_cover_all_modes}


def verdict(claim):
    """What an accepted proof says."""
    if not all(group.answers for group in claim.groups):
        return "impossible"
    if claim.law == "coulomb" and all(group.stands for group in claim.groups):
        return "stands"
    moving = [group for group in claim.groups if not rests(claim, group)]
    if not moving and all(is_at_rest(body) for body in claim.free.values()):
        return "rests"
    return "ambiguous" if any(len(group.answers) > 1 for group in moving) else "moves"


def rests(claim, group):
    """Whether the bodies of a group are at rest, and stay so in its first answer."""
    first = group.answers[0]
    return all(is_at_rest(claim.free[i]) for i in group.bodies) and not any(any(motion) for motion in first.motion)


def is_at_rest(body):
    return (*body.velocity, body.spin) == (0, 0, 0)
