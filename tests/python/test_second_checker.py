"""Geometry of the second checker, proofs/check.py, beside the definitions in RUN.md and FORMAT.md,
which take all points with all faces, edges or points."""

import io
import itertools
import json
import random
import sys
from fractions import Fraction
from types import SimpleNamespace

import pytest

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="check.py needs Python 3.11")


def dot(p, q):
    return sum(x * y for x, y in zip(p, q))


def sub(p, q):
    return tuple(x - y for x, y in zip(p, q))


def planes_of_faces(points, checker):
    """The outward normals of the faces of a hull, with the numbers of the points in their planes."""
    cross, primitive, found = checker.space_scene.cross, checker.space_scene.primitive, {}
    for p, q, r in itertools.permutations(points, 3):
        n = cross(sub(q, p), sub(r, p))
        if any(n) and all(dot(n, sub(x, p)) <= 0 for x in points):
            found[primitive(n)] = {k for k, x in enumerate(points) if dot(n, sub(x, p)) == 0}
    return found


def is_corner(points, inside, n, k, checker):
    """Whether some line through a point of a face has all others of the face strictly on one side."""
    x = points[k]
    arms = [sub(points[j], x) for j in inside if j != k]
    for one in arms:
        across = checker.space_scene.cross(n, one)
        along = [arm for arm in arms if dot(across, arm) == 0]
        if all(dot(across, arm) >= 0 for arm in arms) and all(dot(one, arm) > 0 for arm in along):
            return True
    return False


def points_of_a_box(source):
    size, count = source.choice([1, 2, 3, 9]), source.randrange(4, 10)
    return list({tuple(source.randrange(size + 1) for _ in range(3)) for _ in range(count)})


def test_boxes_along_the_axes_have_the_integrals_of_their_faces(checker):
    space_scene, source = checker.space_scene, random.Random(2)
    for _ in range(100):
        low = [Fraction(source.randrange(-99, 99), source.randrange(1, 9)) for _ in range(3)]
        high = [x + Fraction(source.randrange(1, 99), source.randrange(1, 9)) for x in low]
        box = space_scene.box_solid(space_scene.corners(low, high), False, 0)
        assert space_scene.integrals_of_box(*box.box) == space_scene.integrals_of_part(box)


def flying_bodies(source, worst):
    """Bodies that are far from each other, with loads of which some act beside the centroid: a scene and a header."""
    def number():
        return f"{source.randrange(-99, 99)}/{source.randrange(1, 99)}"

    bodies = [{"name": str(k), "parts": [worst.triangle(99 * k, 0)], "velocity": [number(), number()], "spin": number()}
              for k in range(9)]
    bodies += [{"name": str(k), "parts": [worst.triangle(99 * k, 0)], "torque": number()} for k in range(9, 12)]
    loads = [{"name": f"l{k}", "body": str(k), "at": [99 * k, 1], "force": [number(), number()]} for k in range(6)]
    text = worst.scene(bodies, gravity=[number(), number()], load=loads)
    return text, worst.header(text)


def test_a_body_outside_all_groups_flies_as_its_programs_say(checker):
    law_check, Part = checker.law_check, checker.law_step.Part
    text, head = flying_bodies(random.Random(3), checker.worst)
    scene, header = checker.space_scene.read_scene(text, True), checker.law_file.read_header(head.encode())
    judge = law_check.Checker(scene, header)
    figures, run, states = judge.figures, judge.run, judge.states
    figures.kappa, figures.kappas, figures.work_of_torques = 2, {}, {}
    for _ in range(5):
        step, after = law_check.Step(run, states, judge.hidden), {}
        assert not step.groups
        for b in run.free:
            found = []
            for answer in Part.fly, Part.by_programs:
                proof = law_check.Proof(figures, None, False, is_free=True).part(0)
                part = Part(run, judge.hidden, [b], step.placed, {}, step.free, run.h, frozenset(), proof, step.work)
                found.append((answer(part), part.ways))
            assert found[0] == found[1]
            after |= found[0][0]
        states = after
    assert states != judge.states


def test_hulls_have_the_faces_of_the_definition(checker):
    source, kinds = random.Random(1), {"hull": 0, "inside": 0, "plane": 0}
    for _ in range(400):
        points = points_of_a_box(source)
        if len(points) < 4:
            continue
        planes = planes_of_faces(points, checker)
        try:
            faces = checker.space_scene.Hull(points).faces()
        except ValueError as problem:
            kind = "inside" if "inside" in str(problem) else "plane"
            kinds[kind] += 1
            if any(len(inside) == len(points) for inside in planes.values()) or not planes:
                assert kind == "plane"
            else:
                assert set().union(*planes.values()) != {*range(len(points))}
            continue
        kinds["hull"] += 1
        assert faces.keys() == planes.keys()
        for n, corners in faces.items():
            corners_there = {k for k in planes[n] if is_corner(points, planes[n], n, k, checker)}
            assert {*corners} == corners_there and len(corners) == len(corners_there)
            for k, m in zip(corners, corners[1:] + corners[:1]):
                along = sub(points[m], points[k])
                left = checker.space_scene.cross(n, along)
                assert all(dot(left, sub(points[j], points[k])) >= 0 for j in planes[n])
    assert min(kinds.values()) > 10, kinds


def points_of_a_ball(source, count):
    """Different points on the sphere around 0, of rational coordinates over one denominator."""
    found = set()
    while len(found) < count:
        s, t = (Fraction(source.randrange(-20, 21), 7) for _ in range(2))
        n = 1 + s * s + t * t
        found.add((2 * s / n, 2 * t / n, (s * s + t * t - 1) / n))
    return sorted(found)


def test_the_furthest_vertex_is_found_along_edges(checker):
    source = random.Random(2)
    for count in (4, 15, 16, 17, 40, 90):
        solid = checker.space_scene.solid(points_of_a_ball(source, count))
        part = checker.law_solids.Part(solid, solid.unit, (0, 0, 0))
        directions = [tuple(source.randrange(-9, 10) for _ in range(3)) for _ in range(200)]
        for m in directions + solid.normals:
            assert part.furthest(m) == max(dot(m, x) for x in part.whole), (count, m)


def core(source):
    """A point, a segment or a strictly convex polygon, counter-clockwise, from any vertex on."""
    size, count = source.choice([2, 3, 5, 9, 40]), source.choice([1, 2, 3, 4, 5, 9, 20])
    left, low = source.randrange(-9, 10), source.randrange(-9, 10)
    places = [(source.randrange(size), source.randrange(size)) for _ in range(count)]
    points = sorted({(left + x, low + y) for x, y in places})
    found = points
    if len(points) > 2:
        found = []
        for line in points, points[::-1]:
            chain = []
            for p in line:
                while len(chain) > 1 and turn(chain[-2], chain[-1], p) <= 0:
                    chain.pop()
                chain.append(p)
            found += chain[:-1]
    first = source.randrange(len(found))
    return found[first:] + found[:first]


def turn(p, q, r):
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def edges(outline):
    return list(zip(outline, outline[1:] + outline[:1])) if len(outline) > 1 else []


def gap(w, edge):
    (x, y), (u, v) = edge
    return (w[0] - x) * (v - y) - (w[1] - y) * (u - x)


def test_the_lowest_vertices_of_edges_go_around(checker):
    source = random.Random(3)
    for _ in range(4000):
        one, two = core(source), core(source)
        found = list(checker.law_round.lowest_by_edge(one, two))
        assert len(found) == len(edges(one))
        for edge, (start, along, least, lowest) in zip(edges(one), found):
            gaps = [gap(w, edge) for w in two]
            assert (start, along, least) == (edge[0], sub(edge[1], edge[0]), min(gaps))
            assert sorted(lowest) == [k for k, own in enumerate(gaps) if own == least]


def shortest_by_definition(one, two):
    """Section 15 of RUN.md: the square of δ and the shortest rows, as (vertex of P, vertex of Q, None),
    (vertex of P, edge of Q, 0) or (vertex of Q, edge of P, 1); None if the cores meet."""
    of_edges, of_vertices = {}, {}
    for side, (points, outline) in enumerate([(one, two), (two, one)]):
        for v, w in enumerate(points):
            for k, (p, q) in enumerate(edges(outline)):
                along, own = sub(q, p), gap(w, (p, q))
                if own >= 0 and 0 <= dot(sub(w, p), along) <= dot(along, along):
                    of_edges[v, k, side] = Fraction(own * own, dot(along, along))
    for v, p in enumerate(one):
        for w, q in enumerate(two):
            of_vertices[v, w, None] = dot(sub(q, p), sub(q, p))
    least = min([*of_edges.values(), *of_vertices.values()])
    separated = [
        all(gap(w, edge) >= 0 for w in points)
        for points, outline in ((two, one), (one, two))
        for edge in edges(outline)
    ]
    if least == 0 or separated and not any(separated):
        return None
    first, second = (
        {row for row, square in kind.items() if square == least} for kind in (of_edges, of_vertices)
    )
    return least, first or second


def test_shortest_rows_are_those_of_the_definition(checker):
    source, kinds = random.Random(4), {}
    pair = (0, 0), (1, 0)
    for _ in range(6000):
        cores = core(source), core(source)
        run = SimpleNamespace(size_of=lambda part, cores=cores: len(cores[part[0]]))
        found = checker.law_round.shortest(
            run, lambda b, cores=cores: SimpleNamespace(points=lambda _: cores[b]), pair
        )
        expected = shortest_by_definition(*cores)
        kind = "meet" if expected is None else len(expected[1])
        kinds[kind] = kinds.get(kind, 0) + 1
        if expected is None:
            assert found is None, cores
            continue
        names = set()
        for v, w, side in expected[1]:
            if side is None:
                names.add((*pair[0], v, *pair[1], len(cores[1]) + w))
            else:
                names.add((*pair[side], v, *pair[1 - side], w))
        assert (found.square, found.rows) == (expected[0], names), cores
    assert {"meet", 1, 2, 3, 4} <= kinds.keys(), kinds


@pytest.mark.parametrize(("count", "condition"), [(362, "L6"), (363, "L1")])
def test_the_vertices_of_contacts_are_bounded(checker, count, condition):
    """Two parts of 1,024 vertices. A contact with one point has 3,072, those of the first part twice, and
    section 16 of RUN.md allows 2^20 + 32 · 2,048 in sum. Such a run has no program, which L6 refuses."""
    text, run = checker.worst.contacts_of_wide_parts(50 * count)
    scene = checker.space_scene.read_scene(text, True)
    status, told = checker.law_check.main(scene, io.BytesIO(run.encode()), 1, True)
    assert (status, json.loads(told)["condition"]) == (1, condition), told
