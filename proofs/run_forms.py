"""The forms of a step, by section 2 of RUN.md: values of rows and pins, as linear functions of the motions of bodies.

A motion of a body is (d_x, d_y, s), its displacement and its sweep. Fixed bodies and the world have none, and their
points do not move."""

import math
from collections import namedtuple
from fractions import Fraction

from reading import add, cross, dot, scale, sub
from run_state import Placement, conjugate, product, quarter_turn, quotient

Form = namedtuple("Form", "weights bias")
Point = namedtuple("Point", "body place turn shift last")
STILL = (0, 0)


class Forms:
    """The forms of the step that comes from two placements of each body."""

    def __init__(self, run, previous, current, gaps):
        self.run, self.current, self.gaps = run, current, gaps
        self.bodies, self.grid = run.bodies, run.grid
        self.short = [self.short_placement(b) for b in range(len(self.bodies))]
        self.length, self.turn, self.back, self.target, self.moved = {}, {}, {}, {}, {}
        self.loaded = {}
        self.points, self.rows, self.slips = {}, {}, {}
        for b in run.free:
            self.look_back(b, previous[b], current[b])

    def short_placement(self, b):
        body, now = self.bodies[b], self.current[b]
        if not body.free or self.grid.bits is None:
            return now
        digits = self.grid.short
        moved = self.grid.displacement(sub(now.z, body.centre), digits)
        return Placement(add(body.centre, moved), self.grid.both(now.c, digits))

    def look_back(self, b, before, now):
        """What the last step says of this one: the last turn κ + s⁻ i, β, the last move of the centroid, what loads
        add to the sweep, h² T / I, and the target."""
        self.length[b] = dot(now.c, now.c)
        if self.grid.bits is None:
            difference = sub(now.c, before.c)
            cosine = (1 + self.length[b] - dot(difference, difference)) / 2
            twice = sub(scale(2, now.c), before.c)
            self.turn[b] = cosine, product(twice, conjugate(now.c))[1]
            self.back[b] = sub((1, 0), quotient(before.c, now.c))
        else:
            self.turn[b] = self.grid.both(product(now.c, conjugate(before.c)), self.grid.bits)
            self.back[b] = sub((1, 0), conjugate(self.turn[b]))
        self.moved[b] = sub(now.z, before.z)
        body, square = self.bodies[b], self.run.step**2
        self.loaded[b] = square * body.torque(self.short[b].c) / body.inertia
        fall = scale(square / body.mass, body.pull(self.run.gravity))
        self.target[b] = (*add(self.moved[b], fall), self.turn[b][1] + self.loaded[b])

    def point(self, b, arm):
        """A body point: where it is at the short placement, and its move to first order, δ = d + s·turn + shift."""
        return self.point_at(b, product(self.short[b].c, arm))

    def point_at(self, b, turned):
        """The body point that is off the centroid by this much at the short placement."""
        place = add(self.short[b].z, turned)
        if not self.bodies[b].free:
            return Point(b, place, STILL, STILL, STILL)
        length = self.length[b]
        turn = scale(1 / length, quarter_turn(turned))
        shift = scale(self.turn[b][0] / length - 1, turned)
        last = add(self.moved[b], product(self.back[b], turned))
        return Point(b, place, turn, shift, last)

    def vertex(self, b, part, v):
        if (b, part, v) not in self.points:
            self.points[b, part, v] = self.point(b, self.bodies[b].arm(part, v))
        return self.points[b, part, v]

    def row(self, row):
        """The value of a row."""
        if row not in self.rows:
            self.rows[row] = self.new_row(row)
        return self.rows[row]

    def new_row(self, row):
        r, p, q = self.three_points(row)
        edge, away = sub(q.place, p.place), sub(r.place, p.place)
        normal = edge[1], -edge[0]
        weights = {}
        if self.bodies[r.body].free:
            weights[r.body] = (*normal, cross(r.turn, edge))
        if self.bodies[p.body].free:
            turns = cross(away, sub(q.turn, p.turn)) - cross(p.turn, edge)
            weights[p.body] = (-normal[0], -normal[1], turns)
        bias = self.rounded_gap(row) + cross(sub(r.shift, p.shift), edge) + cross(away, sub(q.shift, p.shift))
        bias += cross(sub(r.last, p.last), sub(q.last, p.last))
        return Form(weights, bias)

    def slip(self, row):
        """The slip of a row, by section 9."""
        if row not in self.slips:
            self.slips[row] = self.new_slip(row)
        return self.slips[row]

    def new_slip(self, row):
        r, p, q = self.three_points(row)
        edge = sub(q.place, p.place)
        below = self.point_at(p.body, sub(r.place, self.short[p.body].z))
        weights = {}
        for point, sign in (r, 1), (below, -1):
            if self.bodies[point.body].free:
                weights[point.body] = (*scale(sign, edge), sign * dot(edge, point.turn))
        return Form(weights, dot(edge, sub(r.shift, below.shift)))

    def three_points(self, row):
        b, part, v, c, other, e = row
        following = (e + 1) % len(self.bodies[c].whole_arms[other])
        return self.vertex(b, part, v), self.vertex(c, other, e), self.vertex(c, other, following)

    def rounded_gap(self, row):
        return self.grid.number(self.gaps(row), None if self.grid.bits is None else 2 * self.grid.bits)

    def gap_velocity(self, row, velocities):
        """Under velocities (w_x, w_y, σ) per step, with which a body point moves by w + σ J c° q: unlike a sweep, a spin
        is not divided by |c|²."""
        return sum(dot(weights[:2], velocities[b][:2]) + weights[2] * self.length[b] * velocities[b][2]
                   for b, weights in self.row(row).weights.items())

    def pin(self, k):
        """The value of a pin, as one form along x and one along y."""
        pin = self.run.pins[k]
        first, second = (self.run.point(self.current, b, pin.at) for b in (pin.first, pin.second))
        apart = sub(first, second)
        if self.grid.bits is not None:
            apart = self.grid.displacement(apart, 2 * self.grid.bits)
        weights, bias = ({}, {}), apart
        for b, sign in (pin.first, 1), (pin.second, -1):
            if b is not None and self.bodies[b].free:
                point = self.point(b, sub(pin.at, self.bodies[b].centre))
                weights[0][b] = (sign, 0, sign * point.turn[0])
                weights[1][b] = (0, sign, sign * point.turn[1])
                bias = add(bias, scale(sign, point.shift))
        return Form(weights[0], bias[0]), Form(weights[1], bias[1])


class Program:
    """Forms as integers over one unit. A name is that of a row, ("slip", row), or ("pin", k, axis)."""

    def __init__(self, named):
        numbers = [number for form in named.values() for number in (form.bias, *sum(form.weights.values(), ()))]
        self.unit = math.lcm(*(Fraction(number).denominator for number in numbers))
        self.weights = {name: {b: self.whole(weights) for b, weights in form.weights.items()}
                        for name, form in named.items()}
        self.bias = {name: self.whole((form.bias,))[0] for name, form in named.items()}

    def whole(self, numbers):
        return tuple(int(number * self.unit) for number in numbers)

    def pushes(self, forces):
        """What forces, listed as (name, size), do to each body, times the unit."""
        total = {}
        for name, size in forces:
            for b, weights in self.weights[name].items():
                total[b] = add(total.get(b, (0, 0, 0)), scale(size, weights))
        return total

    def values(self, names, motions):
        """The sign-true values of forms under motions: each times the unit and a common positive number, which comes
        second."""
        common = math.lcm(*(x.denominator for motion in motions.values() for x in map(Fraction, motion)))
        whole = {b: tuple(int(x * common) for x in motion) for b, motion in motions.items()}
        found = {name: common * self.bias[name] + sum(dot(weights, whole[b]) for b, weights in self.weights[name].items())
                 for name in names}
        return found, common * self.unit
