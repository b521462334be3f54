"""Section 3 of FORMAT.md: gap velocities and gap accelerations, which contacts are imposed, and what a force does.
Statics, section 7, adds to it in statics.py, ranges, section 8, in ranges.py, accelerations with friction, section 10,
in acceleration.py.

All of them are linear in the motions of the bodies, so a contact is one row of numbers, and a pin is two."""

import itertools
from collections import namedtuple
from fractions import Fraction
from functools import cached_property
from reading import add, cross, dot, edges, free_acceleration, scale, sub

Row = namedtuple("Row", "weights speed bias")


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
        for group in self.groups:
            group.place = {b: k for k, b in enumerate(group.bodies)}
        self.cases = [(f"group {g}, case {k}", group, case)
                      for g, group in enumerate(self.groups) for k, case in enumerate(group.cases)]

    def row(self, n, x, first, second, spin=0):
        """n · (motion of the first body at x - motion of the second), as weights on the motions of the free bodies; the
        force n at x acts on them by the same weights. Of velocities it is the speed. Of accelerations the bias comes on
        top: the terms in ω², and 2 spin (J n) · (velocity of the first - of the second)."""
        weights, bias = {}, 0
        for b, sign in (first, 1), (second, -1):
            if b in self.free:
                r = sub(x, self.free[b].centroid)
                weights[b] = scale(sign, (*n, cross(r, n)))
                bias -= sign * self.free[b].spin ** 2 * dot(n, r)
        speed = sum(dot(weights[b], (*self.free[b].velocity, self.free[b].spin)) for b in weights)
        if spin:
            bias += 2 * spin * self.row((-n[1], n[0]), x, first, second).speed
        return Row(weights, speed, bias)

    @cached_property
    def rows(self):
        """Per contact."""
        spins = [0 if body.fixed else body.spin for body in self.bodies]
        return [self.row(edges(self.parts[c, q])[e][2], self.parts[b, p][v], b, c, spins[c])
                for b, p, v, c, q, e in self.contacts]

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
        return any(b in group.place for b in self.rows[i].weights)

    def undecided(self, group):
        """The undecided corners that touch the group."""
        return [k for k, sides in enumerate(self.corners)
                if self.states[k] == "undecided" and self.touches(group, sides[0][0])]

    def pins(self, group):
        """The pins that touch the group."""
        return [k for k, rows in enumerate(self.pin_rows) if any(b in group.place for b in rows[0].weights)]

    def imposed(self, group, case):
        found = {i for i in self.loose if self.rows[i].speed == 0}
        found.update(i for k, state in enumerate(self.states) if state in (0, 1) for i in self.corners[k][state])
        found.update(i for k, side in case.sides for i in self.corners[k][side])
        return [i for i in sorted(found) if self.touches(group, i)]

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
        ends = f"vertex {v} of `{self.bodies[b].name}` part {p} on edge {e} of `{self.bodies[c].name}` part {q}"
        return f"contact {i} ({ends})"


def moved(row, group, motions):
    return sum(dot(weights, motions[group.place[b]]) for b, weights in row.weights.items())


def choices_covered(group):
    """Whether any two cases fix different sides of some corner, and how many of all choices the cases cover together."""
    sides = [dict(case.sides) for case in group.cases]
    differ = all(any(one[k] != two.get(k, one[k]) for k in one) for one, two in itertools.combinations(sides, 2))
    return differ, sum(Fraction(1, 2 ** len(one)) for one in sides)


def own_and_other(b, p, c, q, owner, e):
    """Of a separation the part whose edge separates, the other part, and the edge."""
    return ((b, p), (c, q), e) if owner == 0 else ((c, q), (b, p), e)
