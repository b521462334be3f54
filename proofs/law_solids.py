"""Solids in a state: vectors, rotations and bodies, written from section 14 of RUN.md alone."""

from fractions import Fraction
from functools import cached_property, lru_cache
from math import isqrt, lcm

from law_numbers import nearest_of, rounded
from reading import add, dot, loads_by_body, scale, sub
from space_scene import ZERO, cross

IDENTITY = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def transposed(matrix): return tuple(zip(*matrix))
def rounded_vector(p, bits): return tuple(rounded(x, bits) for x in p)


def size(p):
    """The 1-norm of a vector."""
    found = [abs(x) for x in p if x]
    return sum(found[1:], found[0]) if found else 0


def whole_matrix(rows):
    """The least common denominator of some rows of numbers, and the rows as integers over it."""
    ratios = [[x.as_integer_ratio() for x in row] for row in rows]
    unit = lcm(*[bottom for row in ratios for _, bottom in row])
    return unit, tuple([tuple([top * (unit // bottom) for top, bottom in row]) for row in ratios])


def times(matrix, p):
    (unit, rows), (below, (whole,)) = whole_matrix(matrix), whole_matrix([p])
    return tuple(Fraction(dot(row, whole), unit * below) for row in rows)


def whole_cross(p, q):
    """The vector product of numbers that may be long, by integers."""
    (unit, (p,)), (below, (q,)) = whole_matrix([p]), whole_matrix([q])
    return tuple([Fraction(x, unit * below) for x in cross(p, q)])


def skew(v):
    """[v]."""
    x, y, z = v
    return (0, -z, y), (z, 0, -x), (-y, x, 0)


def matrix_product(a, b):
    columns = transposed(b)
    return tuple(tuple(dot(row, column) for column in columns) for row in a)


def inverse_times(matrix):
    """The determinant of a matrix, and so many times its inverse."""
    a, b, c = transposed(matrix)
    rows = cross(b, c), cross(c, a), cross(a, b)
    return dot(a, rows[0]), rows


def solved(matrix, right):
    """The vector that a matrix takes to another one; None if its determinant is 0."""
    determinant, rows = inverse_times(matrix)
    return tuple(Fraction(dot(row, right), determinant) for row in rows) if determinant else None


def quaternion_product(p, q):
    w = p[0] * q[0] - dot(p[1], q[1])
    return w, add(add(scale(p[0], q[1]), scale(q[0], p[1])), cross(p[1], q[1]))


@lru_cache(maxsize=256)
def whole_rotation(q, bits):
    """[R(q)], over 2^bits; those of most bodies are equal."""
    w, v = q
    unit = lcm(*(x.denominator for x in (w, *v)))
    w, *v = (x.numerator * (unit // x.denominator) for x in (w, *v))
    square, of_vector = w * w, dot(v, v)
    around = skew(v)
    return tuple(tuple(nearest_of((square - of_vector) * (i == k) + 2 * v[i] * v[k] + 2 * w * around[i][k] << bits, square + of_vector)
                       for k in range(3)) for i in range(3))


class Part:
    """A part, with its arms, which are also integers over a unit."""

    def __init__(self, one, unit, home):
        factor = unit // one.unit
        self.radius, self.normals, self.unit, self.widths = one.radius, one.normals, unit, {}
        self.whole = [(factor * x - home[0], factor * y - home[1], factor * z - home[2]) for x, y, z in one.whole]
        self.edges, self.rows = one.edges, None

    @cached_property
    def arms(self):
        return [tuple(Fraction(x, self.unit) for x in arm) for arm in self.whole]

    @cached_property
    def beside(self):
        """The vertices with those to which edges lead from each of them."""
        numbered = [(*arm, v) for v, arm in enumerate(self.whole)]
        found = [[] for _ in numbered]
        for u, v in self.edges:
            found[u].append(numbered[v])
            found[v].append(numbered[u])
        return numbered, found

    def spans(self, rows):
        """Along each axis the least and the greatest place of a vertex from the centroid, turned. Often nothing has turned."""
        if self.rows is not rows:
            places = [[a * x + b * y + c * w for x, y, w in self.whole] for a, b, c in rows]
            self.rows, self.ends = rows, [(min(own), max(own)) for own in places]
        return self.ends

    def furthest(self, m):
        """The greatest m·x of the vertices. If there are many, edges that rise lead to it from the best of a few of them: the
        part is convex, so that from any other vertex some edge rises."""
        a, b, c = m
        if len(self.whole) < 16:
            return max([a * x + b * y + c * z for x, y, z in self.whole])
        numbered, beside = self.beside
        step, most = isqrt(len(numbered)), None
        best, vertex = max([(a * x + b * y + c * z, v) for x, y, z, v in numbered[::step]])
        while most is None or best > most:
            most = best
            best, vertex = max([(a * x + b * y + c * z, v) for x, y, z, v in beside[vertex]])
        return most


class Body:
    """What the scene says of a body."""

    def __init__(self, scene, body):
        self.name, self.fixed = body.name, body.fixed
        home = ZERO if body.fixed else body.centroid
        self.unit = lcm(*(x.denominator for x in home), *(one.unit for one in body.solids))
        self.whole_home = [x.numerator * (self.unit // x.denominator) for x in home]
        self.parts = [Part(one, self.unit, self.whole_home) for one in body.solids]
        sizes = [abs(x) + abs(y) + abs(z) for part in self.parts for x, y, z in part.whole]
        self.reach = Fraction(max(sizes, default=0), self.unit)
        if body.fixed:
            return
        self.home, self.mass, self.inertia, self.velocity, self.spin = home, body.mass, body.inertia, body.velocity, body.spin
        self.whole_inertia = whole_matrix(body.inertia)
        loads = loads_by_body(scene).get(body.name, ())
        force = self.couple = ZERO
        for load in loads:
            force, self.couple = add(force, load.force), add(self.couple, load.torque)
        self.loads = [(sub(load.at, home), load.force) for load in loads]
        self.fall = add(scene.gravity, scale(1 / Fraction(body.mass), force)) if any(force) else scene.gravity
        self.whole_fall = whole_matrix([self.fall])

    @cached_property
    def whole_inverse(self):
        unit, rows = self.whole_inertia
        below, rows = inverse_times(rows)
        return below, [scale(unit, row) for row in rows]

    @cached_property
    def inverse(self):
        below, rows = self.whole_inverse
        return tuple(tuple(Fraction(x, below) for x in row) for row in rows)

    def per_inertia(self, vector):
        """I⁻¹ times a vector."""
        (below, rows), (unit, (whole,)) = self.whole_inverse, whole_matrix([vector])
        return tuple([Fraction(dot(row, whole), below * unit) for row in rows])

    def size(self, along, around):
        """f M⁻¹ f, for the coefficients of the move and the turn."""
        (below, rows), (unit, (whole,)) = self.whole_inverse, whole_matrix([around])
        return dot(along, along) / Fraction(self.mass) + Fraction(dot(whole, [dot(row, whole) for row in rows]), below * unit**2)

    def torque(self, at):
        """T(A), where the body is placed."""
        total = self.couple
        for arm, force in self.loads:
            total = add(total, cross(times(at.rotation, arm), force))
        return total


class Placed:
    """A body where a state has it. Its numbers are Fractions, and integers over a unit where there are many of them."""

    def __init__(self, body, state, grid):
        self.body, self.state, self.grid = body, state, grid

    @cached_property
    def whole_q(self):
        """The quaternion times 2^g."""
        components = list(self.state[4:7])
        components.insert(self.state[3], 2**self.grid)
        return components[0], tuple(components[1:])

    @cached_property
    def q(self):
        w, v = self.whole_q
        return Fraction(w, 2**self.grid), self.vector(v)

    @cached_property
    def z(self):
        return ZERO if self.body.fixed else add(self.body.home, self.vector(self.state[:3]))

    @cached_property
    def v(self):
        return self.vector(self.state[7:10])

    @cached_property
    def momentum(self):
        return self.vector(self.state[10:])

    def vector(self, whole):
        return tuple(Fraction(x, 2**self.grid) for x in whole)

    @cached_property
    def rows(self):
        """The rotation, over 2^2g; of a fixed body, over 1."""
        return IDENTITY if self.body.fixed else whole_rotation(self.whole_q, 2 * self.grid)

    @property
    def unit(self):
        return 1 if self.body.fixed else 4**self.grid

    @cached_property
    def rotation(self):
        return tuple(tuple(Fraction(x, self.unit) for x in row) for row in self.rows)

    @cached_property
    def whole_z(self):
        """Over the units of the body and of the rotation; of a fixed body the origin."""
        if self.body.fixed:
            return 0, 0, 0
        unit, grid = self.body.unit, self.grid
        return [(home << grid) + unit * x << grid for home, x in zip(self.body.whole_home, self.state)]

    def extent(self, part):
        """Along each axis the least and the greatest place of a vertex of a part, over the units of the body and of the rotation."""
        return [(z + least, z + most) for z, (least, most) in zip(self.whole_z, part.spans(self.rows))]

    def turned_back(self, m):
        """A vector in the axes of the body, over the unit of the rotation."""
        return [dot(column, m) for column in transposed(self.rows)]

    def furthest(self, part, m):
        """The greatest m·x of the vertices of a part, for integers m."""
        most = part.furthest(self.turned_back(m))
        return Fraction(dot(m, self.whole_z) + most, self.unit * self.body.unit)

    @cached_property
    def z_over_one_unit(self):
        return whole_matrix([self.z])

    def place(self, arm):
        """Where the body has the point with an arm."""
        (unit, (place,)), (below, (whole,)) = self.z_over_one_unit, whole_matrix([arm])
        of_arm, of_place = unit, below * self.unit
        return tuple([Fraction(of_place * x + of_arm * dot(row, whole), unit * of_place) for x, row in zip(place, self.rows)])

    def arm_of(self, x):
        """The arm of a point in the axes of the body."""
        (unit, (place,)), (below, (whole,)) = self.z_over_one_unit, whole_matrix([x])
        between = [unit * own - below * home for own, home in zip(whole, place)]
        return tuple([Fraction(dot(column, between), unit * below * self.unit) for column in transposed(self.rows)])

    def in_state(self, state):
        """The same body in another state."""
        return Placed(self.body, state, self.grid)

    def moved(self, z, q):
        """The same body with another place and quaternion; the place is of no grid, so it has no `whole_z`."""
        found = Placed(self.body, self.state, self.grid)
        found.z, found.q, found.whole_z, found.rows = z, q, None, whole_rotation(q, 2 * self.grid)
        return found

    def spin(self):
        """The spin in the axes of the body."""
        return times(self.body.inverse, self.own(self.momentum))

    def own(self, vector):
        """A vector in the axes of the body."""
        below, (whole,) = whole_matrix([vector])
        return tuple(Fraction(dot(column, whole), below * self.unit) for column in transposed(self.rows))

    @cached_property
    def energy(self):
        own = [dot(column, self.state[10:]) for column in transposed(self.rows)]
        below, inverse = self.body.whole_inverse
        turning = Fraction(sum(x * dot(row, own) for x, row in zip(own, inverse)), below << 6 * self.grid)
        return (self.body.mass * Fraction(dot(self.state[7:10], self.state[7:10]), 4**self.grid) + turning) / 2


def between(old, new):
    """The quaternion from one state of a body to another, times 2^2g."""
    w, v = old.whole_q
    return quaternion_product((w, scale(-1, v)), new.whole_q)
