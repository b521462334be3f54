"""Runs of solids in space, written from sections 14 and 16 of RUN.md alone."""

import hashlib
import json
from fractions import Fraction
from types import SimpleNamespace

from boxes import met_by_each
from law_file import canonical, in_json, index, integer, need, with_optional, TOO_LONG, QUARTERS
from law_contacts import GROUP, Group, width
from law_numbers import nearest, root_above
from law_program import Refused
from law_solids import (Body, IDENTITY, Placed, between, matrix_product, quaternion_product, size, skew, solved, times,
                        whole_matrix)
from reading import add, dot, has_friction, one_line, scale, sub
from space_scene import FORMAT, cross, digest, read_scene

MOST = 16  # steps of Newton's method


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


def read_record(data):
    value = canonical(data)
    need(not TOO_LONG.search(data.decode()), "found too long a number")
    return with_optional(value, {"k": index, "groups": [GROUP], "apart": [APART]}, "state", [STATE])


def free_turn(inertia, mu, bits):
    """τ; None where L1 refuses the step. In integers: τ = T/N, the inertia is J/d and μ is M/m. Then the error is E/(2 d N² m),
    the derivative D/(d N m), and the correction D⁻¹E/(2 N)."""
    N, T = 2**bits, (0, 0, 0)
    (d, J), (m, (M,)) = whole_matrix(inertia), whole_matrix([mu])
    for _ in range(MOST):
        moved = tuple(dot(row, T) for row in J)
        E = sub(scale(2 * m, add(scale(N, moved), cross(T, moved))), scale(d * (N * N + dot(T, T)), M))
        twisted, around = matrix_product(skew(T), J), skew(moved)
        D = tuple(tuple(m * (N * J[i][k] + twisted[i][k] - around[i][k]) - d * M[i] * T[k] for k in range(3)) for i in range(3))
        correction = solved(D, E)
        if correction is None:
            return None
        following = tuple(nearest(x - y / 2) for x, y in zip(T, correction))
        if following == T:
            return tuple(Fraction(x, N) for x in T) if 4 * dot(T, T) <= N * N else None
        T = following
    return None


class Checker:
    """Checks the steps of a run in space, as law_check.Checker does of one of the plane."""

    def __init__(self, scene, header):
        own = None
        if header.scene_file is not None:
            own = own_scene(header)
        self.is_of_own_scene = scene is None
        self.scene = own if scene is None else scene
        self.header, self.h, self.grid = header, header.step, header.grid
        demand("L0", header.scene == digest(self.scene), "header, scene", header.scene, digest(self.scene))
        demand("L0", header.step > 0, "header, step", header.step, "above 0")
        demand("L0", 16 <= header.grid <= 1024 and header.grid % 4 == 0, "header, grid", header.grid, "a multiple of 4 from 16 to 1024")
        demand("L0", not self.scene.bonds, "scene, bonds", len(self.scene.bonds), "none")
        self.bodies = [Body(self.scene, body) for body in self.scene.bodies]
        self.free = [b for b, body in enumerate(self.bodies) if not body.fixed]
        demand("L0", header.touch == self.touch(), "header, touch", header.touch, self.touch())
        demand("L0", header.radius >= 0, "header, radius", header.radius, "0 or more")
        most = header.touch / 2**8 if has_friction(self.scene) else 0
        demand("L0", 0 <= header.law <= most, "header, law", header.law, f"from 0 to {most}")
        for key in ("restitution", "rounds"):
            demand("L0", getattr(header, key) == 0, f"header, {key}", getattr(header, key), "0 in space")
        demand("L0", not header.pairs, "header, pairs", header.pairs, "none in space")
        self.steps, self.turn, self.radius, self.overlap, self.error = 0, Fraction(0), Fraction(0), Fraction(0), Fraction(0)
        self.has_contacts = False
        self.rises = {True: Fraction(0), False: Fraction(0)}
        self.states = {b: self.start(self.bodies[b]) for b in self.free}
        self.enters = self.digest_of_the_state()

    def touch(self):
        fast = hard = Fraction(0)
        for body in (self.bodies[b] for b in self.free):
            fast = max(fast, size(body.velocity) + body.reach * size(body.spin))
            hard = max(hard, size(body.fall) + body.reach * size(times(body.inverse, body.torque(IDENTITY))))
        return max(self.h**2 * hard, self.h * fast / 2**10) / 2**10

    def start(self, body):
        return (0, 0, 0, 0, 0, 0, 0, *self.units(body.velocity), *self.units(times(body.inertia, body.spin)))

    def units(self, vector):
        return tuple(nearest(Fraction(x) * 2**self.grid) for x in vector)

    def placed(self, states):
        return [Placed(body, states.get(b), self.grid) for b, body in enumerate(self.bodies)]

    def take(self, record):
        demand("L0", record.k == self.steps + 1, "k", record.k, self.steps + 1)
        before = self.placed(self.states)
        targets = {b: self.target(before[b]) for b in self.free}
        states = {b: target.state for b, target in targets.items()}
        groups, touching = self.groups(record, before, targets), set()
        for group in groups:
            states |= group.step()
            touching |= {(min(contact.ids), max(contact.ids)) for contact in group.contacts}
            self.radius, self.overlap = max(self.radius, group.radius), max(self.overlap, group.overlap)
            self.error, self.has_contacts = max(self.error, group.error), True
        lands = any(group.landed for group in groups)
        demand("L9", record.state is None or record.state == [states[b] for b in self.free], "state", "another one", "the one that follows")
        after = self.placed(states)
        gains, ways = {}, {}
        for b, (old, new) in enumerate(zip(before, after)):
            theta = Fraction(0)
            if not old.body.fixed:
                gains[b] = self.energy(old, new)
                w, v = between(old, new)
                theta = root_above(dot(v, v) / w**2, self.grid)
            self.turn = max(self.turn, theta)
            for p, part in enumerate(old.body.parts):
                ways[b, p] = self.way(old, new, part, theta)
        self.no_two_parts_meet(ways, record.apart, touching)
        self.no_energy_from_nothing(gains, groups, lands)
        self.rises[lands] = max(self.rises[lands], sum((rise for rise, *_ in gains.values()), Fraction(0)))
        self.states, self.steps = states, self.steps + 1

    def groups(self, record, before, targets):
        groups, taken, last = [], set(), -1
        for listed in record.groups:
            group = Group(self, listed, before, targets)
            bodies = group.bodies
            demand("L2", bodies and bodies[0] > last and not taken & set(bodies), "groups", bodies, "ascending ones, and no body in two")
            taken, last = taken | set(bodies), bodies[0]
            groups.append(group)
        return groups

    def target(self, at):
        """Where a body would fly: d~, q~, K and the state."""
        body, h, grid = at.body, self.h, self.grid
        pushed = add(at.momentum, scale(h / 2, body.torque(at.rotation)))
        tau = free_turn(body.inertia, scale(h, at.own(pushed)), 2 * grid)
        demand("L1", tau is not None, f"body {body.name}", "a turn that is too far", "at most 53 degrees: a smaller step")
        w, v = quaternion_product(at.q, (Fraction(1), tau))
        components = [w, *v]
        n = max(range(4), key=lambda k: (abs(components[k]), -k))
        turn = [nearest(components[k] / components[n] * 2**grid) for k in range(4) if k != n]
        moved = add(scale(h, at.v), scale(h * h / 2, body.fall))
        velocity = self.units(add(at.v, scale(h, body.fall)))
        place = tuple(x + y for x, y in zip(at.state[:3], self.units(moved)))
        later = Placed(body, (*place, n, *turn, *velocity, 0, 0, 0), grid)
        momentum = self.units(add(pushed, scale(h / 2, body.torque(later.rotation))))
        return SimpleNamespace(moved=moved, tau=tau, q=(w, v), pushed=pushed, state=(*place, n, *turn, *velocity, *momentum))

    def energy(self, old, new):
        """What a step gives a body beside the work of weights and loads, what it has, and what it gets in falling."""
        body, h = old.body, self.h
        w, v = between(old, new)
        torque, mean = body.torque(old.rotation), scale(Fraction(1, 2), add(body.torque(old.rotation), body.torque(new.rotation)))
        rise = new.energy() - old.energy() - body.mass * dot(body.fall, sub(new.z, old.z))
        rise -= dot(mean, times(old.rotation, scale(2 / w, v)))
        own = old.own(torque)
        falling = h * h * (body.mass * dot(body.fall, body.fall) + dot(own, times(body.inverse, own))) / 2
        return rise, old.energy(), falling

    def no_energy_from_nothing(self, gains, groups, lands):
        alone = set(gains) - {b for group in groups for b in group.bodies}
        for bodies, in_group in [([b], False) for b in alone] + [(group.bodies, True) for group in groups]:
            rise, own, falling = (sum(column) for column in zip(*(gains[b] for b in bodies)))
            most = own / (2**4 if in_group and lands else 2**8) + falling / 2**4
            demand("L12", rise <= most, f"bodies {bodies}, energy", rise, f"at most {most}")

    def way(self, old, new, part, theta):
        bend = Fraction(0)
        if not old.body.fixed:
            fall = scale(self.h**2, old.body.fall)
            bend = root_above(Fraction(dot(fall, fall)), self.grid) / 8 + old.body.reach * (theta**2 / 2 + Fraction(4, 4**self.grid))
        ends = old.vertices(part), new.vertices(part)
        room = bend + part.radius
        axes = [[x[k] for end in ends for x in end] for k in range(3)]
        return SimpleNamespace(fixed=old.body.fixed, ends=ends, room=room, part=part, low=[min(axis) - room for axis in axes],
                               high=[max(axis) + room for axis in axes])

    def no_two_parts_meet(self, ways, listed, touching):
        pairs = [((b, p), (c, q)) for b, p, c, q, *_ in listed]
        demand("L2", all(one < two for one, two in pairs) and pairs == sorted(set(pairs)), "apart", pairs, "ascending pairs of parts")
        for (one, two), (*_, x, y, z) in zip(pairs, listed):
            demand("L2", one in ways and two in ways, "apart", (one, two), "parts of the scene")
            first, second, m = ways[one], ways[two], (x, y, z)
            apart = one[0] != two[0] and not (first.fixed and second.fixed)
            demand("L2", apart and any(m), "apart", (one, two, m), "two bodies, not both fixed, and a direction")
            length, room = root_above(Fraction(dot(m, m)), self.grid), first.room + second.room
            if (one, two) in touching:
                widths = [width(way.part, self.grid) for way in (first, second)]
                room = first.part.radius + second.part.radius - min(widths) / 4
            for own, other in zip(first.ends, second.ends):
                gap = min(dot(m, x) for x in other) - max(dot(m, x) for x in own)
                demand("L1", gap >= room * length, f"parts {one} and {two}", gap, "apart along the direction")
        proved, count, most = set(pairs), 0, 2**20 + 32 * len(ways)
        boxes = [(cell(way.low[0]), cell(way.low[1]), cell(way.high[0]), cell(way.high[1]), key) for key, way in ways.items()]
        for key, others in met_by_each(boxes, frozenset(key for key, way in ways.items() if way.fixed)):
            count += len(others)
            demand("L1", count <= most, "parts", f"more than {most} pairs above each other", "no more")
            for other in others:
                pair = min(key, other), max(key, other)
                if key[0] != other[0] and meet(ways[key], ways[other]):
                    demand("L1", pair in proved, f"parts {pair}", "nothing that keeps them apart", "a direction")

    def skim(self, data):
        """Counts a step of which nothing is needed."""
        start = f'{{"k":{self.steps + 1},'.encode()
        need(data.startswith(start) and data.endswith(b"\n"), f"found {data[:60]}, expected {start} and a line end")
        self.steps += 1

    def believe(self, record):
        """Takes the state that a record before the first that is checked has."""
        need(record.k == self.steps + 1, f"found step {record.k}, expected step {self.steps + 1}")
        need(record.state is not None, f"found step {record.k} without a state, expected one where steps are left out")
        need(len(record.state) == len(self.free), "found a state of another number of bodies")
        self.states = dict(zip(self.free, record.state))
        self.steps, self.enters = self.steps + 1, self.digest_of_the_state()

    def digest_of_the_state(self):
        listed = [[number if k == 3 else f"{number:x}" for k, number in enumerate(self.states[b])] for b in self.free]
        return hashlib.sha256(in_json(listed).encode()).hexdigest()

    def verdict(self):
        header, rough = self.header, has_friction(self.scene)
        of_contacts = {"recorded_contacts": True} if self.has_contacts else {}
        of_groups = {"relaxed": 0} if rough else {}
        of_law = {"law_squared": str(self.error), "one_of_several": True} if rough else {}
        return {"format": "zwang-verdict-2", "verdict": "accepted", "scene": header.scene, "own_scene": self.is_of_own_scene,
                "from": self.first, "to": self.steps, "step": str(header.step), "grid": header.grid, "touch": str(header.touch),
                "near": 0, **of_contacts, **of_groups, "radius": str(self.radius), **of_law,
                "penetration_squared": str(self.overlap**2), "half_turn_tangent": str(self.turn),
                "steady_rise": str(self.rises[False]), "landing_rise": str(self.rises[True]), "header": self.header_digest, "enters": self.enters,
                "leaves": self.digest_of_the_state()}


def cell(x):
    """⌊2^24 x⌋, in 64 bits."""
    return max(-(2**63), min(2**63 - 1, x.numerator * 2**24 // x.denominator))


def meet(one, two):
    return all(one.low[k] <= two.high[k] and two.low[k] <= one.high[k] for k in range(3))


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
