"""How a run may begin: section 9 of RUN.md, L0, of the bodies of its scene. Conditions yield
(whether it holds, where, what was found, what is required)."""

from fractions import Fraction

from boxes import bounding_boxes, meeting, met_by_each, most_pairs
from quantities import first_edge, lowest
from reading import add, cross, digest, dot, ignore_each_other, scale, sub

FEW = 8  # vertices, of which all are looked at where one is the lowest


def the_scene_is_the_one_of_the_header(scene_in_the_run_and_header):
    scene, header = scene_in_the_run_and_header
    found = digest(scene)
    yield found == header.scene, "header, scene_file", f"the scene {found}", header.scene


def state_0_is_possible(run):
    parts = {(b, p): part for b, body in enumerate(run.scene.bodies) for p, part in enumerate(body.parts)}
    radii = {(b, p): radius for b, body in enumerate(run.scene.bodies) for p, radius in enumerate(body.radii)}
    boxes, count, most = bounding_boxes(parts, radii), 0, most_pairs(len(parts))
    outlines = {(b, p): outline for b, body in enumerate(run.scene.bodies) for p, outline in enumerate(body.outlines)}
    # Pairs are counted before any of them is looked at.
    for one, others in met_by_each(boxes):
        count += sum(not ignore_each_other(run.scene, one[0], two[0]) for two in others) if run.scene.ignoring else len(others)
        yield count <= most, "state 0, parts", f"more than {most} pairs near each other", "no more"
    for one, two in meeting(boxes) if count else ():
        if radii[one] or radii[two]:
            if one[0] != two[0] and not ignore_each_other(run.scene, one[0], two[0]):
                apart = are_apart(parts[one], parts[two], radii[one] + radii[two])
                yield apart, f"state 0, parts {list(one)} and {list(two)}", "an overlap", "cores that are as far apart as the radii"
        elif not ignore_each_other(run.scene, one[0], two[0]):
            apart = is_beside(outlines[one], outlines[two], parts[two]) or is_beside(outlines[two], outlines[one], parts[one])
            yield apart, f"state 0, parts {list(one)} and {list(two)}", "an overlap", "an edge that separates them"
    for k, pin in enumerate(run.pins):
        apart = sub(velocity_at(run, pin.first, pin.at), velocity_at(run, pin.second, pin.at))
        yield apart == (0, 0), f"state 0, pin {k}", ("velocities that differ by", *apart), "0 0"


def are_apart(one, two, reach):
    """Whether two cores, of which a segment is two edges and a point none, are so far apart."""
    squares = [dot(sub(q, p), sub(q, p)) for p in one for q in two]
    has_edge = separates = False
    for own, other in ((one, two), (two, one)):
        for start, end in zip(own, own[1:] + own[:1]) if len(own) > 1 else ():
            along, has_edge = sub(end, start), True
            gaps = [cross(sub(w, start), along) for w in other]
            separates |= min(gaps) >= 0
            length = dot(along, along)
            squares += [Fraction(gap * gap) / length for w, gap in zip(other, gaps) if gap >= 0 and 0 <= dot(sub(w, start), along) <= length]
    return (separates or not has_edge) and min(squares) >= reach * reach


def is_beside(outline, other, part):
    """Whether an edge of one outline (see `whole_edges`) has another one, that of a part, on its outer side."""
    first = first_edge(part) if len(part) > FEW else None
    for unit, x, y, u, v in outline:
        n = v - y, x - u
        level = n[0] * x + n[1] * y
        for vertex in range(len(part)) if first is None else lowest(part, first, n):
            own, wx, wy, _, _ = other[vertex]
            if (n[0] * wx + n[1] * wy) * unit < level * own:
                break
        else:
            return True
    return False


def velocity_at(run, b, at):
    if b is None or not run.is_free[b]:
        return 0, 0
    body = run.bodies[b]
    x, y = sub(at, body.centre)
    return add(body.velocity, scale(body.spin, (-y, x)))
