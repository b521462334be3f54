"""States of a run and its sizes: sections 1 to 3 of RUN.md.

Points and complex numbers are pairs. Numbers of metres and seconds are Fractions; points are also kept as integers over
one unit for all of the run, as most of the work is with them."""

import math
from collections import namedtuple
from fractions import Fraction

from law_numbers import (
    coprime_along, nearest, power_of_i, product, quarter_turn, rotation, rounded, rounded_rotation)
from reading import add, cross, dot, free_acceleration, friction, loads_on, scale, sub

# X, Y, t, V, W, ω as integers over 2^g, Q, R, S as integers over 2^(g/2), n from 0 to 3.
State = namedtuple("State", "x y n t v w spin q r s")
ONE, ZERO = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(0))


class Body:
    """A body of the scene, with its arms."""

    def __init__(self, scene, body):
        self.name, self.fixed = body.name, body.fixed
        self.home = ZERO if body.fixed else body.centroid
        self.set_arms(body.parts)
        if body.fixed:
            return
        self.mass, self.inertia = body.mass, body.inertia
        self.reach = Fraction(max(abs(x) + abs(y) for arms in self.arms for x, y in arms), self.unit)
        self.velocity, self.spin = tuple(map(Fraction, body.velocity)), Fraction(body.spin)
        *fall, self.turn_fall = map(Fraction, free_acceleration(scene, body))
        self.fall = tuple(fall)
        self.strongest = size(self.fall) + self.reach * abs(self.turn_fall)
        loads = loads_on(scene, body)
        self.couple = sum((Fraction(load.torque) for load, _ in loads), Fraction(0))
        self.moment = sum((Fraction(cross(arm, load.force)) for load, arm in loads), Fraction(0))
        self.virial = sum((Fraction(dot(arm, load.force)) for load, arm in loads), Fraction(0))
        self.has_moment = bool(self.moment or self.virial)

    def set_arms(self, parts):
        """The arms of the vertices of its parts, as integers over a unit of the body."""
        self.unit = math.lcm(*{x.denominator for part in [[self.home], *parts] for point in part for x in point})
        left, bottom = (in_units(x, self.unit) for x in self.home)
        self.arms = []
        for part in parts:
            whole = [(x.numerator * (self.unit // x.denominator), y.numerator * (self.unit // y.denominator)) for x, y in part]
            self.arms.append([(x - left, y - bottom) for x, y in whole])

    def arm(self, part, vertex):
        x, y = self.arms[part][vertex]
        return Fraction(x, self.unit), Fraction(y, self.unit)

    def angular(self, c):
        """The angular acceleration at the rotation c."""
        return (self.couple + c[0] * self.moment - c[1] * self.virial) / self.inertia


class Pin:
    """A pin of the scene: its bodies, None for the world, and their arms."""

    def __init__(self, run, number, pin):
        self.number, self.bodies = number, (pin.first, pin.second)
        at = tuple(map(Fraction, pin.at))
        self.arms = [at if run.is_fixed(b) else sub(at, run.bodies[b].home) for b in self.bodies]
        heaviest = max(run.bodies[b].mass for b in self.bodies if not run.is_fixed(b))
        self.compliance = 1 / (2 ** (3 * run.g // 4) * power_of_two_below(heaviest))

    def gape(self, pose):
        """How far its points are apart at the poses of bodies, (z, c)."""
        (z, c), (w, d) = map(pose, self.bodies)
        return sub(add(z, product(c, self.arms[0])), add(w, product(d, self.arms[1])))


def power_of_two_below(number):
    """The largest power of two that is not above a positive number."""
    e = number.numerator.bit_length() - number.denominator.bit_length()
    found = Fraction(2) ** e
    return found if found <= number else found / 2


def squares_of_widths(outline, edges):
    """For each edge the square of the largest distance of a vertex from its line, as numerator and denominator. Parts are
    strictly convex, so that from one edge to the next the furthest vertex stays or goes on."""
    found, furthest, count = [], 1, len(edges)
    for (x, y), (dx, dy) in zip(outline, edges):
        while cross((dx, dy), edges[furthest % count]) > 0:
            furthest += 1
        u, v = outline[furthest % count]
        found.append(((dx * (v - y) - dy * (u - x)) ** 2, dx * dx + dy * dy))
    return found


class Run:
    """What a scene and a header say."""

    def __init__(self, scene, header):
        self.scene, self.header = scene, header
        self.h, self.g = header.step, header.grid
        self.l, self.p = self.g // 2, 3 * self.g
        self.bodies = [Body(scene, body) for body in scene.bodies]
        self.free = [b for b, body in enumerate(self.bodies) if not body.fixed]
        self.along = tuple(map(Fraction, coprime_along(scene.gravity)))
        self.across = quarter_turn(self.along)
        self.square = dot(self.along, self.along)
        self.touch = self.touching_distance()
        self.frictions = {}
        self.restitutions = {(b, c): own for b, c, own in header.pairs}
        self.parts = [(b, p) for b, body in enumerate(self.bodies) for p in range(len(body.arms))]
        self.ignoring = scene.ignoring
        self.pins = [Pin(self, number, pin) for number, pin in enumerate(scene.pins)]
        self.pins_by_body = {}
        for pin in self.pins:
            for b in pin.bodies:
                self.pins_by_body.setdefault(b, []).append(pin)
        self.measure_parts()

    def measure_parts(self):
        """Units, and arms, edges and lengths of parts as integers over them."""
        units = [body.unit for body in self.bodies]
        self.denominator = math.lcm(*units, *{x.denominator for pin in self.pins for arm in pin.arms for x in arm})
        self.unit = self.denominator << 2 * self.g
        self.row_unit = (self.denominator << self.g) ** 2 << self.l
        self.touch_in_units = self.touch * self.unit
        self.arms, self.directions, self.lengths = {}, {}, {}
        for b, p in self.parts:
            factor = self.denominator // self.bodies[b].unit
            outline = self.arms[b, p] = [(x * factor, y * factor) for x, y in self.bodies[b].arms[p]]
            edges = [(u - x, v - y) for (x, y), (u, v) in zip(outline, outline[1:] + outline[:1])]
            self.directions[b, p] = edges
            self.lengths[b, p] = [x * x + y * y << 4 * self.g for x, y in edges]
        self.widths = {part: self.square_of_width(part) for part in self.parts}

    def square_of_width(self, part, edges=None):
        """The square of the width of a part, over some of its edges or over all."""
        found = squares_of_widths(self.arms[part], self.directions[part])
        top, bottom = found[0 if edges is None else edges[0]]
        for k in range(1, len(found)) if edges is None else edges[1:]:
            if found[k][0] * bottom < top * found[k][1]:
                top, bottom = found[k]
        return Fraction(top, bottom * self.denominator**2)

    def square_of_length(self, part, edge):
        """The square of the length of an edge, in square metres."""
        return Fraction(self.lengths[part][edge], self.unit**2)

    def pins_on(self, bodies):
        """The pins of some bodies, ascending."""
        found = {pin.number: pin for b in bodies for pin in self.pins_by_body.get(b, ())}
        return [found[number] for number in sorted(found)]

    def size_of(self, part):
        """How many vertices a part has."""
        return len(self.arms[part])

    def restitution(self, b, c):
        """ε of two bodies."""
        return self.restitutions.get((min(b, c), max(b, c)), self.header.restitution)

    def friction(self, b, c):
        """μ of two bodies."""
        if (b, c) not in self.frictions:
            self.frictions[b, c] = Fraction(friction(self.scene, b, c))
        return self.frictions[b, c]

    def is_fixed(self, b):
        """Whether a body is fixed; the world, None, is."""
        return b is None or self.bodies[b].fixed

    def touching_distance(self):
        h, fastest, strongest = self.h, Fraction(0), Fraction(0)
        for b in self.free:
            body = self.bodies[b]
            strongest = max(strongest, body.strongest)
            fastest = max(fastest, size(body.velocity) + body.reach * abs(body.spin))
        return max(h * h * strongest, h * fastest / 1024) / 1024

    def largest_radius_squared(self):
        """What moves no point of a body by more than 2^-8 `touch`, and turns none by more than 2^-8."""
        least = []
        for b in self.free:
            mass, inertia, reach = self.bodies[b].mass, self.bodies[b].inertia, self.bodies[b].reach
            least += [self.touch**2 * mass, self.touch**2 * inertia / reach**2, inertia]
        return min(least, default=Fraction(0)) / 2**16

    def may_touch(self, b, c):
        return b != c and not (self.bodies[b].fixed and self.bodies[c].fixed) and frozenset((b, c)) not in self.ignoring

    # vectors along gravity
    def coordinates(self, u):
        if not any(u):
            return ZERO
        return dot(self.along, u) / self.square, dot(self.across, u) / self.square

    def vector(self, x, y):
        return add(scale(x, self.along), scale(y, self.across))

    def round_vector(self, u, bits):
        return self.vector(*(rounded(x, bits) for x in self.coordinates(u)))

    def of_grid(self, *numbers):
        return tuple(Fraction(number, 2**self.g) for number in numbers)

    def start(self):
        """State 0."""
        states, half = {}, self.h**2 / 2 * 2**self.l
        for b in self.free:
            body = self.bodies[b]
            velocity = [nearest(x * 2**self.g) for x in self.coordinates(body.velocity)]
            memory = [nearest(x * half) for x in self.coordinates(body.fall)]
            states[b] = State(0, 0, 0, 0, *velocity, nearest(body.spin * 2**self.g), *memory, nearest(body.turn_fall * half))
        return states


def size(u):
    return abs(u[0]) + abs(u[1])


def in_units(number, unit):
    """The integer that a number is over a unit."""
    whole = number * unit
    if whole.denominator != 1:
        raise ArithmeticError(f"{number} is no multiple of 1/{unit}")
    return whole.numerator


class Pose:
    """Where a body is: its centroid and its rotation, and its points over the unit of the run."""

    def __init__(self, run, b, z, c):
        self.run, self.b, self.z, self.c = run, b, z, c
        self.whole_z = [in_units(x, run.unit) for x in z]
        self.whole_c = [in_units(x, 4**run.g) for x in c]
        self.known = {}

    def points(self, p):
        if p not in self.known:
            (x, y), (c, s) = self.whole_z, self.whole_c
            self.known[p] = [(x + c * u - s * v, y + s * u + c * v) for u, v in self.run.arms[self.b, p]]
        return self.known[p]


class Placed(Pose):
    """Where a body is and how it moves, from its state; a fixed body has none."""

    def __init__(self, run, b, state):
        self.state = state
        if state is None:
            super().__init__(run, b, ZERO, ONE)
            return
        self.t, = run.of_grid(state.t)
        z = add(run.bodies[b].home, run.vector(*run.of_grid(state.x, state.y)))
        c = rounded_rotation(product(power_of_i(state.n), rotation(self.t)), 2 * run.g)
        super().__init__(run, b, z, c)
        self.v = run.vector(*run.of_grid(state.v, state.w))
        self.spin, = run.of_grid(state.spin)


def middle_rotation(run, c, s):
    """c_mid of a body with the rotation c that turns by s."""
    factor = 1 / (1 + s * s / 4)
    return rounded_rotation(product(c, (factor, s / 2 * factor)), run.l)


class Free:
    """What a body does alone in a time: the first guess, with a memory (q, S) or a fresh one, the target, and α."""

    def __init__(self, run, b, at, time, memory=None):
        body, memory = run.bodies[b], memory or fresh_memory(run, b, at, time)
        d = run.round_vector(add(scale(time, at.v), memory[:2]), run.l)
        self.guess = *d, rounded(time * at.spin + memory[2], run.l)
        self.angular = body.angular(middle_rotation(run, at.c, self.guess[2])) if body.has_moment else body.turn_fall
        d = add(scale(time, at.v), scale(time * time / 2, body.fall))
        self.target = *d, time * at.spin + time * time / 2 * self.angular


def own_memory(run, state):
    unit = Fraction(1, 2**run.l)
    return *run.vector(state.q * unit, state.r * unit), state.s * unit


def fresh_memory(run, b, at, time):
    """The memory as if a body began to move, for a time."""
    body, half = run.bodies[b], time * time / 2
    angular = body.angular(rounded_rotation(at.c, run.l)) if body.has_moment else body.turn_fall
    return *run.round_vector(scale(half, body.fall), run.l), rounded(half * angular, run.l)
