"""How a run may begin: section 9 of RUN.md, L0, of the bodies of its scene. Conditions yield
(whether it holds, where, what was found, what is required)."""

from functools import cmp_to_key
from heapq import merge
from math import lcm

from boxes import bounding_boxes, meeting, met_by_each, most_pairs, most_vertices
from quantities import first_edge, points_down
from reading import add, cross, digest, dot, ignore_each_other, scale, sub

FEW = 8  # edges, each of which is looked at with all vertices of another part


def the_scene_is_the_one_of_the_header(scene_in_the_run_and_header):
    scene, header = scene_in_the_run_and_header
    found = digest(scene)
    yield found == header.scene, "header, scene_file", f"the scene {found}", header.scene


def state_0_is_possible(run):
    parts = {(b, p): part for b, body in enumerate(run.scene.bodies) for p, part in enumerate(body.parts)}
    radii = {(b, p): radius for b, body in enumerate(run.scene.bodies) for p, radius in enumerate(body.radii)}
    boxes, count, most = bounding_boxes(parts, radii), 0, most_pairs(len(parts))
    size = {part: len(outline) for part, outline in parts.items()}
    vertices, most_ends = 0, most_vertices(sum(size.values()))
    outlines = {(b, p): outline for b, body in enumerate(run.scene.bodies) for p, outline in enumerate(body.outlines)}
    # Pairs are counted before any of them is looked at.
    for one, others in met_by_each(boxes):
        if run.scene.ignoring:
            others = [two for two in others if not ignore_each_other(run.scene, one[0], two[0])]
        count += len(others)
        vertices += len(others) * size[one] + sum(map(size.get, others))
        yield count <= most, "state 0, parts", f"more than {most} pairs near each other", "no more"
        yield vertices <= most_ends, "state 0, parts", f"more than {most_ends} vertices near each other", "no more"
    for one, two in meeting(boxes) if count else ():
        if radii[one] or radii[two]:
            if one[0] != two[0] and not ignore_each_other(run.scene, one[0], two[0]):
                apart = are_apart(outlines[one], outlines[two], radii[one] + radii[two])
                yield apart, f"state 0, parts {list(one)} and {list(two)}", "an overlap", "cores that are as far apart as the radii"
        elif not ignore_each_other(run.scene, one[0], two[0]):
            pair = outlines[one], outlines[two]
            apart = are_apart(*pair, 0) if min(map(len, pair)) > FEW else is_beside(*pair) or is_beside(*pair[::-1])
            yield apart, f"state 0, parts {list(one)} and {list(two)}", "an overlap", "an edge that separates them"
    for k, pin in enumerate(run.pins):
        apart = sub(velocity_at(run, pin.first, pin.at), velocity_at(run, pin.second, pin.at))
        yield apart == (0, 0), f"state 0, pin {k}", ("velocities that differ by", *apart), "0 0"


def are_apart(one, two, reach):
    """Whether two cores (see `whole_edges`), of which a segment is two edges and a point none, are so far apart: whether the
    polygon of all differences of their points is so far from the origin, and does not contain it."""
    unit = lcm(*{edge[0] for edge in (*one, *two)})
    cores = [[(x * (unit // own), y * (unit // own)) for own, x, y, _, _ in core] for core in (one, two)]
    corners, least = differences(*cores), (reach * unit)**2
    if min(dot(x, x) for x in corners) < least:
        return False
    separates = len(corners) == 1
    for start, end in zip(corners, corners[1:] + corners[:1]):
        along = sub(end, start)
        gap, place, length = -cross(start, along), -dot(start, along), dot(along, along)
        separates |= gap >= 0
        if gap >= 0 and 0 <= place <= length and gap * gap < least * length:
            return False
    return separates


def differences(one, two):
    """The vertices of the polygon of all q - p, p and q of two cores: its edges are those of both by their angles, the ones
    of the first turned by half a turn."""
    sides, start = [], (0, 0)
    for core in [scale(-1, p) for p in one], two:
        first = first_edge(core)
        core = core[first:] + core[:first]
        start = add(start, core[0])
        sides.append([sub(q, p) for p, q in zip(core, core[1:] + core[:1])] if len(core) > 1 else [])
    corners = [start]
    for side in merge(*sides, key=cmp_to_key(by_angle)):
        corners.append(add(corners[-1], side))
    return corners[:-1] or corners


def by_angle(d, e):
    """Below 0 if the angle of the first direction, from 0 to 2π, is the smaller one."""
    return points_down(d) - points_down(e) or -cross(d, e)


def is_beside(outline, other):
    """Whether an edge of one outline (see `whole_edges`) has another one on its outer side."""
    for unit, x, y, u, v in outline:
        n = v - y, x - u
        level = n[0] * x + n[1] * y
        for own, wx, wy, _, _ in other:
            if (n[0] * wx + n[1] * wy) * unit < level * own:
                break
        else:
            return True
    return False


def velocity_at(run, b, at):
    if b is None or not run.is_free[b]:
        return 0, 0
    body = run.bodies[b]
    if not body.spin:
        return body.velocity
    x, y = sub(at, body.centre)
    return add(body.velocity, scale(body.spin, (-y, x)))
