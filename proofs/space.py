"""Sections 12 to 15 of FORMAT.md, `zwang-space-statics-1`, `zwang-space-proof-1` and `zwang-space-threshold-1`: the conditions, and
what an accepted proof says. Scenes in space, section 11, are in space_scene.py, where they touch is in space_contacts.py, trees are in space_tree.py,
forces of joints in space_joints.py, seams in space_seams.py.

As in check.py, numbers of a group stay integers over its denominator D."""

from decimals import told_square_root
from fractions import Fraction
from functools import cached_property
from reading import add, dot, friction, scale, sub
from statics import are_joined_once
from space_contacts import MOST_WORK, Contact, Corner, Plane, admits, bounding_box, meeting_parts
from space_joints import count_of, load_of, point_of, rates_under
from space_scene import ZERO, cross, digest, pull
from space_seams import Pair, contacts_of, settle
from space_tree import grown


class SpaceClaim:
    """A proof and the scene in space that it speaks about."""

    def __init__(self, scene, proof):
        self.scene, self.bodies, self.format = scene, scene.bodies, proof.format
        self.claimed_digest, self.separations, self.groups = proof.scene, proof.separations, proof.groups
        self.square = getattr(proof, "square", None)
        self.solids = {(b, p): part for b, body in enumerate(scene.bodies) for p, part in enumerate(body.solids)}
        self.free = {b: body for b, body in enumerate(scene.bodies) if not body.fixed}
        self.falling = [(g, group) for g, group in enumerate(self.groups) if group.velocity is not None]
        self.joined = {frozenset(joint.ids) for joint in scene.joints}
        self.work, self.places = 0, {b: k for group in self.groups for k, b in enumerate(group.bodies)}

    @cached_property
    def planes(self):
        return [Plane(self.solids, separation) for separation in self.separations]

    @cached_property
    def touching(self):
        """The contacts and the corners."""
        pairs, contacts, corners = [], [], []
        for plane in sorted(self.planes, key=lambda plane: plane.keys):
            bodies = b, c = tuple(key[0] for key in plane.keys)
            may_touch = b != c and {b, c} & self.free.keys() and frozenset(bodies) not in self.joined
            points = plane.touching() if may_touch else []
            rays = plane.rays(points) if points else []
            self.work += plane.work
            if rays:
                solids, normals = [self.solid(b) for b in bodies], [scale(-1, m) for m in rays]
                pairs.append(Pair(plane.keys, bodies, solids, points, normals, friction(self.scene, *bodies)))
        self.work += settle(pairs, MOST_WORK)
        for pair in pairs:
            listed = contacts_of(pair)
            if listed is None:
                inward = [n for n in pair.normals if scale(pair.sign, n) in pair.open]
                corners.append(Corner(pair.keys, pair.bodies, pair.points, pair.normals, inward, pair.least, pair.friction))
            else:
                contacts += [Contact(pair.bodies, x, n, pair.keys, friction, len(pair.normals) == 1) for x, n, friction in listed]
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

    def is_rounded(self, *keys):
        """Whether one of some parts is rounded."""
        return any(self.solids[key].radius > 0 for key in keys)

    def friction(self, thing):
        return thing.friction

    def relative(self, motions, bodies, x):
        """u at x, the first body's less the second's, given v and ω, or a and α, for the bodies of a group."""
        total = ZERO
        for b, sign in zip(bodies, (1, -1)):
            if b in self.free:
                motion = motions[self.places[b]]
                turning = cross(motion[3:], sub(x, self.free[b].centroid))
                total = add(total, scale(sign, add(motion[:3], turning)))
        return total

    def sums(self, group, denominator, forces, joints=()):
        """For each body of a group the sum of forces on it and of their torques, with D times those of weight and loads.
        Forces are triples of two bodies, a point and a vector on the first body. Joints are listed with their numbers."""
        loads = [(self.scene.joints[k], *load_of(self.scene.joints[k], numbers)) for k, numbers in joints]
        forces = [*forces, *((joint.ids, point_of(joint), force) for joint, force, _ in loads)]
        found = {}
        for b in group.bodies:
            force, torque = pull(self.scene, self.free[b])
            found[b] = scale(denominator, force), scale(denominator, torque)
        for bodies, x, vector in forces:
            for b, sign in zip(bodies, (1, -1)):
                if b in found:
                    own = scale(sign, vector)
                    force, torque = found[b]
                    found[b] = add(force, own), add(torque, cross(sub(x, self.free[b].centroid), own))
        for joint, _, own in loads:
            for b, sign in zip(joint.ids, (1, -1)):
                if b in found:
                    force, torque = found[b]
                    found[b] = force, add(torque, scale(sign, own))
        return found

    @cached_property
    def bonds_by_group(self):
        """The bonds of each group, with their numbers."""
        found = [[] for _ in self.groups]
        for k, bond in enumerate(self.scene.bonds):
            for g in {self.home[b] for b in bond.ids if b in self.home}:
                found[g].append((k, bond))
        return found

    @cached_property
    def joints_by_group(self):
        """The same of joints."""
        found = [[] for _ in self.groups]
        for k, joint in enumerate(self.scene.joints):
            for g in {self.home[b] for b in joint.ids if b in self.home}:
                found[g].append((k, joint))
        return found

    def rates(self, joint, motions):
        """The derivatives of the constraints of a joint under the motions of its group."""
        bodies = [self.bodies[b] for b in joint.ids]
        return rates_under(joint, bodies, [motions[self.places[b]] if b in self.free else None for b in joint.ids])

    @cached_property
    def grown(self):
        """For each group the leaves of its tree, and what is wrong with the tree, or None."""
        return [([], None) if group.tree is None else grown(group.tree, self.corners, {k for k, _ in own})
                for group, (_, own) in zip(self.groups, self.by_group)]

    def leaves(self):
        """All leaves of all groups that have trees, with what they are called."""
        for g, (group, (leaves, _)) in enumerate(zip(self.groups, self.grown)):
            for k, leaf in enumerate(leaves):
                yield f"group {g}, leaf {k}", group, leaf

    def answers(self):
        """The same of those that answer."""
        for g, (group, (leaves, _)) in enumerate(zip(self.groups, self.grown)):
            for k in group.answers:
                yield f"group {g}, leaf {k}", g, leaves[k]

    def moved(self, leaf, thing):
        """How the vertices of T move under the motion of a leaf, times D."""
        return [self.relative(leaf.motion, thing.bodies, x) for x in thing.points]

    def size(self, group, motion):
        """⟨x, x⟩ of a motion."""
        total = 0
        for b, own in zip(group.bodies, motion):
            body = self.free[b]
            turned = tuple(dot(row, own[3:]) for row in body.inertia)
            total += body.mass * dot(own[:3], own[:3]) + dot(own[3:], turned)
        return total

    def solid(self, b):
        """What parts move as one with those of a body: its own, or those of all fixed bodies."""
        return b if b in self.free else None

    @cached_property
    def solid_parts(self):
        found = {}
        for (b, _), part in self.solids.items():
            found.setdefault(self.solid(b), []).append(part)
        return found

    def bearing(self, leaf):
        """The corners that bear at a leaf of statics: number, corner, n, and a force for each vertex of T."""
        return [(k, self.corners[k], n, forces) for k, n, forces in leaf.corners]

    def at_one_place(self, bearing):
        """Lists of corners that bear, by the two solids that meet there."""
        found = {}
        for entry in bearing:
            found.setdefault(self.between(entry[1]), []).append(entry)
        return found.values()

    def between(self, corner):
        """The two solids of a corner."""
        return frozenset(map(self.solid, corner.bodies))

    def ways_into_parts(self, corner):
        """Of both parts of a corner the sum of the ways from its first point to the vertices."""
        vertices = (self.solids[key].vertices for key in corner.keys)
        return [tuple(map(sum, zip(*(sub(vertex, corner.points[0]) for vertex in own)))) for own in vertices]

    def is_admitted(self, g, leaf):
        contacts, corners = self.by_group[g]
        opens = all(dot(c.n, self.relative(leaf.motion, c.bodies, c.x)) >= 0 for _, c in contacts)
        opens = opens and not any(any(self.rates(joint, leaf.motion)) for _, joint in self.joints_by_group[g])
        return opens and all(admits(corner, self.moved(leaf, corner)) for _, corner in corners)


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
        elif exists and owner == 2:
            exists = max(rest[:2]) < sizes[one][0] and max(rest[2:]) < sizes[two][0]
        yield exists, f"separation {k}", separation, "two parts, the smaller first, and a face of one or vertices of both"
        fits = (owner == 3) == claim.is_rounded(one, two)
        yield fits, f"separation {k}", separation, "a vector if and only if a part is rounded"
        yield owner != 3 or rest[3] > 0, f"separation {k}", ("denominator", rest[-1]), "above 0"
    for k, plane in enumerate(claim.planes):
        spans = any(plane.m) or claim.separations[k][4] == 3
        yield spans, f"separation {k}", "parallel edges", "edges that span a plane"
    pairs = [separation[:4] for separation in claim.separations]
    yield len(set(pairs)) == len(pairs), "separations", "a repetition", "none"
    found = sorted(b for group in claim.groups for b in group.bodies)
    yield found == [*claim.free], "groups", found, f"every free body once, {[*claim.free]}"
    yield sum(plane.vertices for plane in claim.planes) <= MOST_WORK, "separations", "more work", f"at most {MOST_WORK}"
    claim.touching
    yield claim.work <= MOST_WORK, "separations", f"work {claim.work}", f"at most {MOST_WORK}"
    for what, things in ("contact", claim.contacts), ("corner", claim.corners):
        for k, thing in enumerate(things):
            groups = {claim.home[b] for b in thing.bodies if b in claim.home}
            yield len(groups) == 1, f"{what} {k}", f"bodies of the groups {groups}", "bodies of one group"
    yield from form_of_bonds(claim)
    yield from form_of_joints(claim)


def form_of_bonds(claim):
    """Each joins bodies of one group, and only statics knows any."""
    known = claim.format == "zwang-space-statics-1" or not claim.scene.bonds
    yield known, "scene", f"{len(claim.scene.bonds)} bonds", "none, in a proof of this format"
    for k, bond in enumerate(claim.scene.bonds):
        groups = {claim.home[b] for b in bond.ids if b in claim.home}
        yield len(groups) == 1, f"bond {k}", f"bodies of the groups {groups}", "bodies of one group"


def form_of_joints(claim):
    """Each joins bodies of one group, and only statics, motions and ranges know any."""
    known = claim.format in ("zwang-space-statics-1", "zwang-space-proof-1", "zwang-space-ranges-1") or not claim.scene.joints
    yield known, "scene", f"{len(claim.scene.joints)} joints", "none, in a proof of this format"
    for k, joint in enumerate(claim.scene.joints):
        groups = {claim.home[b] for b in joint.ids if b in claim.home}
        yield len(groups) == 1, f"joint {k}", f"bodies of the groups {groups}", "bodies of one group"


def form_of_trees(claim):
    """Of groups that have trees, of both formats."""
    for g, (_, wrong) in enumerate(claim.grown):
        yield wrong is None, f"group {g}, tree", wrong, "one tree, of corners that touch the group"
    work = 0
    for g, (group, (leaves, _)) in enumerate(zip(claim.groups, claim.grown)):
        each = sum(map(len, claim.by_group[g])) + 6 * (len(group.bodies) + len(claim.joints_by_group[g]))
        work += sum(leaf.above + each for leaf in leaves)
        for k, leaf in enumerate(leaves):
            where, rows = f"group {g}, leaf {k}", [row[0] for row in leaf.rows]
            names, known = [row[0] for row in leaf.forces], {k for k, _ in claim.by_group[g][0]}
            ascending = names == sorted(set(names)) and set(names) <= known
            yield leaf.denominator > 0, where, ("denominator", leaf.denominator), "above 0"
            yield ascending, f"{where}, forces", names, "ascending, among the contacts that touch the group"
            yield rows == sorted(set(rows)), f"{where}, rows", rows, "ascending"
            yield all(row < len(leaf.places) for row in rows), f"{where}, rows", rows, f"below {len(leaf.places)}"
            joined, own = [k for k, _ in leaf.joints], {k for k, _ in claim.joints_by_group[g]}
            ordered = joined == sorted(set(joined)) and own.issuperset(joined)
            yield ordered, f"{where}, joints", joined, "ascending, among the joints of the group"
            for k, numbers in leaf.joints:
                count = count_of(claim.scene.joints[k])
                yield len(numbers) == count, f"{where}, joint {k}", f"{len(numbers)} numbers", f"{count}"
            if claim.format == "zwang-space-statics-1":
                yield from form_of_corners(claim, g, where, leaf)
                held, own = [row[0] for row in leaf.bonds], {k for k, _ in claim.bonds_by_group[g]}
                ordered = held == sorted(set(held)) and own.issuperset(held)
                yield ordered, f"{where}, bonds", held, "ascending, among the bonds of the group"
                work += work_of_corners(claim, leaf)
    yield work <= MOST_WORK, "trees", f"work {work}", f"at most {MOST_WORK}"


def form_of_corners(claim, g, where, leaf):
    yield from form_of_bearing(claim, g, where, leaf)
    yield not leaf.corners or not claim.joints_by_group[g], f"{where}, corners", "some", "none that bear, in a group with joints"
    for k, corner, *_ in claim.bearing(leaf):
        yield claim.friction(corner) > 0, f"{where}, corner {k}", "no friction", "a rough corner"


def form_of_bearing(claim, g, where, leaf):
    listed, own = [entry[0] for entry in leaf.corners], {k for k, _ in claim.by_group[g][1]}
    yield listed == sorted(set(listed)), f"{where}, corners", listed, "ascending"
    yield own.issuperset(listed), f"{where}, corners", listed, "among the corners that touch the group"
    for k, corner, _, forces in claim.bearing(leaf):
        points = len(corner.points)
        yield len(forces) == points, f"{where}, corner {k}", f"{len(forces)} forces", f"{points}, one at each vertex"


def work_of_corners(claim, leaf):
    return work_of_bearing(claim, claim.bearing(leaf), len(leaf.rows))


def work_of_bearing(claim, bearing, rows):
    """Each vertex of T is looked for in all parts of both solids, and corners are compared with each other and with rows."""
    return len(bearing) * (len(bearing) + rows) + sum(work_of_normal(claim, corner) for _, corner, _, _ in bearing)


def work_of_normal(claim, corner):
    parts = [part for b in corner.bodies for part in claim.solid_parts[claim.solid(b)]]
    return len(corner.points) * sum(len(part.vertices) for part in parts)


def form_of_statics(claim):
    yield from form(claim)
    yield from form_of_trees(claim)
    for g, group in enumerate(claim.groups):
        entries = group.velocity is None or len(group.velocity) == len(group.bodies)
        yield entries, f"group {g}", group.velocity, "one entry per body"


def form_of_motion(claim):
    yield from form(claim)
    yield from form_of_trees(claim)
    for g, (group, (leaves, _)) in enumerate(zip(claim.groups, claim.grown)):
        ascending = group.answers == sorted(set(group.answers)) and 0 < len(group.answers)
        yield ascending, f"group {g}, answers", group.answers, "ascending, at least one"
        yield all(k < len(leaves) for k in group.answers), f"group {g}, answers", group.answers, f"below {len(leaves)}"
        for k, leaf in enumerate(leaves):
            yield len(leaf.motion) == len(group.bodies), f"group {g}, leaf {k}", leaf.motion, "one entry per body"


def names_the_scene(claim):
    found = digest(claim.scene)
    yield claim.claimed_digest == found, "scene", claim.claimed_digest, found


def the_scene_rests(claim):
    for body in claim.free.values():
        found = (*body.velocity, *body.spin)
        yield not any(found), f"body `{body.name}`", ("velocity and spin", *found), "0 0 0 0 0 0"


def bodies_do_not_overlap(claim):
    named = {separation[:4] for separation in claim.separations}
    for one, two in meeting_parts(claim.solids, claim.free):
        if one[0] == two[0] and claim.is_rounded(one, two) or frozenset((one[0], two[0])) in claim.joined:
            continue
        separated = (*one, *two) in named
        yield separated, ("parts", one, two), "no separation", "one, since their boxes meet"
    for k, plane in enumerate(claim.planes):
        yield plane.gap >= 0, f"separation {k} {claim.separations[k]}", ("gap", plane.gap), "at least 0"


def forces_balance_weights_and_loads(claim):
    for where, group, leaf in claim.leaves():
        named = [(claim.contacts[k], force) for k, *force in leaf.forces]
        forces = [(contact.bodies, contact.x, force) for contact, force in named]
        for (corner, x, n), size in borne_by_rows(leaf):
            forces.append((corner.bodies, x, scale(size, n)))
        for _, corner, _, own in claim.bearing(leaf):
            forces += [(corner.bodies, x, force) for x, force in zip(corner.points, own)]
        for k, share in leaf.bonds:
            bond = claim.scene.bonds[k]
            forces.append((bond.ids, bond.at, scale(share, bond.pull)))
        for b, (force, torque) in claim.sums(group, leaf.denominator, forces, leaf.joints).items():
            found = ("forces and torques", *force, *torque)
            yield not any((*force, *torque)), (where, "body", claim.bodies[b].name), found, "0 0 0 0 0 0"


def borne_by_rows(leaf):
    return [(leaf.places[k], size) for k, size in leaf.rows]


def borne(claim, leaf):
    """The forces of contacts and of corners that bear at a leaf: what they are called and are of, n, and D F."""
    for k, *force in leaf.forces:
        yield f"contact {k}", claim.contacts[k], claim.contacts[k].n, force
    for k, corner, n, forces in claim.bearing(leaf):
        yield from ((f"corner {k}", corner, n, force) for force in forces)


def no_contact_pulls(claim):
    for where, _, leaf in claim.leaves():
        for name, _, n, force in borne(claim, leaf):
            across = dot(n, force)
            yield across >= 0, f"{where}, {name}", ("F·n =", across, "/", leaf.denominator), "at least 0"
        for k, size in leaf.rows:
            yield size >= 0, f"{where}, row {k}", ("force", size, "/", leaf.denominator), "at least 0"


def friction_is_bounded(claim):
    for where, _, leaf in claim.leaves():
        for name, thing, n, force in borne(claim, leaf):
            mu, across = claim.friction(thing), dot(n, force)
            bounded = (1 + mu * mu) * across * across >= dot(n, n) * dot(force, force)
            yield bounded, f"{where}, {name}", ("force", *force, "/", leaf.denominator), ("friction up to", mu)


def one_normal_bears_a_corner(claim):
    for where, _, leaf in claim.leaves():
        pressing = [leaf.places[row][0] for row, size in leaf.rows if size != 0]
        yield from one_normal_bears(claim, where, claim.bearing(leaf), pressing)


def one_normal_bears(claim, where, bearing, pressing):
    """Rough corners that bear, as `bearing` has them, and others that press, by rows or without friction."""
    for k, corner, n, _ in bearing:
        yield any(n), f"{where}, corner {k}", ("the normal", *n), "one that is not 0"
        yield separates(claim, corner, n), f"{where}, corner {k}", ("the normal", *n), "one that separates what is there"
    for together in claim.at_one_place(bearing):
        for place, (k, corner, n, _) in enumerate(together):
            for other, another, m, _ in together[:place]:
                sign = 1 if claim.solid(corner.bodies[0]) == claim.solid(another.bodies[0]) else -1
                alike = not any(cross(n, m)) and sign * dot(n, m) > 0
                one = alike or are_apart(corner, another)
                yield one, f"{where}, corner {k}", f"at the place of corner {other}", "one normal that bears there"
    for k, corner, *_ in bearing:
        for other in pressing:
            beside = claim.between(other) != claim.between(corner) or are_apart(corner, other)
            yield beside, f"{where}, corner {k}", "the force of another normal at its place", "one normal that bears"
    for together in places([corner for _, corner, *_ in bearing]):
        own = {claim.between(corner) for corner in together}
        beside = {claim.between(other) for other in pressing if not all(are_apart(corner, other) for corner in together)}
        yield are_joined_once(beside - own, own), where, "corners that join solids in a ring at one place", "none that bear"
        for corner in together:
            free = not any(crosses(claim, corner, other) for other in [*together, *pressing])
            yield free, where, "corners of four solids at one edge", "none that bear"


def crosses(claim, corner, other):
    """Whether two corners may be between the solids of each other."""
    if are_apart(corner, other) or claim.between(corner) & claim.between(other) or len(corner.points) + len(other.points) == 2:
        return False
    lines = [sub(points[-1], points[0]) for points in (corner.points, other.points, (corner.points[0], other.points[0]))]
    d = lines[0]
    if len(corner.points) + len(other.points) < 4 or any(map(any, (cross(d, line) for line in lines))):
        return True
    one, two = claim.ways_into_parts(corner)
    return len({is_between(d, one, two, way) for way in claim.ways_into_parts(other)}) > 1


def is_between(d, one, two, way):
    """Whether, seen along d, a way is between two others, counter-clockwise."""
    def turn(u, v):
        return dot(d, cross(u, v))
    if turn(one, two) < 0:
        return not (turn(two, way) > 0 and turn(way, one) > 0)
    return turn(one, way) > 0 and (turn(one, two) == 0 or turn(way, two) > 0)


def separates(claim, corner, n):
    """Whether of the parts at the vertices of T those of the first solid are on the side of n, and those of the second on the other."""
    for b, inwards in zip(corner.bodies, (n, scale(-1, n))):
        for part in claim.solid_parts[claim.solid(b)]:
            if not all(is_behind(part, x, inwards) for x in corner.points):
                return False
    return True


def places(corners):
    """Corners, those together whose boxes meet, or that are joined by ones whose boxes meet."""
    left = list(corners)
    while left:
        place = [left.pop()]
        for corner in place:
            place += [other for other in left if not are_apart(corner, other)]
            left = [other for other in left if are_apart(corner, other)]
        yield place


def are_apart(*corners):
    """Whether the bounding boxes of the touching sets of two corners do not meet."""
    spans = [[(min(column), max(column)) for column in zip(*corner.points)] for corner in corners]
    return any(one[1] < two[0] or two[1] < one[0] for one, two in zip(*spans))


def is_behind(part, x, inwards):
    """Whether a part does not contain x, or has no vertex behind the plane through it; a rounded one, whether its box does not."""
    if part.radius:
        return any(not low <= coordinate <= high for coordinate, (low, high) in zip(x, bounding_box(part)))
    inside = all(dot(n, sub(x, part.vertices[face[0]])) <= 0 for n, face in zip(part.normals, part.faces))
    return not inside or all(dot(inwards, sub(v, x)) >= 0 for v in part.vertices)


def bonds_hold_up_to_their_limits(claim):
    for where, _, leaf in claim.leaves():
        for k, share in leaf.bonds:
            yield 0 <= share <= leaf.denominator, f"{where}, bond {k}", ("t =", share, "/", leaf.denominator), "from 0 to 1"


def no_contact_resists(claim):
    for g, group in claim.falling:
        yield from nothing_resists(claim, g, f"group {g}", group.velocity)


def no_contact_resists_answers(claim):
    for where, g, leaf in claim.answers():
        contacts, corners = claim.by_group[g]
        is_rough = any(contact.friction > 0 for _, contact in contacts)
        if is_rough or any(corner.own > 0 for _, corner in corners):
            yield from nothing_resists(claim, g, where, leaf.motion, by_all_normals=True)


def joints_let_be(claim, g, where, motion):
    for k, joint in claim.joints_by_group[g]:
        rates = claim.rates(joint, motion)
        yield not any(rates), f"{where}, joint {k}", ("derivatives", *rates), "all 0"


def nothing_resists(claim, g, where, motion, by_all_normals=False):
    yield from joints_let_be(claim, g, where, motion)
    listed = [(f"contact {k}", contact.bodies, [contact.x], [contact.n], contact.friction) for k, contact in claim.by_group[g][0]]
    for k, corner in claim.by_group[g][1]:
        if by_all_normals or corner.own > 0:
            listed.append((f"corner {k}", corner.bodies, corner.points, corner.open, corner.own))
            continue
        velocities = [claim.relative(motion, corner.bodies, x) for x in corner.points]
        yield admits(corner, velocities), f"{where}, corner {k}", "a motion into each other", "one that a normal opens"
    for name, bodies, points, normals, mu in listed:
        for x in points:
            u = claim.relative(motion, bodies, x)
            for n in normals:
                w, slip = split(n, u)
                yield w >= 0 and w * w >= mu * mu * slip, f"{where}, {name}", ("velocity", *u), "one that nothing resists"


def weights_and_loads_do_work(claim):
    for g, group in claim.falling:
        work = 0
        for b, velocity in zip(group.bodies, group.velocity):
            force, torque = pull(claim.scene, claim.free[b])
            work += dot(force, velocity[:3]) + dot(torque, velocity[3:])
        taken = sum(max(0, -dot(bond.pull, claim.relative(group.velocity, bond.ids, bond.at))) for _, bond in claim.bonds_by_group[g])
        yield work > taken, f"group {g}", ("work of weights and loads", work), ("above", taken, "which bonds can take up")


def pressing(claim, leaf):
    """What bears a force at a leaf: its two bodies, point and normal, and D φ."""
    at = [(claim.contacts[k], size) for k, size in leaf.forces]
    rows = [(corner.bodies, x, n, size) for (corner, x, n), size in borne_by_rows(leaf)]
    return [(c.bodies, c.x, c.n, size) for c, size in at] + rows


def newton(claim):
    for where, group, leaf in claim.leaves():
        forces = [(bodies, x, scale(size, n)) for bodies, x, n, size in pressing(claim, leaf)]
        sums = claim.sums(group, leaf.denominator, forces, leaf.joints)
        for (b, found), motion in zip(sums.items(), leaf.motion):
            body = claim.free[b]
            required = scale(body.mass, motion[:3]), tuple(dot(row, motion[3:]) for row in body.inertia)
            told = ("forces and torques", *found[0], *found[1]), ("those of its motion", *required[0], *required[1])
            yield found == required, (where, "body", body.name, "times", leaf.denominator), *told


def no_force_pulls(claim):
    for where, _, leaf in claim.leaves():
        for bodies, x, n, size in pressing(claim, leaf):
            yield not size < 0, (where, "at", *x), ("force", size, "/", leaf.denominator), "at least 0"


def nothing_penetrates(claim):
    for where, g, leaf in claim.answers():
        for k, contact in claim.by_group[g][0]:
            gap = dot(contact.n, claim.relative(leaf.motion, contact.bodies, contact.x))
            yield gap >= 0, f"{where}, contact {k}", ("gap acceleration", gap, "/", leaf.denominator), "at least 0"
        yield from joints_let_be(claim, g, where, leaf.motion)


def no_force_across_a_gap(claim):
    for where, _, leaf in claim.answers():
        for bodies, x, n, size in pressing(claim, leaf):
            gap = dot(n, claim.relative(leaf.motion, bodies, x))
            found = "force", size, "and gap acceleration", gap, "/", leaf.denominator
            yield size * gap == 0, (where, "at", *x), found, "one of them 0"


def corners_are_decided(claim):
    for where, g, leaf in claim.answers():
        for k, corner in claim.by_group[g][1]:
            admitted = admits(corner, claim.moved(leaf, corner))
            yield admitted, f"{where}, corner {k}", "a motion into each other", "one that a normal opens"
    for g, (group, (leaves, _)) in enumerate(zip(claim.groups, claim.grown)):
        motions = [[tuple(Fraction(x, leaf.denominator) for x in entry) for entry in leaf.motion] for leaf in leaves]
        answers = [motions[k] for k in group.answers]
        different = all(answer not in answers[:k] for k, answer in enumerate(answers))
        yield different, f"group {g}, answers", "the same motion twice", "different motions"
        least = min(claim.size(group, answer) for answer in answers)
        for k, (leaf, motion) in enumerate(zip(leaves, motions)):
            own = claim.size(group, motion)
            decided = own < least or own == least and (motion in answers or not claim.is_admitted(g, leaf))
            yield decided, f"group {g}, leaf {k}", ("size", own), ("less than", least, "or the motion of an answer")


def form_of_threshold(claim):
    yield from form(claim)
    yield min(claim.square) > 0, "square", claim.square, "a fraction of numbers above 0"
    yield any(group.velocity is not None for group in claim.groups), "groups", "none that falls", "one that falls with less"
    for g, group in enumerate(claim.groups):
        names, known = [row[0] for row in group.forces], {k for k, _ in claim.by_group[g][0]}
        yield group.denominator > 0, f"group {g}", ("denominator", group.denominator), "above 0"
        yield names == sorted(set(names)), f"group {g}, forces", names, "ascending, in space"
        yield known.issuperset(names), f"group {g}, forces", names, "among the contacts that touch the group"
        for motion in group.velocity, group.drift:
            yield motion is None or len(motion) == len(group.bodies), f"group {g}", motion, "one entry per body"


def named_forces(claim):
    for g, group in enumerate(claim.groups):
        for k, *force in group.forces:
            yield f"group {g}, contact {k}", claim.contacts[k], force


def least_forces_balance(claim):
    for g, group in enumerate(claim.groups):
        forces = [(claim.contacts[k].bodies, claim.contacts[k].x, force) for k, *force in group.forces]
        for b, (force, torque) in claim.sums(group, group.denominator, forces).items():
            found = ("forces and torques", *force, *torque)
            yield not any(force) and not any(torque), (f"group {g}, body", claim.bodies[b].name), found, "0 0 0 0 0 0"


def no_least_force_pulls(claim):
    for where, contact, force in named_forces(claim):
        yield dot(contact.n, force) >= 0, where, ("force", *force), "one that presses"


def least_friction_is_bounded(claim):
    above, below = claim.square
    for where, contact, force in named_forces(claim):
        across, slip = split(contact.n, force)
        yield below * slip <= above * across * across, where, ("force", *force), ("friction up to the root of", above, "/", below)


def is_in_dual(claim, n, u):
    above, below = claim.square
    w, slip = split(n, u)
    return w >= 0 and below * w * w >= above * slip


def no_contact_resists_less(claim):
    for g, group in claim.falling:
        contacts, corners = claim.by_group[g]
        listed = [(f"contact {k}", contact, contact.x, contact.n) for k, contact in contacts]
        listed += [(f"corner {k}", corner, x, n) for k, corner in corners for x in corner.points for n in corner.open]
        for name, thing, x, n in listed:
            u = claim.relative(group.velocity, thing.bodies, x)
            yield is_in_dual(claim, n, u), f"group {g}, {name}", ("velocity", *u), "one that nothing resists"
            if not any(u):
                v = claim.relative(group.drift, thing.bodies, x)
                yield is_in_dual(claim, n, v), f"group {g}, {name}", ("drift", *v), "one that nothing resists where nothing moves"


def work_of(claim, group, motion):
    pulls = [pull(claim.scene, claim.free[b]) for b in group.bodies]
    return sum(dot(force, own[:3]) + dot(torque, own[3:]) for (force, torque), own in zip(pulls, motion))


def less_friction_lets_weights_work(claim):
    for g, group in claim.falling:
        work = work_of(claim, group, group.velocity)
        enough = work > 0 or work == 0 and work_of(claim, group, group.drift) > 0
        yield enough, f"group {g}", ("work of weights and loads", work), "above 0, or 0 and above 0 under the drift"


SHARED = {"Digest": names_the_scene, "S0 the scene rests": the_scene_rests, "C1 bodies do not overlap": bodies_do_not_overlap}
CONDITIONS = {
    "zwang-space-statics-1": {"Form": form_of_statics} | SHARED | {
        "S1 forces balance weights and loads": forces_balance_weights_and_loads, "S2 no contact pulls": no_contact_pulls,
        "S3 friction is bounded": friction_is_bounded, "S4 no contact resists": no_contact_resists,
        "S5 weights and loads do work": weights_and_loads_do_work, "S7 one normal bears a corner": one_normal_bears_a_corner,
        "S8 bonds hold up to their limits": bonds_hold_up_to_their_limits},
    "zwang-space-proof-1": {"Form": form_of_motion} | SHARED | {
        "C4 Newton": newton, "C5 no contact pulls": no_force_pulls, "C6 nothing penetrates": nothing_penetrates,
        "C7 no force across a gap": no_force_across_a_gap, "C9 corners are decided": corners_are_decided,
        "S4 no contact resists": no_contact_resists_answers},
    "zwang-space-threshold-1": {"Form": form_of_threshold} | SHARED | {
        "S1 forces balance weights and loads": least_forces_balance, "S2 no contact pulls": no_least_force_pulls,
        "S3 friction is bounded": least_friction_is_bounded, "S4 no contact resists": no_contact_resists_less,
        "S5 weights and loads do work": less_friction_lets_weights_work}}


def verdict(claim):
    """What an accepted proof of statics says."""
    if claim.falling:
        return "falls"
    tangential = any(split(n, force)[1] for _, _, leaf in claim.leaves() for _, _, n, force in borne(claim, leaf))
    at_corners = any(any(force) for _, _, leaf in claim.leaves() for *_, forces in claim.bearing(leaf) for force in forces)
    held = any(share for _, _, leaf in claim.leaves() for _, share in leaf.bonds)
    return "can stand" if tangential or at_corners or held else "stands"


def verdict_of_motion(claim):
    if any(len(group.answers) > 1 for group in claim.groups):
        return "ambiguous"
    return "moves" if any(any(motion) for _, _, leaf in claim.answers() for motion in leaf.motion) else "rests"


def verdict_of_threshold(claim):
    return f"can stand if the friction is √({Fraction(*claim.square)}) or more"


def told_threshold(claim):
    """The same for people."""
    return f"can stand if the friction is {told_square_root(Fraction(*claim.square))} or more"


TOLD = {"zwang-space-threshold-1": told_threshold}
VERDICTS = {"zwang-space-statics-1": verdict, "zwang-space-proof-1": verdict_of_motion,
            "zwang-space-threshold-1": verdict_of_threshold}
