#!/usr/bin/env python3
"""How much work files of other programs ask of the commands that read them: writes the worst that are known, of a size, and
prints the processor time and the memory that `zwang scene import`, `solve`, `audit`, `sweep` and others need for each.

    python3 worst_foreign.py zwang                     files of 1 MB
    python3 worst_foreign.py --size 300000 zwang obj   of another size, those whose name begins so
    python3 worst_foreign.py --table zwang             rows of a Markdown table

Nothing is asserted of times: they depend on the machine. Tests hold the limits by counting."""

import argparse
import math
import struct
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

from worst import MB, alone, in_json, measure, scene, square

KINDS = {}


def kind(ending, *words):
    """A kind of files with this ending, for a command of these words; `FILE` is the file."""
    def take(function):
        KINDS[function.__name__] = (function, ending, words or ("scene", "import", "FILE"))
        return function
    return take


CORNERS = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
SIDES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
TETRAHEDRON = [(0, 1, 2), (0, 3, 1), (0, 2, 3), (1, 3, 2)]


def obj_of(points, faces):
    lines = [f"v {x} {y} {z}" for x, y, z in points]
    lines += ["f " + " ".join(str(corner + 1) for corner in face) for face in faces]
    return "\n".join(lines) + "\n"


def cubes(count, step=2, wide=100):
    points, faces = [], []
    for k in range(count):
        first = len(points)
        points += [(x + step * (k % wide), y + step * (k // wide), z) for x, y, z in CORNERS]
        faces += [tuple(first + corner for corner in side) for side in SIDES]
    return points, faces


def tetrahedra(count, place=lambda k: (2 * (k % 100), 2 * (k // 100), 0)):
    points, faces = [], []
    for k in range(count):
        first = len(points)
        x, y, z = place(k)
        points += [(x, y, z), (x + 1, y, z), (x, y + 1, z), (x, y, z + 1)]
        faces += [tuple(first + corner for corner in side) for side in TETRAHEDRON]
    return points, faces


def ball(rings, around, radius=lambda i, j: 1000):
    """Triangles between rings of points."""
    points = [(0, 0, radius(-1, 0))]
    for i in range(rings):
        for j in range(around):
            up, turn = math.pi * (i + 1) / (rings + 1), 2 * math.pi * j / around
            size = radius(i, j)
            points.append(tuple(round(size * c * 1000) / 1000 for c in
                          (math.sin(up) * math.cos(turn), math.sin(up) * math.sin(turn), math.cos(up))))
    points.append((0, 0, -radius(rings, 0)))
    faces, last = [], len(points) - 1
    at = lambda i, j: 1 + i * around + j % around
    for j in range(around):
        faces.append((0, at(0, j), at(0, j + 1)))
        faces.append((last, at(rings - 1, j + 1), at(rings - 1, j)))
        for i in range(rings - 1):
            faces.append((at(i, j), at(i + 1, j), at(i + 1, j + 1)))
            faces.append((at(i, j), at(i + 1, j + 1), at(i, j + 1)))
    return points, faces


def prism(outline, height=1):
    count = len(outline)
    points = [(x, y, z) for z in (0, height) for x, y in outline]
    faces = [tuple(range(count))[::-1], tuple(range(count, 2 * count))]
    faces += [(k, (k + 1) % count, count + (k + 1) % count, count + k) for k in range(count)]
    return points, faces


def comb(teeth):
    outline = [(0, 0), (2 * teeth - 1, 0)]
    for k in reversed(range(teeth)):
        outline += [(2 * k + 1, 0.5), (2 * k + 1, 2), (2 * k, 2), (2 * k, 0.5)]
    return [*dict.fromkeys(outline)]


@kind("obj")
def obj_cubes(size):
    return obj_of(*cubes(size // 200))


@kind("obj")
def obj_tetrahedra(size):
    return obj_of(*tetrahedra(size // 110))


@kind("obj")
def obj_cubes_on_one_spot(size):
    return obj_of(*cubes(size // 200, 0))


@kind("obj")
def obj_slanting(size):
    """Boxes of all meet, and no two overlap."""
    points, faces = [], []
    for k in range(size // 170):
        first = len(points)
        points += [(2 * k, -2 * k, 0), (9**6 + 2 * k, 9**6 - 2 * k, 0), (9**6 + 2 * k - 1, 9**6 - 2 * k, 0), (2 * k, -2 * k, 1)]
        faces += [tuple(first + corner for corner in side) for side in TETRAHEDRON]
    return obj_of(points, faces)


@kind("obj")
def obj_ball(size):
    return obj_of(*ball(20, 50))


@kind("obj")
def obj_balls_of_many_points(size):
    text, before = "", 0
    parts_points, parts_faces = [], []
    for k in range(max(1, size // 65000)):
        points, faces = ball(20, 50)
        parts_faces += [tuple(before + corner for corner in face) for face in faces]
        parts_points += [(x + 3000 * k, y, z) for x, y, z in points]
        before += len(points)
    return obj_of(parts_points, parts_faces)


@kind("obj")
def obj_small_balls(size):
    parts_points, parts_faces = [], []
    for k in range(max(1, size // 6500)):
        before = len(parts_points)
        points, faces = ball(8, 12)
        parts_faces += [tuple(before + corner for corner in face) for face in faces]
        parts_points += [(x + 3000 * k, y, z) for x, y, z in points]
    return obj_of(parts_points, parts_faces)


@kind("obj")
def obj_spiky(size):
    """Concave in all directions."""
    return obj_of(*ball(20, 50, lambda i, j: 1000 + 500 * ((i + j) % 2)))


@kind("obj")
def obj_spiky_few(size):
    return obj_of(*ball(5, 8, lambda i, j: 1000 + 500 * ((i + j) % 2)))


@kind("obj")
def obj_many_spiky(size):
    parts_points, parts_faces = [], []
    for k in range(max(1, size // 1900)):
        before = len(parts_points)
        points, faces = ball(5, 6, lambda i, j: 1000 + 500 * ((i + j) % 2))
        parts_faces += [tuple(before + corner for corner in face) for face in faces]
        parts_points += [(x + 4000 * k, y, z) for x, y, z in points]
    return obj_of(parts_points, parts_faces)


@kind("obj")
def obj_comb(size):
    return obj_of(*prism(comb(120)))


@kind("obj")
def obj_many_combs(size):
    parts_points, parts_faces = [], []
    for k in range(max(1, size // 1300)):
        before = len(parts_points)
        points, faces = prism(comb(8))
        parts_faces += [tuple(before + corner for corner in face) for face in faces]
        parts_points += [(x, y, z + 2 * k) for x, y, z in points]
    return obj_of(parts_points, parts_faces)


@kind("obj")
def obj_brackets(size):
    """Concave prisms of two parts each."""
    parts_points, parts_faces = [], []
    for k in range(max(1, size // 330)):
        before = len(parts_points)
        points, faces = prism([(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)])
        parts_faces += [tuple(before + corner for corner in face) for face in faces]
        parts_points += [(x, y, z + 2 * k) for x, y, z in points]
    return obj_of(parts_points, parts_faces)


@kind("obj")
def obj_long_numbers(size):
    points, faces = tetrahedra(max(1, size // 12000))
    points = [tuple(f"{c}.{'7' * 990}" for c in point) for point in points]
    return obj_of(points, faces)


@kind("obj")
def obj_far_exponents(size):
    points, faces = tetrahedra(size // 150)
    points = [tuple(f"{c + 1}e{-900 if i % 2 else 900}" for i, c in enumerate(point)) for point in points]
    return obj_of(points, faces)


@kind("obj")
def obj_one_wide_face(size):
    count = size // 40
    points, faces = prism([(k, k * k) for k in range(count)])
    return obj_of(points, faces)


@kind("obj")
def obj_one_corner_again(size):
    """Faces of many corners that are the same few points."""
    points, faces = cubes(1)
    return obj_of(points, faces) + "f " + "1 2 3 4 " * (size // 8) + "\n"


@kind("obj")
def obj_faces_again(size):
    points, faces = cubes(1)
    return obj_of(points, faces * (size // 60))


@kind("obj")
def obj_many_groups(size):
    points, faces = cubes(size // 230)
    blocks = []
    for k in range(len(faces) // 6):
        blocks.append(f"o {k}\n" + "".join("f " + " ".join(str(c + 1) for c in face) + "\n" for face in faces[6 * k:6 * k + 6]))
    return obj_of(points, []) + "".join(blocks)


@kind("obj")
def obj_equal_names(size):
    points, faces = cubes(size // 230)
    blocks = []
    for k in range(len(faces) // 6):
        blocks.append("o n\n" + "".join("f " + " ".join(str(c + 1) for c in face) + "\n" for face in faces[6 * k:6 * k + 6]))
    return obj_of(points, []) + "".join(blocks)


for name in ("cubes", "tetrahedra", "ball", "slanting", "spiky_few", "many_spiky", "brackets", "small_balls", "long_numbers",
             "cubes_on_one_spot"):
    KINDS[f"repair_{name}"] = (KINDS[f"obj_{name}"][0], "obj", ("scene", "import", "FILE", "--repair", "1/1000"))
KINDS["floor_cubes"] = (obj_cubes, "obj", ("scene", "import", "FILE", "--floor", "-1"))


def off_of(points, faces):
    text = f"OFF\n{len(points)} {len(faces)} 0\n"
    text += "".join(f"{x} {y} {z}\n" for x, y, z in points)
    return text + "".join(f"{len(face)} " + " ".join(map(str, face)) + "\n" for face in faces)


@kind("off")
def off_tetrahedra(size):
    return off_of(*tetrahedra(size // 100))


@kind("off")
def off_rounded(size):
    """Coordinates of floats, with many digits."""
    points, faces = tetrahedra(size // 260)
    return off_of([tuple(repr(c + math.pi / 10) for c in point) for point in points], faces)


def ply_of(points, faces):
    text = f"ply\nformat ascii 1.0\nelement vertex {len(points)}\nproperty double x\nproperty double y\nproperty double z\n"
    text += f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    text += "".join(f"{x} {y} {z}\n" for x, y, z in points)
    return text + "".join(f"{len(face)} " + " ".join(map(str, face)) + "\n" for face in faces)


@kind("ply")
def ply_tetrahedra(size):
    return ply_of(*tetrahedra(size // 100))


@kind("ply")
def ply_of_many_properties(size):
    """Elements without properties, and one property in a thousand elements."""
    head = "ply\nformat ascii 1.0\n" + "element nothing 65536\n" * (size // 22)
    return head + "end_header\n"


@kind("ply")
def ply_of_empty_lists(size):
    head = "ply\nformat ascii 1.0\nelement vertex 65536\n" + "property list uchar int a\n" * (size // 60)
    return head + "end_header\n" + "0 " * (size // 4)


@kind("ply")
def ply_binary_far(size):
    """Doubles of the largest and the least exponents."""
    points, faces = tetrahedra(size // 164)
    head = (f"ply\nformat binary_little_endian 1.0\nelement vertex {len(points)}\nproperty double x\nproperty double y\n"
            f"property double z\nelement face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n")
    body = b"".join(struct.pack("<3d", *((c + 1.1) * 10.0**(-300 if k % 2 else 300) for c in point)) for k, point in enumerate(points))
    return head.encode() + body + b"".join(struct.pack("<B3i", 3, *face) for face in faces)


def stl_of(points, faces):
    lines = ["solid n"]
    for face in faces:
        lines.append("facet normal 0 0 0\nouter loop")
        lines += ["vertex {} {} {}".format(*points[corner]) for corner in face]
        lines.append("endloop\nendfacet")
    return "\n".join(lines) + "\nendsolid n\n"


def binary_stl_of(points, faces):
    body = b"".join(struct.pack("<12fH", 0, 0, 0, *(float(c) for corner in face for c in points[corner]), 0) for face in faces)
    return b"n" * 80 + struct.pack("<I", len(faces)) + body


@kind("stl")
def stl_tetrahedra(size):
    return stl_of(*tetrahedra(size // 400))


@kind("stl")
def stl_binary_tetrahedra(size):
    return binary_stl_of(*tetrahedra(size // 200))


@kind("stl")
def stl_binary_tetrahedra_in_disorder(size):
    """No surface closes before the last of all faces."""
    points, faces = tetrahedra(size // 200)
    return binary_stl_of(points, faces[0::4] + faces[1::4] + faces[2::4] + faces[3::4])


@kind("stl")
def stl_binary_open(size):
    points, faces = tetrahedra(size // 150)
    return binary_stl_of(points, faces[0::4] + faces[1::4] + faces[2::4])


@kind("stl")
def stl_binary_one_point(size):
    """All surfaces share a point."""
    points, faces = [(0, 0, 0)], []
    for k in range(size // 200):
        first = len(points)
        points += [(1000, 3 * k, k * k % 999), (1000, 3 * k + 1, k * k % 999), (1000, 3 * k, k * k % 999 + 1)]
        faces += [(0, first, first + 1), (0, first + 2, first), (0, first + 1, first + 2), (first, first + 2, first + 1)]
    return binary_stl_of(points, faces)


@kind("stl")
def stl_binary_far(size):
    points, faces = tetrahedra(size // 200)
    points = [tuple((c + 1.1) * 10.0**(-36 if k % 2 else 35) for c in point) for k, point in enumerate(points)]
    return binary_stl_of(points, faces)


@kind("stl")
def stl_binary_spiky(size):
    return binary_stl_of(*ball(10, 30, lambda i, j: 1000 + 300 * ((i + j) % 2)))


@kind("txt")
def bricks_on_a_grid(size):
    return "".join(f"2x2 ({2 * (k % 100)},{2 * (k // 100 % 100)},{k // 10000})\n" for k in range(min(size // 14, 65500)))


@kind("txt")
def bricks_apart(size):
    return "".join(f"2x2 ({3 * (k % 100)},{3 * (k // 100)},0)\n" for k in range(min(size // 15, 65500)))


@kind("txt")
def bricks_on_one_spot(size):
    return "".join("2x2 (0,0,0)\n" for k in range(min(size // 12, 65500)))


@kind("txt")
def bricks_large_and_far(size):
    return "".join(f"{2**39}x{2**39}x{2**39} (0,0,{k * 2**30})\n" for k in range(size // 60))


@kind("ldr")
def ldraw_bricks(size):
    return "".join(f"1 4 {100 * (k % 100)} 0 {100 * (k // 100)} 1 0 0 0 1 0 0 0 1 3001.dat\n" for k in range(size // 48))


@kind("ldr")
def ldraw_turned(size):
    turn = "0.7071068 0 0.7071068 0 1 0 -0.7071068 0 0.7071068"
    return "".join(f"1 4 {100 * (k % 100)}.5 0 {100 * (k // 100)} {turn} 3001.dat\n" for k in range(size // 78))


@kind("ldr")
def ldraw_on_one_spot(size):
    return "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n" * (size // 40)


@kind("DAT")
def lmgc_boxes(size):
    text = []
    for k in range(size // 800):
        text.append(f"$bdyty\n RBDY3 {k + 1}\n$blmty\n PLAIN 1 behav TDURx\n$nodty\n NO6xx 1 coo1= {3 * k}.D0 coo2= 0.D0 coo3= 0.D0\n"
                    "  coo4= 0.D0 coo5= 0.D0 coo6= 0.D0\n$tacty\n POLYR 1 color BLUEx nb_vertex= 8 nb_face= 12\n")
        text += [f" coo1= {x}.D+00 coo2= {y}.D+00 coo3= {z}.D+00\n" for x, y, z in CORNERS]
        text.append(" ver1= 1 ver2= 2 ver3= 3\n$$$$$$\n")
    return "".join(text)


@kind("DAT")
def lmgc_many_points(size):
    points, _ = ball(size // 3000 + 1, 50)
    text = ["$bdyty\n RBDY3 1\n$blmty\n$nodty\n NO6xx 1 coo1= 0.D0 coo2= 0.D0 coo3= 0.D0\n  coo4= 0.D0 coo5= 0.D0 coo6= 0.D0\n",
            f"$tacty\n POLYR 1 color BLUEx nb_vertex= {len(points)} nb_face= 12\n"]
    text += [f" coo1= {x}D+00 coo2= {y}D+00 coo3= {z}D+00\n" for x, y, z in points]
    return "".join(text) + "$$$$$$\n"


@kind("DAT")
def lmgc_many_balls(size):
    """Contactors of a thousand points each, of one body."""
    points, _ = ball(20, 50)
    text = ["$bdyty\n RBDY3 1\n$blmty\n$nodty\n NO6xx 1 coo1= 0.D0 coo2= 0.D0 coo3= 0.D0\n  coo4= 0.D0 coo5= 0.D0 coo6= 0.D0\n$tacty\n"]
    for k in range(size // 45000 + 1):
        text.append(f" POLYR 1 color BLUEx nb_vertex= {len(points)} nb_face= 12\n")
        text += [f" coo1= {x + 3000 * k}D0 coo2= {y}D0 coo3= {z}D0\n" for x, y, z in points]
    return "".join(text) + "$$$$$$\n"


@kind("json")
def lego(size):
    return in_json({f"{k}": {"x": 2 * (k % 100), "y": 2 * (k // 100 % 100), "z": k // 10000, "brick_id": 1, "ori": 0}
                    for k in range(size // 52)})


def block(points, faces, **more):
    return {"data": {"vertex": {str(k): dict(zip("xyz", p)) for k, p in enumerate(points)},
                     "face": {str(k): list(f) for k, f in enumerate(faces)}}} | more


def assembly(blocks):
    return {"dtype": "compas_assembly.datastructures/Assembly", "data": {"graph": {"data": {
        "node": {str(k): {"block": {"dtype": "compas_assembly.datastructures/Block"} | one} for k, one in enumerate(blocks)},
        "edge": {}}}}}


@kind("json")
def compas_cubes(size):
    points, faces = cubes(1)
    return in_json(assembly([block([(x + 2 * k, y, z) for x, y, z in points], faces) for k in range(size // 500)]))


@kind("json", "scene", "import", "FILE", "--space")
def compas_cubes_in_space(size):
    return compas_cubes(size)


@kind("json")
def compas_combs(size):
    points, faces = prism(comb(100))
    points = [(x, z, y) for x, y, z in points]
    return in_json(assembly([block([(x + 900 * k, y, z) for x, y, z in points], faces) for k in range(size // 40000 + 1)]))


@kind("json")
def compas_of_many_vertices(size):
    points, faces = prism([(k, k * k) for k in range(size // 120)])
    return in_json(assembly([block([(x, z, y) for x, y, z in points], faces)]))


def svg(body, more=""):
    return f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"{more}>{body}</svg>'


@kind("svg")
def svg_rectangles(size):
    return svg("".join(f'<rect x="{2 * (k % 100)}" y="{2 * (k // 100)}" width="1" height="1"/>' for k in range(size // 45)))


@kind("svg")
def svg_circles(size):
    return svg("".join(f'<circle cx="{3 * (k % 100)}" cy="{3 * (k // 100)}" r="1"/>' for k in range(size // 35)))


@kind("svg")
def svg_ellipses(size):
    return svg("".join(f'<ellipse cx="{9 * (k % 100)}" cy="{9 * (k // 100)}" rx="1" ry="2"/>' for k in range(size // 45)))


@kind("svg")
def svg_round_rectangles(size):
    return svg("".join(f'<rect x="{4 * (k % 100)}" y="{4 * (k // 100)}" width="3" height="3" rx=".5"/>' for k in range(size // 50)))


@kind("svg")
def svg_curves_of_one_path(size):
    return svg('<path d="M0 0' + "".join(f"C{9 * k} 9 {9 * k + 3} 9 {9 * k + 9} 0" for k in range(size // 26)) + 'V-9H0Z"/>')


@kind("svg")
def svg_paths_of_curves(size):
    return svg("".join(f'<path d="M{30 * k} 0c3 9 6 9 9 0v-9h-9Z"/>' for k in range(size // 36)))


@kind("svg")
def svg_paths_of_arcs(size):
    return svg("".join(f'<path d="M{30 * k} 0a9 5 30 1 0 9 1Z"/>' for k in range(size // 33)))


@kind("svg")
def svg_paths_of_many_curves(size):
    """As many points as a path may be cut at."""
    one = "".join(f"c1 9 2 9 3 0" for k in range(20)) + "v-9h-60Z"
    return svg("".join(f'<path d="M{99 * k} 0{one}"/>' for k in range(size // 290)))


@kind("svg")
def svg_comb(size):
    return svg('<path d="M0 0' + "".join("v9h1v-9h1" for k in range(100)) + 'v-1h-200Z"/>' )


@kind("svg")
def svg_combs(size):
    """Paths of as many corners as may be decomposed."""
    teeth = "".join("v9h1v-9h1" for k in range(250)) + "v-1h-500Z"
    return svg("".join(f'<path d="M0 {20 * k}{teeth}"/>' for k in range(size // 2300)))


@kind("svg")
def svg_slanting_combs(size):
    """Each corner at a height of its own."""
    outline = []
    for k in range(250):
        outline.append(f"{k} {1000 + k}")
        outline.append(f"{k}.5 {k % 17}.{k:03}")
    return svg("".join(f'<path transform="translate(0 {3000 * k})" d="M' + " ".join(outline) + f' 250 9999 0 9999Z"/>'
                       for k in range(size // 6000)))


@kind("svg")
def svg_crossing_lines(size):
    """A star whose edges cross each other as often as may be."""
    count = 45
    points = [(round(math.cos(2 * math.pi * k * 22 / count) * 1000), round(math.sin(2 * math.pi * k * 22 / count) * 1000)) for k in range(count)]
    path = " ".join(f"{x} {y}" for x, y in points)
    return svg("".join(f'<path transform="translate({3000 * k} 0)" d="M{path}Z"/>' for k in range(size // 550)))


@kind("svg")
def svg_pieces_of_one_path(size):
    """Convex pieces, whose boxes meet."""
    return svg('<path d="' + "".join(f"M{2 * k} {-2 * k} {9**6 + 2 * k} {9**6 - 2 * k} {9**6 + 2 * k - 1} {9**6 - 2 * k}Z" for k in range(min(4096, size // 40))) + '"/>')


@kind("svg")
def svg_many_such_paths(size):
    one = "".join(f"M{2 * k} {-2 * k} {9**3 + 2 * k} {9**3 - 2 * k} {9**3 + 2 * k - 1} {9**3 - 2 * k}Z" for k in range(250))
    return svg(f'<path d="{one}"/>' * (size // len(one)))


@kind("svg")
def svg_strokes(size):
    return svg("".join(f'<polyline fill="none" stroke="black" stroke-width="1" points="{20 * k} 0 {20 * k + 5} 7 {20 * k + 10} 1"/>' for k in range(size // 90)))


@kind("svg")
def svg_long_stroke(size):
    return svg('<polyline fill="none" stroke="black" stroke-width="1" points="' + " ".join(f"{5 * k} {k * k % 97}" for k in range(size // 10)) + '"/>')


@kind("svg")
def svg_long_stroke_of_a_path(size):
    return svg('<path fill="none" stroke="black" stroke-width="1" d="M' + " ".join(f"{5 * k} {k * k % 97}" for k in range(min(size // 10, 32000))) + '"/>')


@kind("svg")
def svg_rotations(size):
    return svg("".join(f'<rect transform="rotate({k % 89}.{k:05})" x="{9 * k}" width="1" height="1"/>' for k in range(size // 70)))


@kind("svg")
def svg_matrices_in_each_other(size):
    deep = 60
    one = '<g transform="matrix(.123456789012 .2 .3 .4 .5 .6)">' * deep + '<rect width="1" height="1"/>' * 20 + "</g>" * deep
    return svg(one * (size // len(one)))


@kind("svg")
def svg_long_matrices(size):
    """Rectangles within a map of as long numbers as may be."""
    number = f"1.{'3' * 2400}"
    return svg(f'<g transform="scale({number})">' + "".join(f'<rect x="{2 * k}" width="1" height="1"/>' for k in range(size // 40)) + "</g>")


@kind("svg")
def svg_uses(size):
    shapes = '<g id="a">' + '<rect width="1" height="1"/>' * (size // 60) + "</g>"
    return svg(shapes + '<use href="#a" x="5"/>' * (size // 60))


@kind("svg")
def svg_uses_of_uses(size):
    body = '<g id="a0"><ellipse rx="1" ry="2"/></g>'
    for k in range(1, 30):
        body += f'<g id="a{k}"><use href="#a{k - 1}" x="{2**k}"/><use href="#a{k - 1}" x="{3**k}"/></g>'
    return svg(body)


@kind("svg")
def svg_uses_that_draw_nothing(size):
    body = '<g id="a0"></g>'
    for k in range(1, 60):
        body += f'<g id="a{k}"><use href="#a{k - 1}"/><use href="#a{k - 1}"/></g>'
    return svg(body)


@kind("svg")
def svg_equal_names(size):
    """Copies that are named alike."""
    return svg('<g id="n">' + '<rect width="1" height="1"/>' * 16 + "</g>" + '<use href="#n" id="n"/>' * 1000)


@kind("svg")
def svg_equal_ids(size):
    return svg('<rect id="n" width="1" height="1"/>' * (size // 40))


@kind("svg")
def svg_rules(size):
    """Rules of a sheet, each for all elements."""
    half = size // 2
    rules = "".join(f".c{k}{{fill:red}}" for k in range(half // 16))
    return svg(f"<style>{rules}</style>" + '<rect class="c1 c2 c3" width="1" height="1"/>' * (half // 50))


@kind("svg")
def svg_classes(size):
    """Elements of many classes, each with a rule."""
    rules = "".join(f".c{k}{{fill:red;stroke:none}}" for k in range(300))
    classes = " ".join(f"c{k}" for k in range(300))
    return svg(f"<style>{rules}</style>" + f'<rect class="{classes}" width="1" height="1"/>' * (size // (len(classes) + 40)))


@kind("svg")
def svg_one_rule_of_many(size):
    """One class of one long rule, for many elements."""
    rule = "fill:red;" * (size // 20)
    return svg(f"<style>.c{{{rule}}}</style>" + '<rect class="c" width="1" height="1"/>' * (size // 80))


@kind("svg")
def svg_deep(size):
    return svg("<g>" * (size // 7) + "</g>" * (size // 7))


@kind("svg")
def svg_entities(size):
    long = "1" * 1000
    return f'<!DOCTYPE svg [<!ENTITY a "{long}">]>' + svg("".join('<g id="&a;"/>' for k in range(16000)))


@kind("svg")
def svg_attributes(size):
    return svg("<g " + " ".join(f'a{k}="1"' for k in range(size // 10)) + "/>")


@kind("svg")
def svg_namespaces(size):
    return svg("<g " + " ".join(f'xmlns:a{k}="b{k}"' for k in range(size // 20)) + "/>")


@kind("svg")
def svg_namespaces_of_many(size):
    half = size // 2
    return svg("<g " + " ".join(f'xmlns:a{k}="b{k}"' for k in range(half // 20)) + ">" + "<g/>" * (half // 4) + "</g>")


@kind("svg")
def svg_namespaces_again(size):
    """Each element of a hundred in each other has some of its own."""
    body, end = "", ""
    for k in range(60):
        body += "<g " + " ".join(f'xmlns:a{k}x{n}="b"' for n in range(size // 60 // 20)) + ">"
        end += "</g>"
    return svg(body + end)


@kind("svg")
def svg_polygons_that_overlap(size):
    """Bodies on one spot."""
    return svg('<polygon points="0 0 9 0 0 9"/>' * (size // 34))


@kind("svg")
def svg_slanting_bodies(size):
    return svg("".join(f'<polygon points="{2 * k} {-2 * k} {9**6 + 2 * k} {9**6 - 2 * k} {9**6 + 2 * k - 1} {9**6 - 2 * k}"/>' for k in range(size // 70)))


@kind("svg")
def svg_polygon_of_many_vertices(size):
    return svg('<polygon points="' + " ".join(f"{k} {k * k}" for k in range(size // 17)) + '"/>')


@kind("svg")
def svg_straight_polygon(size):
    """Spikes within spikes: each pass leaves out some vertices."""
    count = size // 16
    there = [f"{k} 0" for k in range(count)]
    return svg('<polygon points="' + " ".join(there + there[::-1]) + ' 0 1"/>')


@kind("svg")
def svg_folded_polygon(size):
    """A path that goes there and back again."""
    points = [f"{k} {k * k % 9}" for k in range(size // 16)]
    return svg('<polygon points="' + " ".join(points + points[::-1]) + '"/>')


def mjcf(body, more=""):
    return f"<mujoco>{more}<worldbody>{body}</worldbody></mujoco>"


@kind("xml")
def mjcf_boxes(size):
    return mjcf("".join(f'<body pos="{3 * k} 0 0"><freejoint/><geom type="box" size=".5 .5 .5"/></body>' for k in range(size // 78)))


@kind("xml", "scene", "import", "FILE", "--space")
def mjcf_boxes_in_space(size):
    return mjcf_boxes(size)


@kind("xml", "scene", "import", "FILE", "--space")
def mjcf_boxes_of_one_body(size):
    geoms = "".join(f'<geom type="box" pos="{k} 0 0" size=".5 .5 .5"/>' for k in range(size // 52))
    return mjcf(f"<body><freejoint/>{geoms}</body>")


@kind("xml")
def mjcf_boxes_of_one_body_in_the_plane(size):
    return mjcf_boxes_of_one_body(size)


@kind("xml")
def mjcf_capsules(size):
    return mjcf("".join(f'<body pos="{9 * k} 0 0"><freejoint/><geom type="capsule" euler="0 30 0" size=".5 1"/></body>' for k in range(size // 90)))


@kind("xml", "scene", "import", "FILE", "--space")
def mjcf_capsules_in_space(size):
    return mjcf_capsules(size)


@kind("xml")
def mjcf_cylinders(size):
    return mjcf("".join(f'<body pos="{9 * k} 0 0"><freejoint/><geom type="cylinder" euler="90 0 0" size=".5 1"/></body>' for k in range(size // 90)))


@kind("xml", "scene", "import", "FILE", "--space")
def mjcf_cylinders_in_space(size):
    return mjcf_cylinders(size)


@kind("xml", "scene", "import", "FILE", "--space")
def mjcf_ellipsoids_in_space(size):
    return mjcf("".join(f'<body pos="{9 * k} 0 0"><freejoint/><geom type="ellipsoid" euler="0 30 0" size=".5 1 2"/></body>' for k in range(size // 94)))


@kind("xml")
def mjcf_ellipsoids(size):
    return mjcf("".join(f'<body pos="{9 * k} 0 0"><freejoint/><geom type="ellipsoid" size=".5 1 2"/></body>' for k in range(size // 80)))


@kind("xml")
def mjcf_bodies_in_each_other(size):
    return mjcf("<body>" * (size // 14) + "</body>" * (size // 14))


@kind("xml")
def mjcf_chains(size):
    one = '<body pos="0 0 2"><joint type="hinge" axis="0 1 0"/><geom type="box" size=".1 .1 .5"/>' * 60 + "</body>" * 60
    return mjcf(one * (size // len(one)))


@kind("xml", "scene", "import", "FILE", "--space")
def mjcf_chains_in_space(size):
    return mjcf_chains(size)


@kind("xml", "scene", "import", "FILE", "--space")
def mjcf_turned_in_each_other(size):
    one = '<body pos="0 0 2" euler="10.3 20.7 30.1"><joint type="ball"/><geom type="box" size=".1 .1 .5"/>' * 60 + "</body>" * 60
    return mjcf(one * max(1, size // len(one)))


@kind("xml")
def mjcf_default_classes(size):
    """Classes in each other, each with many keys."""
    classes = "".join(f'<default class="c{k}"><geom type="box" size=".5 .5 .5" friction="{k}"/></default>' for k in range(size // 160))
    return mjcf("".join(f'<geom class="c{k}" pos="{2 * k} 0 0"/>' for k in range(size // 80)), f"<default>{classes}</default>")


@kind("xml")
def mjcf_deep_classes(size):
    deep = 30
    classes = "".join(f'<default class="c{k}"><geom friction="{k}"/>' for k in range(deep)) + "</default>" * deep
    geoms = f'<body childclass="c{deep - 1}"><freejoint/><geom type="box" size="1 1 1"/></body>' * (size // 80)
    return mjcf(geoms, f"<default>{classes}</default>")


@kind("xml", "scene", "import", "FILE", "--space")
def mjcf_mesh(size):
    points, _ = ball(20, 50)
    text = " ".join(str(c) for point in points for c in point)
    meshes = "".join(f'<mesh name="m{k}" vertex="{text}"/>' for k in range(max(1, size // len(text))))
    geoms = "".join(f'<body pos="{5000 * k} 0 0"><freejoint/><geom type="mesh" mesh="m{k}"/></body>' for k in range(max(1, size // len(text))))
    return mjcf(geoms, f"<asset>{meshes}</asset>")


@kind("xml", "scene", "import", "FILE", "--space")
def mjcf_mesh_again(size):
    """One mesh, for many bodies."""
    points, _ = ball(20, 50)
    text = " ".join(str(c) for point in points for c in point)
    geoms = "".join(f'<body pos="{5000 * k} 0 0"><freejoint/><geom type="mesh" mesh="m"/></body>' for k in range(size // 70))
    return mjcf(geoms, f'<asset><mesh name="m" vertex="{text}"/></asset>')


@kind("xml")
def mjcf_mesh_in_the_plane(size):
    return mjcf_mesh_again(size)


@kind("xml", "scene", "import", "FILE", "--space")
def mjcf_small_mesh_again(size):
    points, _ = ball(6, 8)
    text = " ".join(str(c) for point in points for c in point)
    geoms = "".join(f'<body pos="{5000 * k} 0 0"><freejoint/><geom type="mesh" mesh="m"/></body>' for k in range(size // 70))
    return mjcf(geoms, f'<asset><mesh name="m" vertex="{text}"/></asset>')


@kind("xml", "scene", "import", "FILE", "--space")
def mjcf_welds(size):
    bodies = "".join(f'<body name="b{k}" pos="{k} 0 0"><freejoint/><geom type="box" size=".5 .5 .5"/></body>' for k in range(size // 170))
    welds = "".join(f'<connect body1="b{k}" body2="b{k + 1}" anchor=".5 0 0"/>' for k in range(size // 170 - 1))
    return f"<mujoco><worldbody>{bodies}</worldbody><equality>{welds}</equality></mujoco>"


@kind("xml", "scene", "import", "FILE", "--space")
def mjcf_excludes(size):
    bodies = "".join(f'<body name="b{k}" pos="{k} 0 0"><freejoint/><geom type="box" size=".5 .5 .5"/></body>' for k in range(size // 130))
    pairs = "".join(f'<exclude body1="b{k}" body2="b{k + 1}"/>' for k in range(size // 130 - 1))
    return f"<mujoco><worldbody>{bodies}</worldbody><contact>{pairs}</contact></mujoco>"


@kind("xml")
def mjcf_comments(size):
    return mjcf("<!---->" * (size // 7))


@kind("lp", "solve", "FILE")
def lp_of_many_variables(size):
    return "Minimize\n obj: x0\nSubject To\n" + "".join(f" c{k}: x{k} + x{k + 1} >= 1\n" for k in range(size // 28)) + "End\n"


@kind("lp", "solve", "FILE")
def lp_one_long_row(size):
    return "Minimize\n obj: x0\nSubject To\n c: " + " + ".join(f"x{k}" for k in range(size // 11)) + " >= 1\nEnd\n"


@kind("lp", "solve", "FILE")
def lp_one_variable_again(size):
    return "Minimize\n obj: x\nSubject To\n c: " + " + ".join("x" for k in range(size // 4)) + " >= 1\nEnd\n"


@kind("lp", "solve", "FILE")
def lp_long_numbers(size):
    return "Minimize\n obj: x\nSubject To\n" + "".join(f" c{k}: {'7' * 900}.{k} x >= 1e-999\n" for k in range(size // 930)) + "End\n"


@kind("lp", "solve", "FILE")
def lp_one_long_number(size):
    return f"Minimize\n obj: x\nSubject To\n c: {'7' * size} x >= 1\nEnd\n"


@kind("lp", "solve", "FILE")
def lp_far_exponents(size):
    return "Minimize\n obj: x\nSubject To\n" + "".join(f" c{k}: 1e{'-' if k % 2 else ''}{k % 999} x{k} >= 1\n" for k in range(size // 30)) + "End\n"


@kind("lp", "solve", "FILE")
def lp_of_one_far_exponent(size):
    """Thousands of binary digits in five characters."""
    return "Minimize\n obj: x\nSubject To\n" + " x >= 1e999\n" * (size // 12) + "End\n"


@kind("lp", "solve", "FILE")
def lp_infeasible(size):
    return "Minimize\n obj: x0\nSubject To\n" + "".join(f" c{k}: x{k % 100} + x{(k + 1) % 100} >= {k}\n d{k}: x{k % 100} <= -{k}\n" for k in range(size // 48)) + "End\n"


@kind("lp", "solve", "FILE")
def lp_quadratic(size):
    terms = " + ".join(f"x{k} ^2" for k in range(size // 24))
    return f"Minimize\n obj: [ {terms} ] / 2\nSubject To\n" + "".join(f" c{k}: x{k} >= 1\n" for k in range(size // 28)) + "End\n"


@kind("lp", "solve", "FILE")
def lp_products(size):
    """Of all pairs of some variables."""
    count = int((size / 12) ** 0.5)
    terms = " + ".join(f"x{a} * x{b}" for a in range(count) for b in range(a))
    squares = " + ".join(f"{count} x{a} ^2" for a in range(count))
    return f"Minimize\n obj: [ {squares} + {terms} ] / 2\nSubject To\n c: x0 >= 1\nEnd\n"


@kind("lp", "solve", "FILE")
def lp_bounds_again(size):
    return "Minimize\n obj: x\nSubject To\n c: x >= 1\nBounds\n" + " x <= 9\n" * (size // 8) + "End\n"


@kind("lp", "solve", "FILE")
def lp_dense(size):
    count = int((size / 9) ** 0.5)
    rows = "".join(f" c{a}: " + " + ".join(f"{(a * b) % 7 + 1} x{b}" for b in range(count)) + f" >= {a + 1}\n" for a in range(count))
    return "Minimize\n obj: " + " + ".join(f"x{b}" for b in range(count)) + f"\nSubject To\n{rows}End\n"


def mps(rows, columns, rhs, more=""):
    return f"NAME n\nROWS\n N obj\n{rows}COLUMNS\n{columns}RHS\n{rhs}{more}ENDATA\n"


@kind("mps", "solve", "FILE")
def mps_of_many_variables(size):
    count = size // 55
    return mps("".join(f" G c{k}\n" for k in range(count)), "".join(f" x{k} c{k} 1\n x{k} c{k + 1} 1\n" for k in range(count - 1)),
               "".join(f" rhs c{k} 1\n" for k in range(count)))


@kind("mps", "solve", "FILE")
def mps_of_rows_alone(size):
    return mps("".join(f" G c{k}\n" for k in range(size // 9)), " x obj 1\n", "")


@kind("mps", "solve", "FILE")
def mps_of_columns_alone(size):
    return mps(" G c\n", "".join(f" x{k} c 1\n" for k in range(size // 11)), " rhs c 1\n")


@kind("mps", "solve", "FILE")
def mps_of_ranges(size):
    count = size // 45
    return mps("".join(f" E c{k}\n" for k in range(count)), "".join(f" x c{k} 1\n" for k in range(count)), "",
               "RANGES\n" + "".join(f" r c{k} 1\n" for k in range(count)))


RUN_SCENE = in_json({"format": "zwang-scene-1", "name": "n", "gravity": [0, -10], "body": [
    {"name": "f", "fixed": True, "parts": [[[-9, -1], [9, -1], [9, 0], [-9, 0]]]}, {"name": "b", "parts": [square(0, 0)]}]})
COLUMNS = "time,body,x,y,angle\n"


@kind("csv", "audit", "SCENE", "FILE")
def audit_of_many_steps(size):
    return COLUMNS + "".join(f"{k / 64},b,0.5,0.5,0\n" for k in range(size // 24))


@kind("csv", "audit", "SCENE", "FILE")
def audit_with_a_mark_and_returns(size):
    return "\ufeff" + audit_of_many_steps(size).replace("\n", "\r\n")


@kind("csv", "audit", "SCENE", "FILE")
def audit_of_large_angles(size):
    return COLUMNS + "0,b,0.5,0.5,0\n" + "".join(f"{k / 64},b,0.5,0.5,{1e15 * (k + 1)!r}\n" for k in range(1, size // 40))


@kind("csv", "audit", "SCENE", "FILE")
def audit_of_huge_numbers(size):
    return COLUMNS + "".join(f"{k / 64},b,1e308,-1e308,1e-308\n" for k in range(size // 40))


@kind("csv", "audit", "SCENE", "FILE")
def audit_of_one_body_again(size):
    return COLUMNS + "0,b,0.5,0.5,0\n" * (size // 14)


@kind("csv", "audit", "SCENE", "FILE")
def audit_of_long_numbers(size):
    return COLUMNS + "".join(f"{k},b,0.{'3' * 900},0.{'7' * 900},0.{'1' * 900}\n" for k in range(size // 2720))


@kind("csv", "audit", "SCENE", "FILE")
def audit_of_many_columns(size):
    return COLUMNS.strip() + "".join(f",c{k}" for k in range(size // 7)) + "\n0,b,0,0,0\n"


@kind("csv", "audit", "SCENE", "FILE")
def audit_of_quotes(size):
    return COLUMNS + '"' * size


def crowd(size, place):
    """A scene of a row of triangles, each within a tenth of it of many others, and three states of a table: the first is that
    of the scene, in the later ones `place` tells the centroid of each triangle, by its place before and the time."""
    count = size // 90
    bodies = [{"name": str(k), "parts": [[[3 * k, 0], [3 * k + 3, 0], [3 * k, 3]]]} for k in range(count)]
    rows = [f"{state / 64},{k},{x!r},{y!r},0\n" for state in range(3) for k in range(count)
            for x, y in [place(3 * k + 1, state / 64) if state else (3 * k + 1, 1)]]
    return COLUMNS + "".join(rows), scene(bodies, gravity=[0, -10])


@kind("csv", "audit", "SCENE", "FILE")
def audit_of_a_crowd(size):
    """It falls as it should."""
    return crowd(size, lambda x, time: (x, 1 - 5 * time * time))


@kind("csv", "audit", "SCENE", "FILE")
def audit_of_a_crowd_on_one_spot(size):
    return crowd(size, lambda x, time: (1, 1))


@kind("csv", "audit", "SCENE", "FILE")
def audit_of_a_fast_crowd(size):
    """Each of them goes past all others in a step."""
    return crowd(size, lambda x, time: (x * (1 + 640 * time), 1))


@kind("csv", "audit", "SCENE", "FILE")
def audit_of_a_crowd_that_creeps(size):
    """No lawful forces explain it, so all that is near is looked at."""
    return crowd(size, lambda x, time: (x, 1 + size / 10**4 * time * (x % 2)))


@kind("ndjson", "audit", "SCENE", "FILE")
def audit_of_deep_lines(size):
    return '{"time":' * (size // 8)


@kind("ndjson", "audit", "SCENE", "FILE")
def audit_of_many_keys(size):
    return "{" + ",".join(f'"k{k}":1' for k in range(size // 11)) + "}\n"


@kind("toml", "scene", "check", "FILE")
def check_bricks(size):
    """Of a scene in space, side by side."""
    bricks = ", ".join(f'"2x2 ({3 * (k % 100)},{3 * (k // 100)},0)"' for k in range(size // 17))
    return f'format = "zwang-space-1"\nname = "n"\nbricks = [{bricks}]\n'


def write(name, path, size, scene_file):
    """Writes the file of a kind, and the scene that belongs to it."""
    content, own_scene = KINDS[name][0](size), RUN_SCENE
    if isinstance(content, tuple):
        content, own_scene = content
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    scene_file.write_text(own_scene)


def measured(name, folder, size, program):
    """The file of a kind, written there, and what the program needs for it."""
    _, ending, words = KINDS[name]
    path, scene_file = folder / f"{name}.{ending}", folder / "scene.json"
    alone(write, name, path, size, scene_file)
    names = {"FILE": str(path), "SCENE": str(scene_file)}
    return path, measure([program], [names.get(word, word) for word in words], 12)


def row_of(name, folder, size, program):
    """A row of a table."""
    path, (seconds, memory, status, _) = measured(name, folder, size, program)
    needed = f"> {seconds:.0f} s" if status < 0 else f"{seconds:.1f} s, {memory:.0f} MB"
    done = ", done" * (status in (0, 1))
    return f"| {name.replace('_', ' ')}{done} | {path.stat().st_size / 1000:.0f} kB | {needed} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=MB, help="bytes, by default a million")
    parser.add_argument("--table", action="store_true", help="write rows of a Markdown table")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write the files there, and keep them")
    parser.add_argument("program")
    parser.add_argument("names", nargs="*", help="beginnings of names of kinds; by default all")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.write or Path(temporary)
        folder.mkdir(exist_ok=True)
        for name in KINDS:
            if arguments.names and not name.startswith(tuple(arguments.names)):
                continue
            if arguments.table:
                print(row_of(name, folder, arguments.size, arguments.program), flush=True)
            else:
                path, (seconds, memory, status, said) = measured(name, folder, arguments.size, arguments.program)
                length = path.stat().st_size / 1000
                said = said.replace(str(path), "FILE").replace("\n", " ")
                print(f"{name:34} {length:7.0f} kB {seconds:6.2f} s {memory:5.0f} MB  exit {status}  {said}", flush=True)


if __name__ == "__main__":
    main()
