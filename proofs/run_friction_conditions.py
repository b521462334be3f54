"""The conditions of a step with friction that are others than those of run_conditions.py, by section 9 of RUN.md."""

import run_conditions as common
from run_friction import facts_with_friction, friction_of, slip_of


def groups(step):
    yield from common.bodies_of_groups(step)
    for g, group in enumerate(step.record.groups):
        place = f"group {g}"
        yield group.denominator > 0, place, ("denominator", group.denominator), "above 0"
        yield group.relaxed <= 2, place, f"relaxed {group.relaxed}", "0, 1 or 2"
        yield from choices(step, place, group)
        known = [i for i, row in enumerate(step.record.rows) if step.touches(group, row)]
        yield from common.lists_of_forces(place, group, known, step.pins_of(group.bodies))
        yield from common.forces_of_sides(step, place, group, dict(group.choices))


def choices(step, place, group):
    corners, names = step.record.corners, [corner for corner, _ in group.choices]
    yield common.ascend(names), f"{place}, choices", names, "ascending, each once"
    for corner, side in group.choices:
        known = corner < len(corners) and step.touches(group, corners[corner])
        yield known, f"{place}, choices", corner, "a listed corner that touches the group"
        yield side <= 1, f"{place}, choices", side, "a side, 0 or 1"


def no_contact_pulls(step):
    for place, _, contact in step.all_contacts():
        yield contact.normal >= 0, place, ("φ", contact.normal), "at least 0"


def friction_is_bounded(step):
    for place, group, contact in step.all_contacts():
        bound = step.friction(group, contact.row) * contact.normal
        yield abs(contact.tangential) <= bound, place, ("ψ", contact.tangential), ("at most", bound)


def nothing_penetrates(step):
    values, over = step.values
    for place, group, contact in step.all_contacts():
        found, required = ("value", values[contact.row], "/", over), ("at least", step.floor(group, contact.row))
        yield values[contact.row] >= required[1], place, found, required
    for g, group in enumerate(step.record.groups):
        for pin in (("pin", k, axis) for k in step.pins_of(group.bodies) for axis in (0, 1)):
            yield values[pin] == 0, f"group {g}, pin {pin[1]}", ("value", values[pin], "/", over), "0"


def no_force_across_a_gap(step):
    values, over = step.values
    for place, group, contact in step.all_contacts():
        above = values[contact.row] - step.floor(group, contact.row)
        found = "φ", contact.normal, "and above the floor", above, "/", over
        yield contact.normal * above == 0, place, found, "one of them 0"


def friction_resists_slip(step):
    values, over = step.values
    for place, group, contact in step.all_contacts():
        slip = values[slip_of(contact.row)]
        bound = step.friction(group, contact.row) * contact.normal
        found = "φ", contact.normal, "ψ", contact.tangential, "slip", slip, "/", over
        yield resists(contact.tangential, bound, slip), place, found, "ψ τ = -μ φ |τ|"


def resists(tangential, bound, slip):
    """Whether friction takes all the work that its bound μ φ lets it take."""
    return tangential * slip + bound * abs(slip) == 0


def corners_are_respected(step):
    for g, group in enumerate(step.record.groups):
        for key in step.corners_of(group):
            kept = any(is_kept(step, group, side) for side in step.corners[key])
            yield kept, f"group {g}, corner {list(key)}", "no side above its floor", "one"


def is_kept(step, group, side):
    values, _ = step.values
    return all(values[row] >= step.floor(group, row) for row in side)


def impacts(step):
    yield from common.impact_groups(step)
    impact, record, entries = step.impact, step.record, step.record.impact
    if not impact.happens:
        return
    forces = {}
    for g, entry in enumerate(entries):
        yield impact.closing_rows(entry), f"impact, group {g}", "no row that meets and closes", "one"
        for i, normal, tangential in entry.forces:
            row = record.rows[i]
            place, bound = f"impact, group {g}, {step.run.name(row)}", friction_of(step.run, row) * normal
            yield normal >= 0, place, ("φ", normal), "at least 0"
            yield abs(tangential) <= bound, place, ("ψ", tangential), ("at most", bound)
            forces[row] = normal, tangential
    names = {*impact.program.bias}
    values, over = impact.program.values(names, impact.inelastic(entries, record.rows))
    for row in impact.meeting:
        normal, tangential = forces.get(row, (0, 0))
        place, speed, slip = f"impact, {step.run.name(row)}", values[row], values[slip_of(row)]
        yield speed >= 0, place, ("inelastic gap velocity", speed, "/", over), "at least 0"
        found = "φ", normal, "and inelastic gap velocity", speed, "/", over
        yield normal * speed == 0, place, found, "one of them 0"
        found = "φ", normal, "ψ", tangential, "and slip velocity", slip, "/", over
        yield resists(tangential, friction_of(step.run, row) * normal, slip), place, found, "ψ t = -μ φ |t|"
    for pin in (name for name in names if name[0] == "pin" and impact.is_listed(name, entries)):
        yield values[pin] == 0, f"impact, pin {pin[1]}", ("velocity", values[pin], "/", over), "0"


def facts_are_true(step):
    yield from common.facts_agree(step, facts_with_friction(step))


CONDITIONS = {
    "R1 rows": common.rows, "R2 groups": groups, "R9 impacts": impacts, "R3 no contact pulls": no_contact_pulls,
    "R3' friction is bounded": friction_is_bounded, "R4 nothing penetrates": nothing_penetrates,
    "R5 no force across a gap": no_force_across_a_gap, "R5' friction resists slip": friction_resists_slip,
    "R7 corners are respected": corners_are_respected, "R8 the last turn": common.the_last_turn,
    "R8 the next state": common.the_next_state, "R10 facts": facts_are_true}
