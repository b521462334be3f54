"""Numbers, grids, states and sizes of a run: sections 1 to 3 of RUN2.md. Points and complex numbers are pairs of
Fractions, as in reading.py."""

from collections import namedtuple
from fractions import Fraction

from reading import add, cross, dot, free_acceleration, loads_on, scale, sub
from run_state import coprime_along, nearest, power_of_i, product, quarter_turn, rotation

# X, Y, t, V, W, ω as integers over 2^g, Q, R, S as integers over 2^(g/2), n from 0 to 3.
State = namedtuple("State", "x y n t v w spin q r s")
ONE, ZERO = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(0))


def rounded(number, bits):
    """[x]_p: the nearest multiple of 2^-bits, ties away from zero."""
    return Fraction(nearest(number * 2**bits), 2**bits)


def rounded_rotation(c, bits):
    return rounded(c[0], bits), rounded(c[1], bits)


def root_above(square, bits):
    """The least multiple of 2^-bits whose square is at least this."""
    import math
    top, bottom = square.numerator << (2 * bits), square.denominator
    least = -(-top // bottom)
    root = math.isqrt(least)
    return Fraction(root + (root * root < least), 2**bits)


def above(number, bits):
    """The least multiple of 2^-bits that is not smaller."""
    return Fraction(-(-(number.numerator << bits) // number.denominator), 2**bits)


def cayley(s):
    """cay(s)."""
    return rotation(s / 2)


class Body:
    """A body of the scene, with its arms."""

    def __init__(self, scene, body):
        self.name, self.fixed = body.name, body.fixed
        self.home = ZERO if body.fixed else tuple(map(Fraction, body.centroid))
        self.parts = [[sub(tuple(map(Fraction, x)), self.home) for x in part] for part in body.parts]
        if body.fixed:
            return
        self.mass, self.inertia = Fraction(body.mass), Fraction(body.inertia)
        self.reach = max(abs(x) + abs(y) for part in self.parts for x, y in part)
        self.velocity, self.spin = tuple(map(Fraction, body.velocity)), Fraction(body.spin)
        *self.fall, self.turn_fall = map(Fraction, free_acceleration(scene, body))
        self.fall = tuple(self.fall)
        loads = loads_on(scene, body)
        self.couple = sum((Fraction(load.torque) for load, _ in loads), Fraction(0))
        self.moment = sum((Fraction(cross(arm, load.force)) for load, arm in loads), Fraction(0))
        self.virial = sum((Fraction(dot(arm, load.force)) for load, arm in loads), Fraction(0))

    def angular(self, c):
        """The angular acceleration at the rotation c."""
        return (self.couple + c[0] * self.moment - c[1] * self.virial) / self.inertia


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
        self.parts = [(b, p) for b, body in enumerate(self.bodies) for p in range(len(body.parts))]
        self.ignoring = scene.ignoring
        self.outlines = {(b, p): self.bodies[b].parts[p] for b, p in self.parts}
        self.directions = {part: [sub(q, p) for p, q in zip(o, o[1:] + o[:1])] for part, o in self.outlines.items()}
        self.lengths = {part: [dot(e, e) for e in edges] for part, edges in self.directions.items()}
        self.widths = {part: self.width(part) for part in self.parts}

    def touching_distance(self):
        h, fastest, strongest = self.h, Fraction(0), Fraction(0)
        for b in self.free:
            body = self.bodies[b]
            strongest = max(strongest, size(body.fall) + body.reach * abs(body.turn_fall))
            fastest = max(fastest, size(body.velocity) + body.reach * abs(body.spin))
        return max(h * h * strongest, h * fastest / 1024) / 1024

    def width(self, part):
        """The square of the width of a part."""
        outline = self.outlines[part]
        return min(max(-cross(sub(w, p), e) for w in outline) ** 2 / square
                   for p, e, square in zip(outline, self.directions[part], self.lengths[part]))

    def may_touch(self, b, c):
        return b != c and not (self.bodies[b].fixed and self.bodies[c].fixed) and frozenset((b, c)) not in self.ignoring

    # vectors along gravity
    def coordinates(self, u):
        return dot(self.along, u) / self.square, dot(self.across, u) / self.square

    def vector(self, x, y):
        return add(scale(x, self.along), scale(y, self.across))

    def round_vector(self, u, bits):
        return self.vector(*(rounded(x, bits) for x in self.coordinates(u)))

    def of_grid(self, *numbers):
        return tuple(Fraction(number, 2**self.g) for number in numbers)

    def start(self):
        """State 0."""
        states = {}
        for b in self.free:
            body = self.bodies[b]
            velocity = [nearest(x * 2**self.g) for x in self.coordinates(body.velocity)]
            memory = [nearest(x * self.h**2 / 2 * 2**self.l) for x in self.coordinates(body.fall)]
            states[b] = State(0, 0, 0, 0, *velocity, nearest(body.spin * 2**self.g), *memory,
                              nearest(self.h**2 / 2 * body.turn_fall * 2**self.l))
        return states


def size(u):
    return abs(u[0]) + abs(u[1])


class Placed:
    """Where a body is and how it moves, from its state; a fixed body has none."""

    def __init__(self, run, b, state):
        body = run.bodies[b]
        self.body, self.state = body, state
        if state is None:
            self.z, self.c = ZERO, ONE
        else:
            self.z = add(body.home, run.vector(*run.of_grid(state.x, state.y)))
            t, = run.of_grid(state.t)
            self.c = rounded_rotation(product(power_of_i(state.n), rotation(t)), 2 * run.g)
            self.v = run.vector(*run.of_grid(state.v, state.w))
            self.spin, = run.of_grid(state.spin)
            self.t = t

    def points(self, part):
        return [add(self.z, product(self.c, arm)) for arm in self.body.parts[part]]
