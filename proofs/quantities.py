"""Section 3 of FORMAT.md: gap velocities and gap accelerations, which contacts are imposed, and what a force does.
Statics, section 7, adds to it in statics.py, ranges, section 8, in ranges.py, accelerations with friction, section 10,
in acceleration.py.

All of them are linear in the motions of the bodies, so a contact is one row of numbers, and a pin is two."""

from bisect import bisect_left
from collections import Counter
from fractions import Fraction
from functools import cached_property
from reading import add, cross, dot, edge, free_acceleration, scale, sub
from rounded import Geometry


class Row:
    """n · (motion of the first body at x - motion of the second), as weights on the motions of the free bodies; the force
    n at x acts on them by the same weights. Of velocities it is the speed. Of accelerations the bias comes on top: the
    terms in ω², and 2 spin (J n) · (velocity of the first - of the second). Each is computed where it is asked for, since
    a scene may have long numbers and a proof many contacts."""

    def __init__(self, claim, n, x, first, second, spin, rounded=None):
        self.claim, self.n, self.x, self.ends, self.spin = claim, n, x, (first, second), spin
        self.rounded = rounded
        self.bodies = {b: sign for b, sign in ((first, 1), (second, -1)) if b in claim.free}

    def torque(self, b):
        return cross(self.x, self.n) - self.claim.about_origin(b, self.n)

    @cached_property
    def weights(self):
        return {b: scale(sign, (*self.n, self.torque(b))) for b, sign in self.bodies.items()}

    @property
    def speed(self):
        speeds = [self.speed_of(b) for b in self.ends]
        return speeds[0] - speeds[1] if speeds[1] else speeds[0]

    def speed_of(self, b):
        """The velocity along n of the point x of a body."""
        body = self.claim.free.get(b)
        if body is None or not (body.spin or any(body.velocity)):
            return 0
        if body.spin:
            return self.claim.speed_of_origin(b, self.n) + body.spin * turning(self.x, self.n)
        return dot(self.n, body.velocity)

    @cached_property
    def bias(self):
        total = 0
        for b, sign in self.bodies.items():
            spin = self.claim.free[b].spin
            if spin:
                total -= sign * spin**2 * dot(self.n, sub(self.x, self.claim.free[b].centroid))
        if self.rounded is not None:
            total += self.rounded.turning()
        elif self.spin:
            total += 2 * self.spin * self.claim.row((-self.n[1], self.n[0]), self.x, *self.ends).speed
        return total


def turning(p, q):
    """p × q as one Fraction, where there are many."""
    (a, b), (c, d), (e, f), (g, h) = (x.as_integer_ratio() for x in (*p, *q))
    return Fraction(a * g * d * f - c * e * b * h, b * h * d * f)


class Claim:
    """A proof and the scene it speaks about."""

    def __init__(self, scene, proof):
        self.scene, self.bodies = scene, scene.bodies
        self.format, self.claimed_digest = proof.format, proof.scene
        self.separations, self.contacts, self.corners = proof.separations, proof.contacts, proof.corners
        self.groups = proof.groups
        self.free = {b: body for b, body in enumerate(scene.bodies) if not body.fixed}
        self.free_accelerations = {b: free_acceleration(scene, body) for b, body in self.free.items()}
        self.parts = {(b, p): part for b, body in enumerate(scene.bodies) for p, part in enumerate(body.parts)}
        self.radii = {(b, p): radius for b, body in enumerate(scene.bodies) for p, radius in enumerate(body.radii)}
        for group in self.groups:
            group.place = {b: k for k, b in enumerate(group.bodies)}
        self.cases = [(f"group {g}, case {k}", group, case)
                      for g, group in enumerate(self.groups) for k, case in enumerate(group.cases)]

    def row(self, n, x, first, second, spin=0):
        return Row(self, n, x, first, second, spin)

    @cached_property
    def torques_about_origin(self):
        return {}

    def about_origin(self, b, n):
        """The torque about the origin of the force n at the centroid of a body: as many numbers as there are edges, however
        many contacts."""
        if (b, n) not in self.torques_about_origin:
            self.torques_about_origin[b, n] = cross(self.free[b].centroid, n)
        return self.torques_about_origin[b, n]

    @cached_property
    def speeds_of_origin(self):
        return {}

    def speed_of_origin(self, b, n):
        """The velocity along n of the point of a body that is at the origin; as many numbers as those above."""
        if (b, n) not in self.speeds_of_origin:
            body = self.free[b]
            self.speeds_of_origin[b, n] = dot(n, body.velocity) - body.spin * self.about_origin(b, n)
        return self.speeds_of_origin[b, n]

    @cached_property
    def directions(self):
        """Per part."""
        outlines = {(b, p): outline for b, body in enumerate(self.bodies) for p, outline in enumerate(body.outlines)}
        return {key: directions_in_order(part, outlines[key]) for key, part in self.parts.items()}

    def lowest(self, key, n):
        """The vertices w of a part with the least n·w, and perhaps one more."""
        return lowest(*self.directions[key], n)

    @cached_property
    def supports(self):
        """Per separation by a vector."""
        return {}

    @cached_property
    def normals(self):
        """Per edge of a contact."""
        return {}

    @cached_property
    def geometries(self):
        """Per contact of which one part is rounded."""
        return {contact: Geometry(self, contact) for contact in self.contacts
                if self.radii[contact[:2]] or self.radii[contact[3:5]]}

    def normal_and_point(self, contact):
        if contact in self.geometries:
            return self.geometries[contact].h, self.geometries[contact].x
        b, p, v, c, q, e = contact
        if (c, q, e) not in self.normals:
            self.normals[c, q, e] = edge(self.parts[c, q], e)[2]
        return self.normals[c, q, e], self.parts[b, p][v]

    @cached_property
    def rows(self):
        """Per contact."""
        spins = [0 if body.fixed else body.spin for body in self.bodies]
        return [Row(self, *self.normal_and_point(contact), contact[0], contact[3], spins[contact[3]],
                    self.geometries.get(contact)) for contact in self.contacts]

    @cached_property
    def pin_rows(self):
        """Per pin one row along x and one along y."""
        return [[self.row(n, pin.at, pin.first, pin.second) for n in ((1, 0), (0, 1))] for pin in self.scene.pins]

    @cached_property
    def states(self):
        """Per corner `open`, `closing`, `undecided`, or the side it is forced to."""
        return [self.state([[self.rows[i].speed for i in side] for side in sides]) for sides in self.corners]

    def state(self, speeds):
        resting = [not any(side) for side in speeds]
        if max(map(max, speeds)) > 0:
            return "open"
        return "undecided" if all(resting) else resting.index(True) if any(resting) else "closing"

    @cached_property
    def loose(self):
        """The contacts that belong to no corner."""
        return sorted(set(range(len(self.contacts))) - {i for sides in self.corners for side in sides for i in side})

    def touches(self, group, i):
        return any(b in group.place for b in self.rows[i].bodies)

    def by_group(self, rows):
        """Per group, by its place in memory, the keys of those of some rows that touch it, in their order."""
        homes, found = {}, {id(group): [] for group in self.groups}
        for group in self.groups:
            for b in group.place:
                homes.setdefault(b, []).append(id(group))
        for key, row in rows:
            for home in {home for b in row.bodies for home in homes.get(b, ())}:
                found[home].append(key)
        return found

    @cached_property
    def touching_by_group(self):
        return self.by_group(enumerate(self.rows))

    @cached_property
    def undecided_by_group(self):
        return self.by_group((k, self.rows[sides[0][0]]) for k, sides in enumerate(self.corners)
                             if self.states[k] == "undecided")

    @cached_property
    def pins_by_group(self):
        return self.by_group((k, rows[0]) for k, rows in enumerate(self.pin_rows))

    @cached_property
    def imposed_by_group(self):
        found = {i for i in self.loose if self.rows[i].speed == 0}
        found.update(i for k, state in enumerate(self.states) if state in (0, 1) for i in self.corners[k][state])
        return self.by_group((i, self.rows[i]) for i in sorted(found))

    def bearing_contacts(self, side):
        """Those of some contacts of a corner that may bear a force: all, without friction."""
        return side

    def touching(self, group):
        """The contacts that touch the group."""
        return self.touching_by_group[id(group)]

    def undecided(self, group):
        """The undecided corners that touch the group."""
        return self.undecided_by_group[id(group)]

    def pins(self, group):
        """The pins that touch the group."""
        return self.pins_by_group[id(group)]

    def imposed(self, group, case):
        """The contacts that a case imposes. Many cases fix the same sides."""
        known, sides = self.known_imposed, tuple((k, side) for k, side in case.sides)
        if (id(group), sides) not in known:
            found = self.imposed_by_sides(group, case)
            known[id(group), sides] = [i for i in sorted(found) if self.touches(group, i)]
        return known[id(group), sides]

    @cached_property
    def known_imposed(self):
        return {}

    def imposed_by_sides(self, group, case):
        found = {*self.imposed_by_group[id(group)]}
        found.update(i for k, side in case.sides for i in self.bearing_contacts(self.corners[k][side]))
        return found

    def rows_of_cases(self, group):
        """What every case of a group imposes: how many contacts, undecided corners and pins."""
        return sum(map(len, (self.imposed_by_group[id(group)], self.undecided(group), self.pins(group))))

    def ends_like_cases(self, group):
        """Ends of ranges, which count as cases; other proofs have none."""
        return []

    def acceleration(self, row, group, case):
        """Times D."""
        return moved(row, group, case.motion) + case.denominator * row.bias

    def acting(self, case):
        """The forces of a case, times D, each with the row it acts by."""
        return ([(size, self.rows[i]) for i, size in case.forces]
                + [(size, row) for k, *sizes in case.pins for size, row in zip(sizes, self.pin_rows[k])])

    def forces_on(self, group, case):
        """Per body of the group the sum of the forces on it and of their torques, times D."""
        found = {b: (0, 0, 0) for b in group.bodies}
        for size, row in self.acting(case):
            found.update({b: add(found[b], scale(size, weights)) for b, weights in row.weights.items() if b in found})
        return found

    def times_mass(self, b, motion):
        """(m x, m y, I θ) of a motion (x, y, θ) of a body."""
        x, y, angular = motion
        return self.bodies[b].mass * x, self.bodies[b].mass * y, self.bodies[b].inertia * angular

    def from_free(self, b, motion, denominator):
        """The motion of a body, given times the denominator, less its free acceleration; also times the denominator."""
        return sub(motion, scale(denominator, self.free_accelerations[b]))

    def weight(self, b):
        """(m a°, I α°): the forces of weight and loads on a body, and their torque."""
        return self.times_mass(b, self.free_accelerations[b])

    def work(self, group, velocities):
        """The work of weights and loads under velocities of the bodies of a group."""
        return sum(dot(self.weight(b), velocity) for b, velocity in zip(group.bodies, velocities))

    def restraint(self, group, motion, common):
        """Twice the restraint, times the square of the common denominator of the motion."""
        total = 0
        for b, own in zip(group.bodies, motion):
            pull = self.from_free(b, own, common)
            total += dot(self.times_mass(b, pull), pull)
        return total

    def contact(self, i):
        b, p, v, c, q, e = self.contacts[i]
        one, two = self.bodies[b].name[:60], self.bodies[c].name[:60]
        ends = f"vertex {v} of `{one}` part {p} on edge {e} of `{two}` part {q}"
        return f"contact {i} ({ends})"


def first_edge(part):
    """The edge of a part from which on edges have increasing angles from 0 to 2π: it starts at the lowest vertex, of two
    at the one on the left."""
    return min(range(len(part)), key=lambda v: (part[v][1], part[v][0]))


def directions_in_order(part, outline):
    """The first edge of a part, and from there on the directions of all, in integers, by its `whole_edges`."""
    first = first_edge(part)
    return first, [(u - x, v - y) for _, x, y, u, v in outline[first:] + outline[:first]]


def lowest(first, directions, n):
    """The vertices w of a part with the least n·w, and perhaps one more, given its first edge and the directions: the ends of
    the next edge whose angle is not less than that of -J n. Along the outline n·w falls before it, and rises from there on."""
    (a, b), (c, d) = n[1].as_integer_ratio(), n[0].as_integer_ratio()
    x, y = a * d, -c * b
    is_down = points_down((x, y))

    def turns_less(direction):
        u, v = direction
        own = v < 0 or v == 0 and u < 0
        return own < is_down if own != is_down else u * y > v * x

    place = first + bisect_left(directions, True, key=lambda direction: not turns_less(direction))
    return place % len(directions), (place + 1) % len(directions)


def points_down(d):
    """Whether the angle of a direction, from 0 to 2π, is at least π."""
    return d[1] < 0 or d[1] == 0 and d[0] < 0


def moved(row, group, motions):
    return sum(dot(weights, motions[group.place[b]]) for b, weights in row.weights.items())


def choices_covered(group):
    """Whether any two cases fix different sides of some corner, and how many of all choices the cases cover together."""
    sides = [dict(case.sides) for case in group.cases]
    return shared(sides) is None, part_covered(Fraction(1, 2 ** len(one)) for one in sides)


def part_covered(parts):
    """The sum of fractions, those of one denominator first: there may be many of a few."""
    counts = Counter(parts)
    return sum(part * count for part, count in sorted(counts.items()))


def shared(choices):
    """Two choices, {key: value}, that differ in no key that both fix, by their indices; None if there are none.

    Choices that fix a key to different values differ. So they are divided by the values of a key, and those that leave
    it free are compared with all others. If the choices are the leaves of a tree, some key is never left free."""
    bundles = [([*range(len(choices))], set())]
    while bundles:
        members, settled = bundles.pop()
        key = dividing_key([choices[k] for k in members], settled) if len(members) > 1 else None
        free, divided = [], {}
        for k in members:
            if key in choices[k]:
                divided.setdefault(choices[k][key], []).append(k)
            else:
                free.append(k)
        for j, k in ((j, k) for j in free for k in members if j != k):
            if not any(value != choices[k].get(other, value) for other, value in choices[j].items()):
                return min(j, k), max(j, k)
        bundles += [(part, settled | {key}) for part in divided.values()]
    return None


def dividing_key(choices, settled):
    """Of the keys of the choice that fixes fewest, one in which another differs and that the fewest leave free."""
    shortest, counts = min(choices, key=len), {}
    for key, value in shortest.items():
        if key not in settled and any(choice.get(key, value) != value for choice in choices):
            counts[key] = sum(key not in choice for choice in choices)
    return min(counts, key=counts.get, default=None)


def own_and_other(b, p, c, q, owner, e, *_):
    """Of a separation the part whose edge separates, the other part, and the edge."""
    return ((b, p), (c, q), e) if owner == 0 else ((c, q), (b, p), e)
