"""Section 7 of FORMAT.md, `zwang-statics-1`: the quantities, the conditions S0 to S7, and what an accepted proof says.
Form, Digest, C1 and C2 are in check.py, with those of `zwang-proof-1`.

As in check.py, forces of a case stay integers over its denominator D. A falling case has none."""

from collections import Counter
from functools import cached_property

from quantities import Claim, choices_covered, moved
from reading import add, cross, dot, friction, scale, sub
from seams import Meeting, angle


def are_joined_once(before, pairs):
    """Whether none of some pairs joins what other ones of them, or those before, join already."""
    sets = {}
    for pair in (*before, *pairs):
        one, two = (sets.get(end, {end}) for end in pair)
        if two & one and pair in pairs:
            return False
        merged = one | two
        sets.update((end, merged) for end in merged)
    return True


def way_into(outline, v):
    """A way from a vertex into its part, between the two edges there."""
    before, after = outline[v - 1], outline[(v + 1) % len(outline)]
    return add(sub(before, outline[v]), sub(after, outline[v]))


def places_around(parts, torn):
    """Numbers of parts around their point, each a way into it and its solid. Those of one solid have one number, if no part of
    another solid is between them, and the solid is not torn."""
    around = sorted(parts, key=lambda part: angle(part[0]))
    runs = Counter(solid for (_, before), (_, solid) in zip(around[-1:] + around, around) if before != solid)
    firsts = {solid: place for place, (_, solid) in reversed([*enumerate(around)])}
    return {part: place if runs[part[1]] > 1 or part[1] in torn else firsts[part[1]] for place, part in enumerate(around)}


def cross_over(chords):
    """Whether of the two places of one chord just one is between those of another one."""
    ends = []
    for start, end in sorted(map(sorted, chords), key=lambda chord: (chord[0], -chord[1])):
        while ends and ends[-1] <= start:
            ends.pop()
        if ends and ends[-1] < end:
            return True
        ends.append(end)
    return False


class FrictionClaim(Claim):
    """A proof whose contact forces have two parts, φ n + ψ t, and the scene it speaks about."""

    @cached_property
    def tangent_rows(self):
        """Per contact the row along t = J n."""
        found = []
        for contact in self.contacts:
            (x, y), point = self.normal_and_point(contact)
            found.append(self.row((-y, x), point, contact[0], contact[3]))
        return found

    @cached_property
    def frictions(self):
        """Per contact: 0 where it is hidden."""
        return [0 if i in self.hidden else self.pair_friction(i) for i in range(len(self.contacts))]

    def pair_friction(self, i):
        """The friction of the two bodies of a contact."""
        return friction(self.scene, self.contacts[i][0], self.contacts[i][3])

    def corner_friction(self, k):
        return self.pair_friction(self.corners[k][0][0])

    @cached_property
    def meetings(self):
        """By their points and the two solids."""
        found = {}
        at_corners = {i for sides in self.corners for side in sides for i in side}
        for i, (_, _, _, c, q, e) in enumerate(self.contacts):
            normal, at_start = self.normal_into_first(i), None
            if i in at_corners:
                at_start = self.parts[c, q][e] == self.place(i)[0]
            if any(normal):
                found.setdefault(self.place(i), Meeting()).add(i, normal, at_start)
        for k, sides in enumerate(self.corners):
            found[self.place(sides[0][0])].add_corner(k, *(self.normal_into_first(side[0]) for side in sides))
        for meeting in found.values():
            meeting.sort()
        return found

    def place(self, i):
        """The point of a contact, and its two solids."""
        first, second = sorted((self.solid(self.contacts[i][0]), self.solid(self.contacts[i][3])))
        return self.normal_and_point(self.contacts[i])[1], first, second

    def normal_into_first(self, i):
        """The normal of a contact, with the sign that points into the first of its two solids."""
        normal, _ = self.normal_and_point(self.contacts[i])
        return normal if self.solid(self.contacts[i][0]) < self.solid(self.contacts[i][3]) else scale(-1, normal)

    @cached_property
    def hidden(self):
        """The contacts with friction that bar nothing which others do not bar."""
        rough = {i for i in range(len(self.contacts)) if self.pair_friction(i) > 0}
        return {i for meeting in self.meetings.values() for i in meeting.hidden & rough} if rough else rough

    def solid(self, b):
        """A free body, or all fixed ones."""
        return b if b in self.free else -1

    def rough_meetings(self, group):
        """The outer contacts of corners at each point where corners of two solids touch the group, one of them rough."""
        found = {}
        if not self.rough_corners(group):
            return found
        for k in self.undecided(group):
            place = self.place(self.corners[k][0][0])
            outer = self.meetings[place].outer
            found.setdefault(place, []).extend((k, i) for side in self.corners[k] for i in side if i in outer)
        return {place: listed for place, listed in found.items() if any(self.corner_friction(k) > 0 for k, _ in listed)}

    def knots(self, at_corners, bearing):
        """The points where the pairs of solids that these contacts of corners join make a ring, or where there is one and
        some that bear cross."""
        joined, there = {}, {}
        for i in at_corners:
            point, *pair = self.place(i)
            joined.setdefault(point, set()).add(tuple(pair))
        for i in bearing:
            there.setdefault(self.place(i)[0], []).append(i)
        return [point for point, pairs in joined.items()
                if not are_joined_once([], pairs) or self.some_cross(point, there.get(point, ()))]

    def some_cross(self, point, contacts):
        """Whether some contacts at a point cross."""
        torn = {solid for i in contacts if i not in self.meetings[self.place(i)].outer for solid in self.place(i)[1:]}
        pairs = [self.ways_into_parts(i, point) for i in contacts]
        places = places_around({part for pair in pairs for part in pair}, torn)
        return cross_over((places[one], places[other]) for one, other in pairs)

    def ways_into_parts(self, i, point):
        """Ways from the point of a contact into the parts of its vertex and of its edge, each with the solid."""
        b, p, v, c, q, e = self.contacts[i]
        outline = self.parts[c, q]
        ends = [k for k in (e, (e + 1) % len(outline)) if outline[k] == point]
        normal, _ = self.normal_and_point(self.contacts[i])
        other = way_into(outline, ends[0]) if ends else scale(-1, normal)
        return (way_into(self.parts[b, p], v), self.solid(b)), (other, self.solid(c))

    def bearing_contacts(self, side):
        """Those of some contacts that are not hidden."""
        return [i for i in side if i not in self.hidden]

    def rough_corners(self, group):
        """The undecided corners with friction that touch the group."""
        return [k for k in self.undecided(group) if self.corner_friction(k) > 0]

    def of_both_sides(self, corners):
        """The contacts of these corners that are not hidden."""
        return [i for k in corners for side in self.corners[k] for i in self.bearing_contacts(side)]

    def all_that_may_bear(self):
        """The contacts outside corners, and those of corners that are not hidden."""
        return [*self.loose, *self.of_both_sides(range(len(self.corners)))]

    def normal_into(self, body, i):
        """The normal of a contact, with the sign that points into the body."""
        vertex_body = self.contacts[i][0]
        normal, _ = self.normal_and_point(self.contacts[i])
        return normal if vertex_body == body else scale(-1, normal)

    def corner_force(self, k, case):
        """The sum of the forces at a corner on the vertex body of its first contact, times D, and the normals of both
        sides into this body."""
        sides, total = self.corners[k], (0, 0)
        body = self.contacts[sides[0][0]][0]
        for i, normal, tangential in case.forces:
            if i in sides[0] or i in sides[1]:
                x, y = self.normal_into(body, i)
                total = add(total, add(scale(normal, (x, y)), scale(tangential, (-y, x))))
        return total, [self.normal_into(body, side[0]) for side in sides]

    def spare_width(self, k, friction):
        """Above 0 if the forces of the outer contacts at the point of a corner, with this friction, are narrower than a
        half-plane, and 0 if they are one; 1 if all are of one normal, or there are none."""
        normals = self.meetings[self.place(self.corners[k][0][0])].outer_normals()
        if len(normals) < 2:
            return 1
        first, second = normals
        return (1 - friction**2) * abs(cross(first, second)) + 2 * friction * dot(first, second)

    def acting(self, case):
        """The forces of a case, times D, each with the row it acts by."""
        found = [(size, row) for k, *sizes in case.pins for size, row in zip(sizes, self.pin_rows[k])]
        for i, normal, tangential in case.forces:
            found += [(normal, self.rows[i]), (tangential, self.tangent_rows[i])]
        return found


class StaticsClaim(FrictionClaim):
    """A statics proof and the scene it speaks about. Everything rests: no corner is decided by velocities."""

    def __init__(self, scene, proof):
        super().__init__(scene, proof)
        self.held = self.with_forces = [entry for entry in self.cases if entry[2].velocity is None]
        self.falling = [entry for entry in self.cases if entry[2].velocity is not None]

    @cached_property
    def states(self):
        return ["undecided"] * len(self.corners)

    def fixed(self, group, case):
        """The contacts of a group outside corners, and those of the sides that the case fixes."""
        sides = [self.corners[k][side] for k, side in case.sides]
        return self.imposed_by_group[id(group)] + [i for side in sides for i in self.bearing_contacts(side)]

    def imposed_by_sides(self, group, case):
        return {*self.fixed(group, case), *self.of_both_sides(self.rough_corners(group))}

    def least_opening(self, i, group, case):
        """w - μ |s|, where the virtual velocity moves contact i with w along its normal and with s along its edge."""
        w = moved(self.rows[i], group, case.velocity)
        s = moved(self.tangent_rows[i], group, case.velocity)
        return w - self.frictions[i] * abs(s)


# Conditions yield what those in check.py do.
def the_scene_rests(claim):
    for body in claim.free.values():
        found = (*body.velocity, body.spin)
        yield found == (0, 0, 0), f"body `{body.name}`", ("velocity and spin", *found), "0 0 0"


def forces_balance_weights_and_loads(claim):
    for place, group, case in claim.held:
        for b, force in claim.forces_on(group, case).items():
            found = add(force, scale(case.denominator, claim.weight(b)))
            where = place, "body", claim.bodies[b].name, "times", case.denominator
            yield found == (0, 0, 0), where, ("forces and torque, gravity and loads included,", *found), "0 0 0"


def no_contact_pulls(claim):
    for place, group, case in claim.with_forces:
        imposed = set(claim.imposed(group, case))
        for i, normal, _ in case.forces:
            where, found = f"{place}, {claim.contact(i)}", ("force", normal, "/", case.denominator)
            yield normal >= 0, where, found, "at least 0"
            yield normal == 0 or i in imposed, where, found, "0, since the contact is not imposed"


def friction_is_bounded(claim):
    for place, _, case in claim.with_forces:
        for i, normal, tangential in case.forces:
            where, found = f"{place}, {claim.contact(i)}", ("friction", tangential, "/", case.denominator)
            required = "at most", claim.frictions[i], "times", normal, "/", case.denominator, "to either side"
            yield abs(tangential) <= claim.frictions[i] * normal, where, found, required


def one_normal_bears_a_corner(claim):
    for place, group, case in claim.with_forces:
        forces = {i: sizes for i, *sizes in case.forces}
        for listed in claim.rough_meetings(group).values():
            normals, total = [], (0, 0)
            for _, i in listed:
                x, y = claim.normal_into_first(i)
                normal, tangential = forces.get(i, (0, 0))
                total = add(total, add(scale(normal, (x, y)), scale(tangential, (-y, x))))
                normals.append(((x, y), claim.frictions[i]))
            rubs = [mu * dot(total, (x, y)) >= abs(dot(total, (-y, x))) for (x, y), mu in normals]
            between = [min(cross(one, total) * cross(one, two), cross(total, two) * cross(one, two)) >= 0
                       for one, _ in normals for two, _ in normals if cross(one, two) != 0]
            where, found = f"{place}, corner {listed[0][0]}", ("force", *total, "/", case.denominator)
            yield any(rubs) or any(between), where, found, "one that a normal bears with friction"
        bearing = [i for i, sizes in forces.items() if any(sizes)]
        rough = {i for k in claim.rough_corners(group) for side in claim.corners[k] for i in side}
        for point in claim.knots([i for i in bearing if i in rough], bearing):
            yield False, place, ("corners that join solids in a ring, or cross, at", *point), "none with forces"


def no_contact_resists(claim):
    for place, group, case in claim.falling:
        for i in claim.imposed(group, case):
            opening = claim.least_opening(i, group, case)
            yield opening >= 0, f"{place}, {claim.contact(i)}", ("w - μ |s| =", opening), "at least 0"
        for k in claim.undecided(group):
            least = [min(claim.least_opening(i, group, case) for i in side) for side in claim.corners[k]]
            yield max(least) >= 0, f"{place}, corner {k}", ("w - μ |s| down to", *least), "one side at least 0"
        for k in claim.pins(group):
            apart = [moved(row, group, case.velocity) for row in claim.pin_rows[k]]
            yield apart == [0, 0], f"{place}, pin {k}", ("virtual velocities that differ by", *apart), "0 0"


def weights_and_loads_do_work(claim):
    for place, group, case in claim.falling:
        work = claim.work(group, case.velocity)
        yield work > 0, place, ("work of weights and loads", work), "above 0"


def corners_are_decided(claim):
    for g, group in enumerate(claim.groups):
        kinds = ["held" if case.velocity is None else "falling" for case in group.cases]
        if "falling" in kinds:
            yield kinds == ["falling"], f"group {g}", f"cases {kinds}", "one falling case, or only held ones"
            continue
        differ, cover = choices_covered(group)
        yield differ and cover == 1, f"group {g}", f"cases that cover {cover} of all choices", "each choice once"


CONDITIONS = {
    "S0 the scene rests": the_scene_rests, "S1 forces balance weights and loads": forces_balance_weights_and_loads,
    "S2 no contact pulls": no_contact_pulls, "S3 friction is bounded": friction_is_bounded,
    "S4 no contact resists": no_contact_resists, "S5 weights and loads do work": weights_and_loads_do_work,
    "S6 corners are decided": corners_are_decided, "S7 one normal bears a corner": one_normal_bears_a_corner}


def verdict(claim):
    """What an accepted proof says."""
    if claim.falling:
        return "falls"
    for _, group, case in claim.held:
        fixed = set(claim.fixed(group, case))
        if any(tangential or normal and i not in fixed for i, normal, tangential in case.forces):
            return "can stand"
    return "stands"
