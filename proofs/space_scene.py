"""Section 11 of FORMAT.md, `zwang-space-1`: what a scene in space says, and its digest. All that is as in the plane comes from
reading.py. Bodies have `solids`, one per part, with `vertices`, `faces`, `normals` and `radius`: those of the core of a rounded part,
and the radius 0 of any other one."""

import hashlib, json, math
from fractions import Fraction
from functools import lru_cache
from types import SimpleNamespace
from reading import (PAIR, SCENE, BODY, Work, add, added, bits_of, dot, ends_of_side, loads_by_body, need, not_negative, name, number,
                     positive, read, read_plane_scene, read_toml, rounded, Spelled, scale, smaller_friction, sub, unexpected, unique)

FORMAT, ZERO = "zwang-space-1", (Fraction(0),) * 3


def cross(p, q):
    return p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]


def point(value):
    if type(value) is not list or len(value) != 3:
        raise unexpected(value, "expected a list of three numbers")
    return tuple(map(number, value))


def quaternion(value):
    if type(value) is not list or len(value) != 4 or not any(map(number, value)):
        raise unexpected(value, "expected four numbers that are not all 0")
    return tuple(map(number, value))


def inertia_matrix(value):
    if type(value) is not list or len(value) != 3:
        raise unexpected(value, "expected a list of three numbers or of three points")
    if type(value[0]) is list:
        rows = tuple(map(point, value))
    else:
        a, b, c = point(value)
        rows = (a, Fraction(0), Fraction(0)), (Fraction(0), b, Fraction(0)), (Fraction(0), Fraction(0), c)
    (a, b, c), (d, e, f), (g, h, i) = rows
    need((b, c, f) == (d, g, h), "found an inertia that is not symmetric")
    half = (a + e + i) / 2
    second = (half - a, -b, -c), (-d, half - e, -f), (-g, -h, half - i)
    leading = a, a * e - b * d, determinant(rows)
    need(min(leading) > 0 and min(principal_minors(second)) >= 0, "found an inertia that no body has")
    return rows


def determinant(rows):
    return dot(rows[0], cross(rows[1], rows[2]))


def principal_minors(rows):
    yield from (rows[k][k] for k in range(3))
    yield from (rows[k][k] * rows[m][m] - rows[k][m] * rows[m][k] for k, m in ((0, 1), (0, 2), (1, 2)))
    yield determinant(rows)


BOX = {"center": point, "size": (positive,) * 3, "rotation?": quaternion, "radius?": positive}
BALL, CAPSULE = {"center": point, "radius": positive}, {"from": point, "to": point, "radius": positive}
SHAPES = "parts", "box", "ball", "capsule"
LEFT_OUT = "rectangle?", "disk?", "inertia?", "restitution?", "torque?", "spin?", "parts?", "centroid?", "velocity?", "force?"
BODY_IN_SPACE = {key: shape for key, shape in BODY.items() if key not in LEFT_OUT} | {
    "parts?": [rounded(point)], "box?": BOX, "ball?": BALL, "capsule?": CAPSULE, "inertia?": inertia_matrix, "centroid?": point,
    "velocity?": point, "spin?": point, "force?": point, "torque?": point}
LOAD_IN_SPACE = {"name": name, "body": name, "at?": point, "force?": point, "torque?": point}
KINDS_OF_JOINTS = {
    "ball": {"at": point}, "hinge": {"at": point, "axis": point}, "slider": {"at": point, "axis": point},
    "cylinder": {"at": point, "axis": point}, "universal": {"at": point, "axes": (point, point)}, "weld": {"at": point},
    "rod": {"ends": (point, point)}}


def joint(value):
    """A joint, with None for the keys that its kind has not."""
    kind = value.get("kind") if type(value) is dict else None
    if type(kind) is not str or kind not in KINDS_OF_JOINTS:
        raise unexpected(value, f"expected a joint of a kind, one of {[*KINDS_OF_JOINTS]}")
    found = read(value, {"kind": name, "bodies": PAIR["bodies"]} | KINDS_OF_JOINTS[kind])
    return SimpleNamespace(**{"at": None, "axis": None, "axes": None, "ends": None} | vars(found))


SCENE_IN_SPACE = {key: shape for key, shape in SCENE.items() if key not in ("pin?", "restitution?", "gravity?")} | {
    "gravity?": point, "body": [BODY_IN_SPACE], "pair?": [{"bodies": PAIR["bodies"], "friction": not_negative}],
    "load?": [LOAD_IN_SPACE], "bond?": [{"bodies": PAIR["bodies"], "at": point, "pull": point}],
    "joint?": [joint]}
SIGNS = (-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1), (-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)


def turned(q, p):
    """R p."""
    w, v = q[0], q[1:]
    twice = scale(2 * dot(v, p), v)
    total = add(add(scale(w * w - dot(v, v), p), twice), scale(2 * w, cross(v, p)))
    return scale(1 / (w * w + dot(v, v)), total)


def corners(low, high):
    """Of a box along the axes, given its lowest and its highest corner."""
    (a, b, c), (d, e, f) = low, high
    return [(a, b, c), (d, b, c), (d, e, c), (a, e, c), (a, b, f), (d, b, f), (d, e, f), (a, e, f)]


def box_vertices(box):
    if box.rotation is None:
        return corners(*zip(*map(ends_of_side, box.center, box.size)))
    half = scale(Fraction(1, 2), box.size)
    arms = [tuple(sign * side for sign, side in zip(signs, half)) for signs in SIGNS]
    return [add(box.center, turned(box.rotation, arm)) for arm in arms]


def whole_points(points):
    """The least common denominator of the coordinates, and the points as integers over it."""
    unit = math.lcm(*(x.denominator for p in points for x in p))
    return unit, [tuple(x.numerator * (unit // x.denominator) for x in p) for p in points]


def primitive(vector):
    divisor = math.gcd(*vector)
    return tuple(x // divisor for x in vector)


def corners_of_face(points, inside, n):
    """The corners of the face with the normal n, counter-clockwise around n, given the numbers of points in its plane, all of its
    corners among them."""
    dropped = max(range(3), key=lambda axis: abs(n[axis]))
    axes = [axis for axis in range(3) if axis != dropped]
    flat = sorted((tuple(points[k][axis] for axis in axes), k) for k in inside)
    chains = []
    for line in flat, flat[::-1]:
        chain = []
        for p, k in line:
            while len(chain) > 1 and turn(chain[-2][0], chain[-1][0], p) <= 0:
                chain.pop()
            chain.append((p, k))
        chains.append(chain[:-1])
    found = [k for chain in chains for _, k in chain]
    # Without the axis y, z and x are exchanged.
    clockwise = (n[dropped] > 0) == (dropped == 1)
    return found[::-1] if clockwise else found


def turn(p, q, r):
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


class Hull:
    """The convex hull of integer points by Quickhull (Barber, Dobkin and Huhdanpaa 1996), in triangles. A point joins it that is
    above some triangle: those that it is above make place for triangles from their border to the point. The border of what
    another point is above either stays, or has such a triangle, which that point is above as well. So each point that is
    outside is noted at a triangle, and those noted at none are in the hull."""

    def __init__(self, points):
        self.points, self.beside, self.triangles = points, {}, []
        arms = [sub(p, points[0]) for p in points]
        third = next((k for k, arm in enumerate(arms) if any(cross(arms[1], arm))), 0)
        n = cross(arms[1], arms[third])
        fourth = next((k for k, arm in enumerate(arms) if dot(n, arm)), None)
        need(fourth is not None, "found a part in one plane")
        base = (0, 1, third) if dot(n, arms[fourth]) < 0 else (1, 0, third)
        self.join(fourth, sides_of(base[::-1]), self.add(base, range(len(points))))
        for triangle in self.triangles:
            if triangle.stays and triangle.above:
                self.grow(triangle)

    def join(self, k, border, others):
        """Adds the triangles from a border to a point. Those of the other points that are above one are noted there."""
        for edge in border:
            others = self.add((*edge, k), others)

    def add(self, corners, others):
        p, q, r = (self.points[k] for k in corners)
        a, b, c = n = cross(sub(q, p), sub(r, p))
        height, above, rest = dot(n, p), [], []
        for k in others:
            x, y, z = self.points[k]
            (above if a * x + b * y + c * z > height else rest).append(k)
        triangle = SimpleNamespace(corners=corners, normal=n, height=height, above=above, stays=True)
        self.beside.update(dict.fromkeys(sides_of(corners), triangle))
        self.triangles.append(triangle)
        return rest

    def grow(self, triangle):
        """Joins the furthest of the points above a triangle."""
        n = triangle.normal
        furthest = max(triangle.above, key=lambda k: dot(n, self.points[k]))
        gone, border = [triangle], []
        triangle.stays = False
        for one in gone:
            for u, v in sides_of(one.corners):
                other = self.beside[v, u]
                if other.stays and dot(other.normal, self.points[furthest]) > other.height:
                    other.stays = False
                    gone.append(other)
                elif other.stays:
                    border.append((u, v))
        self.join(furthest, border, [k for one in gone for k in one.above if k != furthest])

    def faces(self):
        """The corners of each face by its normal."""
        triangles = {}
        for triangle in self.triangles:
            if triangle.stays:
                triangles.setdefault(primitive(triangle.normal), []).append(triangle.corners)
        heights = {n: dot(n, self.points[own[0][0]]) for n, own in triangles.items()}
        vertices = {k for own in triangles.values() for corners in own for k in corners}
        for k in {*range(len(self.points))} - vertices:
            is_on_a_face = any(dot(n, self.points[k]) == height for n, height in heights.items())
            need(is_on_a_face, "found a point inside of a part")
        return {n: [*own[0]] if len(own) == 1 else corners_of_face(self.points, {k for corners in own for k in corners}, n)
                for n, own in triangles.items()}


def sides_of(corners):
    return zip(corners, corners[1:] + corners[:1])


def solid(points, radius=Fraction(0)):
    """The polyhedron of a part: its vertices, faces and normals."""
    need(len(points) >= 4 and len(set(points)) == len(points), "found a part of fewer than 4 points, or one point twice")
    _, whole = whole_points(points)
    return with_corners(points, Hull(whole).faces(), radius)


def core(points, radius):
    """The core of a rounded part: a polyhedron, a polygon with two faces, a segment or a point."""
    need(points and len(set(points)) == len(points), "found a part without points, or one point twice")
    _, whole = whole_points(points)
    arms = [sub(p, whole[0]) for p in whole]
    n = next(filter(any, (cross(arms[1], arm) for arm in arms[1:])), None)
    if n is None:
        places = [dot(arms[-1], arm) for arm in arms]
        ends = sorted({places.index(min(places)), places.index(max(places))})
        return with_faces([points[k] for k in ends], [], radius)
    if any(dot(n, arm) for arm in arms):
        return solid(points, radius)
    sides = primitive(n), primitive(scale(-1, n))
    return with_corners(points, {n: corners_of_face(whole, range(len(whole)), n) for n in sides}, radius)


def with_corners(points, faces, radius):
    """What has the faces {n: [point, …]}, by the numbers of points; those in none of these lists are left out."""
    kept = sorted({k for face in faces.values() for k in face})
    numbers = {k: place for place, k in enumerate(kept)}
    listed = []
    for n, face in faces.items():
        face = [numbers[k] for k in face]
        least = face.index(min(face))
        listed.append((face[least:] + face[:least], n))
    return with_faces([points[k] for k in kept], sorted(listed), radius)


def with_faces(vertices, listed, radius):
    faces = [face for face, _ in listed]
    edges = {}
    for f, face in enumerate(faces):
        for u, v in sides_of(face):
            edges.setdefault((min(u, v), max(u, v)), []).append(f)
    return at_places(vertices, faces, [n for _, n in listed], edges, radius)


def at_places(vertices, faces, normals, edges, radius, places=None):
    unit, whole = places or whole_points(vertices)
    return SimpleNamespace(vertices=vertices, unit=unit, whole=whole, faces=faces, normals=normals, edges=edges, radius=radius, box=None)


@lru_cache(maxsize=1)
def cube():
    return solid([tuple(map(Fraction, signs)) for signs in SIGNS])


def box_solid(vertices, is_turned, radius):
    if is_turned:
        found = at_places(vertices, cube().faces, cube().normals, cube().edges, radius)
        ends = [[found.whole[k] for k in face[:3]] for face in found.faces]
        found.normals = [primitive(cross(sub(q, p), sub(r, p))) for p, q, r in ends]
        return found
    unit, ends = whole_points([vertices[0], vertices[6]])
    found = at_places(vertices, cube().faces, cube().normals, cube().edges, radius, (unit, corners(*ends)))
    found.box = ends
    return found


def integrals(solids):
    """The sums of section 11 over all parts: a unit U, and ∫1 times 6 U³, ∫x times 24 U⁴ and ∫x xᵀ times 120 U⁵, of that the
    numbers xx, yy, zz, yz, zx and xy."""
    return added([(one.unit, integrals_of_box(*one.box) if one.box else integrals_of_part(one)) for one in solids], (3, *[4] * 3, *[5] * 6))


def integrals_of_box(low, high):
    """Those of a box along the axes."""
    (a, b, c), (d, e, f) = low, high
    V, x, y, z = (d - a) * (e - b) * (f - c), a + d, b + e, c + f
    squares = 40 * V * (x * x - a * d), 40 * V * (y * y - b * e), 40 * V * (z * z - c * f)
    return 6 * V, 12 * V * x, 12 * V * y, 12 * V * z, *squares, 30 * V * y * z, 30 * V * z * x, 30 * V * x * y


def integrals_of_part(one):
    volume = x = y = z = xx = yy = zz = yz = zx = xy = 0
    for face in one.faces:
        a, b, c = one.whole[face[0]]
        for k, m in zip(face[1:], face[2:]):
            (d, e, f), (g, h, i) = one.whole[k], one.whole[m]
            w = a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g)
            p, q, r = a + d + g, b + e + h, c + f + i
            volume, x, y, z = volume + w, x + w * p, y + w * q, z + w * r
            xx += w * (a * a + d * d + g * g + p * p)
            yy += w * (b * b + e * e + h * h + q * q)
            zz += w * (c * c + f * f + i * i + r * r)
            yz += w * (b * c + e * f + h * i + q * r)
            zx += w * (c * a + f * d + i * g + r * p)
            xy += w * (a * b + d * e + g * h + p * q)
    return volume, x, y, z, xx, yy, zz, yz, zx, xy


def complete(body, work):
    """Finds the parts of a body, and fills in what it leaves out."""
    of_free_bodies = "density", "mass", "inertia", "centroid", "velocity", "spin", "force", "torque"
    given = [key for key in of_free_bodies if getattr(body, key) is not None] if body.fixed else []
    need(not given, f"body `{body.name}`: found {given} of a fixed body")
    body.solids = [*solids_of(body, work)]
    body.velocity, body.spin, body.fixed = body.velocity or ZERO, body.spin or ZERO, body.fixed or False
    with_mass, given = body.mass is not None, body.inertia is not None
    need(with_mass or not given, f"body `{body.name}`: found an inertia without mass")
    need(given or body.centroid is None, f"body `{body.name}`: found a centroid without mass and inertia")
    need(not with_mass or body.density is None, f"body `{body.name}`: found mass and density")
    if body.fixed:
        return
    if any(one.radius for one in body.solids):
        complete_rounded(body)
        return
    unit, (volume, *first, xx, yy, zz, yz, zx, xy) = integrals(body.solids)
    body.centroid = body.centroid or tuple(Fraction(x, 4 * unit * volume) for x in first)
    if not given:
        # Mass over the volume, 6 unit^3 times: top / bottom. The inertia is less what it would be
        # with all mass at the centroid.
        x, y, z = first
        top, bottom = body.mass.as_integer_ratio() if with_mass else (body.density or 1).as_integer_ratio()
        bottom *= volume if with_mass else 6 * unit**3
        body.mass = Fraction(top * volume, bottom)
        bottom *= 80 * unit**2 * volume
        xx, yy, zz, yz, zx, xy = (top * (4 * volume * own - 5 * p * q) for own, p, q in (
            (xx, x, x), (yy, y, y), (zz, z, z), (yz, y, z), (zx, z, x), (xy, x, y)))
        a, b, c, d, e, f = (Fraction(own, bottom) if own else ZERO[0] for own in (yy + zz, zz + xx, xx + yy, -yz, -zx, -xy))
        body.inertia = (a, f, e), (f, b, d), (e, d, c)


def solids_of(body, work):
    """The parts of a body, whose points are counted as work."""
    given = [key for key in SHAPES if getattr(body, key) is not None]
    need(len(given) == 1, f"body `{body.name}`: found {given}, expected one of {[*SHAPES]}")
    box, ball, capsule, parts = body.box, body.ball, body.capsule, body.parts
    if box is not None and box.rotation is not None:
        work.add(body.name, box.rotation)
    if box is not None:
        parts = [SimpleNamespace(vertices=box_vertices(box), radius=box.radius or Fraction(0))]
    elif ball is not None:
        parts = [SimpleNamespace(vertices=[ball.center], radius=ball.radius)]
    elif capsule is not None:
        ends = [getattr(capsule, end) for end in ("from", "to")]
        need(ends[0] != ends[1], f"body `{body.name}`: found a capsule from a point to the same one")
        parts = [SimpleNamespace(vertices=ends, radius=capsule.radius)]
    need(parts or body.fixed, f"body `{body.name}`: found no part")
    radii = [part.radius for part in parts if part.radius]
    width = work.add(body.name, [x for part in parts for point in part.vertices for x in point] + radii)
    if box is not None:
        yield box_solid(parts[0].vertices, box.rotation is not None, parts[0].radius)
        return
    for part in parts:
        if body.parts is not None:
            work.wrapping += (len(part.vertices) * -(-width // 64))**2
            need(len(part.vertices) <= 2**10 and work.wrapping <= 2**24, f"body `{body.name}`: found too many points")
        yield core(part.vertices, part.radius) if part.radius else solid(part.vertices)


def complete_rounded(body):
    """Of a free body with a rounded part mass is given, since its volume is a multiple of π; its inertia too, unless it is a ball
    or a capsule."""
    first, alone = body.solids[0], len(body.solids) == 1
    is_simple = alone and len(first.vertices) <= 2
    need(body.mass is not None and body.density is None, f"body `{body.name}`: found no mass, or a density, of a rounded body")
    need(body.inertia is not None or is_simple, f"body `{body.name}`: found no inertia of a rounded body")
    if body.inertia is None:
        body.inertia = inertia_of_a_capsule(body, *first.vertices)
    if body.centroid is None:
        need(is_simple or body.box is not None, f"body `{body.name}`: found no centroid of a rounded body")
        body.centroid = tuple(Fraction(sum(column), len(first.vertices)) for column in zip(*first.vertices))


def inertia_of_a_capsule(body, start, end=None):
    """Uniform, with these ends, or of a ball about one point."""
    r, e = body.solids[0].radius, ZERO if end is None else sub(end, start)
    length = square_root(dot(e, e))
    need(length is not None, f"body `{body.name}`: found no inertia, and a length that is irrational")
    cylinder = body.mass * length / (length + 4 * r / 3)
    balls = body.mass - cylinder
    about_axis = cylinder * r**2 / 2 + balls * r**2 * 2 / 5
    across = cylinder * (r**2 / 4 + length**2 / 12) + balls * (r**2 * 2 / 5 + length**2 / 4 + 3 * length * r / 8)
    along = scale((about_axis - across) / (length**2 or 1), e)
    return tuple(tuple(across * (row == column) + along[row] * e[column] for column in range(3)) for row in range(3))


def square_root(x):
    """Of a number that is not negative, or None if it is irrational."""
    top, bottom = math.isqrt(x.numerator), math.isqrt(x.denominator)
    return Fraction(top, bottom) if (top**2, bottom**2) == (x.numerator, x.denominator) else None


def loads_of(scene, names):
    """All loads by name, those that bodies have in their own entries included, with what they leave out."""
    own = [SimpleNamespace(name=body.name, body=body.name, at=None, force=body.force, torque=body.torque)
           for body in scene.bodies if body.force is not None or body.torque is not None]
    found, sizes = {}, {}
    for load in own + (scene.load or []):
        need(load.name not in found, f"found two loads `{load.name}`")
        need(load.body in names, f"found a load of `{load.body}`, expected the name of a body")
        body = scene.bodies[names[load.body]]
        need(not body.fixed, f"found the load `{load.name}` of a fixed body")
        need(load.force is not None or load.torque is not None, f"load `{load.name}`: found neither force nor torque")
        load.at, load.force, load.torque = load.at or body.centroid, load.force or ZERO, load.torque or ZERO
        found[load.name] = load
        numbers = [*load.force, *load.torque, *(load.at if load.at != body.centroid else ())]
        sizes[load.body] = sizes.get(load.body, 0) + sum(map(bits_of, numbers))
        need(sizes[load.body] <= 2**16, f"body `{load.body}`: its loads have numbers that are too long together")
    return found


def scene_in_space(data):
    scene = read(data, SCENE_IN_SPACE)
    scene.gravity, scene.bodies = scene.gravity or (Fraction(0), Fraction(0), Fraction(-1)), scene.body
    scene.friction, scene.frictions_of_pairs = scene.friction or 0, {}
    names = {body.name: b for b, body in enumerate(scene.bodies)}
    need(scene.bodies and len(names) == len(scene.bodies), "found no body, or a name twice")
    work = Work()
    work.wrapping = 0
    for body in scene.bodies:
        complete(body, work)
        body.friction = scene.friction if body.friction is None else body.friction
    for pair in scene.pair or []:
        need(set(pair.bodies) <= names.keys(), f"found a pair of {pair.bodies}, expected names of bodies")
        b, c = sorted(names[body] for body in pair.bodies)
        need(b != c and (b, c) not in scene.frictions_of_pairs, f"found the pair {pair.bodies} twice, or of one body")
        need(not (scene.bodies[b].fixed and scene.bodies[c].fixed), "found a pair of fixed bodies")
        scene.frictions_of_pairs[b, c] = pair.friction
    scene.loads = loads_of(scene, names)
    scene.bonds = bonds_of(scene, names)
    scene.joints = joints_of(scene, names)
    return scene


def bonds_of(scene, names):
    """The bonds in file order, with the numbers of their bodies."""
    sizes, vertices = {}, 0
    for k, bond in enumerate(scene.bond or []):
        need(set(bond.bodies) <= names.keys(), f"bond {k}: found {bond.bodies}, expected names of bodies")
        bond.ids = b, c = tuple(names[body] for body in bond.bodies)
        bodies = [scene.bodies[b], scene.bodies[c]]
        need(b != c and not all(body.fixed for body in bodies), f"bond {k}: found one body, or fixed ones only")
        for body in bodies:
            sharp = not any(part.radius for part in body.solids)
            need(sharp, f"bond {k}: found a rounded part of `{body.name}`")
        vertices += sum(len(part.vertices) for body in bodies for part in body.solids)
        need(vertices <= 2**24, "found bonds of bodies with too many vertices")
        for body, out in zip(bodies, (bond.pull, scale(-1, bond.pull))):
            surfaces = [touched(part, bond.at) for part in body.solids]
            need(any(surface is not None for surface in surfaces), f"bond {k}: found a point that is not in `{body.name}`")
            normals = [n for surface in surfaces for n in surface or ()]
            need(any(dot(n, out) >= 0 for n in normals), f"bond {k}: found a pull by which the second body presses on the first")
        for body in bodies:
            if not body.fixed:
                sizes[body.name] = sizes.get(body.name, 0) + sum(map(bits_of, (*bond.at, *bond.pull)))
                need(sizes[body.name] <= 2**16, f"body `{body.name}`: its bonds have numbers that are too long together")
    return scene.bond or []


def joints_of(scene, names):
    """The joints in file order, with the numbers of their bodies."""
    sizes = {}
    for k, own in enumerate(scene.joint or []):
        need(set(own.bodies) <= names.keys(), f"joint {k}: found {own.bodies}, expected names of bodies")
        own.ids = b, c = tuple(names[body] for body in own.bodies)
        bodies = scene.bodies[b], scene.bodies[c]
        need(b != c and not all(body.fixed for body in bodies), f"joint {k}: found one body, or fixed ones only")
        vectors = [vector for vector in (own.at, own.axis, *(own.axes or own.ends or ())) if vector is not None]
        for body in bodies:
            if not body.fixed:
                sizes[body.name] = sizes.get(body.name, 0) + sum(map(bits_of, (x for vector in vectors for x in vector)))
                need(sizes[body.name] <= 2**16, f"body `{body.name}`: its joints have numbers that are too long together")
        need(all(map(any, (own.axis or (1,), *(own.axes or ())))), f"joint {k}: found an axis 0")
        need(own.axes is None or dot(*own.axes) == 0, f"joint {k}: found axes that are not perpendicular")
        need(own.ends is None or own.ends[0] != own.ends[1], f"joint {k}: found two ends in one point")
        still = not any((*bodies[0].velocity, *bodies[0].spin, *bodies[1].velocity, *bodies[1].spin))
        need(still or not any(rates_of_joint(own, *bodies)), f"joint {k}: found bodies moving against each other")
    return scene.joint or []


def rates_of_joint(own, first, second):
    """How fast the vectors of its constraints change in the scene."""
    def opening(x, y): return sub(velocity_at(second, y), velocity_at(first, x))
    twist = sub(second.spin, first.spin)
    if own.kind in ("ball", "hinge", "universal", "weld"):
        yield from opening(own.at, own.at)
    if own.kind in ("slider", "cylinder"):
        yield from cross(own.axis, opening(own.at, own.at))
    if own.kind in ("hinge", "cylinder"):
        yield from cross(own.axis, cross(twist, own.axis))
    if own.kind in ("slider", "weld"):
        yield from twist
    if own.kind == "universal":
        a, b = own.axes
        yield dot(cross(first.spin, a), b) + dot(a, cross(second.spin, b))
    if own.kind == "rod":
        yield dot(sub(own.ends[1], own.ends[0]), opening(*own.ends))


def velocity_at(body, x):
    return add(body.velocity, cross(body.spin, sub(x, body.centroid))) if any(body.spin) else body.velocity


def touched(part, x):
    """The outward normals of the faces of a part that contain a point of it; None for a point that is not in it."""
    heights = [(dot(n, sub(x, part.vertices[face[0]])), n) for n, face in zip(part.normals, part.faces)]
    return [n for height, n in heights if height == 0] if all(height <= 0 for height, _ in heights) else None


def read_scene(text, is_json):
    """A scene of the plane or of space."""
    data = json.loads(text, parse_float=Spelled, parse_int=Spelled, object_pairs_hook=unique) if is_json else read_toml(text)
    if type(data) is dict and data.get("format") == FORMAT:
        return scene_in_space(data)
    return read_plane_scene(data)


def pull(scene, body):
    """The weight of a free body with the forces of its loads, and their torque."""
    force, torque = scale(body.mass, scene.gravity), ZERO
    for load in loads_by_body(scene).get(body.name, ()):
        force = add(force, load.force)
        torque = add(torque, add(cross(sub(load.at, body.centroid), load.force), load.torque))
    return force, torque


def canonical(scene):
    def texts(value):
        if type(value) not in (list, tuple):
            return str(value)
        return [*map(texts if type(value[0]) is tuple else str, value)]
    moving = "mass", "centroid", "inertia", "velocity", "spin"
    def points(one):
        # A box along the axes has few numbers, many times.
        return corners(*([*map(str, one.vertices[k])] for k in (0, 6))) if one.box else [[*map(str, point)] for point in one.vertices]
    def part(one): return {"vertices": points(one), "radius": str(one.radius)} if one.radius else points(one)
    bodies = [{"name": body.name, "fixed": body.fixed, "parts": [*map(part, body.solids)]}
              | ({} if body.fixed else {key: texts(getattr(body, key)) for key in moving})
              | ({"friction": texts(body.friction)} if body.friction else {}) for body in scene.bodies]
    found = {"format": FORMAT, "gravity": texts(scene.gravity), "bodies": bodies}
    pairs = [{"bodies": [scene.bodies[b].name, scene.bodies[c].name], "friction": texts(own)}
             for (b, c), own in sorted(scene.frictions_of_pairs.items()) if own != smaller_friction(scene, b, c)]
    found |= {"pairs": pairs} if pairs else {}
    acting = [load for _, load in sorted(scene.loads.items()) if any(load.force) or any(load.torque)]
    loads = [{key: texts(getattr(load, key)) if key not in ("name", "body") else getattr(load, key)
              for key in ("name", "body", "at", "force", "torque")} for load in acting]
    found |= {"loads": loads} if loads else {}
    bonds = [{"bodies": [*bond.bodies], "at": texts(bond.at), "pull": texts(bond.pull)} for bond in scene.bonds]
    found |= {"bonds": bonds} if bonds else {}
    vectors = "at", "axis", "axes", "ends"
    joints = [{"kind": own.kind, "bodies": [*own.bodies]} | {key: texts(getattr(own, key)) for key in vectors if getattr(own, key) is not None}
              for own in scene.joints]
    return found | ({"joints": joints} if joints else {})


def digest(scene):
    text = json.dumps(canonical(scene), ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
