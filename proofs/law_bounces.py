"""Rounds of impacts in space, written from sections 17 and 18 of RUN.md alone."""

from fractions import Fraction
from functools import cached_property
from math import isqrt

from law_contacts import demand, finely, product, speeds_of
from law_rows import joined
from reading import dot
from space_scene import ZERO

FAST, FASTEST = 255, 2**8  # one part of 256 slower is as fast
LEAST_GAIN = 2**12
MOST_MEETINGS = 2**20  # rows that meet and joints of a step, and in each round once more


class Meeting:
    """A row that meets, with its velocity u in a round, the least one b after it, and whether its cluster bounces."""

    def __init__(self, group, number, row):
        self.number, self.row, self.contact = number, row, row.contact
        self.form = group.form(row, row.contact.before, {b: group.before[b] for b in group.bodies})
        self.restitution = row.contact.restitution
        self.square = dot(row.contact.before, row.contact.before)

    def measure(self, group, speeds):
        self.u = product(self.form, speeds)
        self.closes = group.closes(self.row, self.u)

    def speed(self):
        """The square of how fast it closes."""
        return Fraction(self.u**2) / self.square

    def aim(self, bounces):
        self.b = -self.restitution * self.u if bounces and self.closes else Fraction(0)


class Impacts:
    """The rounds of impacts of a group, which change the velocities of its bodies."""

    def __init__(self, group):
        self.group, self.run, self.grid = group, group.run, group.grid
        self.at = {b: group.before[b] for b in group.bodies}
        self.leaves, self.rims, self.rise = group.record.rounds or [], {}, Fraction(0)
        self.is_reduced = any(leaf.is_reduced for leaf in self.leaves)

    @cached_property
    def clusters(self):
        """The rows that meet, by clusters."""
        group, found = self.group, {}
        meeting = [Meeting(group, number, row) for number, row in enumerate(group.rows) if row.touches]
        bodies = joined([group.free_of(one.row) for one in meeting] + [joint.free for joint in group.joints])
        for one in meeting:
            first = group.free_of(one.row)[0]
            found.setdefault(id(bodies[first]), []).append(one)
        return [*found.values()]

    def count(self):
        """The rows that meet and the joints, and those of rounds."""
        if not any(contact.restitution for contact in self.group.contacts):
            return 0
        return (sum(map(len, self.clusters)) + len(self.group.joints)) * (1 + len(self.leaves))

    def after(self):
        """The bodies of the group after the rounds."""
        leaves, count = self.leaves, 0
        while taken := self.taken(count):
            demand("L2", count < len(leaves), "rounds", len(leaves), "one more")
            self.take(taken, leaves[count])
            count += 1
        demand("L2", len(leaves) == count, "rounds", len(leaves), count)
        return self.at

    def taken(self, number):
        """The rows that a round takes, in their order."""
        if not any(contact.restitution for contact in self.group.contacts):
            return []
        speeds, found = speeds_of(self.at), []
        for cluster in self.clusters:
            for meeting in cluster:
                meeting.measure(self.group, speeds)
            found += self.taken_of(cluster, number)
        return sorted(found, key=lambda meeting: meeting.number)

    def taken_of(self, cluster, number):
        closing = [meeting for meeting in cluster if meeting.closes]
        last = self.run.header.rounds * len(cluster)
        if number > last or not any(meeting.restitution for meeting in closing):
            return []
        if number == last:
            found = cluster
        else:
            most = FAST**2 * max(meeting.speed() for meeting in closing)
            found = [meeting for meeting in closing if FASTEST**2 * meeting.speed() >= most]
        for meeting in found:
            meeting.aim(bounces=not 0 < last == number)
        bounces = any(meeting.b > 0 for meeting in found)
        for meeting in found:
            meeting.of_bounces = bounces
        return found

    def take(self, taken, leaf):
        """A round."""
        speeds = speeds_of(self.at)
        forms = [(meeting.form, meeting.u - meeting.b, self.rough(meeting, speeds, leaf.is_reduced)) for meeting in taken]
        ball = self.group.ball_of_velocities(forms, leaf, self.group.springs_of_velocities(self.at))
        for meeting, (phi, g) in zip(taken, ball.forces):
            if phi or any(g):
                self.is_over(meeting)
        after = {b: at.in_state(self.group.changed(ball, b, at)) for b, at in self.at.items()}
        own = sum(at.energy for at in self.at.values())
        gain = sum(at.energy for at in after.values()) - own
        struck = sum(phi * abs(meeting.u) for meeting, (phi, _) in zip(taken, ball.forces))
        demand("L12", LEAST_GAIN * gain <= struck, "round, energy", gain, f"at most 1/{LEAST_GAIN} of {struck}")
        self.rise += max(gain, 0)
        self.at = after

    def rough(self, meeting, speeds, is_reduced):
        """The friction of a row, or None."""
        contact = meeting.contact
        rough = self.group.rough(meeting.row, contact.before, contact.length, self.at, speeds)
        if rough is None:
            return None
        across = rough.across({b: (ZERO, ZERO) for b in self.at})
        if is_reduced and meeting.of_bounces and any(across):
            most = 0
            if meeting.closes:
                square = ((1 - meeting.restitution) * meeting.u)**2 / Fraction(dot(across, across))
                most = Fraction(isqrt(square.numerator * 4**self.grid // square.denominator), 2**self.grid)
            rough.mu = min(rough.mu, most)
        return rough if rough.mu else None

    def is_over(self, meeting):
        """L13: a point with a force is over the first part."""
        contact = meeting.contact
        if id(contact) not in self.rims:
            self.rims[id(contact)] = contact.rim(contact.whole[0], meeting.row.own)
        over = self.rims[id(contact)].is_over(finely(meeting.row.x, contact.grid))
        demand("L13", over, f"contact of {contact.ids}", "an impact at a point beside the first part", "one over it")


def lands_slowly(group, pull, length):
    """L11: what lands in a part of this length is near before it, and slow."""
    step = group.step
    for row in group.tight:
        contact = row.contact
        if contact.restitution and not row.touches:
            u = product(group.form_before(row), speeds_of({b: group.before[b] for b in group.free_of(row)}))
            near = row.gap < 2 * step**2 * pull * length * contact.length
            slow = u > -2 * step * pull * contact.length
            demand("L11", near and slow, f"contact of {contact.ids}", (row.gap, u), "a part that ends where it touches")
