"""A run, and one step of it with everything that the conditions ask about."""

from collections import namedtuple
from fractions import Fraction
from functools import cached_property

from reading import add, dot, free_acceleration, ignore_each_other, scale, sub
from run_enclosed import Ball
from run_file import leaves
from run_forms import Forms, Program
from run_impact import Impact, components, named_forces
from run_rows import Finder, meeting, reach_squared
from run_state import HERE, Body, Grid, Placement, gap, power_of_i, product, rotation

Case = namedtuple("Case", "number sides leaf imposed forces")


class Run:
    """The scene and the header of a run."""

    def __init__(self, scene, header):
        self.scene, self.header, self.pins = scene, header, scene.pins
        self.bodies = [Body(body, scene) for body in scene.bodies]
        self.free = {b for b, body in enumerate(self.bodies) if body.free}
        self.is_free = [body.free for body in self.bodies]
        self.order = sorted(self.free)
        self.gravity, self.step = tuple(map(Fraction, scene.gravity)), header.step
        self.grid = Grid(header.grid, scene.gravity)
        self.free_accelerations = {b: free_acceleration(scene, scene.bodies[b]) for b in self.order}
        self.pairs = {(b, c): epsilon for b, c, epsilon in header.pairs}

    def may_touch(self, b, c):
        """Whether two bodies are different, not both fixed, and do not ignore each other."""
        return b != c and (self.is_free[b] or self.is_free[c]) and not ignore_each_other(self.scene, b, c)

    def restitution(self, b, c):
        return self.pairs.get((min(b, c), max(b, c)), self.header.restitution)

    def beginning(self):
        """The states -1 and 0."""
        return [body.before(self.step) for body in self.bodies], [body.start for body in self.bodies]

    def placements(self, state):
        """A recorded state, for all bodies."""
        found = [HERE] * len(self.bodies)
        for b, (x, y, *direction) in zip(self.order, state):
            if self.grid.bits is None:
                c = tuple(direction)
            else:
                n, t = direction
                c = product(power_of_i(n), rotation(t))
            found[b] = Placement((x, y), c)
        return found

    def polygons(self, placements):
        """The parts at the placements, by (body, part)."""
        return {(b, p): polygon for b, body in enumerate(self.bodies)
                for p, polygon in enumerate(body.polygons(placements[b]))}

    def point(self, placements, b, at):
        """Where the scene point `at` of a body is; None is the world."""
        if b is None:
            return at
        return add(placements[b].z, product(placements[b].c, sub(at, self.bodies[b].centre)))

    def name(self, row):
        b, p, v, c, q, e = row
        return (f"vertex {v} of part {p} of `{self.bodies[b].name}` on edge {e} of part {q} of "
                f"`{self.bodies[c].name}` {list(row)}")


class Step:
    """The step from two states to the one that a record tells. `pressed` is the set of rows that pressed in the record
    before; `polygons` are those of the current state."""

    def __init__(self, run, record, previous, current, polygons, pressed):
        self.run, self.record, self.k = run, record, record.k
        self.previous, self.current, self.pressed = previous, current, pressed
        self.polygons = polygons
        self.before = Forms(run, previous, current, self.gap)

    def gap(self, row):
        b, p, v, c, q, e = row
        own, other = self.polygons[b, p], self.polygons[c, q]
        return Fraction(gap((own.points[v], own.unit), other, e), own.unit * other.unit**2)

    @cached_property
    def found(self):
        """The rows and corners of the step."""
        reach2 = reach_squared(self.run, self.previous, self.current, self.before)
        return Finder(self.polygons, self.run.may_touch, reach2)

    @cached_property
    def rows(self):
        """All rows of the step, ascending; a record may list only some of them."""
        return sorted(self.found.rows)

    @cached_property
    def corners(self):
        """The corners of the step, with their sides, by (body, part, vertex, body, part, vertex)."""
        return {corner.key: corner.sides for corner in self.found.corners}

    @property
    def claimed(self):
        """The rows that press by what the record says of its answers; nothing else of it is looked at."""
        found = set()
        for group in self.record.groups:
            sides, leaf = list(leaves(group.tree))[group.answer]
            found.update(self.record.rows[i] for i, force in leaf.forces if force > 0)
            for i, row, force in leaf.sides:
                if force > 0:
                    key = self.record.corners[i]
                    _, of_corner = meeting(self.polygons, key[:2], key[2], key[3:5], key[5])
                    found.add((of_corner or ((), ()))[sides[i]][row])
        return found

    @cached_property
    def impact(self):
        return Impact(self.run, self.before, self.rows, self.previous, self.current)

    @cached_property
    def after_impact(self):
        """The velocities after the impact, by the recorded forces."""
        return self.impact.after(self.record.impact or [], self.record.rows)

    @cached_property
    def replaced(self):
        """State k-2 as the step goes on with it."""
        return self.impact.replaced(self.previous, self.after_impact) if self.impact.happens else self.previous

    @cached_property
    def forms(self):
        """The forms after the impact."""
        return Forms(self.run, self.replaced, self.current, self.gap) if self.impact.happens else self.before

    @cached_property
    def program(self):
        return Program(self.named_forms())

    def named_forms(self):
        """The forms of all rows, those of sides included, and of all pins, by name."""
        names = self.found.rows.union(*(side for sides in self.corners.values() for side in sides))
        named = {row: self.forms.row(row) for row in names}
        for k in range(len(self.run.pins)):
            named |= {("pin", k, axis): form for axis, form in enumerate(self.forms.pin(k))}
        return named

    def touches(self, group, key):
        """Whether a row or a corner has a body of the group."""
        return key[0] in group.bodies or key[3] in group.bodies

    def pins_of(self, bodies):
        return [k for k, pin in enumerate(self.run.pins) if pin.first in bodies or pin.second in bodies]

    def corners_of(self, group):
        """The corners of the step that a group has to respect, in the order of section 3."""
        return [key for key in self.corners if self.touches(group, key)]

    def case(self, group, number, sides, leaf):
        """A leaf, with the rows that it imposes and its forces by name."""
        imposed = [row for row in self.rows if self.touches(group, row)]
        chosen = {i: self.corners[self.record.corners[i]][side] for i, side in sides.items()}
        imposed += [row for rows in chosen.values() for row in rows]
        forces = named_forces(leaf.forces, self.record.rows, leaf.pins)
        forces += [(chosen[i][row], size) for i, row, size in leaf.sides]
        return Case(number, sides, leaf, imposed, forces)

    @cached_property
    def cases(self):
        """The cases of every group."""
        return [[self.case(group, number, *leaf) for number, leaf in enumerate(leaves(group.tree))]
                for group in self.record.groups]

    def proved_exactly(self):
        """The groups that are not enclosed: their numbers, they, and their cases."""
        for g, (group, cases) in enumerate(zip(self.record.groups, self.cases)):
            if not is_enclosed(group):
                yield g, group, cases

    def all_cases(self):
        for g, (group, cases) in enumerate(zip(self.record.groups, self.cases)):
            for case in cases:
                yield f"group {g}, case {case.number}", group, case

    def motions(self, group, case):
        """The motion of an optimal case, by Newton's law, of every body of its group."""
        return self.pushed(group.bodies, case.forces, case.leaf.denominator)

    def pushed(self, bodies, forces, denominator):
        """The motion of bodies by Newton's law, under forces (name, size) over a denominator."""
        pushes = self.program.pushes(forces)
        found = {}
        for b in bodies:
            x, y, torque = pushes.get(b, (0, 0, 0))
            body, over = self.run.bodies[b], denominator * self.program.unit
            dx, dy, s = self.forms.target[b]
            weight = body.inertia / self.forms.length[b]
            found[b] = dx + x / (over * body.mass), dy + y / (over * body.mass), s + torque / (over * weight)
        return found

    @cached_property
    def optimal(self):
        """For every group the motions of its optimal cases, by their number."""
        return [{case.number: self.motions(group, case) for case in cases if case.leaf.denominator is not None}
                for group, cases in zip(self.record.groups, self.cases)]

    @cached_property
    def balls(self):
        """For every enclosed group, by its number, the ball about its motion; none in an exact run."""
        if self.run.grid.bits is None:
            return {}
        return {g: self.ball(g, group) for g, group in enumerate(self.record.groups) if is_enclosed(group)}

    def ball(self, g, group):
        """The ball about the motion of the case with the opening. R2 asks that there is one only, the answer."""
        case = next(case for case in self.cases[g] if case.leaf.opening is not None)
        return Ball(self, group, case, self.optimal[g][case.number])

    def restraint(self, motions):
        total = 0
        for b, (x, y, s) in motions.items():
            body, (dx, dy, ds) = self.run.bodies[b], self.forms.target[b]
            total += body.mass * ((x - dx)**2 + (y - dy)**2) + body.inertia / self.forms.length[b] * (s - ds)**2
        return total / 2

    def kept(self, group, motions):
        """For each corner of the group whether all values of side 0 are at least 0, and whether those of side 1 are."""
        found = []
        for key in self.corners_of(group):
            sides = self.corners[key]
            values, _ = self.program.values({row for side in sides for row in side}, motions)
            found.append([all(values[row] >= 0 for row in side) for side in sides])
        return found

    def choices(self, group, motions):
        """At each corner of the group 0 if all values of side 0 are at least 0, otherwise 1."""
        return [0 if first else 1 for first, _ in self.kept(group, motions)]

    @cached_property
    def motion(self):
        """The motion of every free body: that of its group's answer, the centre x of its group's ball, or free fall."""
        found = dict(self.forms.target)
        for g, (group, optimal) in enumerate(zip(self.record.groups, self.optimal)):
            found.update(self.balls[g].point if g in self.balls else optimal[group.answer])
        return found

    @cached_property
    def next_state(self):
        """The state that R8 makes of the motion, as it is recorded."""
        return [self.moved(b, *self.motion[b]) for b in self.run.order]

    def moved(self, b, x, y, s):
        now, grid = self.current[b], self.run.grid
        place = add(now.z, grid.displacement((x, y), grid.bits))
        turned = scale(1 / dot(now.c, now.c), product((self.forms.turn[b][0], s), now.c))
        return (*place, *(turned if grid.bits is None else grid.direction(turned)))

    @cached_property
    def pressing(self):
        """The rows that press in the answers, those of sides included."""
        return {name for group, cases in zip(self.record.groups, self.cases)
                for name, size in cases[group.answer].forces if name[0] != "pin" and size > 0}

    @cached_property
    def new(self):
        """The recorded state and its polygons."""
        placements = self.run.placements(self.record.state)
        return placements, self.run.polygons(placements)


def is_enclosed(group):
    """Whether a case of a group has an opening."""
    return any(leaf.opening is not None for _, leaf in leaves(group.tree))
