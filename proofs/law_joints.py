"""Joints of runs in space, written from section 18 of RUN.md alone."""

from fractions import Fraction

from law_solids import IDENTITY, size, times, whole_cross
from law_state import power_of_two_below
from reading import add, dot, scale, sub
from space_scene import ZERO, cross


class Held:
    """A point or a direction of a body. Its body is None if that is fixed."""

    def __init__(self, body, arm, is_point):
        self.body, self.arm, self.is_point = body, arm, is_point

    def at(self, poses):
        """The point, or the direction, in some poses."""
        if self.body is None:
            return self.arm
        pose = poses[self.body]
        return pose.place(self.arm) if self.is_point else times(pose.rotation, self.arm)

    def slope(self, u, poses):
        """The derivative of u·at by the move and the turn of the body."""
        return (u if self.is_point else ZERO), whole_cross(self.arm, poses[self.body].own(u))


class Point:
    """r = x_Q - x_P. As in each constraint, `at` gives the components of r in some poses, and `terms` a list [(u, held), …] of
    each; its derivative is the sum of those of u·held."""

    def __init__(self, p, q):
        self.p, self.q = p, q

    def at(self, poses):
        return sub(self.q.at(poses), self.p.at(poses))

    def terms(self, poses):
        return [[(e, self.q), (scale(-1, e), self.p)] for e in IDENTITY]


class Across:
    """r = u_P·(x_Q - x_P), times a factor."""

    def __init__(self, factor, u, p, q):
        self.factor, self.u, self.p, self.q = factor, u, p, q

    def vectors(self, poses):
        return scale(self.factor, self.u.at(poses)), sub(self.q.at(poses), self.p.at(poses))

    def at(self, poses):
        return [dot(*self.vectors(poses))]

    def terms(self, poses):
        u, d = self.vectors(poses)
        return [[(scale(self.factor, d), self.u), (u, self.q), (scale(-1, u), self.p)]]


class Turn:
    """r = Σ e_P × e_Q, times a factor."""

    def __init__(self, factor, axes):
        self.factor, self.axes = factor, axes

    def vectors(self, poses):
        return [(scale(self.factor, p.at(poses)), q.at(poses)) for p, q in self.axes]

    def at(self, poses):
        r = ZERO
        for a, b in self.vectors(poses):
            r = add(r, whole_cross(a, b))
        return r

    def terms(self, poses):
        found = [], [], []
        for (p, q), (a, b) in zip(self.axes, self.vectors(poses)):
            b = scale(self.factor, b)
            for own, e in zip(found, IDENTITY):
                own += [(cross(b, e), p), (cross(e, a), q)]
        return found


class Perpendicular:
    """r = a_P·b_Q, times a factor."""

    def __init__(self, factor, p, q):
        self.factor, self.p, self.q = factor, p, q

    def at(self, poses):
        return [self.factor * dot(self.p.at(poses), self.q.at(poses))]

    def terms(self, poses):
        a, b = self.p.at(poses), self.q.at(poses)
        return [[(scale(self.factor, b), self.p), (scale(self.factor, a), self.q)]]


class Distance:
    """r = (|y_Q - x_P|² - square)/2, times a factor."""

    def __init__(self, factor, square, p, q):
        self.factor, self.square, self.p, self.q = factor, square, p, q

    def at(self, poses):
        d = sub(self.q.at(poses), self.p.at(poses))
        return [self.factor * (dot(d, d) - self.square) / 2]

    def terms(self, poses):
        u = scale(self.factor, sub(self.q.at(poses), self.p.at(poses)))
        return [[(u, self.q), (scale(-1, u), self.p)]]


class Joint:
    """A joint of the scene, for the bodies of a run. `ids` are those of P and Q, `free` those of its free bodies."""

    def __init__(self, joint, bodies, grid):
        self.ids = tuple(joint.ids)
        self.bodies = [bodies[b] for b in self.ids]
        self.free = [b for b, body in zip(self.ids, self.bodies) if not body.fixed]
        free = [body for body in self.bodies if not body.fixed]
        self.length = root_below(max(sum(body.inertia[k][k] for k in range(3)) / Fraction(body.mass) for body in free))
        heaviest = max(Fraction(body.mass) for body in free)
        self.compliance = 1 / (2 ** (grid // 2) * power_of_two_below(heaviest))
        self.constraints = [*self.constraints_of(joint)]

    def constraints_of(self, joint):
        """In the order of FORMAT.md; a line and an axis are two, of one component each."""
        kind = joint.kind
        if kind in ("ball", "hinge", "universal", "weld"):
            yield Point(self.point(0, joint.at), self.point(1, joint.at))
        if kind in ("slider", "cylinder"):
            for u in across(joint.axis):
                yield Across(1 / size_of(u), self.direction(0, u), self.point(0, joint.at), self.point(1, joint.at))
        if kind in ("hinge", "cylinder"):
            for u in across(joint.axis):
                yield Perpendicular(self.length / (size_of(u) * size_of(joint.axis)), *self.directions(u, joint.axis))
        if kind in ("slider", "weld"):
            yield Turn(self.length / 2, [self.directions(e, e) for e in IDENTITY])
        if kind == "universal":
            a, b = joint.axes
            yield Perpendicular(self.length / (size_of(a) * size_of(b)), *self.directions(a, b))
        if kind == "rod":
            x, y = joint.ends
            d = sub(y, x)
            yield Distance(1 / size_of(d), dot(d, d), self.point(0, x), self.point(1, y))

    def point(self, side, x):
        body = self.bodies[side]
        return Held(None, x, True) if body.fixed else Held(self.ids[side], sub(x, body.home), True)

    def direction(self, side, a):
        return Held(None if self.bodies[side].fixed else self.ids[side], a, False)

    def directions(self, a, b):
        return self.direction(0, a), self.direction(1, b)

    def gapes(self, poses):
        """The components of r of all constraints, as they are in some poses."""
        return [x for constraint in self.constraints for x in constraint.at(poses)]

    def forms(self, poses):
        """D: of each component of r the derivative by the motion of each free body."""
        for constraint in self.constraints:
            for terms in constraint.terms(poses):
                form = {}
                for u, held in terms:
                    if held.body is not None:
                        own = held.slope(u, poses)
                        form[held.body] = tuple(map(add, form[held.body], own)) if held.body in form else own
                yield form


class Spring:
    """A component of an r in a program: what it is at the motion 0, its derivative, and how far it gives way to a force."""

    def __init__(self, form, constant, compliance):
        self.form, self.constant, self.compliance = form, constant, compliance


def across(a):
    """u and v."""
    axis = min(range(3), key=lambda k: (abs(a[k]), k))
    u = cross(a, IDENTITY[axis])
    return u, cross(a, u)


def size_of(v):
    """s(v)."""
    return power_of_two_below(Fraction(size(v)))


def root_below(square):
    """The power of two ℓ with ℓ² ≤ square < 4 ℓ²."""
    found, whole = Fraction(1), power_of_two_below(square)
    while found * found > whole:
        found /= 2
    while 4 * found * found <= whole:
        found *= 2
    return found
