"""Contacts of runs in space, written from section 16 of RUN.md alone, with the joints of their groups."""

from fractions import Fraction
from functools import cached_property

from law_file import index, integer, need, or_null, read, with_optional
from law_joints import Spring
from law_numbers import above, nearest, root_above, whole_root_above
from law_over import Rim
from law_program import Refused
from law_rows import joined
from law_rough import NONE, Rough
from law_solids import quaternion_product, rounded_vector, times, whole_cross, whole_matrix
from reading import add, dot, friction, scale, sub
from space_scene import ZERO, cross

MOST_PROGRAMS, MOST_WITH_JOINTS, MOST_SHIFT = 8, 16, 2**16
PART_OF_TOUCH = 2**4  # as far at most joints gape


def force(value):
    """A row, φ, and g if there is one."""
    if type(value) is list and len(value) == 2:
        return *read(value, (index, integer)), None
    row, phi, *g = read(value, (index,) + (integer,) * 4)
    return row, phi, tuple(g)


LEAF = {"forces": [force], "joints": [integer], "opening": or_null({"shift": index, "motion": [(integer,) * 6]})}


def leaf(value):
    found = with_optional(value, LEAF, "joints")
    need(found.joints != [], "found no forces of joints, expected them left out")
    return found


def point(value):
    """A vertex, and up to two others with the part of the way to each."""
    count = (len(value) - 1) // 2 if type(value) is list and 0 < len(value) < 6 else 0
    v, *others = read(value, (index,) + (index, integer) * count)
    return v, list(zip(others[::2], others[1::2]))


def read_round(value):
    """A leaf, which may have friction reduced."""
    is_reduced = type(value) is dict and "reduced" in value
    found = read(value, {"reduced": leaf}).reduced if is_reduced else leaf(value)
    found.is_reduced = is_reduced
    return found


GROUP = {"contacts": [(index,) * 4 + (integer,) * 6 + ([point],)], "joints": [index], "rounds": [read_round], "programs": [leaf],
         "velocity": leaf}


def read_group(value):
    found = with_optional(value, GROUP, "joints", "rounds")
    need(found.rounds != [] and found.joints != [], "found no rounds, or no joints, expected them left out")
    return found


def demand(condition, holds, thing, found, expected):
    if not holds:
        raise Refused(condition, f"{thing}: found {found}, expected {expected}")


def width(part, grid):
    """The width of a part, found once."""
    if grid not in part.widths:
        least = None
        for n in part.normals:
            square = Fraction((part.furthest(n) + part.furthest(scale(-1, n)))**2, part.unit**2 * dot(n, n))
            least = square if least is None else min(least, square)
        part.widths[grid] = root_above(least or Fraction(0), grid) + 2 * part.radius
    return part.widths[grid]


def off_center(x, bits):
    """⟦x⟧, times 2^bits."""
    x = Fraction(x)
    whole = (1009 * abs(x.numerator) * 2**bits + 505 * x.denominator) // (1009 * x.denominator)
    return whole if x >= 0 else -whole


def borders(whole):
    """Between which numbers ⟦x⟧ is an integer."""
    down, up = (505, 504) if whole > 0 else (504, 505) if whole < 0 else (504, 504)
    return whole - Fraction(down, 1009), whole + Fraction(up, 1009)


class Touching:
    """A contact of a record."""

    def __init__(self, run, listed):
        b, p, c, q, *numbers, points = listed
        bodies, self.ids = run.bodies, ((b, p), (c, q))
        demand("L2", max(b, c) < len(bodies) and b != c and not (bodies[b].fixed and bodies[c].fixed), "contact", (b, c), "two bodies, not both fixed")
        self.mu, self.restitution = Fraction(friction(run.scene, b, c)), run.restitution(b, c)
        demand("L2", p < len(bodies[b].parts) and q < len(bodies[c].parts), "contact", (p, q), "parts of its bodies")
        self.parts = bodies[b].parts[p], bodies[c].parts[q]
        self.grid, self.whole = run.grid, (numbers[:3], numbers[3:])
        self.before, self.after = (tuple(Fraction(x, 2**run.grid) for x in m) for m in self.whole)
        demand("L2", all(4 * dot(m, m) >= 4**run.grid for m in self.whole), "contact", numbers, "normals of the length 1/2 or more")
        arms, self.whole_arms = self.parts[1].whole, []
        for v, others in points:
            demand("L2", all(w < len(arms) for w in (v, *(w for w, _ in others))), "contact", (v, others), "vertices of the part")
            shares = [s for _, s in others]
            demand("L2", min(shares, default=0) >= 0 and sum(shares) <= 2**run.grid, "contact", shares, "a point between vertices")
            arm = scale(2**run.grid, arms[v])
            for w, s in others:
                arm = add(arm, scale(s, sub(arms[w], arms[v])))
            self.whole_arms.append(arm)
        self.length = length_above(self.whole[0], run.grid)
        self.width = min(width(part, run.grid) for part in self.parts)
        self.radii = self.parts[0].radius + self.parts[1].radius

    @cached_property
    def arms(self):
        return [tuple(Fraction(x, self.parts[1].unit << self.grid) for x in arm) for arm in self.whole_arms]

    def plane(self, own, m):
        """The greatest m·x of the first part, for m over the grid."""
        return own.furthest(self.parts[0], m) / 2**self.grid

    def gaps(self, other, plane):
        """G of the points, for the pose of the body that has them and the plane of the other one."""
        m, below = self.whole[0], other.body.unit * other.unit << 2 * self.grid
        nu, place = other.turned_back(m), dot(m, other.whole_z) << self.grid
        plane += self.radii * self.length
        return [Fraction(place + dot(nu, arm), below) - plane for arm in self.whole_arms]

    def rim(self, m, own):
        """The outermost vertices of the first part along a normal."""
        vertices = [finely(own.place(arm), self.grid) for arm in self.parts[0].arms]
        near = finely_above(self.width * length_above(m, self.grid) / 2**12, self.grid)
        return Rim(m, vertices, near << self.grid)

    def bearing(self, own, later):
        """The outermost vertices of the first part before the step and after it, and how high a point may be after it."""
        rims = [self.rim(m, pose) for m, pose in zip(self.whole, (own, later))]
        most = finely_above((self.radii + self.width / 32) * length_above(self.whole[1], self.grid), self.grid)
        return rims, rims[1].plane + (most << self.grid)

    def overlap(self, other, plane, m, length):
        """L1: the parts are apart along m but for a small part of their widths."""
        gap = -self.radii * length - other.furthest(self.parts[1], scale(-1, m)) / 2**self.grid - plane
        demand("L1", gap >= -self.width * length / 32, f"contact of {self.ids}", gap, "parts that are apart along its normal")
        return max(Fraction(0), -gap / length)


def finely(x, grid):
    """A point rounded to multiples of 2^-2g, in integers over that."""
    return tuple([nearest(c * 4**grid) for c in x])


def finely_above(number, grid):
    """The least multiple of 2^-2g that is not below, in integers over that."""
    return -(-number.numerator * 4**grid // number.denominator)


def length_above(m, grid):
    """The length of a vector, given times 2^grid, rounded up."""
    return Fraction(whole_root_above(dot(m, m)), 2**grid)


class Row:
    """A point of a contact in a step."""

    def __init__(self, contact, number, own, other, gap, floor, touches):
        self.contact, self.number, self.own, self.other = contact, number, own, other
        self.gap, self.floor, self.touches = gap, floor, touches

    @cached_property
    def arm(self):
        return self.contact.arms[self.number]

    @cached_property
    def x(self):
        return self.other.place(self.arm)

    @cached_property
    def own_arm(self):
        arms = self.contact.parts[0].arms
        return arms[0] if len(arms) == 1 else self.own.arm_of(self.x)


class Group:
    """A part of a step of the bodies of a group. It has the length `h`, the step has the length `step`. `before` are all
    bodies before the part, and after its impacts once these have been."""

    def __init__(self, run, record, before):
        self.run, self.record, self.before, self.grid, self.touch = run, record, before, run.grid, run.header.touch
        self.h, self.step = run.h, run.header.step
        ids = [(tuple(c[:2]), tuple(c[2:4])) for c in record.contacts]
        demand("L2", ids == sorted(ids), "contacts", ids, "ascending ones")
        self.contacts = [Touching(run, contact) for contact in record.contacts]
        for b, c in (sorted((b, c)) for (b, _), (c, _) in ids):
            demand("L2", (b, c) not in run.joined, "contact", (b, c), "bodies without a joint")
        listed = record.joints or []
        demand("L2", listed == sorted(listed) and max(listed, default=-1) < len(run.joints), "joints", listed, "ascending ones of the scene")
        self.joints = [run.joints[j] for j in listed]
        ids = {b for contact in self.contacts for b, _ in contact.ids if not run.bodies[b].fixed}
        self.bodies = sorted(ids.union(*(joint.free for joint in self.joints)))
        self.require_connected()
        self.radius, self.error, self.last_lowest = Fraction(0), Fraction(0), None

    def require_connected(self):
        """L2: contacts and joints connect the free bodies."""
        of_contacts = [[b for b, _ in contact.ids if not self.run.bodies[b].fixed] for contact in self.contacts]
        together = joined(of_contacts + [joint.free for joint in self.joints])
        connected = all(len(together[b]) == len(self.bodies) for b in self.bodies)
        demand("L2", connected, "group", self.bodies, "bodies that contacts and joints connect")

    @cached_property
    def rows(self):
        return [row for contact in self.contacts for row in self.rows_of(contact)]

    def advance(self, targets):
        """The states of the bodies after the part."""
        self.targets = targets
        self.drifts = {b: self.run.drift(self.before[b], targets[b]) for b in self.bodies}
        guess = {b: tuple(scale(-1, own) for own in self.drifts[b].pull) for b in self.bodies}
        most = MOST_WITH_JOINTS if self.joints else MOST_PROGRAMS
        for j in range(most):
            demand("L6", j < len(self.record.programs), "programs", j, "one more")
            forms = self.forms(guess)
            ball = Ball(self, forms, self.record.programs[j], self.springs(guess))
            self.radius, self.error = max(self.radius, ball.radius), max(self.error, ball.error)
            tight = [ball.is_at_most(form, value, self.touch * row.contact.length, "tight")
                     for row, form, value in zip(self.rows, forms, ball.values)]
            after = self.poses(ball)
            is_told, are_held = self.is_told(ball, forms, tight, after), self.joints_hold(after)
            if is_told and are_held or j + 1 == most:
                break
            guess = {b: self.guess(ball, b) for b in self.bodies}
        demand("L6", len(self.record.programs) == j + 1, "programs", len(self.record.programs), j + 1)
        demand("L6", are_held, "joints", "one that gapes", f"a gape of at most 1/{PART_OF_TOUCH} touch")
        self.tight = [row for row, is_tight in zip(self.rows, tight) if is_tight]
        return self.velocities(ball, tight, after)

    def rows_of(self, contact):
        (b, _), (c, _) = contact.ids
        own, other, length = self.before[b], self.before[c], contact.length
        plane = contact.plane(own, contact.whole[0])
        self.overlap = contact.overlap(other, plane, contact.whole[0], length)
        deep, still, touch = contact.width * length / 2**10, length / 2**(3 * self.grid // 4), self.touch * length
        for k, gap in enumerate(contact.gaps(other, plane)):
            floor = gap + touch * 3 / 4 if gap < -deep else gap if gap <= still else Fraction(0)
            yield Row(contact, k, own, other, gap, floor, gap <= touch)

    def point(self, row, poses):
        """X^."""
        _, (c, _) = row.contact.ids
        return poses[c].place(row.arm) if c in poses else row.x

    def gap_after(self, row, poses):
        """V."""
        (b, _), _ = row.contact.ids
        m, x = row.contact.before, self.point(row, poses)
        if b not in poses:
            return row.gap + dot(m, sub(x, row.x))
        pose, old = poses[b], self.before[b]
        if row.contact.parts[0].normals:
            nu = old.own(m)
            return row.gap + dot(times(pose.rotation, nu), sub(x, pose.z)) - dot(nu, row.own_arm)
        turned = sub(times(pose.rotation, row.own_arm), times(old.rotation, row.own_arm))
        return row.gap + dot(m, sub(x, row.x)) - dot(m, add(sub(pose.z, old.z), turned))

    def form(self, row, m, poses):
        """The coefficients of a row."""
        x, found = self.point(row, poses), {}
        for sign, (b, _) in zip((-1, 1), row.contact.ids):
            if b in poses:
                pose, own = poses[b], scale(sign, m)
                is_point = sign < 0 and len(row.contact.parts[0].arms) == 1
                found[b] = own, whole_cross(row.own_arm if is_point else pose.arm_of(x), pose.own(own))
        return found

    def form_before(self, row):
        """The coefficients of a row in the state before, with b for c and m for m^."""
        found = {}
        for sign, (b, _), arm in zip((-1, 1), row.contact.ids, (row.own_arm, row.arm)):
            if not self.run.bodies[b].fixed:
                own = scale(sign, row.contact.before)
                found[b] = own, whole_cross(arm, self.before[b].own(own))
        return found

    def free_of(self, row):
        """The free bodies of a row."""
        return [b for b, _ in row.contact.ids if not self.run.bodies[b].fixed]

    def turned_normal(self, row, poses):
        """m^ of a row."""
        b = row.contact.ids[0][0]
        if b in poses and row.contact.parts[0].normals:
            return times(poses[b].rotation, self.before[b].own(row.contact.before))
        return row.contact.before

    @cached_property
    def middles(self):
        """The poses of coefficients."""
        return {b: self.before[b] if self.joints else self.drifts[b].middle for b in self.bodies}

    def forms(self, guess):
        """The rows of a program, with what they are at 0."""
        middles, at_guess = self.middles, {b: self.pose(b, guess[b]) for b in self.bodies}
        flight = {b: drift.flight for b, drift in self.drifts.items()}
        forms, last = [], None
        for row in self.rows:
            if row.contact is not last:
                m, last = self.turned_normal(row, middles), row.contact
            form = self.form(row, m, middles)
            rough = self.rough(row, m, row.contact.length, middles, flight)
            forms.append((form, self.gap_after(row, at_guess) - row.floor - product(form, guess), rough))
        return forms

    def springs(self, guess):
        """The joints in a program."""
        middles, at_guess = self.middles, {b: self.pose(b, guess[b]) for b in self.bodies}
        found = []
        for joint in self.joints:
            for form, gape in zip(joint.forms(middles), joint.gapes(at_guess)):
                found.append(Spring(form, gape - product(form, guess), joint.compliance))
        return found

    def springs_of_velocities(self, poses):
        """The joints in a program of velocities."""
        speeds = speeds_of(poses)
        return [Spring(form, product(form, speeds), joint.compliance) for joint in self.joints for form in joint.forms(poses)]

    def joints_hold(self, poses):
        """Whether no joint gapes in the new poses."""
        return all(PART_OF_TOUCH * abs(x) <= self.touch for joint in self.joints for x in joint.gapes(poses))

    def rough(self, row, m, length, poses, flight):
        """The friction of a row, or None."""
        contact = row.contact
        if contact.mu == 0:
            return None
        (b, _), (c, _) = contact.ids
        x = self.point(row, poses)
        depth = (dot(m, x) - self.lowest(contact, m, poses) + contact.parts[1].radius * length) / Fraction(dot(m, m))
        y = sub(x, rounded_vector(scale(depth, m), 3 * self.grid))
        sides = [(sign, k, poses[k].arm_of(y), poses[k].rotation) for sign, k in ((-1, b), (1, c)) if k in poses]
        return Rough(contact.mu, m, sides, flight)

    def lowest(self, contact, m, poses):
        """The least m·X of the points of a contact, found once for its rows."""
        key = contact, m, poses
        if self.last_lowest is None or any(own is not last for own, last in zip(key, self.last_lowest[0])):
            c = contact.ids[1][0]
            heights = [dot(m, poses[c].place(arm) if c in poses else arm) for arm in contact.arms]
            self.last_lowest = key, min(heights)
        return self.last_lowest[1]

    def pose(self, b, motion):
        """The pose at a motion."""
        e, turn = motion
        return self.before[b].moved(add(self.before[b].z, add(self.drifts[b].flight[0], e)), self.turned(b, turn))

    def turned(self, b, turn):
        """q° (1 + ½ (ε~ + ε))."""
        drift = self.drifts[b]
        return quaternion_product(drift.whole_q, (Fraction(1), scale(Fraction(1, 2), add(drift.pull[1], turn))))

    def poses(self, ball):
        """The poses after the step."""
        after = {}
        for b in self.bodies:
            drift, body = self.drifts[b], self.run.bodies[b]
            half = ball.width(1 / Fraction(body.mass))
            moved = ball.rounded(add(drift.flight[0], ball.x[b][0]), (half,) * 3, self.grid, "move")
            n = max(range(4), key=lambda k: (abs(flat(drift.whole_q)[k]), -k))
            turn = self.turn(ball, b, n)
            place = tuple(x + y for x, y in zip(self.before[b].state[:3], moved))
            after[b] = self.before[b].in_state((*place, n, *turn, *[0] * 6))
        return after

    def turn(self, ball, b, n):
        """t' in the component n."""
        w, v = self.drifts[b].whole_q
        x, y, z = v
        half = Fraction(1, 2)
        slopes = [scale(half, slope) for slope in ((-x, -y, -z), (w, -z, y), (z, w, -x), (-y, x, w))]
        whole = flat(self.turned(b, ball.x[b][1]))
        sign = -1 if whole[n] < 0 else 1
        body, found = self.run.bodies[b], []

        def is_sure(value, slope):
            return value > 0 and value**2 > ball.radius**2 * body.size(ZERO, slope)

        unit, down = sign * whole[n], scale(sign, slopes[n])
        demand("L8", is_sure(unit, down), f"body {b}, turn", unit, "a component that does not vanish")
        for k in range(4):
            if k == n:
                continue
            own, slope = sign * whole[k], scale(sign, slopes[k])
            nearest = off_center(own / unit, self.grid)
            low, high = (border / 2**self.grid for border in borders(nearest))
            one = ball.radius == 0 or (is_sure(own - low * unit, sub(slope, scale(low, down)))
                                       and is_sure(high * unit - own, sub(scale(high, down), slope)))
            demand("L8", one, f"body {b}, turn", "two roundings in the ball", "one")
            found.append(nearest)
        return found

    def is_told(self, ball, forms, tight, after):
        told = True
        for row, form, value, is_tight in zip(self.rows, forms, ball.values, tight):
            if is_tight:
                error, most = self.gap_after(row, after) - value - row.floor, self.touch * row.contact.length / 16
                told &= ball.is_at_most(form, error, most, "gap after the step")
                told &= ball.is_at_most(form, -error, most, "gap after the step")
        return told

    def guess(self, ball, b):
        body, short = self.run.bodies[b], self.grid // 2
        half, per_inertia = ball.width(1 / Fraction(body.mass)), body.inverse
        e = ball.rounded(ball.x[b][0], (half,) * 3, short, "guess")
        turn = ball.rounded(ball.x[b][1], [ball.width(per_inertia[k][k]) for k in range(3)], short, "guess")
        return tuple(tuple(Fraction(x, 2**short) for x in vector) for vector in (e, turn))

    def landings(self, tight):
        """The clusters, and the bodies of those in which a row lands."""
        together = [self.free_of(row) for row, is_tight in zip(self.rows, tight) if is_tight or row.touches]
        together += [joint.free for joint in self.joints] + [[b] for b in self.bodies]
        clusters, landed = joined(together), set()
        for row, is_tight in zip(self.rows, tight):
            if is_tight and self.lands(row):
                for b, _ in row.contact.ids:
                    if b not in landed:
                        landed |= clusters.get(b, set())
        return {id(cluster): cluster for cluster in clusters.values()}.values(), landed

    def kappa(self, row):
        return 1 if self.joints or any(b in self.landed for b, _ in row.contact.ids) else 2

    def moves(self, row, start):
        """Whether a row moves in the state before."""
        m, (before, speeds) = row.contact.before, start
        u = product(self.form(row, m, before), speeds)
        across = self.rough(row, m, row.contact.length, before, speeds).across({b: (ZERO, ZERO) for b in self.bodies})
        bound = (self.touch * row.contact.length)**2
        return self.step**2 * u**2 > bound or self.step**2 * dot(across, across) > bound

    def idle_forces_are_small(self, rows, forms, ball):
        """L7."""
        idle, of_contact, before = [], {}, {b: self.before[b] for b in self.bodies}
        start = before, speeds_of(before)
        for k, row in enumerate(rows):
            if forms[k][2] is not None and self.kappa(row) == 2:
                of_contact.setdefault(id(row.contact), []).append(k)
        for own in of_contact.values():
            acted = sum(forms[k][2].base[0] for k in own)
            if 4 * sum(forms[k][2].base[0] + ball.forces[k][0] for k in own) < acted and any(self.moves(rows[k], start) for k in own):
                idle += own
        given = ball.motion_of({k: forms[k][2].base for k in idle})
        for k in idle:
            form, _, rough = forms[k]
            w, across = ball.values[k], rough.across(ball.x)
            added = cross(rough.normal, sub(rough.slip(given), rough.constant))
            bound = Fraction(2**16 * self.touch**2 * dot(rough.normal, rough.normal)) / self.step**2
            held = 0 < w and w**2 > bound and 4 * abs(product(form, given)) > w
            held |= dot(across, across) > bound and 16 * dot(added, added) > dot(across, across)
            demand("L7", not held, "velocities", "a contact that moves and was held by forces taken back", "small ones")

    def points_are_borne(self, after, tight, forces):
        """L13: what is tight, touches or has a force is over the first part, before the step or after it."""
        last = None
        for row, is_tight, (phi, g) in zip(self.rows, tight, forces):
            if not is_tight and not row.touches and phi == 0 and not any(g):
                continue
            contact = row.contact
            if contact is not last:
                (b, _), (c, _) = contact.ids
                poses = [after.get(k, self.before[k]) for k in (b, c)]
                (rim, rim_after), highest = contact.bearing(self.before[b], poses[0])
                last = contact
            if rim.is_over(finely(row.x, self.grid)):
                continue
            x = finely(poses[1].place(row.arm), self.grid)
            over = dot(contact.whole[1], x) <= highest and rim_after.is_over(x)
            demand("L13", over, f"contact of {contact.ids}", "a point beside the first part", "one over it")

    def lands(self, row):
        if not row.touches:
            return True
        return self.closes(row, product(self.form_before(row), speeds_of({b: self.before[b] for b in self.free_of(row)})))

    def closes(self, row, u):
        """Whether a row that touches closes with a velocity u, which is its gap's times the length of the normal."""
        return u < 0 and (self.step * u)**2 > (self.touch * row.contact.length)**2

    def velocities(self, ball, tight, after):
        (self.clusters, self.landed), position = self.landings(tight), ball
        states = {}
        for b in self.bodies:
            body, old, target, (e, turn) = self.run.bodies[b], self.before[b], self.targets[b], ball.x[b]
            factor = Fraction(1 if self.joints or b in self.landed else 2) / self.h
            half = ball.width(1 / Fraction(body.mass)) * factor
            v = add(add(old.v, scale(self.h, body.fall)), scale(factor, e))
            v = ball.rounded(v, (half,) * 3, self.grid, "velocity")
            axes = self.middles[b].rotation
            momentum = add(target.pushed, scale(self.h / 2, body.torque(after[b])))
            momentum = add(momentum, scale(factor, times(axes, times(body.inertia, turn))))
            halves = [factor * ball.width(dot(axis, times(body.inertia, axis))) for axis in axes]
            momentum = ball.rounded(momentum, halves, self.grid, "momentum")
            states[b] = (*after[b].state[:7], *v, *momentum)
        after = {b: self.before[b].in_state(state) for b, state in states.items()}
        self.overlap = Fraction(0)
        for contact in self.contacts:
            own, other = (after.get(b, self.before[b]) for b, _ in contact.ids)
            m = contact.whole[1]
            self.overlap = max(self.overlap, contact.overlap(other, contact.plane(own, m), m, length_above(m, self.grid)))
        self.points_are_borne(after, tight, position.forces)
        forms, rows = [], [row for row, is_tight in zip(self.rows, tight) if is_tight]
        speeds = speeds_of(after)
        for k, (row, is_tight) in enumerate(zip(self.rows, tight)):
            if is_tight:
                m = row.contact.after
                form = self.form(row, m, after)
                rough = self.rough(row, m, root_above(dot(m, m), self.grid), after, speeds)
                if rough is not None:
                    rough.has_acted(*position.forces[k], self.kappa(row) / self.h, 3 * self.grid)
                forms.append((form, product(form, speeds), rough))
        ball = self.ball_of_velocities(forms, self.record.velocity, self.springs_of_velocities(after))
        self.idle_forces_are_small(rows, forms, ball)
        return {b: self.changed(ball, b, at) for b, at in after.items()}

    def ball_of_velocities(self, forms, leaf, springs):
        ball = Ball(self, forms, leaf, springs, self.step)
        self.radius, self.error = max(self.radius, self.step * ball.radius), max(self.error, ball.error)
        return ball

    def changed(self, ball, b, at):
        """The state of a body after the change of its velocities in a program."""
        body, (e, turn) = self.run.bodies[b], ball.x[b]
        half = ball.width(1 / Fraction(body.mass))
        v = ball.rounded(add(at.v, e), (half,) * 3, self.grid, "velocity")
        halves = [ball.width(dot(axis, times(body.inertia, axis))) for axis in at.rotation]
        momentum = add(at.momentum, times(at.rotation, times(body.inertia, turn)))
        return *at.state[:7], *v, *ball.rounded(momentum, halves, self.grid, "momentum")


class Ball:
    """What the forces of a leaf prove of a program with forms (coefficients, constant, friction or None) and joints."""

    def __init__(self, group, forms, leaf, springs=(), unit=1):
        self.group, self.forms, bodies, bits = group, forms, group.run.bodies, 3 * group.grid
        rows = [k for k, *_ in leaf.forces]
        demand("L2", rows == sorted(set(rows)) and max(rows, default=-1) < len(forms), "forces", rows, "ascending rows")
        self.forces = [NONE] * len(forms)
        for k, phi, g in leaf.forces:
            if forms[k][2] is None:
                demand("L2", g is None, "forces", k, "no friction between these bodies")
                demand("L3", phi > 0, "forces", phi, "one above 0")
            across, along = self.forces[k]
            self.forces[k] = across + Fraction(phi, 2**bits), add(along, tuple(Fraction(x, 2**bits) for x in g or ZERO))
        for (*_, rough), (phi, g) in zip(forms, self.forces):
            demand("L3", rough is None or rough.is_in_the_cone(phi, g), "forces", (phi, g), "forces in the cone of friction")
        held = leaf.joints or []
        demand("L2", len(held) == len(springs), "joints", f"{len(held)} forces", len(springs))
        held = [Fraction(f, 2**bits) for f in held]
        self.x = self.motion_of(dict(enumerate(self.forces)), zip(springs, held))
        self.values = [product(form, self.x) + constant for form, constant, _ in forms]
        y, square = self.x, Fraction(0)
        if leaf.opening is not None:
            shift, motion = leaf.opening.shift, leaf.opening.motion
            demand("L2", len(motion) == len(group.bodies) and shift <= MOST_SHIFT, "opening", len(motion), "one for each body")
            o = {b: [tuple(Fraction(n, 2**shift) for n in own[k:k + 3]) for k in (0, 3)] for b, own in zip(group.bodies, motion)}
            y = {b: (add(self.x[b][0], e), add(self.x[b][1], turn)) for b, (e, turn) in o.items()}
            square = sum(bodies[b].mass * dot(e, e) + dot(turn, times(bodies[b].inertia, turn)) for b, (e, turn) in o.items())
        opened = self.values if leaf.opening is None else [product(form, y) + constant for form, constant, _ in forms]
        smooth = [value for value, (*_, rough) in zip(opened, forms) if rough is None]
        demand("L4", all(value >= 0 for value in smooth), "opening", min(smooth, default=0), "one that keeps all rows")
        for value, (*_, rough), (phi, g) in zip(opened, forms, self.forces):
            square += 2 * (phi * value if rough is None else rough.work(phi, g, value, y, group.grid))
        for spring, f in zip(springs, held):
            off = product(spring.form, y) + spring.constant + spring.compliance * f
            square += above(off**2 / spring.compliance, 8 * group.grid)
        self.radius = root_above(above(Fraction(square), 8 * group.grid), 4 * group.grid)
        header = group.run.header
        demand("L4", unit * self.radius <= header.radius, "radius", unit * self.radius, "at most that of the header")
        errors = [rough.error(phi, value, self.radius, bodies) for value, (*_, rough), (phi, _) in zip(opened, forms, self.forces) if rough]
        self.error = unit**2 * max(errors, default=Fraction(0))
        demand("L4", self.error <= header.law**2, "law", self.error, "at most that of the header")

    def motion_of(self, forces, held=()):
        """The motion that forces (φ, g) of rows give, and those of joints."""
        bodies = self.group.run.bodies
        pushes = {b: (ZERO, ZERO) for b in self.group.bodies}
        parts = []
        for k, (phi, g) in forces.items():
            form, _, rough = self.forms[k]
            if phi:
                parts += pushes_of(form, phi)
            if rough is not None and any(g):
                parts += rough.push(cross(rough.normal, g))
        for spring, f in held:
            parts += pushes_of(spring.form, f)
        for b, along, around in parts:
            e, turn = pushes[b]
            pushes[b] = add(e, along), add(turn, around)
        return {b: (scale(1 / Fraction(bodies[b].mass), e), bodies[b].per_inertia(turn)) for b, (e, turn) in pushes.items()}

    def width(self, square):
        """s, for f M⁻¹ f."""
        return root_above(Fraction(square) * self.radius**2, 4 * self.group.grid)

    def width_of(self, form):
        bodies = self.group.run.bodies
        return self.width(sum(bodies[b].size(*own) for b, own in form[0].items())) if self.radius else self.radius

    def is_at_most(self, form, value, most, thing):
        """value ≤ most, decided."""
        half = self.width_of(form)
        demand("L8", (value - half <= most) == (value + half <= most), thing, "both in the ball", "one")
        return value - half <= most

    def rounded(self, vector, halves, bits, thing):
        """⟦ ⟧ of a vector, decided, times 2^bits."""
        ends = [[off_center(x + sign * half, bits) for x, half in zip(vector, halves)] for sign in (-1, 1)]
        demand("L8", ends[0] == ends[1], thing, "two roundings in the ball", "one")
        return ends[0]


def speeds_of(placed):
    """The velocities and spins of bodies, as motions are listed."""
    return {b: (at.v, at.spin()) for b, at in placed.items()}


def pushes_of(form, force):
    return [(b, scale(force, along), scale(force, around)) for b, (along, around) in form.items()]


def product(form, motion):
    """The sum over the bodies of a form, each by integers over one unit."""
    total = Fraction(0)
    for b, own in form.items():
        (unit, (along, around)), (below, (moved, turned)) = whole_matrix(own), whole_matrix(motion[b])
        total += Fraction(dot(along, moved) + dot(around, turned), unit * below)
    return total


def flat(q):
    return q[0], *q[1]
