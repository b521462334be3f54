"""F8 of FORMAT.md, section 10: scene, motions and forces are their own images under every listed symmetry.

Here motions and forces are Fractions, since those of two answers, over two denominators, are compared."""

from collections import Counter
from fractions import Fraction
from reading import add, cross, dot, friction, scale


class Symmetry:
    """The map x ↦ Q x + b, and the image of each body. The image of the world, None, is the world."""

    def __init__(self, listed):
        unit = Fraction(1, listed.denominator)
        self.rows = [scale(unit, row) for row in listed.matrix]
        self.shift = scale(unit, listed.shift)
        self.images = {b: image for b, image in enumerate(listed.bodies)} | {None: None}
        self.turn = cross(*self.rows)

    def vector(self, v): return tuple(dot(row, v) for row in self.rows)
    def point(self, x): return add(self.vector(x), self.shift)
    def vertices(self, part): return frozenset(self.point(x) for x in part)
    def bodies(self, listed): return frozenset(self.images[b] for b in listed)

    def motion(self, motion):
        """Of a body, or its velocity and spin."""
        x, y, angular = motion
        return *self.vector((x, y)), self.turn * angular


def form(claim):
    count = len(claim.symmetries)
    yield count <= 8, "symmetries", f"{count} of them", "at most 8"
    for k, listed in enumerate(claim.symmetries):
        where = f"symmetry {k}"
        yield listed.denominator > 0, where, ("denominator", listed.denominator), "above 0"
        each_once = sorted(listed.bodies) == [*range(len(claim.bodies))]
        yield each_once, where, f"the images {listed.bodies}", f"each of {len(claim.bodies)} bodies once"


def all_is_its_own_image(claim):
    for k, listed in enumerate(claim.symmetries):
        symmetry = Symmetry(listed)
        for condition in CONDITIONS:
            for holds, place, found, required in condition(claim, symmetry):
                yield holds, f"symmetry {k}, {place}", found, required


# Conditions on one symmetry, in the order of FORMAT.md. Each one may need those before it.
def lengths_are_kept(claim, symmetry):
    one, two = symmetry.rows
    products = dot(one, one), dot(one, two), dot(two, two)
    yield products == (1, 0, 1), "matrix", ("products of rows", *products), "1 0 1"


def gravity_is_kept(claim, symmetry):
    g = claim.scene.gravity
    image = symmetry.vector(g)
    yield image == g, "gravity", ("image", *image), ("itself,", *g)


def bodies_are_like_their_images(claim, symmetry):
    for b, body in enumerate(claim.bodies):
        image = claim.bodies[symmetry.images[b]]
        place = f"image `{image.name}` of body `{body.name}`"
        yield image.fixed == body.fixed, place, f"fixed: {image.fixed}", f"fixed: {body.fixed}"
        if body.fixed:
            continue
        yield image.mass == body.mass, place, ("mass", image.mass), body.mass
        yield image.inertia == body.inertia, place, ("inertia", image.inertia), body.inertia
        centroid = symmetry.point(body.centroid)
        yield image.centroid == centroid, place, ("centroid", *image.centroid), centroid
        *velocity, spin = symmetry.motion((*body.velocity, body.spin))
        yield [*image.velocity] == velocity, place, ("velocity", *image.velocity), (*velocity,)
        yield image.spin == spin, place, ("spin", image.spin), spin
        found, required = claim.free_accelerations[symmetry.images[b]], symmetry.motion(claim.free_accelerations[b])
        yield found == required, place, ("free acceleration", *found), required


def parts_are_like_their_images(claim, symmetry):
    known = [{(frozenset(part), radius) for part, radius in zip(body.parts, body.radii)} for body in claim.bodies]
    for b, body in enumerate(claim.bodies):
        image = claim.bodies[symmetry.images[b]]
        place = f"image `{image.name}` of body `{body.name}`"
        yield len(image.parts) == len(body.parts), place, f"{len(image.parts)} parts", f"{len(body.parts)}"
        for p, part in enumerate(body.parts):
            there = (symmetry.vertices(part), body.radii[p]) in known[symmetry.images[b]]
            yield there, place, f"no image of part {p}", "a part with the images of its vertices and the same radius"


def frictions_are_kept(claim, symmetry):
    for i in range(len(claim.contacts)):
        own = claim.pair_friction(i)
        bodies = claim.contacts[i][0], claim.contacts[i][3]
        there = friction(claim.scene, *(symmetry.images[b] for b in bodies))
        yield there == own, claim.contact(i), ("friction", there, "of the images"), own


def pins_are_kept(claim, symmetry):
    joints = Counter()
    for pin in claim.scene.pins:
        collide = pin.second is not None and bool(pin.collide)
        joints[frozenset((pin.first, pin.second)), pin.at, collide] += 1
    for (bodies, x, collide), count in joints.items():
        there = joints[symmetry.bodies(bodies), symmetry.point(x), collide]
        yield there == count, f"pins at {' '.join(map(str, x))}", f"{there} pins of the images", f"{count}"


def groups_are_kept(claim, symmetry):
    known = {frozenset(group.bodies) for group in claim.groups}
    for g, group in enumerate(claim.groups):
        images = symmetry.bodies(group.bodies)
        yield images in known, f"group {g}", f"the images {sorted(images)}", "the bodies of a group"


def answers_are_kept(claim, symmetry):
    """No two answers of a group have the same motion, so only one can be the image."""
    known = {frozenset(group.bodies): group for group in claim.groups}
    by_motion = {id(group): {} for group in claim.groups}
    for _, group, answer in claim.answers:
        by_motion[id(group)].setdefault(frozenset(motions(group, answer).items()), []).append(answer)
    for place, group, answer in claim.answers:
        image_group = known[symmetry.bodies(group.bodies)]
        wanted = {symmetry.images[b]: symmetry.motion(motion) for b, motion in motions(group, answer).items()}
        images = by_motion[id(image_group)].get(frozenset(wanted.items()), [])
        yield images != [], place, "no answer with the image of its motion", "one"
        for image in images:
            yield from forces_are_kept(claim, symmetry, place, answer, image)


def forces_are_kept(claim, symmetry, place, answer, image):
    wanted = {}
    for (body, other, x), force in forces_between(claim, answer).items():
        wanted[symmetry.images[body], symmetry.images[other], symmetry.point(x)] = symmetry.vector(force)
    found = forces_between(claim, image)
    for key in wanted | found:
        body, other, x = key
        there, required = (forces.get(key, (0, 0)) for forces in (found, wanted))
        where = f"{place}, image: {named(claim, other)} on {named(claim, body)} at {' '.join(map(str, x))}"
        yield there == required, where, ("force", *there), required


def motions(group, answer):
    """Per body, not times D."""
    return {b: scale(Fraction(1, answer.denominator), motion) for b, motion in zip(group.bodies, answer.motion)}


def forces_between(claim, answer):
    """The sum of the forces on a body from another one, or from the world, at a point; not times D. 0 is left out."""
    forces = [(pin.first, pin.second, pin.at, force)
              for pin, force in ((claim.scene.pins[k], force) for k, *force in answer.pins)]
    for i, normal, tangential in answer.forces:
        b, _, _, c, _, _ = claim.contacts[i]
        (x, y), point = claim.normal_and_point(claim.contacts[i])
        forces.append((b, c, point, add(scale(normal, (x, y)), scale(tangential, (-y, x)))))
    found = {}
    for body, other, x, force in forces:
        for key, sign in ((body, other, x), 1), ((other, body, x), -1):
            found[key] = add(found.get(key, (0, 0)), scale(Fraction(sign, answer.denominator), force))
    return {key: force for key, force in found.items() if any(force)}


def named(claim, b):
    return "the world" if b is None else f"`{claim.bodies[b].name}`"


CONDITIONS = [lengths_are_kept, gravity_is_kept, bodies_are_like_their_images, parts_are_like_their_images,
              frictions_are_kept, pins_are_kept, groups_are_kept, answers_are_kept]
