"""Rows that press against each other at one place: section 13 of RUN.md, Places."""

from law_rows import Form, joined
from reading import add, cross, dot, scale, sub

MOST_APART = 64


def at_one_point(run, rows, points):
    """Lets the rows of each place act at one point. Points are by the names of rows."""
    located = [row for row in rows if points.get(row.name) is not None]
    if all(row.slip is None for row in located):
        return
    located.sort(key=lambda row: (points[row.name], row.name))
    joints = []
    for index, row in enumerate(located):
        for other in located[index + 1:index + 1 + MOST_APART]:
            x, y = sub(points[other.name], points[row.name])
            if x > run.touch:
                break
            if x * x + y * y <= run.touch**2 and oppose(row, other):
                joints.append([row.name, other.name])
    known = {row.name: row for row in located}
    places = joined(joints)
    for names in {id(place): place for place in places.values()}.values():
        centre = [(min(own) + max(own)) / 2 for own in zip(*(points[name] for name in names))]
        for name in names:
            move(known[name], sub(centre, points[name]))


def oppose(one, other):
    """Whether a body may get opposite forces from two rows."""
    if one.slip is None and other.slip is None:
        return False
    common = set(one.form.triples) & set(other.form.triples)
    return any(may_cancel(one, other, b) or may_cancel(other, one, b) for b in common)


def may_cancel(one, other, b):
    """Whether a row gives a body the opposite of a force at the end of the cone of another one."""
    (n, m), (mu, nu) = ([row.form.triples[b][:2] for row in (one, other)], [friction(row) for row in (one, other)])
    t = -n[1], n[0]
    ends = [scale(-1, add(n, scale(sign * mu, t))) for sign in (1, -1)]
    return any(nu * dot(f, m) >= abs(cross(f, m)) for f in ends)


def friction(row):
    return row.friction if row.slip is not None else 0


def move(row, way):
    """The row acts at a point that is off by a way."""
    row.form = moved(row.form, way)
    if row.slip is not None:
        row.slip = moved(row.slip, way)


def moved(form, way):
    triples = {b: (x, y, int(turn + cross(way, (x, y)))) for b, (x, y, turn) in form.triples.items()}
    return Form(triples, form.unit)
