"""States of a run and its sizes: sections 1 to 3 of RUN.md.

Points and complex numbers are pairs. Numbers of metres and seconds are Fractions; points are also kept as integers over
one unit for all of the run, as most of the work is with them."""

import math
from collections import namedtuple
from fractions import Fraction
from functools import cached_property, lru_cache

from law_numbers import coprime_along, nearest, nearest_of, product, quarter_turn, rounded_rotation, turned
from reading import NONE, add, cross, dot, free_acceleration, friction, loads_on, scale, sub

# X, Y, t, V, W, ω as integers over 2^g, Q, R, S as integers over 2^(g/2), n from 0 to 3.
State = namedtuple("State", "x y n t v w spin q r s")
ONE, ZERO = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(0))


class Body:
    """A body of the scene, with its arms."""

    def __init__(self, scene, body):
        self.name, self.fixed = body.name, body.fixed
        self.home = ZERO if body.fixed else body.centroid
        self.radii = body.radii
        self.set_arms(body.outlines)
        if body.fixed:
            return
        self.mass, self.inertia = body.mass, body.inertia
        self.reach = self.reach_of_parts() if self.arms else reach_of_pins(scene, body)
        self.velocity, self.spin = body.velocity, body.spin
        *fall, self.turn_fall = free_acceleration(scene, body)
        self.fall = tuple(fall)
        self.strongest = self.fastest_point(self.fall, self.turn_fall)
        self.couple = self.moment = self.virial = NONE
        for load, arm in loads_on(scene, body):
            self.couple += load.torque
            self.moment += cross(arm, load.force)
            self.virial += dot(arm, load.force)
        self.has_moment = bool(self.moment or self.virial)

    def set_arms(self, outlines):
        """The arms of the vertices of its parts, as integers over a unit of the body, by the `whole_edges` of the parts."""
        units = {edge[0] for outline in outlines for edge in outline}
        self.unit = math.lcm(*units, *(x.denominator for x in (*self.home, *self.radii)))
        left, bottom = (in_units(x, self.unit) for x in self.home)
        self.arms = []
        for outline in outlines:
            self.arms.append([(x * (self.unit // unit) - left, y * (self.unit // unit) - bottom) for unit, x, y, _, _ in outline])

    def reach_of_parts(self):
        """r of section 2."""
        return Fraction(max(max(abs(x) + abs(y) for x, y in arms) + in_units(radius, self.unit)
                            for arms, radius in zip(self.arms, self.radii)), self.unit)

    def arm(self, part, vertex):
        x, y = self.arms[part][vertex]
        return Fraction(x, self.unit), Fraction(y, self.unit)

    def fastest_point(self, velocity, spin):
        """The 1-norm of a velocity and what a spin adds to it at most; also of accelerations."""
        return size(velocity) + self.reach * abs(spin) if spin else size(velocity)

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

    def set_arms(self, run):
        """The arms as integers over the denominator of the run."""
        self.run, self.whole_arms = run, [[in_units(x, run.denominator) for x in arm] for arm in self.arms]

    def gape(self, pose):
        """How far its points are apart at the poses of bodies, None for the world."""
        points = [self.run.point_of(pose(b), arm) for b, arm in zip(self.bodies, self.whole_arms)]
        return tuple(Fraction(x - y, self.run.unit) for x, y in zip(*points))


def reach_of_pins(scene, body):
    """r of a body without parts."""
    return max((size(sub(pin.at, body.centroid)) for pin in scene.pins if body.name in pin.bodies), default=Fraction(0))


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
        self.along = coprime_along(scene.gravity)
        self.across = quarter_turn(self.along)
        self.square = dot(self.along, self.along)
        self.touch = self.touching_distance()
        self.frictions = {}
        self.restitutions = {(b, c): own for b, c, own in header.pairs}
        self.parts = [(b, p) for b, body in enumerate(self.bodies) for p in range(len(body.arms))]
        self.ignoring = scene.ignoring
        self.apart = self.never_touching()
        self.pins = [Pin(self, number, pin) for number, pin in enumerate(scene.pins)]
        self.pins_by_body = {}
        for pin in self.pins:
            for b in pin.bodies:
                self.pins_by_body.setdefault(b, []).append(pin)
        self.measure_parts()

    def never_touching(self):
        """Bodies of which no two can touch, with many parts: the fixed ones, or the one that has the most."""
        largest = max(range(len(self.bodies)), key=lambda b: len(self.bodies[b].arms))
        fixed = {b for b, body in enumerate(self.bodies) if body.fixed}
        of_fixed = sum(len(self.bodies[b].arms) for b in fixed)
        return fixed if of_fixed > len(self.bodies[largest].arms) else {largest}

    def measure_parts(self):
        """Units, and arms, edges and lengths of parts as integers over them."""
        units = [body.unit for body in self.bodies]
        self.denominator = math.lcm(*units, *{x.denominator for pin in self.pins for arm in pin.arms for x in arm})
        self.unit = self.denominator << 2 * self.g
        for pin in self.pins:
            pin.set_arms(self)
        self.row_unit = (self.denominator << self.g) ** 2 << self.l
        self.touch_in_units = self.touch * self.unit
        self.homes = [[in_units(x, self.unit) for x in body.home] for body in self.bodies]
        self.arms, self.directions, self.lengths, self.radii = {}, {}, {}, {}
        for b, p in self.parts:
            factor = self.denominator // self.bodies[b].unit
            outline = self.arms[b, p] = [(x * factor, y * factor) for x, y in self.bodies[b].arms[p]]
            self.radii[b, p] = in_units(self.bodies[b].radii[p], self.unit)
            edges = [(u - x, v - y) for (x, y), (u, v) in zip(outline, outline[1:] + outline[:1])] if len(outline) > 1 else []
            self.directions[b, p] = edges
            self.lengths[b, p] = [x * x + y * y << 4 * self.g for x, y in edges]
        self.widths = {part: self.square_of_width(part) for part in self.parts}
        self.vertices = sum(map(len, self.arms.values()))

    def square_of_width(self, part, edges=None):
        """The square of the width of a part, over some of its edges or over all."""
        of_radius = Fraction(2 * self.radii[part], self.unit) ** 2 if self.radii[part] else 0
        found = squares_of_widths(self.arms[part], self.directions[part])
        if not found:
            return of_radius
        top, bottom = found[0 if edges is None else edges[0]]
        for k in range(1, len(found)) if edges is None else edges[1:]:
            if found[k][0] * bottom < top * found[k][1]:
                top, bottom = found[k]
        width = Fraction(top, bottom * self.denominator**2)
        return width + of_radius if of_radius else width

    def square_of_length(self, part, edge):
        """The square of the length of an edge, in square metres."""
        return Fraction(self.lengths[part][edge], self.unit**2)

    def point_of(self, pose, arm):
        """Where a body at a pose, or the world, has the point with an arm, over the unit of the run."""
        x, y = arm
        if pose is None:
            return x << 2 * self.g, y << 2 * self.g
        (left, bottom), (c, s) = pose.whole_z, pose.whole_c
        return left + c * x - s * y, bottom + s * x + c * y

    def pins_on(self, bodies):
        """The pins of some bodies, ascending."""
        found = {pin.number: pin for b in bodies for pin in self.pins_by_body.get(b, ())}
        return [found[number] for number in sorted(found)]

    def vertices_of(self, b):
        """How many vertices a body has."""
        return sum(map(len, self.bodies[b].arms))

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
            fastest = max(fastest, body.fastest_point(body.velocity, body.spin))
        return max(h * h * strongest, h * fastest / 1024) / 1024

    def largest_radius_squared(self):
        """What moves no point of a body by more than 2^-8 `touch`, and turns none by more than 2^-8."""
        free = [self.bodies[b] for b in self.free]
        if not free:
            return Fraction(0)
        inertia, mass = min(body.inertia for body in free), min(body.mass for body in free)
        turning = [body.inertia / (body.reach * body.reach) for body in free if body.reach]
        turning = [self.touch**2 * min(turning)] if turning else []
        return min([self.touch**2 * mass, *turning, inertia]) / 2**16

    def may_touch(self, b, c):
        if b == c or self.bodies[b].fixed and self.bodies[c].fixed:
            return False
        return not self.ignoring or frozenset((b, c)) not in self.ignoring

    # vectors along gravity
    def coordinates(self, u):
        if not any(u):
            return ZERO
        unit, whole = over_one_unit(u)
        return tuple(Fraction(dot(axis, whole), self.square * unit) for axis in (self.along, self.across))

    def vector(self, x, y):
        unit, (x, y) = over_one_unit((x, y))
        return tuple(Fraction(x * own + y * other, unit) for own, other in zip(self.along, self.across))

    def vector_of_grid(self, x, y, unit=None):
        """A vector along gravity, over 2^g or another unit."""
        unit = unit or 1 << self.g
        return tuple([Fraction(x * own + y * other, unit) for own, other in zip(self.along, self.across)])

    def of_grid(self, *numbers):
        return tuple(Fraction(number, 2**self.g) for number in numbers)

    def start(self):
        """State 0."""
        states, grid = {}, 2**self.g
        for b in self.free:
            body = self.bodies[b]
            unit, whole = over_one_unit(body.velocity)
            velocity = [nearest_of(dot(axis, whole) * grid, self.square * unit) for axis in (self.along, self.across)]
            spin = nearest(body.spin * grid) if body.spin else 0
            states[b] = State(0, 0, 0, 0, *velocity, spin, *falling(self, body.fall, body.turn_fall, self.h)[2])
        return states


def over_one_unit(numbers):
    """The least common denominator of some numbers, and the integers that they are over it."""
    unit = math.lcm(*(x.denominator for x in numbers))
    return unit, [x.numerator * (unit // x.denominator) for x in numbers]


def size(u):
    x, y = u
    return abs(x) + abs(y) if x and y else abs(x or y)


def in_units(number, unit):
    """The integer that a number is over a unit."""
    top, bottom = number.numerator, number.denominator
    if unit % bottom:
        raise ArithmeticError(f"{number} is no multiple of 1/{unit}")
    return top * (unit // bottom)


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
        self.run, self.b, self.state, self.known = run, b, state, {}
        self.whole_z, self.whole_c = run.homes[b], (4**run.g, 0)
        if state is None:
            return
        if state.x or state.y:
            moved = add(scale(state.x, run.along), scale(state.y, run.across))
            self.whole_z = add(self.whole_z, scale(run.denominator << run.g, moved))
        if state.t or state.n:
            self.whole_c = rotation_on_the_grid(state.t, state.n, run.g)

    @cached_property
    def z(self):
        return tuple(Fraction(x, self.run.unit) for x in self.whole_z)

    @cached_property
    def c(self):
        return tuple(Fraction(x, 4**self.run.g) for x in self.whole_c)

    @cached_property
    def t(self):
        return Fraction(self.state.t, 2**self.run.g)

    @cached_property
    def v(self):
        return self.flight(1)

    def flight(self, time):
        """How far the velocity takes it in a time."""
        p, q = time.as_integer_ratio()
        return self.run.vector_of_grid(p * self.state.v, p * self.state.w, q << self.run.g)

    @cached_property
    def spin(self):
        return Fraction(self.state.spin, 2**self.run.g)


def rotation_on_the_grid(t, n, g):
    """[i^n rot(t)]_2g, times 2^2g, for t over 2^g."""
    x, square = 1 << g, (1 << 2 * g) + t * t
    p = turned((x * x - t * t, 2 * x * t), n)
    return tuple(nearest_of(own << 2 * g, square) for own in p)


def middle_rotation(run, c, s):
    """c_mid of a body with the rotation c that turns by s."""
    if not s:
        return rounded_rotation(c, run.l)
    half = s / 2
    x, y = half.denominator, half.numerator
    below = x * x + y * y
    return rounded_rotation(product(c, (Fraction(x * x, below), Fraction(x * y, below))), run.l)


@lru_cache(maxsize=256)
def falling(run, fall, angular, time):
    """How far these accelerations take a body from rest in a time, and Q, R and S of that; those of most bodies are equal."""
    half = time * time / 2
    moved, turn = scale(half, fall), half * angular
    return moved, turn, [nearest(x * 2**run.l) for x in (*run.coordinates(moved), turn)]


@lru_cache(maxsize=256)
def gained(run, fall, angular, time):
    """What these accelerations add to V, W and ω in a time."""
    return [time * x * 2**run.g for x in (*run.coordinates(fall), angular)]


class Free:
    """What a body does alone in a time: the first guess, with a memory (Q, R, S) or a fresh one, the target, and α."""

    def __init__(self, run, b, at, time, memory=None):
        self.run, self.b, self.at, self.time, self.memory = run, b, at, time, memory

    @cached_property
    def guess(self):
        run, time, state = self.run, self.time, self.at.state
        if any((state.v, state.w, state.spin)):
            memory = self.memory or fresh_memory(run, self.b, self.at, time)
            top, bottom = time.numerator << run.l, time.denominator << run.g
            x, y, s = (nearest_of(top * speed + bottom * own, bottom) for speed, own in zip((state.v, state.w, state.spin), memory))
            return *run.vector_of_grid(x, y, 1 << run.l), Fraction(s, 1 << run.l)
        return (Fraction(0),) * 3

    @cached_property
    def angular(self):
        body = self.run.bodies[self.b]
        return body.angular(middle_rotation(self.run, self.at.c, self.guess[2])) if body.has_moment else body.turn_fall

    @cached_property
    def target(self):
        at, time = self.at, self.time
        moved, turn, _ = falling(self.run, self.run.bodies[self.b].fall, self.angular, time)
        if at.state.v or at.state.w:
            moved = add(at.flight(time), moved)
        return *moved, time * at.spin + turn if at.state.spin else turn


def fresh_memory(run, b, at, time):
    """The memory as if a body began to move, for a time."""
    body = run.bodies[b]
    angular = body.angular(rounded_rotation(at.c, run.l)) if body.has_moment else body.turn_fall
    return falling(run, body.fall, angular, time)[2]
