"""Sections 12 to 14 of FORMAT.md, `zwang-space-statics-1` and `zwang-space-proof-1`: the conditions, and what an accepted proof
says. Scenes in space, section 11, are in space_scene.py, and where they touch in space_contacts.py.

As in check.py, numbers of a group stay integers over its denominator D."""

from functools import cached_property
from reading import add, dot, friction, has_friction, scale, sub
from space_contacts import MOST_WORK, Contact, Corner, Plane, admits, meeting_parts
from space_scene import ZERO, cross, digest, pull


class SpaceClaim:
    """A proof and the scene in space that it speaks about."""

    def __init__(self, scene, proof):
        self.scene, self.bodies, self.format = scene, scene.bodies, proof.format
        self.claimed_digest, self.separations, self.groups = proof.scene, proof.separations, proof.groups
        self.solids = {(b, p): part for b, body in enumerate(scene.bodies) for p, part in enumerate(body.solids)}
        self.free = {b: body for b, body in enumerate(scene.bodies) if not body.fixed}
        self.held = [(g, group) for g, group in enumerate(self.groups) if group.velocity is None]
        self.falling = [(g, group) for g, group in enumerate(self.groups) if group.velocity is not None]
        self.work, self.places = 0, {b: k for group in self.groups for k, b in enumerate(group.bodies)}

    @cached_property
    def planes(self):
        return [Plane(self.solids, separation) for separation in self.separations]

    @cached_property
    def touching(self):
        """The contacts and the corners."""
        contacts, corners = [], []
        for plane in sorted(self.planes, key=lambda plane: plane.keys):
            bodies = b, c = tuple(key[0] for key in plane.keys)
            points = plane.touching() if b != c and {b, c} & self.free.keys() else []
            rays = plane.rays(points) if points else []
            self.work += plane.work
            normals = [scale(-1, m) for m in rays]
            if len(rays) == 1:
                contacts += [Contact(bodies, x, normals[0]) for x in points]
            elif rays:
                corners.append(Corner(bodies, points, normals))
        return contacts, corners

    @property
    def contacts(self):
        return self.touching[0]

    @property
    def corners(self):
        return self.touching[1]

    @cached_property
    def home(self):
        """The group of each body."""
        return {b: g for g, group in enumerate(self.groups) for b in group.bodies}

    @cached_property
    def by_group(self):
        """The contacts and the corners that touch each group, with their numbers."""
        found = [([], []) for _ in self.groups]
        for kind in 0, 1:
            for k, thing in enumerate(self.touching[kind]):
                for g in {self.home[b] for b in thing.bodies if b in self.home}:
                    found[g][kind].append((k, thing))
        return found

    def friction(self, thing):
        return friction(self.scene, *thing.bodies)

    def relative(self, motions, bodies, x):
        """u at x, the first body's less the second's, given v and ω, or a and α, for the bodies of a group."""
        total = ZERO
        for b, sign in zip(bodies, (1, -1)):
            if b in self.free:
                motion = motions[self.places[b]]
                turning = cross(motion[3:], sub(x, self.free[b].centroid))
                total = add(total, scale(sign, add(motion[:3], turning)))
        return total

    def sums(self, group, forces):
        """For each body of a group the sum of forces on it and of their torques, with D times those of weight and loads.
        Forces are pairs of a contact and a vector."""
        found = {}
        for b in group.bodies:
            force, torque = pull(self.scene, self.free[b])
            found[b] = scale(group.denominator, force), scale(group.denominator, torque)
        for contact, vector in forces:
            for b, sign in zip(contact.bodies, (1, -1)):
                if b in found:
                    own = scale(sign, vector)
                    force, torque = found[b]
                    found[b] = add(force, own), add(torque, cross(sub(contact.x, self.free[b].centroid), own))
        return found


def split(n, v):
    """n·v, and (n·n)(v·v) - (n·v)², the square of what is orthogonal to n."""
    across = dot(n, v)
    return across, dot(n, n) * dot(v, v) - across * across


# Conditions yield what those in check.py do.
def form(claim):
    sizes = {key: (len(part.vertices), len(part.faces)) for key, part in claim.solids.items()}
    for k, separation in enumerate(claim.separations):
        one, two, owner, rest = separation[:2], separation[2:4], separation[4], separation[5:]
        exists = one in sizes and two in sizes and one < two
        if exists and owner < 2:
            exists = rest[0] < sizes[(one, two)[owner]][1]
        elif exists:
            exists = max(rest[:2]) < sizes[one][0] and max(rest[2:]) < sizes[two][0]
        yield exists, f"separation {k}", separation, "two parts, the smaller first, and a face of one or vertices of both"
    for k, plane in enumerate(claim.planes):
        yield any(plane.m), f"separation {k}", "parallel edges", "edges that span a plane"
    pairs = [separation[:4] for separation in claim.separations]
    yield len(set(pairs)) == len(pairs), "separations", "a repetition", "none"
    found = sorted(b for group in claim.groups for b in group.bodies)
    yield found == [*claim.free], "groups", found, f"every free body once, {[*claim.free]}"
    for g, group in enumerate(claim.groups):
        listed = group.motion if group.velocity is None else group.velocity
        yield listed is None or len(listed) == len(group.bodies), f"group {g}", listed, "one entry per body"
        yield group.denominator > 0, f"group {g}", ("denominator", group.denominator), "above 0"
    yield sum(plane.vertices for plane in claim.planes) <= MOST_WORK, "separations", "more work", f"at most {MOST_WORK}"
    claim.touching
    yield claim.work <= MOST_WORK, "separations", f"work {claim.work}", f"at most {MOST_WORK}"
    for what, things in ("contact", claim.contacts), ("corner", claim.corners):
        for k, thing in enumerate(things):
            groups = {claim.home[b] for b in thing.bodies if b in claim.home}
            yield len(groups) == 1, f"{what} {k}", f"bodies of the groups {groups}", "bodies of one group"
    for g, group in enumerate(claim.groups):
        names, known = [row[0] for row in group.forces], {k for k, _ in claim.by_group[g][0]}
        ascending = names == sorted(set(names)) and set(names) <= known
        yield ascending, f"group {g}, forces", names, "ascending, among the contacts that touch the group"


def form_of_motion(claim):
    yield not has_friction(claim.scene), "scene", "friction", "none, in a proof of how it moves"
    yield from form(claim)


def names_the_scene(claim):
    found = digest(claim.scene)
    yield claim.claimed_digest == found, "scene", claim.claimed_digest, found


def the_scene_rests(claim):
    for body in claim.free.values():
        found = (*body.velocity, *body.spin)
        yield not any(found), f"body `{body.name}`", ("velocity and spin", *found), "0 0 0 0 0 0"


def bodies_do_not_overlap(claim):
    named = {separation[:4] for separation in claim.separations}
    for one, two in meeting_parts(claim.solids):
        separated = (*one, *two) in named or not {one[0], two[0]} & claim.free.keys()
        yield separated, ("parts", one, two), "no separation", "one, since their boxes meet"
    for k, plane in enumerate(claim.planes):
        yield plane.gap >= 0, f"separation {k} {claim.separations[k]}", ("gap", plane.gap), "at least 0"


def forces_balance_weights_and_loads(claim):
    for g, group in claim.held:
        forces = [(claim.contacts[k], force) for k, *force in group.forces]
        for b, (force, torque) in claim.sums(group, forces).items():
            where, found = (f"group {g}, body", claim.bodies[b].name), ("forces and torques", *force, *torque)
            yield not any((*force, *torque)), where, found, "0 0 0 0 0 0"


def no_contact_pulls(claim):
    for g, group in claim.held:
        for k, *force in group.forces:
            across = dot(claim.contacts[k].n, force)
            yield across >= 0, f"group {g}, contact {k}", ("F·n =", across, "/", group.denominator), "at least 0"


def friction_is_bounded(claim):
    for g, group in claim.held:
        for k, *force in group.forces:
            n, mu = claim.contacts[k].n, claim.friction(claim.contacts[k])
            across = dot(n, force)
            bounded = (1 + mu * mu) * across * across >= dot(n, n) * dot(force, force)
            yield bounded, f"group {g}, contact {k}", ("force", *force, "/", group.denominator), ("friction up to", mu)


def no_contact_resists(claim):
    for g, group in claim.falling:
        listed = [(f"contact {k}", contact, [contact.x], [contact.n]) for k, contact in claim.by_group[g][0]]
        for k, corner in claim.by_group[g][1]:
            if claim.friction(corner) > 0:
                listed.append((f"corner {k}", corner, corner.points, corner.normals))
                continue
            velocities = [claim.relative(group.velocity, corner.bodies, x) for x in corner.points]
            yield admits(corner, velocities), f"group {g}, corner {k}", "a motion into each other", "one that a normal opens"
        for name, thing, points, normals in listed:
            mu = claim.friction(thing)
            for x in points:
                u = claim.relative(group.velocity, thing.bodies, x)
                for n in normals:
                    w, slip = split(n, u)
                    yield w >= 0 and w * w >= mu * mu * slip, f"group {g}, {name}", ("velocity", *u), "one that nothing resists"


def weights_and_loads_do_work(claim):
    for g, group in claim.falling:
        work = 0
        for b, velocity in zip(group.bodies, group.velocity):
            force, torque = pull(claim.scene, claim.free[b])
            work += dot(force, velocity[:3]) + dot(torque, velocity[3:])
        yield work > 0, f"group {g}", ("work of weights and loads", work), "above 0"


def newton(claim):
    for g, group in claim.held:
        forces = [(claim.contacts[k], scale(size, claim.contacts[k].n)) for k, size in group.forces]
        for (b, found), motion in zip(claim.sums(group, forces).items(), group.motion):
            body = claim.free[b]
            required = scale(body.mass, motion[:3]), tuple(dot(row, motion[3:]) for row in body.inertia)
            where = "group", g, "body", body.name, "times", group.denominator
            told = ("forces and torques", *found[0], *found[1]), ("those of its motion", *required[0], *required[1])
            yield found == required, where, *told


def no_force_pulls(claim):
    for g, group in claim.held:
        for k, size in group.forces:
            yield size >= 0, f"group {g}, contact {k}", ("force", size, "/", group.denominator), "at least 0"


def gaps(claim, g, group):
    """Of each contact of a group its number and D times its gap acceleration."""
    for k, contact in claim.by_group[g][0]:
        yield k, dot(contact.n, claim.relative(group.motion, contact.bodies, contact.x))


def nothing_penetrates(claim):
    for g, group in claim.held:
        for k, gap in gaps(claim, g, group):
            yield gap >= 0, f"group {g}, contact {k}", ("gap acceleration", gap, "/", group.denominator), "at least 0"


def no_force_across_a_gap(claim):
    for g, group in claim.held:
        forces = dict(group.forces)
        for k, gap in gaps(claim, g, group):
            found = "force", forces.get(k, 0), "and gap acceleration", gap, "/", group.denominator
            yield forces.get(k, 0) * gap == 0, f"group {g}, contact {k}", found, "one of them 0"


def corners_are_decided(claim):
    for g, group in claim.held:
        for k, corner in claim.by_group[g][1]:
            motions = [claim.relative(group.motion, corner.bodies, x) for x in corner.points]
            yield admits(corner, motions), f"group {g}, corner {k}", "a motion into each other", "one that a normal opens"


SHARED = {"Digest": names_the_scene, "S0 the scene rests": the_scene_rests, "C1 bodies do not overlap": bodies_do_not_overlap}
CONDITIONS = {
    "zwang-space-statics-1": {"Form": form} | SHARED | {
        "S1 forces balance weights and loads": forces_balance_weights_and_loads, "S2 no contact pulls": no_contact_pulls,
        "S3 friction is bounded": friction_is_bounded, "S4 no contact resists": no_contact_resists,
        "S5 weights and loads do work": weights_and_loads_do_work},
    "zwang-space-proof-1": {"Form": form_of_motion} | SHARED | {
        "C4 Newton": newton, "C5 no contact pulls": no_force_pulls, "C6 nothing penetrates": nothing_penetrates,
        "C7 no force across a gap": no_force_across_a_gap, "C9 corners are decided": corners_are_decided}}


def verdict(claim):
    """What an accepted proof of statics says."""
    if claim.falling:
        return "falls"
    tangential = any(split(claim.contacts[k].n, force)[1] for _, group in claim.held for k, *force in group.forces)
    return "can stand" if tangential else "stands"


def verdict_of_motion(claim):
    return "moves" if any(any(motion) for group in claim.groups for motion in group.motion) else "rests"


VERDICTS = {"zwang-space-statics-1": verdict, "zwang-space-proof-1": verdict_of_motion}
