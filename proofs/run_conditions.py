"""The conditions R0 to R10, E4, E6, E7 and E8 of RUN.md, one function each, two for R8: E8 is asked where κ > 0. Each
yields (whether it holds, where, what was found, what is required); numbers become text where it does not hold."""

import hashlib
import json

from law_begin import state_0_is_possible
from reading import digest, has_friction
from run_facts import facts
from run_file import FRICTION, leaves
from run_step import Step, is_enclosed

MOST_BITS = 4096


# R0, once for a run
def the_header_is_possible(run):
    header, count = run.header, len(run.bodies)
    scene = digest(run.scene)
    yield header.scene == scene, "header, scene", header.scene, scene
    yield header.step > 0, "header, step", header.step, "above 0"
    bits = header.grid
    yield bits is None or 1 <= bits <= MOST_BITS, "header, grid", bits, f"from 1 to {MOST_BITS}, or null"
    coefficients = [("header, restitution", header.restitution)]
    for b, c, epsilon in header.pairs:
        yield b < c < count, "header, pairs", [b, c], f"two of {count} bodies, the smaller first"
        coefficients.append((f"header, pair {[b, c]}", epsilon))
    pairs = [pair[:2] for pair in header.pairs]
    yield pairs == sorted(set(pairs)), "header, pairs", pairs, "ascending"
    for place, epsilon in coefficients:
        yield 0 <= epsilon <= 1, place, epsilon, "from 0 to 1"
        yield bits is not None or epsilon == 0, place, epsilon, "0 in an exact run"


def the_run_begins(run):
    found, required = has_friction(run.scene), run.header.format == FRICTION
    words = "no friction", "friction"
    yield found == required, "scene", words[found], f"{words[required]}, in a run of the format {run.header.format}"
    yield from the_header_is_possible(run)
    yield from state_0_is_possible(run)


# R1 to R10, for every step
def rows(step):
    listed, all_rows, corners = step.record.rows, step.record.all_rows, step.record.corners
    if all_rows is None:
        for row in step.found.rows - set(listed):
            yield False, step.run.name(row), "not listed", "listed, since it is a row of the step"
    else:
        required = digest_of_rows(step.rows)
        yield all_rows == required, "all_rows", all_rows, f"{required}, the digest of all rows of the step"
    for row in listed:
        yield row in step.found.rows, f"row {list(row)}", "listed", "not listed, since it is no row of the step"
    for corner in corners:
        yield corner in step.corners, f"corner {list(corner)}", "listed", "not listed, since it is no corner of the step"
    for what, names in ("rows", listed), ("corners", corners):
        yield ascend(names), what, "another order, or a repetition", "an ascending list"


def digest_of_rows(rows):
    """The SHA-256 of the text of a list of rows, as the file has it."""
    return hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode()).hexdigest()


def groups(step):
    yield from bodies_of_groups(step)
    for g, group in enumerate(step.record.groups):
        yield from tree(step, f"group {g}", group, group.tree, {})
        if is_enclosed(group):
            yield from enclosed_tree(step, f"group {g}", group)


def bodies_of_groups(step):
    run, record = step.run, step.record
    firsts = [group.bodies[:1] for group in record.groups]
    yield [] not in firsts and ascend(firsts), "groups", firsts, "groups with bodies, ascending by their first"
    home = {}
    for g, group in enumerate(record.groups):
        yield ascend(group.bodies), f"group {g}", group.bodies, "bodies that ascend"
        for b in group.bodies:
            yield b in run.free and b not in home, f"group {g}, body {b}", "listed", "a free body, in one group only"
            home[b] = g
    joints = [(run.name(row), (row[0], row[3])) for row in step.rows]
    joints += [(f"corner {list(key)}", (key[0], key[3])) for key in step.corners]
    joints += [(f"pin {k}", (pin.first, pin.second)) for k, pin in enumerate(run.pins)]
    for place, bodies in joints:
        found = [home.get(b) for b in bodies if b in run.free]
        yield None not in found and len(set(found)) < 2, place, f"bodies of the groups {found}", "bodies of one group"


def ascend(items):
    return all(one < two for one, two in zip(items, items[1:]))


def tree(step, place, group, node, path):
    """The form of a node and of those below it. `path` has the sides chosen so far."""
    if node.branches is None:
        yield from leaf(step, place, group, node, path)
        return
    corners = step.record.corners
    known = node.corner < len(corners) and step.touches(group, corners[node.corner])
    yield known, place, f"a choice at corner {node.corner}", "a listed corner that touches the group"
    yield node.corner not in path, place, f"corner {node.corner} twice on a path", "once"
    yield len(node.branches) == 2, place, f"{len(node.branches)} branches", "2"
    for side, branch in enumerate(node.branches):
        yield from tree(step, f"{place}.{side}", group, branch, path | {node.corner: side})


def leaf(step, place, group, node, path):
    record = step.record
    yield node.denominator is None or node.denominator > 0, place, ("denominator", node.denominator), "above 0"
    yield from lists_of_forces(place, node, [i for i, row in enumerate(record.rows) if step.touches(group, row)],
                               step.pins_of(group.bodies))
    yield from forces_of_sides(step, place, node, path)


def forces_of_sides(step, place, carrier, sides):
    """The forces on rows of sides that are chosen."""
    chosen = {i: step.corners[step.record.corners[i]][side] for i, side in sides.items()}
    names = [entry[:2] for entry in carrier.sides]
    yield ascend(names), f"{place}, sides", names, "ascending"
    for i, row, *sizes in carrier.sides:
        known = i in chosen and row < len(chosen[i])
        yield known, f"{place}, sides", [i, row], "a row of a side that is chosen"
        yield any(sizes), f"{place}, sides {[i, row]}", "a force of 0", "none"


def enclosed_tree(step, place, group):
    """What R2 asks of a tree that has a case with an opening."""
    pins = step.pins_of(group.bodies)
    yield step.run.grid.bits is not None, place, "an opening", "none, in an exact run"
    yield pins == [], place, f"an opening and the pins {pins}", "no pin of the group"
    opened = []
    for number, (_, case) in enumerate(leaves(group.tree)):
        where = f"{place}, case {number}"
        yield case.denominator is not None, where, "an impossible case", "none, beside an opening"
        yield case.pins == [], where, "forces of pins", "none, beside an opening"
        if case.opening is not None:
            opened.append(number)
            yield from opening(where, case.opening, len(group.bodies))
    yield len(opened) == 1, place, f"openings of the cases {opened}", "one"
    yield group.answer == opened[0], place, f"answer {group.answer}", f"{opened[0]}, since that case has the opening"


def opening(place, found, count):
    """An opening by a motion has a triple for each of so many bodies."""
    motion = found.motion
    yield motion is None or len(motion) == count, f"{place}, opening", f"{len(motion or [])} triples", f"{count}"


def lists_of_forces(place, carrier, known_rows, known_pins):
    for what, listed, known in ("forces", carrier.forces, known_rows), ("pins", carrier.pins, known_pins):
        names = [entry[0] for entry in listed]
        yield ascend(names), f"{place}, {what}", names, "ascending"
        yield set(names) <= set(known), f"{place}, {what}", names, f"some of {known}"
        for i, *sizes in listed:
            yield any(sizes), f"{place}, {what}, {i}", "a force of 0", "none"


def no_contact_pulls(step):
    for place, _, case in step.all_cases():
        for name, size in case.forces:
            yield name[0] == "pin" or size >= 0, f"{place}, {name}", ("force", size), "at least 0"


def nothing_penetrates(step):
    for g, group, cases in step.proved_exactly():
        pins = [("pin", k, axis) for k in step.pins_of(group.bodies) for axis in (0, 1)]
        for number, motions in step.optimal[g].items():
            place, imposed = f"group {g}, case {number}", cases[number].imposed
            values, over = step.program.values({*imposed, *pins}, motions)
            for row in imposed:
                yield values[row] >= 0, f"{place}, {step.run.name(row)}", ("value", values[row], "/", over), "at least 0"
            for pin in pins:
                yield values[pin] == 0, f"{place}, pin {pin[1]}", ("value", values[pin], "/", over), "0"


def no_force_across_a_gap(step):
    for g, _, cases in step.proved_exactly():
        for number, motions in step.optimal[g].items():
            forces = {name: size for name, size in cases[number].forces if name[0] != "pin"}
            values, over = step.program.values(forces, motions)
            for row, size in cases[number].forces:
                found = "force", size, "and value", values.get(row), "/", over
                where = f"group {g}, case {number}, {row}"
                yield row[0] == "pin" or size * values[row] == 0, where, found, "one of them 0"


def impossible_cases(step):
    for place, _, case in step.all_cases():
        if case.leaf.denominator is None:
            for b, push in step.program.pushes(case.forces).items():
                where = f"{place}, body `{step.run.bodies[b].name}`"
                yield push == (0, 0, 0), where, ("forces and torque", *push), "0 0 0, since the case is impossible"
            power = sum(size * step.program.bias[name] for name, size in case.forces)
            yield power < 0, place, ("the sum of forces times values", power, "/", step.program.unit), "below 0"


def corners_are_decided(step):
    rule = step.run.header.corner
    for g, group, cases in step.proved_exactly():
        optimal = step.optimal[g]
        yield optimal, f"group {g}", "only impossible cases", "a motion"
        restraints = {number: step.restraint(motions) for number, motions in optimal.items()}
        best = [number for number in optimal if restraints[number] == min(restraints.values())]
        choices = {number: step.choices(group, optimal[number]) for number in best}
        for number in best:
            place = f"group {g}, case {number}"
            decided = {step.record.corners[i] for i in cases[number].sides}
            for key, kept in zip(step.corners_of(group), step.kept(group, optimal[number])):
                yield any(kept) or key in decided, f"{place}, corner {list(key)}", "no side kept apart", "one"
            if rule == "stop":
                where, found = f"group {g}, cases {best[0]} and {number}", "two motions of least restraint"
                yield optimal[number] == optimal[best[0]], where, found, "one, since the header says `stop`"
        taken = max(choices.values()) if rule == "last" else min(choices.values())
        wanted = next(number for number in best if choices[number] == taken)
        yield group.answer == wanted, f"group {g}", f"answer {group.answer}", f"{wanted}"


def the_ball(step):
    for g, ball in step.balls.items():
        for row, value in ball.violated.items():
            found = "value", value, "and slope", ball.slopes[row]
            yield ball.slopes[row] > 0, f"group {g}, {step.run.name(row)}", found, "a slope above 0"
        yield ball.power is None or ball.power >= 0, f"group {g}", ("k", ball.power), "at least 0"
        for row, value in ball.at_y.items():
            yield value.number >= 0, f"group {g}, {step.run.name(row)}", ("value under y", value), "at least 0"
        for row in ball.pressing:
            is_open = ball.is_positive(row)
            yield not is_open, f"group {g}, {step.run.name(row)}", "a force, and open in all of the ball", "no force"


def other_cases(step):
    for g, ball in step.balls.items():
        most = ball.most_restraint()
        for case in step.cases[g]:
            if case.leaf.opening is None:
                least = ball.least_restraint(case, step.optimal[g][case.number])
                found = "at least", least, "for twice its restraint"
                yield least > most, f"group {g}, case {case.number}", found, ("above", most)


def corners_are_respected(step):
    for g, ball in step.balls.items():
        decided = {step.record.corners[i] for i in ball.case.sides}
        for key in step.corners_of(step.record.groups[g]):
            if key not in decided:
                kept = any(map(ball.respects, step.corners[key]))
                yield kept, f"group {g}, corner {list(key)}", "no side kept apart under y", "one"


def one_state(step):
    for g, ball in step.balls.items():
        for b in step.record.groups[g].bodies:
            place, inertia = f"group {g}, body `{step.run.bodies[b].name}`", step.run.bodies[b].inertia
            for name, room in ball.places(b):
                required = "above", ball.radius_squared
                yield room > ball.radius_squared, f"{place}, {name}", ("room squared", room), required
            for name, value, slope in ball.turns(b):
                required = ball.radius_squared / inertia * slope**2
                yield value > 0, f"{place}, {name}", value, "above 0"
                yield value**2 > required, f"{place}, {name}", ("its square", value**2), ("above", required)


def the_last_turn(step):
    for b in step.run.order:
        cosine, place = step.forms.turn[b][0], f"body `{step.run.bodies[b].name}`"
        yield cosine > 0, place, ("κ", cosine), "above 0"


def the_next_state(step):
    listed = step.record.state
    count = len(step.run.order)
    yield len(listed) == count, "state", f"{len(listed)} entries", f"{count}, one for each free body"
    for b, found, required in zip(step.run.order, listed, step.next_state):
        yield found == required, f"state of `{step.run.bodies[b].name}`", found, required


def impact_groups(step):
    """The form of an impact, and whether there is one."""
    impact, record = step.impact, step.record
    entries = record.impact
    yield (entries is not None) == impact.happens, "impact", "one" if entries else "none", (
        "one" if impact.happens else "none")
    if entries is None:
        return
    firsts = [entry.bodies[:1] for entry in entries]
    yield ascend(firsts), "impact", firsts, "groups that ascend by their first bodies"
    for g, entry in enumerate(entries):
        place = f"impact, group {g}"
        yield entry.bodies in impact.groups, place, entry.bodies, f"one of {impact.groups}"
        yield entry.denominator > 0, place, ("denominator", entry.denominator), "above 0"
        yield entry.forces or entry.pins, place, "no force", "one"
        meeting = [i for i, row in enumerate(record.rows) if row in impact.closing and step.touches(entry, row)]
        pins = [k for k in step.pins_of(entry.bodies) if k in impact.pins]
        yield from lists_of_forces(place, entry, meeting, pins)


def impacts(step):
    yield from impact_groups(step)
    impact, record, entries = step.impact, step.record, step.record.impact
    if not impact.happens:
        return
    for g, entry in enumerate(entries):
        for i, size in entry.forces:
            name = step.run.name(record.rows[i])
            yield size >= 0, f"impact, group {g}, {name}", ("force", size), "at least 0"
    pressed = {record.rows[i] for entry in entries for i, _ in entry.forces}
    named = {*impact.meeting, *(("pin", k, axis) for k in impact.pins for axis in (0, 1))}
    values, over = impact.program.values(named, step.after_impact)
    for name in sorted(named, key=str):
        found = "gap velocity less what is required", values[name], "/", over
        if name[0] == "pin":
            yield values[name] == 0, f"impact, pin {name[1]}", ("velocity", values[name], "/", over), "0"
        else:
            yield values[name] >= 0, f"impact, {step.run.name(name)}", found, "at least 0"
            yield values[name] == 0 or name not in pressed, f"impact, {step.run.name(name)}", found, "0, as it presses"


def facts_are_true(step):
    yield from facts_agree(step, facts(step))


def facts_agree(step, required):
    for key, value in vars(step.record.facts).items():
        yield value == vars(required)[key], f"facts, {key}", value, vars(required)[key]


CONDITIONS = {
    "R1 rows": rows, "R2 groups": groups, "R9 impacts": impacts, "R3 no contact pulls": no_contact_pulls,
    "R4 nothing penetrates": nothing_penetrates, "R5 no force across a gap": no_force_across_a_gap,
    "R6 impossible cases": impossible_cases, "E4 the ball": the_ball, "R7 corners are decided": corners_are_decided,
    "E6 other cases": other_cases, "E7 corners are respected": corners_are_respected,
    "R8 the last turn": the_last_turn, "E8 one state": one_state, "R8 the next state": the_next_state,
    "R10 facts": facts_are_true}
