#!/usr/bin/env python3
"""How much work files ask of a checker: writes the worst that are known, of a size, and prints the processor time and the
memory that a program needs for each.

    python3 worst.py python3 check.py               files of 1 MB, scene and proof or run together
    python3 worst.py --size 300000 zwang-check      of another size
    python3 worst.py --rates zwang-check            files that are accepted, of three sizes: both grow as the file does
    python3 worst.py --table "zwang check" zwang-check "python3 check.py"      a table of several programs, in one run
    python3 worst.py --write FOLDER                 writes them, and runs nothing

Nothing is asserted of times: they depend on the machine. What bounds them is in FORMAT.md, sections 1 and 2, and RUN.md,
section 4, and tests hold it by counting."""

import argparse
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

sys.dont_write_bytecode = True

import law_check
import law_file
import law_solids
import law_space
from law_state import Body, size
from reading import digest, read_scene
from space_scene import digest as digest_in_space, read_scene as read_scene_in_space

MB = 10**6
HEAD = 'format = "zwang-scene-1"\nname = "n"\n'
EMPTY = {"separations": [], "contacts": [], "corners": [], "groups": []}
FALLS = {"sides": [], "denominator": "1", "motion": [["0", "-1", "0"]], "forces": [], "pins": []}


def in_json(value):
    return json.dumps(value, separators=(",", ":"))


def scene(bodies, **more):
    return in_json({"format": "zwang-scene-1", "name": "n", "body": bodies} | more)


def proof(text, **lists):
    return in_json({"format": "zwang-proof-1", "scene": digest(read_scene(text, True))} | EMPTY | lists)


def header(text, step="1/100"):
    scene = read_scene(text, True)
    touch = touching_distance(scene, Fraction(step))
    return in_json({"format": "zwang-run-2", "scene": digest(scene), "step": step, "grid": 64, "touch": str(touch),
                    "radius": "0", "law": "0", "restitution": "0", "pairs": [], "rounds": 1, "program": "worst.py"}) + "\n"


def touching_distance(scene, step):
    """`touch` of RUN.md, section 2."""
    bodies = [Body(scene, body) for body in scene.bodies if not body.fixed]
    fastest = max((size(body.velocity) + body.reach * abs(body.spin) for body in bodies), default=0)
    strongest = max((size(body.fall) + body.reach * abs(body.turn_fall) for body in bodies), default=0)
    return Fraction(max(step**2 * strongest, step * fastest / 1024)) / 1024


def record(groups=(), free=0):
    """A first step. If bodies are free it has a state of so many at rest, which pays for it and is another one than follows."""
    state = {"state": [["0", "0", 0, *["0"] * 7]] * free} if free else {}
    return in_json({"k": 1, "groups": list(groups)} | state) + "\n"


def accepted(text, head, groups=(), **more):
    """A header and a first step, with the state that follows."""
    line = in_json({"k": 1, "groups": list(groups)} | more) + "\n"
    in_space, read = "space" in text[:40], law_file.read_record
    if in_space:
        read = law_space.read_record
    checker = (law_space if in_space else law_check).Checker(read_scene_of(text), law_file.read_header(head.encode()))
    checker.take(read(line.encode()))
    return head + line[:-2] + f',"state":{in_json(checker.listed_state())}}}\n'


def read_scene_of(text):
    return (read_scene_in_space if "space" in text[:40] else read_scene)(text, True)


def leaf(**keys):
    return {"forces": [], "pins": [], "opening": None} | keys


def group(**keys):
    """The group of body 0, of one part."""
    part = {"rounds": [], "programs": [leaf()], "velocity": leaf()} | keys
    return {"first": 0, "grade": "unique", "parts": [part]}


def triangle(x, y):
    return [[x, y], [x + 1, y], [x, y + 1]]


def square(x, y):
    return [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]


def slanting(count, far=10**5):
    """Thin triangles side by side: no two overlap, and all boxes meet."""
    return [[[2 * k, -2 * k], [far + 2 * k, far - 2 * k], [far + 2 * k - 1, far - 2 * k]] for k in range(count)]


def grid(count, wide=170):
    """Triangles with room between them."""
    return [triangle(2 * (k % wide), 2 * (k // wide)) for k in range(count)]


# Each kind makes the texts of a scene and of a proof or run, of about so many bytes.
def many_answers(size):
    """Of a body with friction, each with a motion of its own."""
    text = scene([{"name": "b", "friction": 1, "parts": [square(0, 0)]}])
    answers = [{"sides": [], "denominator": "1", "forces": [], "pins": [], "motion": [[f"{k:x}", "-1", "0"]]}
               for k in range(size // 78)]
    groups = [{"bodies": [0], "answers": answers}]
    head = {"format": "zwang-friction-1", "scene": digest(read_scene(text, True)), "law": "coulomb"}
    return text, in_json(head | EMPTY | {"groups": groups})


def equal_parts(size):
    text = scene([{"name": "b", "parts": [triangle(0, 0)] * (size // 20)}])
    return text, header(text)


def equal_bodies(size):
    text = scene([{"name": str(k), "rectangle": {"center": [0, 0], "size": [1, 1]}} for k in range(size // 58)])
    return text, header(text)


def slanting_parts(size):
    text = scene([{"name": "b", "fixed": True, "parts": slanting(size // 46)}])
    return text, header(text)


def fast_bodies(size):
    bodies = [{"name": str(k), "parts": [part], "velocity": [0, 10**6]} for k, part in enumerate(grid(size // 140))]
    text = scene(bodies)
    return text, header(text) + record(free=len(bodies))


def fast_body_of_many_parts(size):
    text = scene([{"name": "b", "parts": grid(size // 34)}, {"name": "c", "velocity": [0, 10**6], "parts": [triangle(-9, -9)]}])
    return text, accepted(text, header(text))


def many_rows(size):
    """As many bodies within reach of each other as may be, and more rows."""
    bodies = [{"name": str(k), "parts": [part]} for k, part in enumerate(grid(min(size // 50, 390)))]
    bodies[0]["velocity"] = [0, 10**6]
    text = scene(bodies)
    return text, header(text) + record(free=len(bodies))


def vertices_over_a_long_denominator(size):
    long = [[[-5 * k - 9, f"1/{2**13000 + 2 * k + 1}"], [-5 * k - 8, 1], [-5 * k - 9, 2]] for k in range(8)]
    text = in_json({"format": "zwang-scene-1", "name": "n", "body": [{"name": "b", "parts": grid(size // 32) + long}]})
    return text, '{"format":"zwang-proof-1"}'


def number_in_a_record(size):
    text = scene([{"name": "b", "parts": [triangle(0, 0)]}])
    return text, header(text) + record([group(velocity=leaf(pins=[[0, "1" * size, "0"]]))])


def spelled_long(size):
    """A state as it is spelled."""
    text = scene([{"name": "b", "parts": [triangle(0, 0)]}])
    state = [["1" * (size // 2), "0", 0, *["0"] * 6, "1" * (size // 2)]]
    return text, header(text) + record()[:-2] + f',"state":{in_json(state)}}}\n'


def deep_tree(size):
    """Choices inside of choices, as deep as may be and deeper."""
    text = scene([{"name": "b", "parts": [triangle(0, 0)]}])
    depth = size // 80
    opening, end = '{"forces":[],"pins":[],"opening":null,"branches":[', in_json(leaf()) + "]}" * depth
    tree = opening * depth + end
    return text, header(text) + record([group(programs=["TREE"])]).replace('"TREE"', tree)


def many_branches(size):
    text = scene([{"name": "b", "parts": [triangle(0, 0)]}])
    return text, header(text) + record([group(programs=[leaf(branches=[leaf()] * (size // 45))])])


def many_rounds(size):
    """Of an impact of two bodies that meet, more than there can be."""
    bodies = [{"name": "a", "parts": [square(0, 0)], "velocity": [1, 0]}, {"name": "b", "parts": [square(1, 0)]}]
    text = scene(bodies, gravity=[0, 0])
    rounds = [{"unit": "1", "impulses": [[0, "1"], [1, "1"]], "pins": []}] * (size // 58)
    return text, header(text) + record([group(rounds=rounds)])


def rows_of_strikes(size):
    """Accepted: rows of boxes, each of which hands on in a round what it gets."""
    length, count = 30, size // 13000
    bodies = [{"name": f"{g}.{k}", "parts": [square(k, 3 * g)]} | ({} if k else {"velocity": [1, 0]})
              for g in range(count) for k in range(length)]
    text = scene(bodies, gravity=[0, 0])
    rounds = [{"unit": "2", "impulses": [[max(4 * k - 1, 0), "1"], [max(4 * k, 1), "1"]], "pins": []} for k in range(length - 1)]
    head = header(text).replace('"restitution":"0"', '"restitution":"1"').replace('"rounds":1', '"rounds":2')
    return text, accepted(text, head, [group(rounds=rounds) | {"first": g * length} for g in range(count)])


def steps_without_states(size):
    """More of them than are free."""
    text = scene([{"name": str(k), "parts": [part]} for k, part in enumerate(grid(min(size // 200, 2500)))])
    return text, header(text) + "".join(in_json({"k": k, "groups": []}) + "\n" for k in range(1, size // 30))


def steps_that_are_paid_for(size):
    """Accepted: steps of bodies that fly side by side, whose states pay for nearly as many pairs as there are."""
    parts = [[[x + 200 * group, y] for x, y in part] for group in range(4) for part in slanting(16, 40)]
    text = scene([{"name": str(k), "parts": [part], "velocity": [1, 0]} for k, part in enumerate(parts)], gravity=[0, 0])
    checker = law_check.Checker(read_scene(text, True), law_file.read_header(header(text).encode()))
    lines = [header(text)]
    for k in range(1, size // 20000):
        line = in_json({"k": k, "groups": []}) + "\n"
        checker.take(law_file.read_record(line.encode()))
        lines.append(line[:-2] + f',"state":{in_json(checker.listed_state())}}}\n')
    return text, "".join(lines)


def edges_that_take_over(size):
    """Boxes with bulging sides, each of which closes with a ledge that it climbs past."""
    def bulging(x, low, high, **more):
        (left, bottom), (right, top) = low, high
        corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
        outline = []
        for (a, b), (c, d), (u, v) in zip(corners, corners[1:] + corners[:1], ((0, -1), (1, 0), (0, 1), (-1, 0))):
            for k in range(8):
                t = Fraction(k, 8)
                out = t * (1 - t) / 250
                outline.append([str(x + a + (c - a) * t + u * out), str(b + (d - b) * t + v * out)])
        return {"parts": [outline]} | more
    bodies = []
    for k in range(size // 1700):
        bodies.append({"name": f"a{k}", "fixed": True} | bulging(20 * k, (0, -2), (2, 0)))
        low, high = (Fraction(-6, 5), Fraction(-1, 20)), (Fraction(-1, 5), Fraction(19, 20))
        bodies.append({"name": f"b{k}", "velocity": ["3/5", "1/5"]} | bulging(20 * k, low, high))
    text = scene(bodies, gravity=[0, 0])
    return text, header(text, "1") + record(free=len(bodies) // 2)


def steps_of_many_rows(size):
    """A polygon flies along another one at a slope. Each of the edges below is a candidate, and so are those above it: few bytes
    for many rows in each step."""
    count = 100
    below = [[x, Fraction(-x * x, 10**8)] for x in range(count // 2, -count // 2 - 1, -1)]
    above = [[Fraction(k, count), Fraction(1, 10**4) + Fraction(k * k, 10**9)] for k in range(-count // 2, count // 2 + 1)]
    floor = [[-count // 2 + 1, -1], [count // 2 - 1, -1], *below]
    bodies = [{"name": "a", "fixed": True}, {"name": "b", "velocity": ["1/100", "1/100"]}]
    for body, outline in zip(bodies, (floor, [*above, [Fraction(1, 3), 1], [Fraction(-1, 3), 1]])):
        body["parts"] = [[[str(x - y), str(x + y)] for x, y in outline]]
    text = scene(bodies, gravity=[0, 0])
    records = [in_json({"k": k, "groups": [group() | {"first": 1}]}) + "\n" for k in range(1, size // 170)]
    return text, header(text) + "".join(records)


def root_of_long_ends(_):
    """A threshold whose root is of the degree 16, between ends with long denominators, after 4,096 halvings."""
    folder = Path(__file__).parent / "thresholds" / "accepted"
    name = "root-of-a-ladder-after-many-halvings"
    proof = json.loads((folder / f"{name}.json").read_text())
    lead, ends = 3**2580, [Fraction(10**508, 10**509 + 1), Fraction(99 * 10**507 + 1, 10**509 + 1)]
    proof["root"] |= {"polynomial": [f"-{lead // 5 + 7:x}", *["0"] * 15, f"{lead:x}"], "between": [*map(str, ends)], "halvings": 4096}
    return (folder / f"{name}.toml").read_text(), in_json(proof)


def ends_of_ranges(size):
    """Accepted: how large the force of each of many contacts of a body can be, each with an end
    that is held against all."""
    teeth = size // 2000
    wide, last = 3 * teeth + 1, 2 * teeth - 1
    floor = [[-1, -1], [wide - 1, -1], [wide - 1, 0], [-1, 0]]
    text = scene([{"name": "f", "fixed": True, "parts": [floor]}, {"name": "b", "parts": [square(3 * k, 0) for k in range(teeth)]}])
    places = [3 * k + side for k in range(teeth) for side in (0, 1)]
    middle = Fraction(places[0] + places[-1], 2)
    other = [last if place < middle else 0 for place in places]

    def system(i):
        """Two forces that bear the teeth."""
        near, far = places[i] - middle, places[other[i]] - middle
        forces = {i: far / (far - near) * teeth / wide, other[i]: near / (near - far) * teeth / wide}
        unit = forces[i].denominator * forces[other[i]].denominator
        return {"denominator": f"{unit:x}", "forces": [[k, f"{int(forces[k] * unit):x}", "0"] for k in sorted(forces)], "pins": []}

    def largest(i):
        """The teeth turn about the other contact."""
        way = 1 if other[i] == 0 else -1
        about = places[other[i]]
        velocity = [-way, int(2 * way * (middle - about)), 2 * way]
        return {"system": i, "denominator": f"{2 * wide * abs(places[i] - about):x}",
                "velocity": [["-" * (x < 0) + f"{abs(x):x}" for x in velocity]]}

    least = {"system": 0, "denominator": "1", "velocity": [["0", "0", "0"]]}
    entries = [[i, 0, least, largest(i)] for i in range(1, last)]
    groups = [{"bodies": [1], "systems": [system(i) for i in range(last)], "stresses": [], "forces": entries, "corners": [], "pins": []}]
    contacts = [[1, k, vertex, 0, 0, 2] for k in range(teeth) for vertex in (0, 1)]
    head = {"format": "zwang-ranges-1", "scene": digest(read_scene(text, True))}
    return text, in_json(head | EMPTY | {"separations": [[0, 0, 1, k, 0, 2] for k in range(teeth)], "contacts": contacts, "groups": groups})


def many_parts_of_a_step(size):
    text = scene([{"name": "b", "parts": [square(0, 0)]}])
    many = group() | {"parts": group()["parts"] * (size // 130)}
    return text, header(text) + record([many])


def forces_on_rows_that_are_not(size):
    text = scene([{"name": "f", "fixed": True, "parts": [square(0, -1)]}, {"name": "b", "parts": [square(0, 0)]}])
    forces = [[k, "1"] for k in range(size // 13)]
    return text, header(text) + record([group(programs=[leaf(forces=forces)]) | {"first": 1}])


def polygon(count):
    """Vertices on a parabola, in integers."""
    return [[k, k * k] for k in range(count)]


def run_of_a_polygon(size):
    text = scene([{"name": "b", "parts": [polygon(size // 15)]}])
    return text, header(text) + record()


def two_polygons(size):
    """They rest on each other: each edge of one may be a candidate of each vertex of the other."""
    count = size // 32
    other = [[x, -1 - y] for x, y in polygon(count)][::-1]
    text = scene([{"name": "a", "parts": [polygon(count)]}, {"name": "b", "parts": [other]}])
    return text, header(text) + record()


def tiles_in_a_row(size):
    """Fixed ones, whose edges hide each other on one line."""
    tiles = [{"name": str(k), "fixed": True, "parts": [square(k, 0)]} for k in range(size // 76)]
    text = scene([*tiles, {"name": "b", "parts": [square(0, 1)]}])
    return text, header(text) + record()


def run_over_a_long_denominator(size):
    """As long as the scene may have them, in many parts."""
    parts = [[[f"{3 * k}/{2**4000 + 1}", 0], [f"{3 * k + 2}/{2**4000 + 1}", 0], [f"{3 * k + 1}/{2**4000 + 1}", 1]]
             for k in range(size // 3700)]
    text = scene([{"name": "b", "parts": parts}])
    return text, header(text) + record()


def far_and_fast(size):
    """Numbers of 300 digits before and behind the point, and a step of a day."""
    bodies = [{"name": str(k), "parts": [[[f"{k}e290", 0], [f"{k}e290", "1e-290"], [f"{k - 1}e290", "1e-290"]]],
               "velocity": ["1e300", "1e-300"]} for k in range(min(size // 120, 1700))]
    text = scene(bodies)
    return text, header(text, "86400") + record()


def spinning(size):
    bodies = [{"name": str(k), "parts": [part], "spin": 10**9} for k, part in enumerate(grid(size // 70))]
    text = scene(bodies)
    return text, header(text) + record()


def turning_alone(size):
    """Accepted: each turns so far in a step that it has several parts."""
    bodies = [{"name": str(k), "parts": [triangle(20 * (k % 70), 20 * (k // 70))], "spin": 150} for k in range(size // 175)]
    text = scene(bodies)
    return text, accepted(text, header(text))


def turning_together(size):
    """They turn so far that more of them are near each other than may be."""
    bodies = [{"name": str(k), "parts": [part], "spin": 150} for k, part in enumerate(grid(size // 108))]
    text = scene(bodies)
    return text, header(text) + record(free=len(bodies))


def slanting_bodies_in_groups(size):
    """Accepted: thin ones in groups of 16, each with nearly as many pairs as may be near each other."""
    parts = [[[x + 200 * group, y] for x, y in part] for group in range(size // 2400) for part in slanting(16, 40)]
    text = scene([{"name": str(k), "parts": [part]} for k, part in enumerate(parts)])
    return text, accepted(text, header(text))


def fast_bodies_in_groups(size):
    """Likewise fast ones, so that all gaps are looked at: more than there may be."""
    parts = [[[x + 200 * group, y] for x, y in part] for group in range(size // 2000) for part in grid(16, 4)]
    text = scene([{"name": str(k), "parts": [part], "velocity": [0, 1000]} for k, part in enumerate(parts)])
    return text, header(text) + record(free=len(parts))


def fast_bodies_that_pass(size):
    """Accepted: nearly as many gaps as the bytes of a step pay for. Of 16 in a group they would be more."""
    parts = [[[x + 200 * group, y] for x, y in part] for group in range(size // 10000) for part in grid(15, 4)]
    text = scene([{"name": str(k), "parts": [part], "velocity": [0, 1000]} for k, part in enumerate(parts)])
    return text, accepted(text, header(text))


def polygons_that_touch(size):
    """Two free ones at one vertex each: every vertex is in a row with an edge, and they are more than the step pays for."""
    count = size // 34
    other = [[x, -y] for x, y in polygon(count)][::-1]
    text = scene([{"name": "a", "parts": [polygon(count)]}, {"name": "b", "parts": [other]}])
    return text, header(text) + record()


def nearly_flat_sides(size):
    """Two free bodies that touch: all edges of one side of either are candidates."""
    count = size // 45
    height = 2**14 * count**2
    low = [[2**14 * count * x, x * x] for x in range(-(count // 2), count // 2 + 1)]
    outline = [*low, [low[-1][0] - 1, height], [low[0][0] + 1, height]]
    text = scene([{"name": "a", "parts": [outline]}, {"name": "b", "parts": [[[x, -y] for x, y in outline][::-1]]}])
    return text, header(text) + record()


def small_ones_beside_a_large_one(size):
    """Triangles in the box of a polygon of many vertices, outside of it."""
    count = size // 22
    corner = [{"name": str(k), "parts": [[[count - 2 - 2 * k, 10 * k], [count - 1 - 2 * k, 10 * k], [count - 2 - 2 * k, 10 * k + 1]]]}
              for k in range(count // 8)]
    text = scene([{"name": "a", "parts": [polygon(count)]}, *corner])
    return text, header(text) + record()


def pins_at_one_point(size):
    """A run of bodies that are pinned to each other there."""
    bodies = [{"name": str(k), "parts": [part]} for k, part in enumerate(grid(size // 132))]
    pins = [{"bodies": [str(k), str(k + 1)], "at": [0, 0]} for k in range(len(bodies) - 1)]
    text = scene(bodies, pin=pins)
    return text, accepted(text, header(text))


def cube(x, y, z, name, **keys):
    return {"name": name, "box": {"center": [x, y, z], "size": [1, 1, 1]}} | keys


def scene_in_space(bodies, **more):
    return in_json({"format": "zwang-space-1", "name": "n", "gravity": [0, 0, -1], "body": bodies} | more)


def proof_in_space(text, groups, separations=(), name="zwang-space-statics-1"):
    digest = digest_in_space(read_scene_in_space(text, True))
    return in_json({"format": name, "scene": digest, "separations": list(separations), "groups": groups})


def falling(body):
    return {"bodies": [body], "velocity": [["0", "0", "-1", "0", "0", "0"]]}


def fixed_boxes_on_one_spot(size):
    """Accepted: pairs of fixed bodies need no separation."""
    bodies = [cube(0, 0, 0, str(k), fixed=True) for k in range(size // 75)] + [cube(9, 9, 9, "free")]
    text = scene_in_space(bodies)
    return text, proof_in_space(text, [falling(len(bodies) - 1)])


def free_boxes_on_one_spot(size):
    text = scene_in_space([cube(0, 0, 0, str(k)) for k in range(size // 130)])
    count = len(json.loads(text)["body"])
    return text, proof_in_space(text, [falling(k) for k in range(count)])


def boxes_that_fall(size):
    """Accepted: each its own group."""
    text = scene_in_space([cube(3 * (k % 70), 3 * (k // 70), 0, str(k)) for k in range(size // 140)])
    count = len(json.loads(text)["body"])
    return text, proof_in_space(text, [falling(k) for k in range(count)])


def splits_without_leaves(size):
    """A tree in space that splits one corner again and again."""
    dart = {"name": "dart", "parts": [[[0, 0, 0], [1, 0, 1], [-1, 0, 1], [0, 1, 1]]]}
    peak = {"name": "peak", "fixed": True, "parts": [[[0, 0, 0], [1, 0, -1], [-1, 0, -1], [0, 1, -1]]]}
    text = scene_in_space([peak, dart])
    split = {"corner": 0, "vertex": 0}
    return text, proof_in_space(text, [{"bodies": [1], "tree": [split] * (size // 24)}], [[0, 0, 1, 0, 0, 0]])


def leaves_in_space(size):
    text = scene_in_space([cube(0, 0, -1, "floor", fixed=True), cube(0, 0, 0, "cube")])
    leaf_in_space = {"denominator": "1", "forces": [], "rows": [], "corners": []}
    groups = [{"bodies": [1], "tree": [leaf_in_space] * (size // 58)}]
    return text, proof_in_space(text, groups, [[0, 0, 1, 0, 0, 0]])


def points_on_a_sphere(count):
    """Different rational points, in convex position."""
    found = []
    for k in range(count):
        s, t = Fraction(k % 20 - 10, 10) + Fraction(1, 37), Fraction(k // 20 + 1, count // 20 + 2)
        n = 1 + s * s + t * t
        found.append([str(2 * s / n), str(2 * t / n), str((s * s + t * t - 1) / n)])
    return found


def solid_of_many_vertices(size):
    text = scene_in_space([{"name": "ball", "parts": [points_on_a_sphere(size // 60)]}])
    return text, '{"format":"zwang-space-proof-1"}'


def number_in_space(size):
    text = scene_in_space([cube(0, 0, 0, "b")])
    groups = [falling(0) | {"velocity": [["0", "0", "-" + "1" * size, "0", "0", "0"]]}]
    return text, proof_in_space(text, groups)


def moving_groups_in_space(size):
    """Motions over a long denominator, in a proof of motion."""
    text = scene_in_space([cube(3 * k, 0, 0, str(k)) for k in range(size // 400)])
    count = len(json.loads(text)["body"])
    motion = {"denominator": "1" + "0" * 60, "motion": [["0", "0", "-1" + "0" * 60, "0", "0", "0"]], "forces": [], "rows": []}
    groups = [{"bodies": [k], "tree": [motion], "answers": [0]} for k in range(count)]
    return text, proof_in_space(text, groups, name="zwang-space-proof-1")


def strips_of_two_bodies(size):
    """They ignore each other, and all boxes of one meet all of the other."""
    strips = [[[[0, 10 * k], [9**9, 10 * k], [9**9, 10 * k + 1], [0, 10 * k + 1]] for k in range(size // 90)],
              [[[10 * k, 0], [10 * k + 1, 0], [10 * k + 1, 9**9], [10 * k, 9**9]] for k in range(size // 90)]]
    text = scene([{"name": name, "parts": parts} for name, parts in zip("ab", strips)], pin=[{"bodies": ["a", "b"], "at": [0, 0]}])
    return text, '{"format":"zwang-proof-1"}'


def cases_of_many_contacts(size):
    contacts = size // 60
    line = [[-9 * contacts, -1], [9 * contacts, -1], [9 * contacts, 0], [-9 * contacts, 0]]
    text = scene([{"name": "f", "fixed": True, "parts": [line]}, {"name": "b", "parts": [square(0, 0)]}])
    listed = [[1, 0, 0, 0, 0, 2], [1, 0, 1, 0, 0, 2]]
    case = {"sides": [], "forces": [], "pins": []}
    return text, proof(text, contacts=listed * (contacts // 2), groups=[{"bodies": [1], "cases": [case] * (size // 60), "answers": []}])


def long_masses(size, **more):
    """Contacts of a body whose mass, inertia and centroid have 4,000 digits."""
    long = {"mass": "1" * 4000, "inertia": "3" * 4000, "centroid": ["0." + "7" * 4000, "5"]}
    count = int((size / 17) ** 0.5)
    below = [[x, -1 - y] for x, y in polygon(count)][::-1]
    text = scene([{"name": "b", "parts": [polygon(count)]} | long | more, {"name": "f", "fixed": True, "parts": [below]}])
    contacts = [[0, 0, vertex, 1, 0, edge] for vertex in range(count) for edge in range(count)]
    return text, proof(text, contacts=contacts, groups=[{"bodies": [0], "cases": [FALLS], "answers": [0]}])


def long_masses_that_spin(size):
    return long_masses(size, spin=3)


def boxes_with_loads(size):
    """Accepted: each its own group, and each load its own name."""
    bodies = [cube(3 * (k % 70), 3 * (k // 70), 0, str(k)) for k in range(size // 190)]
    loads = [{"name": f"l{k}", "body": str(k), "force": [0, 0, -1]} for k in range(len(bodies))]
    text = scene_in_space(bodies, load=loads)
    return text, proof_in_space(text, [falling(k) for k in range(len(bodies))])


def run_in_space(text):
    """Its header."""
    scene, step = read_scene_in_space(text, True), Fraction(1, 100)
    checker = SimpleNamespace(bodies=[law_solids.Body(scene, body) for body in scene.bodies], h=step)
    checker.free = [b for b, body in enumerate(checker.bodies) if not body.fixed]
    checker.pull = law_space.strongest_pull(checker.bodies)
    header = {"format": "zwang-run-2", "scene": digest_in_space(scene), "step": str(step), "grid": 64,
              "touch": str(law_space.Checker.touch(checker)), "radius": "0", "law": "0", "restitution": "0", "pairs": [],
              "rounds": 0, "program": "worst.py"}
    return in_json(header) + "\n"


def boxes_that_fly(size):
    """Accepted: they turn, and meet nothing."""
    motion = {"velocity": [1, 2, 3], "spin": [1, -1, 2]}
    text = scene_in_space([cube(9 * (k % 70), 9 * (k // 70), 0, str(k)) | motion for k in range(size // 350)])
    return text, accepted(text, run_in_space(text), apart=[])


def boxes_that_fly_together(size):
    """Fast ones, one above the other."""
    text = scene_in_space([cube(0, 0, 3 * k, str(k), velocity=[0, 0, 10**6]) for k in range(size // 160)])
    state = [["0", "0", "0", 0, *["0"] * 9]] * len(json.loads(text)["body"])
    return text, run_in_space(text) + in_json({"k": 1, "groups": [], "apart": [], "state": state}) + "\n"


def points_of_one_contact(size):
    """Accepted: a box that falls, and as many points as a contact may have."""
    text = scene_in_space([cube(0, 0, -1, "floor", fixed=True), cube(0, 0, 1, "box")])
    up = "10000000000000000"
    leaf = {"forces": [], "opening": None}
    points = [[k % 4] for k in range(2**12 + 8 * 16)]
    group = {"contacts": [[0, 0, 1, 0, "0", "0", up, "0", "0", up, points]], "programs": [leaf], "velocity": leaf}
    return text, accepted(text, run_in_space(text), [group], apart=[[0, 0, 1, 0, "0", "0", "1"]])


def points_of_many_contacts(size):
    """Accepted: boxes that fall, and as many points as their contacts may have."""
    count = size // 2000
    floor = {"name": "floor", "fixed": True, "box": {"center": [0, 0, -1], "size": [9**9, 9, 1]}}
    text = scene_in_space([floor, *(cube(3 * k, 0, 1, str(k)) for k in range(count))])
    up = "10000000000000000"
    leaf = {"forces": [], "opening": None}
    points = [[k % 8] for k in range(64)]
    groups = [{"contacts": [[0, 0, k, 0, "0", "0", up, "0", "0", up, points]], "programs": [leaf], "velocity": leaf}
              for k in range(1, count + 1)]
    return text, accepted(text, run_in_space(text), groups, apart=[[0, 0, k, 0, "0", "0", "1"] for k in range(1, count + 1)])


def welded_boxes(size):
    """Accepted: a chain of boxes that falls."""
    count = size // 690
    joints = [{"kind": "weld", "bodies": [str(k), str(k + 1)], "at": [2 * k + 1, 0, 0]} for k in range(count - 1)]
    text = scene_in_space([cube(2 * k, 0, 0, str(k)) for k in range(count)], joint=joints)
    leaf = {"forces": [], "joints": ["0"] * (6 * len(joints)), "opening": None}
    group = {"contacts": [], "joints": [*range(len(joints))], "programs": [leaf], "velocity": leaf}
    return text, accepted(text, run_in_space(text), [group], apart=[])


def pairs_of_hinges(size):
    """Accepted: pairs of boxes, each with a hinge and a group of its own, that turn as they fly."""
    count = size // 1200
    bodies, joints = [], []
    for k in range(count):
        bodies += [cube(9 * k, 0, 0, f"a{k}"), cube(9 * k + 2, 0, 0, f"b{k}")]
        joints.append({"kind": "hinge", "bodies": [f"a{k}", f"b{k}"], "at": [9 * k + 1, 0, 0], "axis": [0, 0, 1]})
    text = scene_in_space(bodies, joint=joints)
    leaf = {"forces": [], "joints": ["0"] * 5, "opening": None}
    groups = [{"contacts": [], "joints": [k], "programs": [leaf], "velocity": leaf} for k in range(count)]
    return text, accepted(text, run_in_space(text), groups, apart=[])


def template(bodies, **more):
    """What `zwang check` alone takes: the others refuse it for its keys."""
    return scene(bodies, **more), in_json({"format": "zwang-proof-1", "scene": ""} | EMPTY)


def copies_of_one_body(size):
    """As many as there may be, and more than may be written."""
    return template([{"name": "b", "parts": [square(0, 0)], "copies": {"count": 199999, "step": [2, 0]}}])


def copies_as_many_as_are_written(size):
    return template([{"name": "b", "parts": [square(0, 0)], "copies": {"count": 21000, "step": [2, 0]}}])


def copies_of_many_parts(size):
    return template([{"name": "b", "parts": grid(size // 30), "copies": {"count": 1000, "step": [1000, 0]}}])


def copies_of_long_names(size):
    copies = {"count": 9000, "step": [2, 0]}
    return template([{"name": "n" * (size // 8) + str(k), "parts": [square(0, 9 * k)], "copies": copies} for k in range(8)])


def copies_of_polygons(size):
    shape = {"center": [0, 0], "radius": 1, "corners": 100}
    return template([{"name": "b", "regular_polygon": shape, "copies": {"count": 199999, "step": [3, 0]}}])


def many_polygons(size):
    """Each with its own angle."""
    shapes = [{"center": [3 * k, 0], "radius": 1, "corners": 100, "angle": {"degrees": f"{k % 90}.{k:05}"}}
              for k in range(size // 120)]
    return template([{"name": str(k), "regular_polygon": shape} for k, shape in enumerate(shapes)])


def long_expressions(size):
    """Of values as long as they may be."""
    bodies = [{"name": str(k), "rectangle": {"center": [f"{3 * k} + x*y/z", 0], "size": [1, 1]}} for k in range(size // 80)]
    return template(bodies, parameters={"x": "7" * 3900, "y": f"1/{'9' * 3900}", "z": "7" * 3900})


def copies_by_long_steps(size):
    step = f"1/{2**13000 + 1}"
    return template([{"name": "b", "parts": [square(0, 0)], "copies": {"count": size // 9, "step": [step, 9]}}])


def standing_on_each_other(size):
    """A tower in which each body stands on the one before, on slopes of irrational length."""
    bodies = [{"name": "0", "fixed": True, "parts": [[[0, 0], [7, 0], [0, 3]]]}]
    bodies += [{"name": str(k), "rectangle": {"size": [1, 1]}, "on": {"body": str(k - 1), "edge": 2 if k > 1 else 1}}
               for k in range(1, size // 80)]
    return template(bodies)


def copies_in_space(size):
    body = cube(0, 0, 0, "b", copies={"count": 199999, "step": [2, 0, 0]})
    return scene_in_space([body]), in_json({"format": "zwang-space-statics-1", "scene": "", "separations": [], "groups": []})


def key_of_many_parts(size):
    return HEAD + ".".join("a" * (size // 2)) + " = 1\n", '{"format":"zwang-proof-1"}'


def many_tables(size):
    return HEAD + "".join(".".join([f"k{k}"] * 15) + " = 1\n" for k in range(size // 100)), '{"format":"zwang-proof-1"}'


def bodies_that_fall(size):
    """Accepted: each its own group."""
    text = scene([{"name": str(k), "parts": [square(3 * k, 0)]} for k in range(size // 140)])
    count = len(json.loads(text)["body"])
    return text, proof(text, groups=[{"bodies": [k], "cases": [FALLS], "answers": [0]} for k in range(count)])


def bodies_that_stand(size):
    """Accepted: each its own group, by two forces."""
    count = size // 250
    floor = [[-1, -1], [3 * count, -1], [3 * count, 0], [-1, 0]]
    text = scene([{"name": "f", "fixed": True, "parts": [floor]}]
                 + [{"name": str(k), "parts": [square(3 * k, 0)]} for k in range(count)])
    denominator = f"{2 * (3 * count + 1):x}"
    standing = {"sides": [], "denominator": denominator, "motion": [["0", "0", "0"]], "pins": []}
    groups = [{"bodies": [k + 1], "cases": [standing | {"forces": [[2 * k, "1"], [2 * k + 1, "1"]]}], "answers": [0]}
              for k in range(count)]
    contacts = [[k + 1, 0, vertex, 0, 0, 2] for k in range(count) for vertex in (0, 1)]
    return text, proof(text, separations=[[0, 0, k + 1, 0, 0, 2] for k in range(count)], contacts=contacts, groups=groups)


def beginning_of_many_bodies(size):
    """Accepted: a run without steps."""
    text = scene([{"name": str(k), "parts": [part]} for k, part in enumerate(grid(size // 55))])
    return text, header(text)


def polygons_that_overlap(size):
    """No edge separates them, which each edge has to show."""
    count = size // 34
    other = [[x + 1, y - 2 * count] for x, y in polygon(count)]
    text = scene([{"name": "a", "parts": [polygon(count)]}, {"name": "b", "parts": [other]}])
    return text, header(text)


def rounded_body(name, vertices, **more):
    return {"name": name, "mass": 1, "inertia": 1, "centroid": [0, 0],
            "parts": [{"vertices": vertices, "radius": "1/1000"}]} | more


def rounded_polygons_side_by_side(size):
    """The boxes of their cores meet, and the cores do as well."""
    count = size // 36
    other = [[x + 1, y - 2 * count] for x, y in polygon(count)]
    text = scene([rounded_body("a", polygon(count)), rounded_body("b", other)])
    return text, header(text)


def rounded_polygons_near_each_other(size):
    """One comes so close to the other that they are a pair of the step."""
    count = size // 36
    other = [[x + count // 2, y] for x, y in polygon(count)]
    text = scene([rounded_body("a", polygon(count), velocity=[25 * count, 0]), rounded_body("b", other)])
    return text, header(text) + record()


def rounded_parts_by_vectors(size):
    """Accepted: each two of some rounded parts of many vertices, separated by a vector."""
    count = int((size / 32) ** 0.5)
    text = scene([rounded_body(str(k), [[9999 * k + x, y] for x, y in polygon(count)]) for k in range(count)])
    separations = [[a, 0, b, 0, 3, "4", "0", "1"] for a in range(count) for b in range(a + 1, count)]
    groups = [{"bodies": [k], "cases": [FALLS], "answers": [0]} for k in range(count)]
    return text, proof(text, separations=separations, groups=groups)


def bowl(count, x=0, z=0):
    """Points in convex position, in integers."""
    side = int(count**0.5)
    return [[x + u, v, z + u * u + v * v] for u in range(side) for v in range(side)]


def hulls_of_many_points(size):
    """As many as there may be."""
    text = scene_in_space([{"name": "b", "parts": [bowl(1024, 99 * k) for k in range(min(size // 17000, 15))]}])
    return text, '{"format":"zwang-space-statics-1","scene":"","separations":[],"groups":[]}'


def apart_of_many_vertices(size):
    """Accepted: each two parts of two bodies in space, with a direction."""
    count = size // 9000
    bodies = [{"name": name, "parts": [bowl(100, 99 * k, z) for k in range(count)]} for name, z in (("a", 0), ("b", 1000))]
    text = scene_in_space(bodies)
    apart = [[0, p, 1, q, "0", "0", "1"] for p in range(count) for q in range(count)]
    return text, accepted(text, run_in_space(text), apart=apart)


def contacts_of_wide_parts(size):
    """Two parts in space with many faces, again and again."""
    text = scene_in_space([{"name": "a", "parts": [bowl(1024)]}, {"name": "b", "parts": [bowl(1024, z=-9000)]}])
    down = "-8000000000000000"
    contact = [0, 0, 1, 0, "0", "0", down, "0", "0", down, [[0]]]
    group = {"contacts": [contact] * (size // 50), "programs": [], "velocity": {"forces": [], "opening": None}}
    return text, run_in_space(text) + in_json({"k": 1, "groups": [group], "apart": []}) + "\n"


WORST = {kind.__name__: kind for kind in (
    equal_parts, equal_bodies, slanting_parts, fast_bodies, fast_body_of_many_parts, many_rows,
    vertices_over_a_long_denominator, number_in_a_record, strips_of_two_bodies, cases_of_many_contacts, long_masses,
    long_masses_that_spin, key_of_many_parts, many_answers,
    many_tables, spelled_long, deep_tree, many_branches, many_rounds, rows_of_strikes, steps_without_states,
    steps_that_are_paid_for, steps_of_many_rows, edges_that_take_over, root_of_long_ends,
    ends_of_ranges, many_parts_of_a_step, forces_on_rows_that_are_not,
    run_of_a_polygon, two_polygons, tiles_in_a_row, run_over_a_long_denominator, far_and_fast, spinning, turning_alone,
    turning_together, slanting_bodies_in_groups, fast_bodies_in_groups, fast_bodies_that_pass, polygons_that_touch, nearly_flat_sides,
    small_ones_beside_a_large_one, pins_at_one_point,
    fixed_boxes_on_one_spot, free_boxes_on_one_spot, splits_without_leaves, leaves_in_space, solid_of_many_vertices,
    number_in_space, copies_of_one_body, copies_as_many_as_are_written, copies_of_many_parts, copies_of_long_names,
    copies_of_polygons, many_polygons, boxes_that_fly, boxes_that_fly_together, long_expressions, copies_by_long_steps,
    standing_on_each_other, copies_in_space, bodies_that_fall, bodies_that_stand, beginning_of_many_bodies, boxes_that_fall,
    boxes_with_loads, moving_groups_in_space, polygons_that_overlap, rounded_polygons_side_by_side,
    rounded_polygons_near_each_other, rounded_parts_by_vectors, hulls_of_many_points, apart_of_many_vertices,
    contacts_of_wide_parts, points_of_one_contact, points_of_many_contacts, welded_boxes, pairs_of_hinges)}
ACCEPTED = ("bodies_that_fall", "bodies_that_stand", "beginning_of_many_bodies", "fixed_boxes_on_one_spot", "boxes_that_fall",
            "boxes_with_loads", "boxes_that_fly", "moving_groups_in_space")


def write(folder, name, size):
    """Writes the two files of a kind."""
    text, other = WORST[name](size)
    ending = "json" if text.startswith("{") else "toml"
    paths = [folder / f"{name}-{size}.{ending}", folder / f"{name}-{size}.proof"]
    for path, content in zip(paths, (text, other)):
        path.write_text(content, encoding="utf-8")
    return paths


def measure(command, files, patience=100):
    """Processor seconds, megabytes and the exit status of a program, and how its answer begins."""
    program = subprocess.Popen([*command, *files], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (patience, patience)))
    said = program.stdout.read().decode(errors="replace")
    _, status, usage = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, program.returncode, said[:70].strip()


def alone(function, *arguments):
    """What a function gives, found by another process: what a process has used before counts for the programs that it starts."""
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(function, arguments)


def row_of(name, files, commands):
    """A row of a table: what each program needs for a file, and whether the last one accepts it."""
    cells = []
    for command in commands:
        seconds, memory, status, _ = measure(command.split(), files)
        cells.append(f"> {seconds:.0f} s" if status < 0 else f"{seconds:.1f} s, {memory:.0f} MB")
    accepted = ", accepted" * (status == 0)
    length = sum(file.stat().st_size for file in files) / 1000
    return f"| {name.replace('_', ' ')}{accepted} | {length:.0f} kB | {' | '.join(cells)} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=MB, help="bytes, by default a million")
    parser.add_argument("--rates", action="store_true", help="what is accepted, of a quarter, a half and all of the size")
    parser.add_argument("--table", action="store_true", help="each word is a program; write rows of a Markdown table")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write the files, and run nothing")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    size = arguments.size
    sizes = [size // 4, size // 2, size] if arguments.rates else [size]
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.write or Path(temporary)
        folder.mkdir(exist_ok=True)
        for name in ACCEPTED if arguments.rates else WORST:
            for size in sizes:
                files = alone(write, folder, name, size)
                if arguments.table:
                    print(row_of(name, files, arguments.command), flush=True)
                elif arguments.write is None:
                    seconds, memory, status, said = measure(arguments.command, files)
                    length = sum(file.stat().st_size for file in files) / 1000
                    print(f"{name:34} {length:7.0f} kB {seconds:6.2f} s {memory:5.0f} MB  exit {status}  {said}", flush=True)


if __name__ == "__main__":
    main()
