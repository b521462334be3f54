"""Rows and pins that press against each other at one place: section 13 of RUN.md, Places."""

from collections import defaultdict
from fractions import Fraction

from law_numbers import product
from law_pins import PinRows
from law_round import Cone
from law_rows import Form, corner, joined
from reading import add, cross, scale, sub

MOST_APART = 64


def join_of_positions(program, rows):
    """Rows that touch, and pins, of one place act at one point, if these rows are still."""
    guess, run = program.guess, program.run
    touching = [row for row in rows if guess.geometry.touches(row.name)]
    before = {acting: points(run, acting, guess.placed.__getitem__) for acting in [*touching, *program.pins]}
    for place in places(run, before):
        if all(program.is_still(acting.name) for acting in place if not is_pin(acting)):
            act_at_one_point({acting: points(run, acting, guess.halfway) for acting in place})


def join_of_velocities(run, rows, pins, poses):
    """The same of a velocity program, given where bodies are."""
    found = {acting: points(run, acting, poses) for acting in [*rows, *pins]}
    for place in places(run, found):
        act_at_one_point({acting: found[acting] for acting in place})


def is_pin(acting):
    return isinstance(acting, PinRows)


def points(run, acting, poses):
    """The points at which something acts on its two bodies at their poses; None of a row of a rounded part."""
    if is_pin(acting):
        return [point(run, b, arm, poses) for b, arm in zip(acting.bodies, acting.arms)]
    at = poses(acting.name[0])
    return [corner(run, acting.name, at.z, at.c)] * 2


def point(run, b, arm, poses):
    if run.is_fixed(b):
        return arm
    at = poses(b)
    return add(at.z, product(at.c, arm))


def bodies_of(acting):
    form = acting.forms[0] if is_pin(acting) else acting.form
    return form.triples.keys()


def name_of(acting):
    return (1, acting.number) if is_pin(acting) else (0, acting.name)


def places(run, points):
    """The places of a program, each some rows and pins, of those with these points."""
    located = [(scale(Fraction(1, 2), add(*ends)), name_of(acting), acting) for acting, ends in points.items() if ends[0] is not None]
    located.sort(key=lambda own: own[:2])
    joints = [[acting] for _, _, acting in located]
    for index, (at, _, one) in enumerate(located):
        for other_at, _, other in located[index + 1:index + 1 + MOST_APART]:
            x, y = sub(other_at, at)
            if x > run.touch:
                break
            if x * x + y * y <= run.touch**2 and bodies_of(one) & bodies_of(other):
                joints.append([one, other])
    found = {id(place): place for place in joined(joints).values()}
    return [place for place in found.values() if len(place) > 1 and may_cancel(place)]


def may_cancel(place):
    """Whether a body may get forces from what is here that are in no open half-plane; pins alone are springs."""
    rows = [acting for acting in place if not is_pin(acting)]
    if len(rows) < len(place):
        return len(rows) > 0
    cones = defaultdict(Cone)
    return not all(cones[b].widen(force) for row in rows for b, (x, y, _) in row.form.triples.items() for force in ends(row, (x, y)))


def ends(row, n):
    """The forces at the ends of the cone of a row, given its normal."""
    if row.slip is None:
        return [n]
    t = scale(row.friction, (-n[1], n[0]))
    return [sub(n, t), add(n, t)]


def act_at_one_point(points):
    """Lets what has these points act at the centre of the box of those of its pins, or of its rows if it has none."""
    of_pins = [ends for acting, ends in points.items() if is_pin(acting)]
    box = [point for ends in of_pins or points.values() for point in ends]
    centre = [(min(own) + max(own)) / 2 for own in zip(*box)]
    for acting, ends in points.items():
        ways = [sub(centre, end) for end in ends]
        if is_pin(acting):
            of_body = dict(zip(acting.bodies, ways))
            acting.forms = tuple(moved(form, of_body) for form in acting.forms)
            continue
        of_body = dict.fromkeys(acting.form.triples, ways[0])
        acting.form = moved(acting.form, of_body)
        if acting.slip is not None:
            acting.slip = moved(acting.slip, of_body)


def moved(form, ways):
    triples = {b: (x, y, int(turn + cross(ways[b], (x, y)))) for b, (x, y, turn) in form.triples.items()}
    return Form(triples, form.unit)
