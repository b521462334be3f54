"""Section 16 of FORMAT.md, `zwang-space-ranges-1`: the conditions, and what an accepted proof says. What it shares with other proofs
for scenes in space is in space.py."""

from fractions import Fraction
from reading import add, dot, scale
from space import SHARED, form, split, work_of
from space_contacts import MOST_WORK
from space_joints import count_of, load_of

SIGNS = 1, -1


def faces(claim):
    """The numbers of the contacts of each face."""
    found = {}
    for k, contact in enumerate(claim.contacts):
        found.setdefault(contact.parts, []).append(k)
    return [*found.values()]


def of_joints(claim):
    """The entries about joints: what they are called, their group, the joint, component, ς and end."""
    for g, group in enumerate(claim.groups):
        for k, component, *ends in group.joints:
            for sign, end in zip(SIGNS, ends):
                yield f"group {g}, joint {k}, component {component}", g, k, component, sign, end


def form_of_joint_end(claim, where, g, k, component, end):
    yield k in {k for k, _ in claim.joints_by_group[g]}, where, ("joint", k), "one of the group"
    yield component < 6, where, ("component", component), "from 0 to 5"
    yield from form_of_any_end(claim, where, g, end)
    yield end.bound is None, where, ("bound", end.bound), "one of a centre of pressure alone"


def known_joint_entries(claim):
    for where, g, k, component, sign, end in of_joints(claim):
        if all(holds for holds, *_ in form_of_joint_end(claim, where, g, k, component, end)):
            yield where, g, k, component, sign, end


def size_of_joint(claim, forces, k, component):
    """A component of the load of a joint under a system or a stress."""
    found = {j: numbers for j, numbers in forces.joints}.get(k)
    if found is None:
        return Fraction(0)
    force, torque = load_of(claim.scene.joints[k], found)
    return Fraction((*force, *torque)[component], 1) / forces.denominator


def listed(claim):
    """All entries about contacts and faces: what they are called, their group, whether they are of a face, its contacts, or [] if
    there are none, component and ends."""
    of_faces = faces(claim)
    for g, group in enumerate(claim.groups):
        for k, component, *ends in group.forces:
            yield f"group {g}, contact {k}", g, False, [k] if k < len(claim.contacts) else [], component, ends
        for k, component, *ends in group.faces:
            yield f"group {g}, face {k}", g, True, of_faces[k] if k < len(of_faces) else [], component, ends


def entries(claim):
    """Each end, and its ς; of those only that Form allows, so that every other condition can be asked of any claim."""
    for where, g, of_face, own, component, ends in listed(claim):
        for sign, end in zip(SIGNS, ends):
            if all(holds for holds, *_ in form_of_end(claim, where, g, of_face, own, component, end)):
                yield f"{where}, component {component}", g, of_face, own, component, sign, end


def form_of_end(claim, where, g, of_face, own, component, end):
    known = {k for k, _ in claim.by_group[g][0]}
    yield own and known.issuperset(own), where, own, "contacts that touch the group"
    yield component < 4, where, ("component", component), "from 0 to 3"
    yield from form_of_any_end(claim, where, g, end)
    yield (end.bound is not None) == (of_face and component < 3), where, ("bound", end.bound), "one of a centre of pressure alone"
    yield end.bound is None or end.bound[1] > 0, where, ("bound", end.bound), "a denominator above 0"


def form_of_any_end(claim, where, g, end):
    group = claim.groups[g]
    yield end.system is None or end.system < len(group.systems), where, ("system", end.system), "one that exists"
    yield end.stress is None or end.stress < len(group.stresses), where, ("stress", end.stress), "one that exists"
    if end.velocity is not None:
        yield len(end.velocity) == len(group.bodies), where, f"{len(end.velocity)} entries", "one per body"
        yield end.denominator > 0, where, ("denominator", end.denominator), "above 0"


def share(contact, of_face, component, bound):
    if component == 3:
        return contact.n
    if of_face:
        return scale(contact.x[component] - bound, contact.n)
    return tuple(int(axis == component) for axis in range(3))


def size(claim, forces, own, of_face, component):
    """A linear quantity of a system or a stress."""
    pairs = [(claim.contacts[k], force) for k, *force in forces.forces if k in own]
    return Fraction(sum(dot(share(contact, of_face, component, None), force) for contact, force in pairs), forces.denominator)


def pressure(claim, forces, own, component):
    """Σ x (F·n) and Σ F·n, times D."""
    pairs = [(claim.contacts[k], dot(claim.contacts[k].n, force)) for k, *force in forces.forces if k in own]
    return sum(contact.x[component] * across for contact, across in pairs), sum(across for _, across in pairs)


def named(group, end):
    return group.systems[end.system] if end.stress is None else group.stresses[end.stress]


def form_of_ranges(claim):
    yield from form(claim)
    work = 0
    for g, group in enumerate(claim.groups):
        known = {k for k, _ in claim.by_group[g][0]}
        yield group.systems, f"group {g}", "no system", "at least one"
        for forces in group.systems + group.stresses:
            names = [row[0] for row in forces.forces]
            yield forces.denominator > 0, f"group {g}", ("denominator", forces.denominator), "above 0"
            yield names == sorted(set(names)), f"group {g}", names, "ascending contacts"
            yield known.issuperset(names), f"group {g}", names, "contacts that touch the group"
            joined, own = [k for k, _ in forces.joints], {k for k, _ in claim.joints_by_group[g]}
            yield joined == sorted(set(joined)) and own.issuperset(joined), f"group {g}", joined, "ascending joints of the group"
            for k, numbers in forces.joints:
                count = count_of(claim.scene.joints[k])
                yield len(numbers) == count, f"group {g}, joint {k}", f"{len(numbers)} numbers", f"{count}"
        for name, rows in ("forces", group.forces), ("faces", group.faces), ("joints", group.joints):
            places = [row[:2] for row in rows]
            yield places == sorted(set(places)), f"group {g}, {name}", places, "ascending"
        entered = len(group.systems) + len(group.stresses) + 4 * (len(group.forces) + len(group.faces) + len(group.joints))
        work += entered * (len(known) + 6 * (len(group.bodies) + len(claim.joints_by_group[g])))
    for where, g, of_face, own, component, ends in listed(claim):
        for end in ends:
            yield from form_of_end(claim, where, g, of_face, own, component, end)
    for where, g, k, component, _, end in of_joints(claim):
        yield from form_of_joint_end(claim, where, g, k, component, end)
    yield work <= MOST_WORK, "ranges", f"work {work}", f"at most {MOST_WORK}"


def all_forces(claim, key):
    for g, group in enumerate(claim.groups):
        for k, forces in enumerate(getattr(group, key)):
            yield f"group {g}, {key} {k}", group, forces


def balance(claim, key, pulls):
    """The sums of forces and of torques on each body, with those of weights and loads if these pull."""
    for where, group, forces in all_forces(claim, key):
        named = [(claim.contacts[k], force) for k, *force in forces.forces]
        acting = [(contact.bodies, contact.x, force) for contact, force in named]
        for b, (force, torque) in claim.sums(group, forces.denominator * pulls, acting, forces.joints).items():
            found = ("forces and torques", *force, *torque)
            yield not any(force + torque), (where, "body", claim.bodies[b].name), found, "0 0 0 0 0 0"


def systems_balance(claim):
    return balance(claim, "systems", 1)


def stresses_balance(claim):
    return balance(claim, "stresses", 0)


def borne(claim):
    for key in "systems", "stresses":
        for where, _, forces in all_forces(claim, key):
            for k, *force in forces.forces:
                yield f"{where}, contact {k}", claim.contacts[k], force


def no_contact_pulls(claim):
    for where, contact, force in borne(claim):
        yield dot(contact.n, force) >= 0, where, ("force", *force), "one that presses"


def friction_is_bounded(claim):
    for where, contact, force in borne(claim):
        mu, (across, slip) = claim.friction(contact), split(contact.n, force)
        yield slip <= mu * mu * across * across, where, ("force", *force), ("friction up to", mu)


def no_contact_resists_more(claim):
    for where, g, of_face, own, component, sign, end in entries(claim):
        if end.velocity is not None:
            yield from contacts_resist_only(claim, where, g, end, own, of_face, component, sign)
            yield from joints_resist_only(claim, where, g, end, None, 0, sign)
    for where, g, j, component, sign, end in known_joint_entries(claim):
        if end.velocity is not None:
            yield from contacts_resist_only(claim, where, g, end, [], False, component, sign)
            yield from joints_resist_only(claim, where, g, end, j, component, sign)


def contacts_resist_only(claim, where, g, end, own, of_face, component, sign):
    """Every contact resists nothing but the quantity, which counts the force of its own ones."""
    bound = None if end.bound is None else Fraction(*end.bound)
    for k, contact in claim.by_group[g][0]:
        u = claim.relative(end.velocity, contact.bodies, contact.x)
        if k in own:
            u = add(u, scale(sign * end.denominator, share(contact, of_face, component, bound)))
        mu, (across, slip) = claim.friction(contact), split(contact.n, u)
        free = across >= 0 and across * across >= mu * mu * slip
        yield free, f"{where}: contact {k}", ("velocity", *u), "one that no force resists but the quantity"


def joints_resist_only(claim, where, g, end, own, component, sign):
    """The derivative of each constraint is what its number counts in the quantity."""
    for k, joint in claim.joints_by_group[g]:
        count = count_of(joint)
        for number, rate in enumerate(claim.rates(joint, end.velocity)):
            force, torque = load_of(joint, [Fraction(number == other) for other in range(count)])
            counts = sign * end.denominator * (*force, *torque)[component] if k == own else 0
            yield rate == counts, f"{where}: joint {k}", ("derivative", rate), counts


def a_centre_is_bounded(claim):
    for where, g, _, own, component, _, end in entries(claim):
        if end.bound is not None:
            group = claim.groups[g]
            work, (_, across) = work_of(claim, group, end.velocity), pressure(claim, named(group, end), own, component)
            yield work >= 0, where, ("work", work), "at least 0"
            yield across > 0, where, ("pressure", across), "above 0"


def there_is_no_bound(claim):
    grown = [(where, sign, size(claim, claim.groups[g].stresses[end.stress], own, of_face, component))
             for where, g, of_face, own, component, sign, end in entries(claim) if end.velocity is None]
    grown += [(where, sign, size_of_joint(claim, claim.groups[g].stresses[end.stress], k, component))
              for where, g, k, component, sign, end in known_joint_entries(claim) if end.velocity is None]
    for where, sign, grows in grown:
        yield sign * grows < 0, where, sign * grows, "a stress towards this end, below 0"


CONDITIONS = {"zwang-space-ranges-1": {"Form": form_of_ranges} | SHARED | {
    "S1 forces balance weights and loads": systems_balance, "S2 no contact pulls": no_contact_pulls,
    "S3 friction is bounded": friction_is_bounded, "B1 a stress balances itself": stresses_balance,
    "B2 no contact resists more": no_contact_resists_more, "B3 a centre of pressure is bounded": a_centre_is_bounded,
    "B4 there is no bound": there_is_no_bound}}


def verdict(claim):
    count = sum(len(group.forces) + len(group.faces) + len(group.joints) for group in claim.groups)
    return "can stand, with " + ("the range of 1 force" if count == 1 else f"the ranges of {count} forces")


VERDICTS = {"zwang-space-ranges-1": verdict}
