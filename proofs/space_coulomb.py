"""Section 17 of FORMAT.md, `zwang-space-coulomb-1`: the conditions, and what an accepted proof says. What it shares with other proofs
for scenes in space is in space.py."""

from reading import dot, scale
from space import SHARED, form, named_forces, split, work_of
from space_contacts import MOST_WORK
from space_scene import cross

ANY, OPENS, STAYS, STICKS = "any", "opens", "stays", "sticks"


class Mode:
    """How a contact moves across: any, opens or stays; and along: any, sticks, one direction, or strictly between two."""

    def __init__(self, across=ANY, along=ANY):
        self.across, self.along = across, along


def turn(n, one, other):
    return dot(n, cross(one, other))


def branches(claim, g, entry, modes):
    """The modes of the contact of an entry in its branches, or what is wrong with it."""
    k = entry.opens if entry.slides is None else entry.slides
    if k not in {k for k, _ in claim.by_group[g][0]}:
        return None, "a contact that does not touch the group"
    mode, n, d = modes.get(k, Mode()), claim.contacts[k].n, entry.along
    if entry.slides is None:
        if mode.across is not ANY:
            return None, "a contact that is decided"
        return [Mode(OPENS, mode.along), Mode(STAYS, mode.along)], None
    if not any(d) or dot(n, d) != 0:
        return None, "a direction that is not along the contact"
    if mode.along is ANY:
        against = scale(-1, d)
        kinds = [STICKS, (d,), (against,), (d, against), (against, d)]
    elif len(mode.along) == 2 and turn(n, mode.along[0], d) > 0 and turn(n, d, mode.along[1]) > 0:
        kinds = [(d,), (mode.along[0], d), (d, mode.along[1])]
    else:
        return None, "a direction that divides no sector"
    return [Mode(mode.across, along) for along in kinds], None


def grown(claim, g):
    """The leaves of the tree of a group, each with its place, the modes of its contacts and how many splits are above it; and what is
    wrong with the tree, or None."""
    leaves, waiting = [], [({}, 0)]
    for place, entry in enumerate(claim.groups[g].modes):
        if not waiting:
            return leaves, "an entry beyond the last branch"
        modes, above = waiting.pop()
        if entry.velocity is not None:
            leaves.append((place, entry, modes, above))
            continue
        kinds, wrong = branches(claim, g, entry, modes)
        if wrong:
            return leaves, f"entry {place}: {wrong}"
        k = entry.opens if entry.slides is None else entry.slides
        waiting += [(modes | {k: mode}, above + 1) for mode in reversed(kinds)]
    return leaves, f"{len(waiting)} branches that are missing" if waiting else None


def trees(claim):
    """For each group that has a tree, its leaves and what is wrong; Form is asked first, but all conditions can be asked of any claim."""
    for g, group in enumerate(claim.groups):
        if group.modes is not None:
            yield g, group, *grown(claim, g)


def leaves(claim):
    for g, group, found, _ in trees(claim):
        for place, leaf, modes, _ in found:
            if len(leaf.velocity) == len(group.bodies) and all(k < len(claim.contacts) for k, *_ in leaf.weights):
                yield f"group {g}, entry {place} of its tree", g, group, leaf, modes


def form_of_coulomb(claim):
    yield from form(claim)
    work = 0
    for g, group in enumerate(claim.groups):
        known, corners = ({k for k, _ in own} for own in claim.by_group[g])
        names = [row[0] for row in group.forces]
        yield not corners, f"group {g}", corners, "no corner that touches it"
        yield group.denominator > 0, f"group {g}", ("denominator", group.denominator), "above 0"
        yield names == sorted(set(names)), f"group {g}, forces", names, "ascending, in space"
        yield known.issuperset(names), f"group {g}, forces", names, "among the contacts that touch the group"
        for motion in group.motion, group.direction:
            if motion is not None:
                yield len(motion) == len(group.bodies), f"group {g}", motion, "one entry per body"
                yield any(map(any, motion)), f"group {g}", "a motion of 0", "a motion"
    for g, group, found, wrong in trees(claim):
        yield wrong is None, f"group {g}, tree", wrong, "one tree"
        each = len(claim.by_group[g][0]) + 6 * len(group.bodies)
        for place, leaf, _, above in found:
            where, names = f"group {g}, entry {place} of its tree", [row[0] for row in leaf.weights]
            known = {k for k, _ in claim.by_group[g][0]}
            work += each + above
            yield leaf.gravity >= 0, where, ("gravity", leaf.gravity), "at least 0"
            yield names == sorted(set(names)), f"{where}, weights", names, "ascending"
            yield known.issuperset(names), f"{where}, weights", names, "among the contacts that touch the group"
            yield len(leaf.velocity) == len(group.bodies), where, leaf.velocity, "one entry per body"
    yield work <= MOST_WORK, "trees of modes", f"work {work}", f"at most {MOST_WORK}"


def acting(claim, listed):
    return [(claim.contacts[k].bodies, claim.contacts[k].x, force) for k, *force in listed]


def momenta(claim, b, motion):
    body = claim.free[b]
    return scale(body.mass, motion[:3]), tuple(dot(row, motion[3:]) for row in body.inertia)


def forces_balance_weights_and_loads(claim):
    for g, group in enumerate(claim.groups):
        if group.motion is None:
            for b, found in claim.sums(group, group.denominator, acting(claim, group.forces)).items():
                yield not any(map(any, found)), (f"group {g}, body", claim.bodies[b].name), found, "0"


def newton(claim):
    for g, group in enumerate(claim.groups):
        if group.motion is not None:
            sums = claim.sums(group, group.denominator, acting(claim, group.forces))
            for (b, found), motion in zip(sums.items(), group.motion):
                required = momenta(claim, b, motion)
                yield found == required, (f"group {g}, body", claim.bodies[b].name), found, ("those of its motion", required)


def no_contact_pulls(claim):
    for where, contact, force in named_forces(claim):
        yield dot(contact.n, force) >= 0, where, ("force", *force), "one that presses"


def friction_is_bounded(claim):
    for where, contact, force in named_forces(claim):
        mu, (across, slip) = claim.friction(contact), split(contact.n, force)
        yield slip <= mu * mu * across * across, where, ("force", *force), ("friction up to", mu)


def moving(claim):
    """What moves or begins to: its group, motion, and forces by contact."""
    for g, group in enumerate(claim.groups):
        motion = group.motion or group.direction
        if motion is not None:
            yield g, motion, {k: force for k, *force in group.forces}


def nothing_penetrates(claim):
    for g, motion, _ in moving(claim):
        for k, contact in claim.by_group[g][0]:
            gap = dot(contact.n, claim.relative(motion, contact.bodies, contact.x))
            yield gap >= 0, f"group {g}, contact {k}", ("opening", gap), "at least 0"


def pairs(claim):
    for g, motion, forces in moving(claim):
        for k, force in forces.items():
            contact = claim.contacts[k]
            yield f"group {g}, contact {k}", contact, force, claim.relative(motion, contact.bodies, contact.x)


def no_force_across_a_gap(claim):
    for where, contact, force, u in pairs(claim):
        yield dot(contact.n, u) <= 0 or not any(force), where, ("force", *force, "and opening", dot(contact.n, u)), "one of them 0"


def friction_resists_sliding(claim):
    for where, contact, force, u in pairs(claim):
        if dot(contact.n, u) > 0:
            continue
        mu, work, across = claim.friction(contact), dot(force, u), dot(contact.n, force)
        resists = work <= 0 and dot(contact.n, contact.n) * work * work == mu * mu * across * across * dot(u, u)
        yield resists, where, ("work", work), "as much work against the sliding as friction can do"


def weights_make_the_velocity(claim):
    for where, _, group, leaf, _ in leaves(claim):
        for (b, found), y in zip(claim.sums(group, leaf.gravity, acting(claim, leaf.weights)).items(), leaf.velocity):
            required = momenta(claim, b, y)
            yield found == required, (where, "body", claim.bodies[b].name), found, ("those of the velocity", required)


def along_part(n, k):
    """(n·n) k less its part across."""
    return tuple(dot(n, n) * a - dot(n, k) * b for a, b in zip(k, n))


def weights_have_the_right_signs(claim):
    for where, _, _, leaf, modes in leaves(claim):
        for index, *k in leaf.weights:
            mode, n = modes.get(index, Mode()), claim.contacts[index].n
            right = mode.across is STAYS or dot(n, k) >= 0
            if mode.along is ANY:
                right = right and not any(along_part(n, k))
            elif mode.along is not STICKS:
                right = right and all(dot(k, d) >= 0 for d in mode.along)
                if len(mode.along) == 2 and turn(n, *mode.along) == 0:
                    right = right and turn(n, mode.along[0], k) >= 0
            yield right, f"{where}, contact {index}", ("weight", *k), f"k·u ≥ 0 where it {mode.across} and {mode.along}"


def is_in_dual(contact, mu, u):
    w, slip = split(contact.n, u)
    return w >= 0 and w * w >= mu * mu * slip


def does_no_work(contact, mu, u, d):
    """(u·n)/|n| ≤ μ (u·d)/|d|."""
    left, right = dot(u, contact.n), mu * dot(u, d)
    left, right = left * abs(left) * dot(d, d), right * abs(right) * dot(contact.n, contact.n)
    return left <= right


def no_force_helps(claim):
    for where, g, _, leaf, modes in leaves(claim):
        for k, contact in claim.by_group[g][0]:
            mode, mu, n = modes.get(k, Mode()), claim.friction(contact), contact.n
            u = claim.relative(leaf.velocity, contact.bodies, contact.x)
            if mode.across is OPENS:
                continue
            against = scale(-1, u)
            if mode.along in (ANY, STICKS):
                holds = is_in_dual(contact, mu, against)
            else:
                holds = all(does_no_work(contact, mu, u, d) for d in mode.along)
                if len(mode.along) == 2 and turn(n, mode.along[0], against) > 0 and turn(n, against, mode.along[1]) > 0:
                    holds = holds and is_in_dual(contact, mu, against)
            yield holds, f"{where}, contact {k}", ("velocity", *u), "one under which no force of its mode does work"


def free_fall_is_impossible(claim):
    for where, _, group, leaf, modes in leaves(claim):
        work, strict = work_of(claim, group, leaf.velocity), leaf.gravity > 0
        for index, *k in leaf.weights:
            mode, n = modes.get(index, Mode()), claim.contacts[index].n
            strict = strict or mode.across is OPENS and dot(n, k) > 0
            if mode.along not in (ANY, STICKS):
                strict = strict or (dot(k, mode.along[0]) > 0 if len(mode.along) == 1 else any(along_part(n, k)))
        yield work < 0 or work == 0 and strict, where, ("work of weights and loads", work), "below 0, or 0 and something strict"


CONDITIONS = {"zwang-space-coulomb-1": {"Form": form_of_coulomb} | SHARED | {
    "S1 forces balance weights and loads": forces_balance_weights_and_loads, "C4 Newton": newton,
    "S2 no contact pulls": no_contact_pulls, "S3 friction is bounded": friction_is_bounded,
    "C6 nothing penetrates": nothing_penetrates, "C7 no force across a gap": no_force_across_a_gap,
    "F7 friction resists sliding": friction_resists_sliding, "N5 weights make the velocity": weights_make_the_velocity,
    "N1 weights have the right signs": weights_have_the_right_signs, "N2 no force helps": no_force_helps,
    "N3 free fall is impossible": free_fall_is_impossible}}


def verdict(claim):
    if any(group.motion is not None for group in claim.groups):
        return "can move"
    return "stands" if all(group.modes is not None for group in claim.groups) else "can stand"


VERDICTS = {"zwang-space-coulomb-1": verdict}
