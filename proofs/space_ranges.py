"""Section 16 of FORMAT.md, `zwang-space-ranges-1`: the conditions, and what an accepted proof says. What it shares with other proofs
for scenes in space is in space.py."""

from fractions import Fraction
from math import prod
from types import SimpleNamespace
from quantities import part_covered, shared
from reading import add, dot, scale
from space import SHARED, form, form_of_bearing, one_normal_bears, separates, split, work_of, work_of_bearing, work_of_normal
from space_contacts import MOST_WORK
from space_joints import count_of, load_of
from space_scene import cross

SIGNS = 1, -1
MOST_HALVES = 32
THINGS = "forces", "faces", "corners", "joints"


def lists(group, what):
    """The list of this kind, and that of its gaps, with what they are called and the ς of both ends."""
    return [(what, getattr(group, what), SIGNS), (f"gaps of {what}", gaps_of(group, what), SIGNS[::-1])]


def gaps_of(group, what):
    return getattr(group.gaps, what) if group.gaps else []


def all_ends(claim, what):
    """Their entries: what they are called, the group, index, component, and pairs of ς and end."""
    for g, group in enumerate(claim.groups):
        for name, entries, signs in lists(group, what):
            for k, component, *ends in entries:
                yield f"group {g}, {name}, {k}, component {component}", g, k, component, list(zip(signs, ends))


def all_lists(group):
    return [found for what in THINGS for found in lists(group, what)]


def faces(claim):
    """The numbers of the contacts of each face."""
    found = {}
    for k, contact in enumerate(claim.contacts):
        found.setdefault(contact.parts, []).append(k)
    return [*found.values()]


def of_corners(claim):
    """The same of corners."""
    for where, g, k, component, ends in all_ends(claim, "corners"):
        for sign, end in ends:
            yield where, g, k, component, sign, end


def form_of_corner_end(claim, where, g, k, component, end):
    yield k in {k for k, _ in claim.by_group[g][1]}, where, ("corner", k), "one that touches the group"
    yield component < 3, where, ("component", component), "from 0 to 2, of a corner"
    yield from form_of_any_end(claim, where, g, end)
    yield end.bound is None, where, ("bound of a corner", end.bound), "one of a centre of pressure alone"


def known_corner_entries(claim):
    for where, g, k, component, sign, end in of_corners(claim):
        if all(holds for holds, *_ in form_of_corner_end(claim, where, g, k, component, end)):
            yield where, g, k, component, sign, end


def size_of_corner(forces, k, component):
    """A component of the sum of the forces of a corner under a system or a stress."""
    return Fraction(sum(force[component] for other, _, own in forces.corners if other == k for force in own), forces.denominator)


def may_bear(claim, g, corner):
    """Corners with friction bear nothing in groups with joints."""
    return claim.friction(corner) == 0 or not claim.joints_by_group[g]


def bearing_normals(claim, g):
    """For each corner that may bear its number, itself and normals whose forces those of all that may bear are sums of. At a rough
    corner a contact of the same two solids, whose parts only its normal separates, leaves no other one."""
    only = only_contacts(claim, g)
    for k, corner in claim.by_group[g][1]:
        if not may_bear(claim, g, corner):
            continue
        contact = next((only[claim.between(corner), x] for x in corner.points if (claim.between(corner), x) in only), None)
        if claim.friction(corner) > 0 and contact:
            same = claim.solid(contact.bodies[0]) == claim.solid(corner.bodies[0])
            n = contact.n if same else scale(-1, contact.n)
            yield k, corner, [n] if separates(claim, corner, n) else []
        else:
            yield k, corner, corner.normals


def only_contacts(claim, g):
    """The first contact of each two solids at a point whose parts only its normal separates."""
    only = {}
    for _, contact in claim.by_group[g][0]:
        if contact.is_only:
            only.setdefault((claim.between(contact), contact.x), contact)
    return only


def closed_by_contacts(claim, g):
    only = only_contacts(claim, g)
    for _, corner in claim.by_group[g][1]:
        if may_bear(claim, g, corner) and claim.friction(corner) > 0:
            if any((claim.between(corner), x) in only for x in corner.points):
                yield corner


def of_joints(claim):
    """The entries about joints: what they are called, their group, the joint, component, ς and end."""
    for where, g, k, component, ends in all_ends(claim, "joints"):
        for sign, end in ends:
            yield where, g, k, component, sign, end


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
    for where, g, k, component, ends in all_ends(claim, "forces"):
        yield where, g, False, [k] if k < len(claim.contacts) else [], component, ends
    for where, g, k, component, ends in all_ends(claim, "faces"):
        yield where, g, True, of_faces[k] if k < len(of_faces) else [], component, ends


def entries(claim):
    """Each end, and its ς; of those only that Form allows, so that every other condition can be asked of any claim."""
    for where, g, of_face, own, component, ends in listed(claim):
        for sign, end in ends:
            if all(holds for holds, *_ in form_of_end(claim, where, g, of_face, own, component, end)):
                yield where, g, of_face, own, component, sign, end


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
    corners = dict(claim.by_group[g][1])
    for case in end.cases:
        yield len(case.velocity) == len(group.bodies), where, f"{len(case.velocity)} entries", "one per body"
        yield case.denominator > 0, where, ("denominator", case.denominator), "above 0"
        fixed = [k for k, _ in case.sides]
        yield fixed == sorted(set(fixed)) and corners.keys() >= set(fixed), where, fixed, "ascending corners that touch the group"
        halved = [k for k, _ in halves_of(case)]
        yield halved == sorted(set(halved)) and corners.keys() >= set(halved), where, halved, "ascending corners that touch the group"
        bearing = {k: normals for k, corner, normals in bearing_normals(claim, g) if claim.friction(corner) > 0} if halved else {}
        for k, bits in halves_of(case):
            count = len(bearing.get(k, ()))
            yield count > 1, where, ("corner", k, "halved"), "none but rough ones with two normals or more that bear"
            known = len(bits) <= MOST_HALVES and all(pair_of(count, bit // 2) for bit in bits)
            yield known, where, ("halves", *bits), f"up to {MOST_HALVES}, of pairs of {count} normals"
        for k, side in case.sides:
            smooth = k not in corners or claim.friction(corners[k]) == 0
            yield smooth, where, ("corner", k, "fixed"), "none with friction"
            yield k not in corners or side < len(corners[k].normals), where, ("side", side), "one that the corner has"


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
            yield from form_of_bearing(claim, g, f"group {g}", forces)
            bear = all(may_bear(claim, g, corner) for _, corner, *_ in claim.bearing(forces))
            yield bear, f"group {g}, corners", "forces with friction", "none, in a group with joints"
            work += work_together(claim, forces)
        entries = [row for _, rows, _ in all_lists(group) for row in rows]
        for name in THINGS:
            places = [row[:2] for row in getattr(group, name)]
            yield places == sorted(set(places)), f"group {g}, {name}", places, "ascending"
        ends = [end for _, _, *ends in entries for end in ends]
        entered = len(group.systems) + len(group.stresses) + 4 * len(entries) + sum(max(len(end.cases) - 1, 0) for end in ends)
        cones = len(known) + sum(len(corner.points) * len(corner.normals) for _, corner in claim.by_group[g][1])
        work += entered * (cones + 6 * (len(group.bodies) + len(claim.joints_by_group[g])))
        work += sum(work_of_normal(claim, corner) for corner in closed_by_contacts(claim, g))
        work += sum(work_together(claim, *named_together(group, end)) for end in ends if names_what_exists(group, end))
    for where, g, of_face, own, component, ends in listed(claim):
        for _, end in ends:
            yield from form_of_end(claim, where, g, of_face, own, component, end)
    for where, g, k, component, _, end in of_joints(claim):
        yield from form_of_joint_end(claim, where, g, k, component, end)
    for where, g, k, component, _, end in of_corners(claim):
        yield from form_of_corner_end(claim, where, g, k, component, end)
    yield work <= MOST_WORK, "ranges", f"work {work}", f"at most {MOST_WORK}"


def names_what_exists(group, end):
    return end.stress is not None and end.system < len(group.systems) and end.stress < len(group.stresses)


def named_together(group, end):
    """A stress, and the system to which it can be added."""
    return group.systems[end.system], group.stresses[end.stress]


def work_together(claim, *together):
    bearing = [entry for forces in together for entry in claim.bearing(forces)]
    rough = [entry for entry in bearing if claim.friction(entry[1]) > 0]
    return work_of_bearing(claim, rough, len(pressing_of(claim, bearing)))


def pressing_of(claim, bearing):
    """The corners without friction that press."""
    return [corner for _, corner, _, forces in bearing if claim.friction(corner) == 0 and any(map(any, forces))]


def all_forces(claim, key):
    for g, group in enumerate(claim.groups):
        for k, forces in enumerate(getattr(group, key)):
            yield f"group {g}, {key} {k}", group, forces


def balance(claim, key, pulls):
    """The sums of forces and of torques on each body, with those of weights and loads if these pull."""
    for where, group, forces in all_forces(claim, key):
        named = [(claim.contacts[k], force) for k, *force in forces.forces]
        acting = [(contact.bodies, contact.x, force) for contact, force in named]
        for _, corner, _, own in claim.bearing(forces):
            acting += [(corner.bodies, x, force) for x, force in zip(corner.points, own)]
        for b, (force, torque) in claim.sums(group, forces.denominator * pulls, acting, forces.joints).items():
            found = ("forces and torques", *force, *torque)
            yield not any(force + torque), (where, "body", claim.bodies[b].name), found, "0 0 0 0 0 0"


def systems_balance(claim):
    return balance(claim, "systems", 1)


def stresses_balance(claim):
    return balance(claim, "stresses", 0)


def borne(claim):
    """Forces of contacts and of corners, with what bears them and its normal."""
    for key in "systems", "stresses":
        for where, _, forces in all_forces(claim, key):
            for k, *force in forces.forces:
                yield f"{where}, contact {k}", claim.contacts[k], claim.contacts[k].n, force
            for k, corner, n, own in claim.bearing(forces):
                yield from ((f"{where}, corner {k}", corner, n, force) for force in own)


def no_contact_pulls(claim):
    for where, _, n, force in borne(claim):
        yield dot(n, force) >= 0, where, ("force", *force), "one that presses"


def friction_is_bounded(claim):
    for where, thing, n, force in borne(claim):
        mu, (across, slip) = claim.friction(thing), split(n, force)
        yield slip <= mu * mu * across * across, where, ("force", *force), ("friction up to", mu)


def together(claim):
    """Systems and stresses, and both of those that an end names together."""
    for key in "systems", "stresses":
        yield from ((where, [forces]) for where, _, forces in all_forces(claim, key))
    for g, group in enumerate(claim.groups):
        for _, _, *ends in [row for _, rows, _ in all_lists(group) for row in rows]:
            yield from ((f"group {g}, an end", named_together(group, end)) for end in ends if names_what_exists(group, end))


def one_normal_bears_rough_corners(claim):
    for where, forces in together(claim):
        bearing = [entry for one in forces for entry in claim.bearing(one)]
        rough = [entry for entry in bearing if claim.friction(entry[1]) > 0]
        yield from one_normal_bears(claim, where, rough, pressing_of(claim, bearing))


def one_side_bears(claim):
    for where, forces in together(claim):
        sides = {}
        for k, corner, n, _ in [entry for one in forces for entry in claim.bearing(one)]:
            if claim.friction(corner) == 0:
                side = [i for i, own in enumerate(corner.normals) if not any(cross(own, n)) and dot(own, n) > 0]
                yield side, f"{where}, corner {k}", ("the normal", *n), "one of its normals, as it has no friction"
                yield sides.setdefault(k, side) == side, f"{where}, corner {k}", "forces of two of its normals", "those of one"


def all_choices_are_bounded(claim):
    for g, group in enumerate(claim.groups):
        corners = dict(claim.by_group[g][1])
        for name, rows, signs in all_lists(group):
            for k, component, *ends in rows:
                for together in [ends] if signs != SIGNS else [[end] for end in ends if not is_open(end)]:
                    fixed = [case for end in together for case in end.cases]
                    sides = [{(c, 0): side for c, side in case.sides if c in corners} for case in fixed]
                    parts = [Fraction(1, prod(len(corners[c].normals) for c, _ in one)) for one in sides]
                    for one, case in zip(sides, fixed):
                        one |= {(c, *bits[:depth], bit // 2): bit % 2 for c, bits in halves_of(case) for depth, bit in enumerate(bits)}
                    cover = part_covered(part / 2 ** sum(len(bits) for _, bits in halves_of(case)) for part, case in zip(parts, fixed))
                    one = shared(sides) is None and cover == 1 and all(end.cases for end in together if not is_open(end))
                    found = f"cases that cover {cover} of all choices"
                    yield one or any(map(is_open, together)), f"group {g}, {name}, {k}, component {component}", found, "each choice once"


def halves_of(case):
    """Which half of the normals bears each rough corner, then which half of that, and so on: 2 p, or 2 p + 1, for the pair p."""
    return getattr(case, "halves", None) or []


def pair_of(count, number):
    """The places of a pair of so many vectors, by its number; nothing beyond the last one."""
    for i in range(count):
        later = count - 1 - i
        if number < later:
            return i, i + 1 + number
        number -= later
    return ()


def halved(normals, bits):
    normals = list(normals)
    for bit in bits:
        i, j = pair_of(len(normals), bit // 2)
        normals[i if bit % 2 else j] = add(normals[i], normals[j])
    return normals


def is_open(end):
    return end.stress is not None and end.bound is None


def cases_of(end):
    return [SimpleNamespace(bound=end.bound, **vars(case)) for case in end.cases]


def no_contact_resists_more(claim):
    for where, g, of_face, own, component, sign, end in entries(claim):
        for case in cases_of(end):
            yield from contacts_resist_only(claim, where, g, case, own, of_face, component, sign)
            yield from joints_resist_only(claim, where, g, case, None, 0, sign)
            yield from corners_resist_only(claim, where, g, case, None, 0, sign)
    for where, g, j, component, sign, end in known_joint_entries(claim):
        for case in cases_of(end):
            yield from contacts_resist_only(claim, where, g, case, [], False, component, sign)
            yield from joints_resist_only(claim, where, g, case, j, component, sign)
            yield from corners_resist_only(claim, where, g, case, None, 1, sign)
    for where, g, c, component, sign, end in known_corner_entries(claim):
        for case in cases_of(end):
            yield from contacts_resist_only(claim, where, g, case, (), False, component, sign)
            yield from joints_resist_only(claim, where, g, case, None, 1, sign)
            yield from corners_resist_only(claim, where, g, case, c, component, sign)


def corners_resist_only(claim, where, g, case, own, component, sign):
    """Every corner that may bear resists nothing but the quantity, by all of its normals or by the one that the case fixes."""
    sides, halves = dict(case.sides), dict(halves_of(case))
    for k, corner, all_normals in bearing_normals(claim, g):
        normals = halved(all_normals, halves[k]) if len(all_normals) > 1 and k in halves else all_normals
        for x in corner.points:
            u = claim.relative(case.velocity, corner.bodies, x)
            if k == own:
                u = add(u, scale(sign * case.denominator, tuple(int(axis == component) for axis in range(3))))
            for side, n in enumerate(normals):
                mu, (across, slip) = claim.friction(corner), split(n, u)
                yields = across >= 0 and across * across >= mu * mu * slip or sides.get(k, side) != side
                yield yields, f"{where}: corner {k}", ("velocity", *u), "one that no force resists but the quantity"


def contacts_resist_only(claim, where, g, case, own, of_face, component, sign):
    """Every contact resists nothing but the quantity, which counts the force of its own ones."""
    bound = None if case.bound is None else Fraction(*case.bound)
    for k, contact in claim.by_group[g][0]:
        u = claim.relative(case.velocity, contact.bodies, contact.x)
        if k in own:
            u = add(u, scale(sign * case.denominator, share(contact, of_face, component, bound)))
        mu, (across, slip) = claim.friction(contact), split(contact.n, u)
        free = across >= 0 and across * across >= mu * mu * slip
        yield free, f"{where}: contact {k}", ("velocity", *u), "one that no force resists but the quantity"


def joints_resist_only(claim, where, g, case, own, component, sign):
    """The derivative of each constraint is what its number counts in the quantity."""
    for k, joint in claim.joints_by_group[g]:
        count = count_of(joint)
        for number, rate in enumerate(claim.rates(joint, case.velocity)):
            force, torque = load_of(joint, [Fraction(number == other) for other in range(count)])
            counts = sign * case.denominator * (*force, *torque)[component] if k == own else 0
            yield rate == counts, f"{where}: joint {k}", ("derivative", rate), counts


def a_centre_is_bounded(claim):
    for where, g, _, own, component, _, end in entries(claim):
        if end.bound is not None:
            group = claim.groups[g]
            _, across = pressure(claim, named(group, end), own, component)
            for work in [work_of(claim, group, case.velocity) for case in end.cases]:
                yield work >= 0, where, ("work", work), "at least 0"
            yield across > 0, where, ("pressure", across), "above 0"


def there_is_no_bound(claim):
    grown = [(where, sign, size(claim, claim.groups[g].stresses[end.stress], own, of_face, component))
             for where, g, of_face, own, component, sign, end in entries(claim) if is_open(end)]
    grown += [(where, sign, size_of_joint(claim, claim.groups[g].stresses[end.stress], k, component))
              for where, g, k, component, sign, end in known_joint_entries(claim) if is_open(end)]
    grown += [(where, sign, size_of_corner(claim.groups[g].stresses[end.stress], k, component))
              for where, g, k, component, sign, end in known_corner_entries(claim) if is_open(end)]
    for where, sign, grows in grown:
        yield sign * grows < 0, where, sign * grows, "a stress towards this end, below 0"


def a_gap_is_open(claim):
    """What the first end reaches, its bound, that of the second and what that reaches ascend; the bounds differ."""
    ends = {}
    for where, g, of_face, own, component, sign, end in entries(claim):
        sums = (lambda forces, own=own, of_face=of_face, component=component: size(claim, forces, own, of_face, component))
        if end.bound is not None:
            moment, across = pressure(claim, named(claim.groups[g], end), own, component)
            ends.setdefault(where, []).append((Fraction(moment) / across if across else None, Fraction(*end.bound)))
        else:
            ends.setdefault(where, []).append(reached_and_bound(claim, g, sign, end, sums))
    for where, g, k, component, sign, end in known_joint_entries(claim):
        sums = (lambda forces, k=k, component=component: size_of_joint(claim, forces, k, component))
        ends.setdefault(where, []).append(reached_and_bound(claim, g, sign, end, sums))
    for where, g, k, component, sign, end in known_corner_entries(claim):
        sums = (lambda forces, k=k, component=component: size_of_corner(forces, k, component))
        ends.setdefault(where, []).append(reached_and_bound(claim, g, sign, end, sums))
    for where, both in ends.items():
        if ", gaps of " in where and () not in both:
            for (low, lower), (high, upper) in zip(both[::2], both[1::2]):
                known = None not in (low, lower, high, upper)
                yield known and low <= lower < upper <= high, where, ("reached, bound, bound, reached", low, lower, upper, high), "ascending"


def reached_and_bound(claim, g, sign, end, size_of):
    """The q of the system, and the furthest bound of its cases; None of an open end, and nothing of one without cases (B6)."""
    if is_open(end):
        return None, None
    if not end.cases:
        return ()
    group = claim.groups[g]
    bounds = [Fraction(work_of(claim, group, case.velocity)) / (sign * case.denominator) for case in end.cases]
    return size_of(named(group, end)), min(bounds) if sign > 0 else max(bounds)


CONDITIONS = {"zwang-space-ranges-1": {"Form": form_of_ranges} | SHARED | {
    "S1 forces balance weights and loads": systems_balance, "S2 no contact pulls": no_contact_pulls,
    "S3 friction is bounded": friction_is_bounded, "B1 a stress balances itself": stresses_balance,
    "B2 no contact resists more": no_contact_resists_more, "B3 a centre of pressure is bounded": a_centre_is_bounded,
    "B4 there is no bound": there_is_no_bound, "B5 one side bears": one_side_bears,
    "B6 all choices are bounded": all_choices_are_bounded, "B7 a gap is open": a_gap_is_open, "S7 one normal bears a corner": one_normal_bears_rough_corners}}


def verdict(claim):
    count = sum(len(group.forces) + len(group.faces) + len(group.corners) + len(group.joints) for group in claim.groups)
    return "can stand, with " + ("the range of 1 force" if count == 1 else f"the ranges of {count} forces")


VERDICTS = {"zwang-space-ranges-1": verdict}
