"""A step of a run with friction, by section 9 of RUN.md: what its forces and its impact make of it, and its heat."""

from collections import namedtuple
from fractions import Fraction
from functools import cached_property

from reading import friction
from run_facts import facts
from run_forms import Form
from run_impact import Impact, named_forces
from run_rows import meeting
from run_step import Step

Contact = namedtuple("Contact", "place row normal tangential")
NO_FORCE = 0, 0


def friction_of(run, row):
    """The friction of a row, that of its two bodies."""
    return Fraction(friction(run.scene, row[0], row[3]))


def slip_of(row):
    """The name of the slip of a row, as a form."""
    return "slip", row


def named(contacts, pins):
    """Forces on rows (row, φ, ψ) and of pins by the names of the forms they belong to."""
    found = named_forces([], [], pins)
    for row, normal, tangential in contacts:
        found += [(row, normal), (slip_of(row), tangential)]
    return found


class FrictionImpact(Impact):
    """An impact with friction. What `after` gives are the velocities w', σ'."""

    def named_forms(self):
        slips = {slip_of(row): Form(self.forms.slip(row).weights, 0) for row in self.meeting}
        return super().named_forms() | slips

    def required(self, row):
        """The least inelastic gap velocity."""
        return 0

    def forces_of(self, entry, rows):
        return named([(rows[i], *sizes) for i, *sizes in entry.forces], entry.pins)

    def inelastic(self, entries, rows):
        """The velocities w_C, σ_C."""
        return super().after(entries, rows)

    def closing_rows(self, entry):
        """The rows of a group that meet with a negative gap velocity."""
        return [row for row, speed in self.closing.items()
                if speed < 0 and not {row[0], row[3]}.isdisjoint(entry.bodies)]

    def is_listed(self, pin, entries):
        """Whether a pin belongs to a group that is listed."""
        ends = self.run.pins[pin[1]]
        return any(not {ends.first, ends.second}.isdisjoint(entry.bodies) for entry in entries)

    def restitution_of(self, entry):
        """The ε of a group."""
        coefficients = [self.run.restitution(row[0], row[3]) for row in self.closing_rows(entry)]
        return min(coefficients, default=Fraction(0))

    def after(self, entries, rows):
        velocities, inelastic = dict(self.before), self.inelastic(entries, rows)
        for entry in entries:
            factor = 1 + self.restitution_of(entry)
            for b in entry.bodies:
                if b in velocities:
                    old, new = velocities[b], inelastic[b]
                    velocities[b] = tuple(x + factor * (y - x) for x, y in zip(old, new))
        return velocities

    def heat(self, entries, rows):
        """What friction takes from the kinetic energy, times h²."""
        inelastic, total = self.inelastic(entries, rows), Fraction(0)
        for entry in entries:
            slips = [slip_of(rows[i]) for i, _, _ in entry.forces]
            values, over = self.program.values(slips, inelastic)
            for i, normal, _ in entry.forces:
                slip = Fraction(abs(values[slip_of(rows[i])]), over)
                loss = friction_of(self.run, rows[i]) * normal * slip / entry.denominator
                total += (1 + self.restitution_of(entry)) * loss
        return total


class FrictionStep(Step):
    """The step from two states to the one that a record with friction tells."""

    @cached_property
    def impact(self):
        return FrictionImpact(self.run, self.before, self.rows, self.previous, self.current)

    def named_forms(self):
        found = super().named_forms()
        return found | {slip_of(row): self.forms.slip(row) for row in found if row[0] != "pin"}

    def side(self, choice):
        """The rows of the side of a corner that a choice names."""
        corner, side = choice
        return self.corners[self.record.corners[corner]][side]

    def imposed(self, group):
        """The rows that a group imposes, each as often as it does, with their forces."""
        forces = {self.record.rows[i]: sizes for i, *sizes in group.forces}
        found = [Contact(self.run.name(row), row, *forces.get(row, NO_FORCE))
                 for row in self.rows if self.touches(group, row)]
        forces = {(i, k): sizes for i, k, *sizes in group.sides}
        for choice in group.choices:
            for k, row in enumerate(self.side(choice)):
                place = f"corner {choice[0]}, {self.run.name(row)}"
                found.append(Contact(place, row, *forces.get((choice[0], k), NO_FORCE)))
        return found

    @cached_property
    def contacts(self):
        """The imposed rows of every group."""
        return [self.imposed(group) for group in self.record.groups]

    def all_contacts(self):
        for g, (group, contacts) in enumerate(zip(self.record.groups, self.contacts)):
            for contact in contacts:
                yield f"group {g}, {contact.place}", group, contact

    def friction(self, group, row):
        return Fraction(0) if group.relaxed == 2 else friction_of(self.run, row)

    def floor(self, group, row):
        """The floor of a row, times the same number as its value."""
        _, over = self.values
        return min(0, self.program.bias[row] * (over // self.program.unit)) if group.relaxed else 0

    @cached_property
    def motions_of_groups(self):
        found = []
        for group, contacts in zip(self.record.groups, self.contacts):
            forces = named([contact[1:] for contact in contacts], group.pins)
            found.append(self.pushed(group.bodies, forces, group.denominator))
        return found

    @cached_property
    def motion(self):
        """The motion of every free body: that of its group, or free fall."""
        found = dict(self.forms.target)
        for motions in self.motions_of_groups:
            found.update(motions)
        return found

    @cached_property
    def values(self):
        """Values and slips of all rows, and values of all pins, times a positive number, which comes second."""
        return self.program.values(self.program.bias, self.motion)

    @cached_property
    def pressing(self):
        """The rows that press, those of sides included."""
        return {contact.row for contacts in self.contacts for contact in contacts if contact.normal > 0}

    @property
    def claimed(self):
        """The rows that press by what the record says; nothing else of it is looked at."""
        found = set()
        for group in self.record.groups:
            chosen = dict(group.choices)
            found.update(self.record.rows[i] for i, normal, _ in group.forces if normal > 0)
            for i, k, normal, _ in group.sides:
                if normal > 0:
                    key = self.record.corners[i]
                    _, sides = meeting(self.polygons, key[:2], key[2], key[3:5], key[5])
                    found.add((sides or ((), ()))[chosen[i]][k])
        return found

    @cached_property
    def heats(self):
        """The heat of each row where there is any."""
        values, over = self.values
        found = {}
        for _, group, contact in self.all_contacts():
            slip = Fraction(abs(values[slip_of(contact.row)]), over)
            heat = self.friction(group, contact.row) * contact.normal * slip / group.denominator
            if heat:
                found[contact.row] = found.get(contact.row, 0) + heat / self.run.step**2
        return found


def facts_with_friction(step):
    """All facts of a record with friction, as its file should tell them."""
    found = facts(step)
    found.impact_heat = Fraction(0)
    if step.impact.happens:
        found.impact_heat = step.impact.heat(step.record.impact or [], step.record.rows) / step.run.step**2
    found.heat = sum(step.heats.values(), Fraction(0))
    found.sliding = sorted(step.heats.items())
    return found
