"""Solids in a state: vectors, rotations and bodies, written from section 14 of RUN.md alone."""

from fractions import Fraction
from math import lcm
from types import SimpleNamespace

from law_numbers import rounded
from reading import add, dot, loads_by_body, scale, sub
from space_scene import ZERO, cross

IDENTITY = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def transposed(matrix): return tuple(zip(*matrix))
def rounded_vector(p, bits): return tuple(rounded(x, bits) for x in p)
def size(p): return sum(map(abs, p))


def whole_matrix(rows):
    """The least common denominator of some rows of numbers, and the rows as integers over it."""
    unit = lcm(*(x.denominator for row in rows for x in row))
    return unit, [tuple(x.numerator * (unit // x.denominator) for x in row) for row in rows]


def times(matrix, p):
    (unit, rows), (below, (whole,)) = whole_matrix(matrix), whole_matrix([p])
    return tuple(Fraction(dot(row, whole), unit * below) for row in rows)


def skew(v):
    """[v]."""
    x, y, z = v
    return (0, -z, y), (z, 0, -x), (-y, x, 0)


def matrix_product(a, b):
    columns = transposed(b)
    return tuple(tuple(dot(row, column) for column in columns) for row in a)


def solved(matrix, right):
    """The vector that a matrix takes to another one; None if its determinant is 0."""
    a, b, c = transposed(matrix)
    determinant = dot(a, cross(b, c))
    if determinant == 0:
        return None
    return tuple(Fraction(dot(right, minor), determinant) for minor in (cross(b, c), cross(c, a), cross(a, b)))


def quaternion_product(p, q):
    w = p[0] * q[0] - dot(p[1], q[1])
    return w, add(add(scale(p[0], q[1]), scale(q[0], p[1])), cross(p[1], q[1]))


def rotation(q):
    """R(q)."""
    w, v = q
    unit = lcm(*(x.denominator for x in (w, *v)))
    w, *v = (x.numerator * (unit // x.denominator) for x in (w, *v))
    square, of_vector = w * w, dot(v, v)
    around = skew(v)
    return tuple(tuple(Fraction((square - of_vector) * (i == k) + 2 * v[i] * v[k] + 2 * w * around[i][k], square + of_vector)
                       for k in range(3)) for i in range(3))


class Body:
    """What the scene says of a body."""

    def __init__(self, scene, body):
        self.name, self.fixed = body.name, body.fixed
        home = ZERO if body.fixed else body.centroid
        self.parts = [SimpleNamespace(arms=[sub(x, home) for x in one.vertices], radius=one.radius, normals=one.normals) for one in body.solids]
        self.reach = max(size(arm) for part in self.parts for arm in part.arms)
        if body.fixed:
            return
        unit, rows = whole_matrix(body.inertia)
        self.inverse = transposed([scale(unit, solved(rows, axis)) for axis in IDENTITY])
        self.home, self.mass, self.inertia, self.velocity, self.spin = home, body.mass, body.inertia, body.velocity, body.spin
        loads = loads_by_body(scene).get(body.name, ())
        force = self.couple = ZERO
        for load in loads:
            force, self.couple = add(force, load.force), add(self.couple, load.torque)
        self.loads = [(sub(load.at, home), load.force) for load in loads]
        self.fall = add(scene.gravity, scale(1 / Fraction(body.mass), force))

    def torque(self, rotation):
        """T(A)."""
        total = self.couple
        for arm, force in self.loads:
            total = add(total, cross(times(rotation, arm), force))
        return total


class Placed:
    """A body where a state has it."""

    def __init__(self, body, state, grid):
        self.body, self.state, self.grid = body, state, grid
        if body.fixed:
            self.z, self.rotation = ZERO, IDENTITY
            return
        numbers = [Fraction(number, 2**grid) for k, number in enumerate(state) if k != 3]
        moved, turn, self.v, self.momentum = (tuple(numbers[k:k + 3]) for k in (0, 3, 6, 9))
        components = list(turn)
        components.insert(state[3], Fraction(1))
        self.q = components[0], tuple(components[1:])
        self.z = add(body.home, moved)
        self.rotation = tuple(rounded_vector(row, 2 * grid) for row in rotation(self.q))

    def vertices(self, part):
        (unit, rows), (below, arms), (home, (z,)) = whole_matrix(self.rotation), whole_matrix(part.arms), whole_matrix([self.z])
        common = lcm(unit * below, home)
        of_arm, of_home = common // (unit * below), common // home
        return [tuple(Fraction(of_arm * dot(row, arm) + of_home * x, common) for row, x in zip(rows, z)) for arm in arms]

    def place(self, arm):
        """Where the body has the point with an arm."""
        return add(self.z, times(self.rotation, arm))

    def arm_of(self, x):
        """The arm of a point in the axes of the body."""
        return self.own(sub(x, self.z))

    def in_state(self, state):
        """The same body in another state."""
        return Placed(self.body, state, self.grid)

    def moved(self, z, q):
        """The same body with another place and quaternion."""
        found = Placed(self.body, self.state, self.grid)
        found.z, found.rotation = z, tuple(rounded_vector(row, 2 * self.grid) for row in rotation(q))
        return found

    def spin(self):
        """The spin in the axes of the body."""
        return times(self.body.inverse, self.own(self.momentum))

    def own(self, vector):
        """A vector in the axes of the body."""
        return times(transposed(self.rotation), vector)

    def energy(self):
        own = self.own(self.momentum)
        return (self.body.mass * dot(self.v, self.v) + dot(own, times(self.body.inverse, own))) / 2


def between(old, new):
    """The quaternion from one pose of a body to another."""
    w, v = old.q
    return quaternion_product((w, scale(-1, v)), new.q)
