"""Rows that press against each other at one place: section 13 of RUN.md, Places."""

from collections import defaultdict

from law_round import Cone
from law_rows import Form, joined
from reading import add, cross, scale, sub

MOST_APART = 64


def places(run, rows, corners):
    """The places of a program, each some rows. Corners are the vertices of rows, by their names, or None."""
    located = sorted((row for row in rows if corners[row.name] is not None), key=lambda row: (corners[row.name], row.name))
    joints = [[row.name] for row in located]
    for index, row in enumerate(located):
        for other in located[index + 1:index + 1 + MOST_APART]:
            x, y = sub(corners[other.name], corners[row.name])
            if x > run.touch:
                break
            if x * x + y * y <= run.touch**2 and set(row.form.triples) & set(other.form.triples):
                joints.append([row.name, other.name])
    known, of = {row.name: row for row in located}, joined(joints)
    found = [[known[name] for name in names] for names in {id(names): names for names in of.values()}.values()]
    return [place for place in found if len(place) > 1 and may_cancel(place)]


def may_cancel(place):
    """Whether a body may get forces from some rows that are in no open half-plane."""
    cones = defaultdict(Cone)
    return not all(cones[b].widen(force) for row in place for b, (x, y, _) in row.form.triples.items() for force in ends(row, (x, y)))


def ends(row, n):
    """The forces at the ends of the cone of a row, given its normal."""
    if row.slip is None:
        return [n]
    t = scale(row.friction, (-n[1], n[0]))
    return [sub(n, t), add(n, t)]


def act_at_one_point(place, points):
    """Lets the rows of a place act at the centre of the box of their points."""
    centre = [(min(own) + max(own)) / 2 for own in zip(*points)]
    for row, point in zip(place, points):
        way = sub(centre, point)
        row.form = moved(row.form, way)
        if row.slip is not None:
            row.slip = moved(row.slip, way)


def moved(form, way):
    triples = {b: (x, y, int(turn + cross(way, (x, y)))) for b, (x, y, turn) in form.triples.items()}
    return Form(triples, form.unit)
