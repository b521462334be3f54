"""Runs of solids in space, written from sections 14, 16, 17 and 18 of RUN.md alone."""

import json
from fractions import Fraction
from functools import lru_cache
from math import inf
from types import SimpleNamespace

from boxes import demand_paid, met_by_each
from law_file import canonical, index, integer, need, with_optional, Steps, TOO_LONG, QUARTERS
from law_bounces import MOST_MEETINGS, Impacts, lands_slowly
from law_contacts import Group, read_group, width
from law_joints import Joint
from law_numbers import nearest, nearest_of, root_above
from law_program import Refused
from law_solids import (Body, IDENTITY, Placed, between, matrix_product, quaternion_product, size, skew, times, inverse_times,
                        whole_matrix)
from reading import add, dot, has_friction, one_line, scale, sub
from space_scene import FORMAT, ZERO, cross, digest, read_scene

MOST = 16  # steps of Newton's method
MOST_PARTS = 64  # of a step


def is_in_space(scene, header):
    """Whether the scene of a run is one in space: the one that is given, or the one that the run has with it."""
    if scene is not None:
        return scene.format == FORMAT
    try:
        data = json.loads(header.scene_file or "null")
    except (ValueError, RecursionError):
        return False
    return type(data) is dict and data.get("format") == FORMAT


APART = (index,) * 4 + (integer,) * 3
STATE = (integer,) * 3 + (QUARTERS,) + (integer,) * 9


PART = {"length": integer, "groups": [read_group], "apart": [APART]}
RECORD = {"k": index, "earlier": [PART], "groups": [read_group], "apart": [APART], "state": [STATE]}


def read_record(data):
    value = canonical(data)
    need(not TOO_LONG.search(data.decode()), "found too long a number")
    found = with_optional(value, RECORD, "earlier", "state")
    need(found.earlier != [], "found no earlier parts, expected them left out")
    return found


@lru_cache(maxsize=256)
def free_turn(whole_inertia, whole_mu, bits):
    """τ, times 2^bits; None where L1 refuses the step. Those of most bodies are equal. In integers: τ = T/N, the inertia is J/d
    and μ is M/m. Then the error is E/(2 d N² m), the derivative D/(d N m), and the correction D⁻¹E/(2 N)."""
    N, T = 2**bits, (0, 0, 0)
    (d, J), (m, M) = whole_inertia, whole_mu
    for _ in range(MOST):
        moved = tuple(dot(row, T) for row in J)
        E = sub(scale(2 * m, add(scale(N, moved), cross(T, moved))), scale(d * (N * N + dot(T, T)), M))
        twisted, around = matrix_product(skew(T), J), skew(moved)
        D = tuple(tuple(m * (N * J[i][k] + twisted[i][k] - around[i][k]) - d * M[i] * T[k] for k in range(3)) for i in range(3))
        determinant, rows = inverse_times(D)
        if determinant == 0:
            return None
        following = tuple(nearest(Fraction(2 * determinant * x - dot(row, E), 2 * determinant)) for x, row in zip(T, rows))
        if following == T:
            return T if 4 * dot(T, T) <= N * N else None
        T = following
    return None


class Checker(Steps):
    """Checks the steps of a run in space, as law_check.Checker does of one of the plane."""

    as_state, place_of_quarters = tuple, 3

    def __init__(self, scene, header):
        own = None
        if header.scene_file is not None:
            own = own_scene(header)
        self.is_of_own_scene = scene is None
        self.scene = own if scene is None else scene
        self.header, self.h, self.grid = header, header.step, header.grid
        found = digest(self.scene)
        demand("L0", header.scene == found, "header, scene", header.scene, found)
        demand("L0", header.step > 0, "header, step", header.step, "above 0")
        demand("L0", 16 <= header.grid <= 1024 and header.grid % 4 == 0, "header, grid", header.grid, "a multiple of 4 from 16 to 1024")
        demand("L0", not self.scene.bonds, "scene, bonds", len(self.scene.bonds), "none")
        self.bodies = [Body(self.scene, body) for body in self.scene.bodies]
        self.free = [b for b, body in enumerate(self.bodies) if not body.fixed]
        # The reader of scenes refuses joints that are not as L0 asks.
        self.joints = [Joint(joint, self.bodies, self.grid) for joint in self.scene.joints]
        self.joined = {(min(joint.ids), max(joint.ids)) for joint in self.joints}
        self.pull = strongest_pull(self.bodies)
        found = self.touch()
        demand("L0", header.touch == found, "header, touch", header.touch, found)
        demand("L0", header.radius >= 0, "header, radius", header.radius, "0 or more")
        most = header.touch / 2**8 if has_friction(self.scene) else 0
        demand("L0", 0 <= header.law <= most, "header, law", header.law, f"from 0 to {most}")
        self.impacts_are_possible()
        self.steps, self.turn, self.radius, self.overlap, self.error = 0, Fraction(0), Fraction(0), Fraction(0), Fraction(0)
        self.has_contacts, self.relaxed = False, 0
        self.rises = {True: Fraction(0), False: Fraction(0)}
        self.states = {b: self.start(self.bodies[b]) for b in self.free}
        self.enters = self.digest_of_the_state()

    def impacts_are_possible(self):
        header = self.header
        demand("L0", 0 <= header.restitution <= 1, "header, restitution", header.restitution, "from 0 to 1")
        self.restitutions = {(b, c): own for b, c, own in header.pairs}
        pairs = [(b, c) for b, c, _ in header.pairs]
        demand("L0", pairs == sorted(self.restitutions), "header, pairs", pairs, "ascending ones")
        for (b, c), own in self.restitutions.items():
            demand("L0", b < c < len(self.bodies), "header, pairs", (b, c), "two bodies, the smaller first")
            demand("L0", 0 <= own <= 1, f"header, pair {b}, {c}", own, "from 0 to 1")
        self.bounces = header.restitution > 0 or any(self.restitutions.values())
        most = 2**10 if self.bounces else 0
        demand("L0", header.rounds <= most, "header, rounds", header.rounds, f"at most {most}")

    def restitution(self, b, c):
        """ε of two bodies."""
        return self.restitutions.get((min(b, c), max(b, c)), self.header.restitution)

    def touch(self):
        fast = Fraction(0)
        for body in (self.bodies[b] for b in self.free):
            own = size(body.velocity)
            if any(body.spin):
                own += body.reach * size(body.spin)
            fast = max(fast, own)
        return max(self.h**2 * self.pull, self.h * fast / 2**10) / 2**10

    def start(self, body):
        momentum = times(body.inertia, body.spin) if any(body.spin) else ZERO
        return (0, 0, 0, 0, 0, 0, 0, *self.units(body.velocity), *self.units(momentum))

    def units(self, vector):
        """A vector, rounded on the grid."""
        return [nearest_of(x.numerator << self.grid, x.denominator) for x in vector]

    def placed(self, states):
        return [Placed(body, states.get(b), self.grid) for b, body in enumerate(self.bodies)]

    def take(self, record, paid=inf):
        demand("L0", record.k == self.steps + 1, "k", record.k, self.steps + 1)
        earlier = record.earlier or []
        demand("L2", self.bounces or not earlier, "earlier", f"{len(earlier)} parts", "none where nothing bounces")
        demand("L2", len(earlier) < MOST_PARTS, "earlier", f"{len(earlier)} parts", f"at most {MOST_PARTS - 1}")
        lengths = [part.length for part in earlier]
        lengths.append(2**self.grid - sum(lengths))
        demand("L2", min(lengths) > 0, "lengths of parts", lengths, "numbers above 0")
        self.meetings, self.above, self.paid = 0, 0, paid
        self.moved = (48 + 2 * len(earlier)) * len(self.free)
        self.demand_paid()
        for number, (part, length) in enumerate(zip([*earlier, record], lengths), 1):
            self.take_part(part, Fraction(length, 2**self.grid), number)
        states = [self.states[b] for b in self.free]
        demand("L9", record.state is None or record.state == states, "state", "another one", "the one that follows")
        self.cost = self.demand_paid()
        self.steps += 1

    def demand_paid(self):
        """L1: the bytes of the run pay for what the step has cost so far, which is returned."""
        cost = self.moved + self.meetings // 16 + self.above // 128
        demand_paid(cost, self.paid)
        return cost

    def vertices(self):
        return sum(len(part.whole) for body in self.bodies for part in body.parts)

    def take_part(self, listed, length, number):
        """Takes a part of a step, from the states after the one before. The step has the length 1."""
        self.h = self.header.step * length
        before = self.placed(self.states)
        groups, touching = self.groups(listed, before), set()
        self.bounce(groups, before)
        has_rounds = any(group.record.rounds for group in groups)
        demand("L11", number == 1 or has_rounds, f"part {number}", "no rounds", "impacts where a part ends")
        targets = {b: self.target(before[b]) for b in self.free}
        states = {b: target.state for b, target in targets.items()}
        for group in groups:
            states |= group.advance(targets)
            lands_slowly(group, self.pull, length)
            touching |= {(min(contact.ids), max(contact.ids)) for contact in group.contacts}
            self.radius, self.overlap = max(self.radius, group.radius), max(self.overlap, group.overlap)
            self.error = max(self.error, group.error)
            self.has_contacts = self.has_contacts or bool(group.contacts)
        lands = any(group.landed for group in groups)
        after = self.placed(states)
        ways = {}
        for b, (old, new) in enumerate(zip(before, after)):
            theta = Fraction(0)
            if not old.body.fixed and old.whole_q != new.whole_q:
                w, v = between(old, new)
                theta = root_above(Fraction(dot(v, v), w**2), self.grid)
            self.turn = max(self.turn, theta)
            bend = self.bend(old.body, theta)
            for p, part in enumerate(old.body.parts):
                ways[b, p] = Way(old, new, part, bend)
        self.no_two_parts_meet(ways, listed.apart, touching)
        gains = {b: self.energy(before[b], after[b]) for b in self.free}
        self.no_energy_from_nothing(gains, groups)
        self.rises[lands] = max(self.rises[lands], sum((rise for rise, *_ in gains.values()), Fraction(0)))
        self.states = states

    def bounce(self, groups, before):
        """Changes the velocities before a part by rounds of impacts."""
        is_rough, rise = has_friction(self.scene), Fraction(0)
        for group in groups:
            impacts = Impacts(group)
            demand("L2", self.bounces or not impacts.leaves, "rounds", len(impacts.leaves), "none where nothing bounces")
            demand("L2", is_rough or not impacts.is_reduced, "rounds", "reduced ones", "friction")
            if not self.bounces:
                continue
            self.meetings += impacts.count()
            demand("L1", self.meetings <= MOST_MEETINGS, "rounds", f"{self.meetings} rows and joints in sum", f"at most {MOST_MEETINGS}")
            self.demand_paid()
            self.relaxed += impacts.is_reduced
            for b, at in impacts.after().items():
                before[b] = at
            rise += impacts.rise
        self.rises[True] = max(self.rises[True], rise)

    def groups(self, record, before):
        groups, taken, last, count, joined = [], set(), -1, 0, []
        vertices, points, of_programs = self.vertices(), 0, 0
        most, most_points, most_of_programs = 2**20 + 32 * vertices, 2**12 + 8 * vertices, 2**13 + 32 * vertices
        for listed in record.groups:
            group = Group(self, listed, before)
            bodies = group.bodies
            for contact in group.contacts:
                first, second = (len(part.whole) for part in contact.parts)
                count += first * (1 + len(contact.whole_arms)) + second
            own = sum(len(contact.whole_arms) for contact in group.contacts)
            points, of_programs = points + own, of_programs + own * len(listed.programs)
            demand("L1", points <= most_points, "contacts", f"{points} points", f"at most {most_points}")
            demand("L1", of_programs <= most_of_programs, "contacts", f"{of_programs} points in all programs", f"at most {most_of_programs}")
            demand("L1", count <= most, "contacts", f"parts with {count} vertices in sum", f"at most {most}")
            demand("L2", bodies and bodies[0] > last and taken.isdisjoint(bodies), "groups", bodies, "ascending ones, and no body in two")
            taken.update(bodies)
            last = bodies[0]
            joined += listed.joints or []
            groups.append(group)
        demand("L2", sorted(joined) == [*range(len(self.joints))], "joints", sorted(joined), f"each of {len(self.joints)} once")
        return groups

    def target(self, at):
        """Where a body would fly: K and the state."""
        grid = self.grid
        pushed = self.pushed(at.momentum, at)
        tau = self.free_turn(at, pushed)
        w, v = quaternion_product(at.whole_q, (4**grid, tau))
        components = [w, *v]
        n = max(range(4), key=lambda k: (abs(components[k]), -k))
        largest = components[n]
        turn = [nearest_of(x if largest > 0 else -x, abs(largest)) for x in (components[k] << grid for k in range(4) if k != n)]
        place, velocity = self.flight(at)
        later = Placed(at.body, (*place, n, *turn, *velocity, 0, 0, 0), grid)
        momentum = self.units(self.pushed(pushed, later))
        return SimpleNamespace(pushed=pushed, state=(*place, n, *turn, *velocity, *momentum))

    def flight(self, at):
        """Place and velocity after a fall, on the grid. In integers: h is p/q, and the fall over a unit."""
        (unit, (fall,)), (p, q) = at.body.whole_fall, self.h.as_integer_ratio()
        unit, gains, speeds = q * unit, [p * x << self.grid for x in fall], at.state[7:10]
        moved = [nearest_of(p * (2 * unit * v + gain), 2 * q * unit) for v, gain in zip(speeds, gains)]
        return add(at.state[:3], moved), [nearest_of(unit * v + gain, unit) for v, gain in zip(speeds, gains)]

    def drift(self, at, target):
        """How a body of a group goes on without weight and loads: how far it flies, x~, a multiple of q°, and its middle."""
        body, h, unit = at.body, self.h, 4**self.grid
        torque, turn = body.torque(at), self.free_turn(at, at.momentum)
        pull = scale(h * h / 2, times(body.inverse, at.own(torque))) if any(torque) else ZERO
        fallen = scale(h * h / 2, body.fall)
        moved = add(scale(h, at.v), fallen)
        middle = at.moved(add(at.z, scale(h / 2, at.v)), quaternion_product(at.whole_q, (2 * unit, turn)))
        return SimpleNamespace(flight=(moved, add(scale(Fraction(2, unit), turn), pull)), middle=middle,
                               pull=(fallen, pull), whole_q=quaternion_product(at.whole_q, (unit, turn)))

    def free_turn(self, at, momentum):
        """2^2g τ of a body with this momentum."""
        if not any(momentum):
            return 0, 0, 0
        below, (momentum,) = whole_matrix([momentum])
        mu = below * at.unit * self.h.denominator, tuple([self.h.numerator * dot(column, momentum) for column in zip(*at.rows)])
        tau = free_turn(at.body.whole_inertia, mu, 2 * self.grid)
        demand("L1", tau is not None, f"body {at.body.name}", "a turn that is too far", "at most 53 degrees: a smaller step")
        return tau

    def pushed(self, momentum, at):
        """What half a step of the torque of the loads makes of an angular momentum."""
        torque = at.body.torque(at)
        return add(momentum, scale(self.h / 2, torque)) if any(torque) else momentum

    def energy(self, old, new):
        """What a step gives a body beside the work of weights and loads, what it has, and what it gets in falling."""
        body, h = old.body, self.h
        torque, (unit, (fall,)) = body.torque(old), body.whole_fall
        moved = sub(new.state[:3], old.state[:3])
        rise = new.energy - old.energy - body.mass * Fraction(dot(fall, moved), unit << self.grid)
        falling = body.mass * Fraction(dot(fall, fall), unit**2)
        if any(torque) or any(body.torque(new)):
            w, v = between(old, new)
            mean = scale(Fraction(1, 2), add(torque, body.torque(new)))
            rise -= dot(mean, times(old.rotation, scale(Fraction(2, w), v)))
            own = old.own(torque)
            falling += dot(own, times(body.inverse, own))
        return rise, old.energy, h * h * falling / 2

    def no_energy_from_nothing(self, gains, groups):
        """L12, of clusters."""
        alone = set(gains) - {b for group in groups for b in group.bodies}
        clusters = [({b}, False) for b in alone]
        for group in groups:
            clusters += [(cluster, not cluster.isdisjoint(group.landed)) for cluster in group.clusters]
        for bodies, lands in clusters:
            rise, own, falling = (sum(column) for column in zip(*(gains[b] for b in bodies)))
            most = own / (2**4 if lands else 2**8) + falling / 2**4
            demand("L12", rise <= most, f"bodies {bodies}, energy", rise, f"at most {most}")

    def bend(self, body, theta):
        """How far points of a body are from straight ways between their ends."""
        if body.fixed:
            return Fraction(0)
        of_fall = bend_of_fall(body.whole_fall, self.h, self.grid)
        top, bottom = theta.as_integer_ratio()
        return of_fall + body.reach * Fraction(top**2 * 4**self.grid + 8 * bottom**2, 2 * bottom**2 * 4**self.grid)

    def no_two_parts_meet(self, ways, listed, touching):
        pairs = [((b, p), (c, q)) for b, p, c, q, *_ in listed]
        demand("L2", all(one < two for one, two in pairs) and pairs == sorted(set(pairs)), "apart", pairs, "ascending pairs of parts")
        for (one, two), (*_, x, y, z) in zip(pairs, listed):
            demand("L2", one in ways and two in ways, "apart", (one, two), "parts of the scene")
            first, second, m = ways[one], ways[two], (x, y, z)
            apart = one[0] != two[0] and not (first.fixed and second.fixed)
            demand("L2", apart and any(m), "apart", (one, two, m), "two bodies, not both fixed, and a direction")
            demand("L2", (one[0], two[0]) not in self.joined, "apart", (one, two), "parts of bodies without a joint")
            length, room = root_above(Fraction(dot(m, m)), self.grid), first.room + second.room
            if (one, two) in touching:
                widths = [width(way.part, self.grid) for way in (first, second)]
                room = first.part.radius + second.part.radius - min(widths) / 4
            for own, other in zip(first.ends, second.ends):
                gap = -other.furthest(second.part, scale(-1, m)) - own.furthest(first.part, m)
                demand("L1", gap >= room * length, f"parts {one} and {two}", gap, "apart along the direction")
        proved, count, most = set(pairs), 0, 2**20 + 32 * len(ways)
        boxes = [(*way.cells(), key) for key, way in ways.items()]
        for key, others in met_by_each(boxes, frozenset(key for key, way in ways.items() if way.fixed)):
            count += len(others)
            self.above += len(others)
            demand("L1", count <= most, "parts", f"more than {most} pairs above each other", "no more")
            self.demand_paid()
            for other in others:
                pair = min(key, other), max(key, other)
                if (pair[0][0], pair[1][0]) in self.joined:
                    continue
                if key[0] != other[0] and meet(ways[key], ways[other]):
                    demand("L1", pair in proved, f"parts {pair}", "nothing that keeps them apart", "a direction")

    def verdict(self):
        header, rough = self.header, has_friction(self.scene)
        of_impacts = {"restitution": str(header.restitution), "pairs": len(header.pairs), "rounds": header.rounds} if self.bounces else {}
        of_contacts = {"recorded_contacts": True} if self.has_contacts else {}
        of_groups = {"relaxed": self.relaxed} if rough else {}
        of_law = {"law_squared": str(self.error), "one_of_several": True} if rough else {}
        return {"format": "zwang-verdict-2", "verdict": "accepted", "scene": header.scene, "own_scene": self.is_of_own_scene,
                "from": self.first, "to": self.steps, "step": str(header.step), "grid": header.grid, "touch": str(header.touch),
                **of_impacts, "near": 0, **of_contacts, **of_groups, "radius": str(self.radius), **of_law,
                "penetration_squared": str(self.overlap**2), "half_turn_tangent": str(self.turn),
                "steady_rise": str(self.rises[False]), "landing_rise": str(self.rises[True]), "header": self.header_digest, "enters": self.enters,
                "leaves": self.digest_of_the_state()}


AS_IN_THE_SCENE = SimpleNamespace(rotation=IDENTITY)


def strongest_pull(bodies):
    """A of section 2: how fast weight and loads set points of bodies in motion."""
    most = Fraction(0)
    for body in bodies:
        if not body.fixed:
            torque, own = body.torque(AS_IN_THE_SCENE), size(body.fall)
            if any(torque):
                own += body.reach * size(times(body.inverse, torque))
            most = max(most, own)
    return most


@lru_cache(maxsize=256)
def bend_of_fall(whole_fall, time, grid):
    """How much a fall bends the way of a body; those of most bodies are equal."""
    unit, (fall,) = whole_fall
    return root_above(time**4 * dot(fall, fall) / unit**2, grid) / 8


class Way:
    """From where to where a part goes in a step, and its room, as integers over `below`."""

    def __init__(self, old, new, part, bend):
        self.ends, self.part, self.fixed, self.room = (old, new), part, old.body.fixed, bend + part.radius
        unit, below = old.body.unit * old.unit, self.room.denominator
        self.below, room = unit * below, unit * self.room.numerator
        axes = [*zip(old.extent(part), new.extent(part))]
        self.low = [min(low, later) * below - room for (low, _), (later, _) in axes]
        self.high = [max(high, later) * below + room for (_, high), (_, later) in axes]

    def cells(self):
        """As seen from above: ⌊2^24 x⌋, in 64 bits."""
        return [max(-(2**63), min(2**63 - 1, x * 2**24 // self.below)) for x in self.low[:2] + self.high[:2]]


def meet(one, two):
    return all(one.low[k] * two.below <= two.high[k] * one.below and two.low[k] * one.below <= one.high[k] * two.below for k in range(3))


def own_scene(header):
    """The scene that a run has with it."""
    try:
        own = read_scene(header.scene_file, True)
    except (ValueError, RecursionError) as problem:
        raise Refused("L0", f"header, scene_file: found {one_line(str(problem)[:400])}") from problem
    demand("L0", own.format == FORMAT, "header, scene_file", "a scene of the plane", "one in space")
    demand("L0", digest(own) == header.scene, "header, scene_file", f"the scene {digest(own)}", header.scene)
    return own


def demand(condition, holds, place, found, required):
    if not holds:
        raise Refused(condition, f"{place}: found {str(found)[:200]}, required {str(required)[:200]}")
