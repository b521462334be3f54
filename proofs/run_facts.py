"""The facts of a record, by section 6 of RUN.md."""

from fractions import Fraction
from types import SimpleNamespace

from reading import add, cross, dot, scale, sub
from run_file import integers
from run_impact import components, velocity
from run_state import half_turn_tangent, overlap, pairs_that_may_meet


def penetration(run, polygons):
    """The largest square of a penetration."""
    largest = Fraction(0)
    for one, two in pairs_that_may_meet(polygons, Fraction(0), run.may_touch):
        largest = max(largest, overlap(polygons[one], polygons[two]))
    return largest


def pin_drift(run, placements):
    """The largest square of the distance of the two points of a pin."""
    largest = Fraction(0)
    for pin in run.pins:
        apart = sub(run.point(placements, pin.first, pin.at), run.point(placements, pin.second, pin.at))
        largest = max(largest, dot(apart, apart))
    return largest


def kinetic(run, old, new):
    """The kinetic energy of the step between two states."""
    total = Fraction(0)
    for b in run.free:
        body = run.bodies[b]
        moved, tangent = sub(new[b].z, old[b].z), half_turn_tangent(new[b].c, old[b].c)
        total += body.mass * dot(moved, moved) / 2 + 2 * body.inertia * tangent * tangent
    return total / run.step**2


def momentum(run, bodies, old, new):
    return scale(1 / run.step, sum_of(scale(run.bodies[b].mass, sub(new[b].z, old[b].z)) for b in bodies))


def angular_momentum(run, bodies, old, new):
    total = Fraction(0)
    for b in bodies:
        tangent = half_turn_tangent(new[b].c, old[b].c)
        total += run.bodies[b].mass * cross(old[b].z, new[b].z) + 2 * run.bodies[b].inertia * tangent
    return total / run.step


def sum_of(vectors):
    total = (Fraction(0), Fraction(0))
    for vector in vectors:
        total = add(total, vector)
    return total


def free_groups(step):
    """Lists of bodies that are joined by what presses and by pins, but to nothing that is fixed."""
    run = step.run
    joints = [(row[0], row[3]) for row in step.pressing]
    for entry in step.record.impact or []:
        joints += [(step.record.rows[i][0], step.record.rows[i][3]) for i, *_ in entry.forces]
    joints += [(pin.first, pin.second) for pin in run.pins]
    # Whatever is fixed, and the world, is one body here, without a number of its own.
    joints = [{b if b in run.free else -1 for b in joint} for joint in joints]
    return [bodies for bodies in components({-1, *run.free}, joints) if -1 not in bodies]


def free_group(step, bodies):
    run, (new, _) = step.run, step.new
    now, before = momentum(run, bodies, step.current, new), momentum(run, bodies, step.previous, step.current)
    weight = scale(run.step, sum_of(run.bodies[b].pull(run.gravity) for b in bodies))
    return SimpleNamespace(bodies=bodies, momentum=now,
                           angular_momentum=angular_momentum(run, bodies, step.current, new),
                           defect=sub(now, add(before, weight)))


def impacts(step, made):
    """The rows that close before the step, and before its impact."""
    velocities = {b: velocity(step.previous[b], step.current[b]) for b in step.run.free}
    return [row for row in made if step.before.gap_velocity(row, velocities) < 0]


def facts(step):
    """All facts of a record, as its file should tell them."""
    run, (new, polygons) = step.run, step.new
    given = Fraction(0)
    if step.impact.happens:
        given = kinetic(run, step.replaced, step.current) - kinetic(run, step.previous, step.current)
    made, lost = sorted(step.pressing - step.pressed), sorted(step.pressed - step.pressing)
    return SimpleNamespace(
        bits=max((abs(number).bit_length() for number in integers(step.record)), default=0),
        penetration=penetration(run, polygons),
        pin_drift=pin_drift(run, new),
        kinetic=kinetic(run, step.current, new),
        potential=sum((run.bodies[b].potential(run.gravity, new[b]) for b in run.free), Fraction(0)),
        momentum=momentum(run, run.free, step.current, new),
        angular_momentum=angular_momentum(run, run.free, step.current, new),
        impact_kinetic=given,
        free=[free_group(step, bodies) for bodies in free_groups(step)],
        made=made, lost=lost, impacts=impacts(step, made))
