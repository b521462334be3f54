"""The end of section 9 of FORMAT.md, the keys `open` and `never` of `zwang-threshold-1`: that every friction above a value holds
a scene, by systems of forces of which each may be large compared with the next, and that no friction does, by velocities of
which each may be large compared with the next; the conditions K11 to K14, and K6 of `open`.

As in statics.py, forces stay integers over their denominators."""

from types import SimpleNamespace
from quantities import choices_covered, moved
from reading import add, scale
from root import form_of_case


class Open:
    """The key `open` of a proof, the proof of `stands`, whose contacts, corners and groups it names, and the friction."""

    def __init__(self, stands, friction, found):
        self.stands, self.friction, self.groups = stands, friction, found.groups
        self.cases = [(f"open, group {g}, case {k}", group, case)
                      for g, (group, own) in enumerate(zip(stands.groups, found.groups))
                      for k, case in enumerate(own.cases)]

    def narrow_corners(self, group):
        """The corners whose forces, with the friction of the value, are narrower than a half-plane."""
        return [k for k in self.stands.undecided(group) if self.stands.spare_width(k, self.friction) > 0]

    def systems(self):
        """Each with its place, its group, its case, and whether it is the last one."""
        for place, group, case in self.cases:
            for j, system in enumerate(case.systems):
                yield f"{place}, system {j}", group, case, system, j == len(case.systems) - 1


class Never:
    """The key `never` of a proof, and the proof of `falls`, whose contacts, corners and groups it names."""

    def __init__(self, falls, found):
        self.falls, self.group, self.velocities = falls, found.group, found.velocities

    @property
    def falling(self):
        return self.falls.groups[self.group]

    def yields(self, contact):
        """Whether a contact does not slide, unless it is hidden, and does not close, until it opens."""
        for velocity in self.velocities:
            w = moved(self.falls.rows[contact], self.falling, velocity)
            s = moved(self.falls.tangent_rows[contact], self.falling, velocity)
            if w < 0 or s != 0 and contact not in self.falls.hidden:
                return False
            if w > 0:
                return True
        return True


# Conditions yield what those in check.py do.
def form_of_open(found):
    stands = found.stands
    yield len(found.groups) == len(stands.groups), "open", f"{len(found.groups)} groups", f"{len(stands.groups)}"
    for g, (group, own) in enumerate(zip(stands.groups, found.groups)):
        yield own.cases, f"open, group {g}", "no case", "one or more"
    for place, _, case in found.cases:
        yield case.systems, place, "no system", "one or more"
    for place, group, case, system, _ in found.systems():
        as_case = SimpleNamespace(**vars(system) | {"sides": case.sides})
        yield from form_of_case(stands, place, group, as_case)


def form_of_never(found):
    groups = found.falls.groups
    yield found.group < len(groups), "never, group", found.group, f"below {len(groups)}"
    yield found.velocities, "never", "no velocity", "one or more"
    bodies = len(found.falling.bodies)
    for k, velocity in enumerate(found.velocities):
        yield len(velocity) == bodies, f"never, velocity {k}", f"{len(velocity)} entries", f"one per body, {bodies}"


def corners_are_decided(found):
    for g, group in enumerate(found.groups):
        differ, cover = choices_covered(group)
        yield differ and cover == 1, f"open, group {g}", f"cases that cover {cover} of all choices", "each choice once"


def systems_balance(found):
    stands = found.stands
    for place, group, _, system, is_last in found.systems():
        for b, force in stands.forces_on(group, system).items():
            total = add(force, scale(system.denominator, stands.weight(b))) if is_last else force
            yield total == (0, 0, 0), f"{place}, body `{stands.bodies[b].name}`", ("forces and torque", *total), "0 0 0"


def friction_is_bounded_above_the_value(found):
    stands, f = found.stands, found.friction
    for place, group, case in found.cases:
        known, pressed = {*stands.fixed(group, case), *stands.of_both_sides(found.narrow_corners(group))}, set()
        for j, system in enumerate(case.systems):
            now = set()
            for i, normal, tangential in system.forces:
                where = f"{place}, system {j}, {stands.contact(i)}"
                known_here = i in known and i not in stands.hidden
                yield known_here, where, "a force", "one of a contact that the case imposes, or a narrow corner, and that is not hidden"
                bounded = normal >= 0 and abs(tangential) <= f * normal
                yield i in pressed or bounded, where, ("forces", normal, tangential), f"friction at most {f}, or pressed before"
                if normal > 0:
                    now.add(i)
            pressed |= now
        at_corners = {i for sides in stands.corners for side in sides for i in side}
        bearing = [i for system in case.systems for i, *_ in system.forces]
        knots = stands.knots([i for i in bearing if i in at_corners], bearing)
        yield not knots, place, ("corners that join solids in a ring, or cross, at", *knots), "none with forces"


def no_contact_resists_whatever_its_friction(found):
    falls, group = found.falls, found.falling
    for i in falls.loose:
        if falls.touches(group, i):
            yield found.yields(i), f"never, {falls.contact(i)}", "a contact that resists", "one that yields"
    for k in falls.undecided(group):
        yields = all(map(found.yields, falls.of_both_sides([k])))
        yield yields, f"never, corner {k}", "a contact that resists", "contacts that yield on both sides"
        has_side = any(all(map(found.yields, side)) for side in falls.corners[k])
        yield has_side, f"never, corner {k}", "two sides that resist", "one that yields"
    for k in falls.pins(group):
        for velocity in found.velocities:
            apart = [moved(row, group, velocity) for row in falls.pin_rows[k]]
            yield apart == [0, 0], f"never, pin {k}", ("velocities that differ by", *apart), "0 0"


def the_last_velocity_does_work(found):
    works = [found.falls.work(found.falling, velocity) for velocity in found.velocities]
    yield not any(works[:-1]), "never", ("work", *works[:-1], "of all but the last velocity"), "0"
    yield all(work > 0 for work in works[-1:]), "never", ("work", *works[-1:], "of the last velocity"), "above 0"


CONDITIONS_OF_OPEN = {"K11 systems balance": systems_balance,
                      "K12 friction is bounded above the value": friction_is_bounded_above_the_value}
CONDITIONS_OF_NEVER = {"K13 no contact resists, whatever its friction": no_contact_resists_whatever_its_friction,
                       "K14 the last velocity does work": the_last_velocity_does_work}
