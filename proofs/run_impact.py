"""What an impact has to do, by section 5 of RUN.md, and what the recorded forces make of it."""

from reading import dot, sub
from run_forms import Form, Program
from run_state import Placement, conjugate, half_turn_tangent, product, rotation


class Impact:
    """The rows that meet, the bodies concerned, their groups, and what is required of the velocities."""

    def __init__(self, run, forms, rows, previous, current):
        self.run, self.forms, self.current = run, forms, current
        self.before = {b: velocity(previous[b], current[b]) for b in run.free}
        self.meeting = [row for row in rows if value(forms.row(row), forms.target) <= 0]
        self.closing = {row: forms.gap_velocity(row, self.before) for row in self.meeting}
        self.happens = any(speed < 0 and run.restitution(row[0], row[3]) > 0 for row, speed in self.closing.items())
        self.pins, self.groups = [], []
        if self.happens:
            self.find_groups()
            self.program = Program(self.named_forms())

    def find_groups(self):
        """Which pins count and which bodies are concerned, and what joins these."""
        free = self.run.free
        concerned = {b for row in self.meeting for b in (row[0], row[3]) if b in free}
        pinned = [(k, {b for b in (pin.first, pin.second) if b in free}) for k, pin in enumerate(self.run.pins)]
        grown = None
        while grown != len(concerned):
            grown = len(concerned)
            for _, bodies in pinned:
                if bodies & concerned:
                    concerned |= bodies
        self.pins = [k for k, bodies in pinned if bodies & concerned]
        joints = [{row[0], row[3]} & free for row in self.meeting] + [bodies for k, bodies in pinned if k in self.pins]
        self.groups = components(concerned, joints)

    def named_forms(self):
        """What is required of the velocities, by name."""
        named = {row: self.velocity_form(row) for row in self.meeting}
        return named | {("pin", k, axis): form for k in self.pins for axis, form in enumerate(self.pin_velocity(k))}

    def required(self, row):
        """The least gap velocity after the impact."""
        speed = self.closing[row]
        return -self.run.restitution(row[0], row[3]) * speed if speed < 0 else 0

    def velocity_form(self, row):
        """The gap velocity, less what is required of it. (On a grid |c| = 1, and a spin counts like a sweep.)"""
        return Form(self.forms.row(row).weights, -self.required(row))

    def pin_velocity(self, k):
        return [Form(form.weights, 0) for form in self.forms.pin(k)]

    def forces_of(self, entry, rows):
        return named_forces(entry.forces, rows, entry.pins)

    def after(self, entries, rows):
        """The velocities of all free bodies after the impact, by Newton's law with the recorded forces on these rows."""
        velocities = dict(self.before)
        for entry in entries:
            pushes = self.program.pushes(self.forces_of(entry, rows))
            for b, (x, y, torque) in pushes.items():
                body, over = self.run.bodies[b], entry.denominator * self.program.unit
                wx, wy, spin = velocities[b]
                velocities[b] = (wx + x / (over * body.mass), wy + y / (over * body.mass),
                                 spin + torque / (over * body.inertia))
        return velocities

    def replaced(self, previous, velocities):
        """The placements of state k-2 as the step goes on with them: those of every concerned body are replaced."""
        grid, found = self.run.grid, list(previous)
        for b in (b for group in self.groups for b in group):
            *linear, spin = velocities[b]
            came = sub(self.current[b].z, grid.displacement(linear, grid.bits))
            turn = rotation(grid.number(spin / 2, grid.bits))
            found[b] = Placement(came, product(self.current[b].c, conjugate(turn)))
        return found


def velocity(before, now):
    """The discrete velocity per step, (w_x, w_y, σ)."""
    return (*sub(now.z, before.z), 2 * half_turn_tangent(now.c, before.c))


def value(form, motions):
    return form.bias + sum(dot(weights, motions[b]) for b, weights in form.weights.items())


def named_forces(forces, rows, pins):
    """Recorded forces by the names of the forms they belong to."""
    named = [(rows[i], size) for i, size in forces]
    for k, *sizes in pins:
        named += [(("pin", k, axis), size) for axis, size in enumerate(sizes)]
    return named


def components(bodies, joints):
    """Sorted lists of the bodies that are joined, directly or by way of others; these lists sorted by their first."""
    home = {b: {b} for b in bodies}
    for joint in joints:
        joined = set().union(*(home[b] for b in joint))
        home.update((b, joined) for b in joined)
    return sorted({id(joined): sorted(joined) for joined in home.values()}.values())
