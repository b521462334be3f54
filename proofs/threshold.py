"""Section 9 of FORMAT.md, `zwang-threshold-1`: one or two proofs of statics, each about the scene with another value of what
varies, the conditions K1, K2, K10 and K15, and what an accepted proof says. Its key `root`, with K3 to K9, is in root.py, its
keys `open` and `never`, with K11 to K14, in reach.py."""

from fractions import Fraction
from functools import cached_property
from types import SimpleNamespace
import decimals
import reach
import root
from reading import add, digest, scale
from statics import StaticsClaim, verdict as verdict_of_statics


def turned(gravity):
    return (-gravity[1], gravity[0])


def varied(scene, vary, at, load=None):
    """The scene with one value of what varies; `load` is the name of the load that does."""
    found, (x, y) = SimpleNamespace(**vars(scene)), scene.gravity
    if vary == "tilt":
        found.gravity = add(scene.gravity, scale(at, turned(scene.gravity)))
    elif vary == "gx":
        found.gravity = at, y
    elif vary == "gy":
        found.gravity = x, at
    elif vary == "load":
        own = scene.loads[load]
        scaled = {"force": scale(at, own.force), "torque": at * own.torque}
        found.loads = scene.loads | {load: SimpleNamespace(**vars(own) | scaled)}
    else:
        found.bodies = [SimpleNamespace(**vars(body) | {"friction": at}) for body in scene.bodies]
        found.frictions_of_pairs = {}
    return found


def growth(scene, vary, way, load=None):
    """The scene under what is added from t to t + 1, or to t - 1, alone."""
    found = SimpleNamespace(**vars(scene))
    found.loads = {}
    if vary == "load":
        own = scene.loads[load]
        scaled = {"force": scale(way, own.force), "torque": way * own.torque}
        found.loads = {load: SimpleNamespace(**vars(own) | scaled)}
    added = {"tilt": scale(way, turned(scene.gravity)), "gx": (way, Fraction(0)), "gy": (Fraction(0), way)}
    found.gravity = added.get(vary, (Fraction(0), Fraction(0)))
    return found


class ThresholdClaim:
    """A proof of a threshold, and the scene it speaks about."""

    def __init__(self, scene, proof):
        self.scene, self.format, self.claimed_digest, self.vary = scene, proof.format, proof.scene, proof.vary
        self.load = proof.load
        given = {name: getattr(proof, name) for name in ("stands", "falls", "opposite")}
        self.values = {name: sample.at for name, sample in given.items() if sample is not None}
        self.proofs = {name: sample.proof for name, sample in given.items() if sample is not None}
        self.endless = proof.endless
        self.claimed_root, self.claimed_open, self.claimed_never = proof.root, proof.open, proof.never

    def varied(self, at):
        return varied(self.scene, self.vary, at, self.load)

    @property
    def way(self):
        """Of a proof without an end, 1 if it is about all larger values, -1 if about all smaller ones."""
        return Fraction(1 if self.endless.towards == "larger" else -1)

    @cached_property
    def samples(self):
        """The proofs of statics. Where the scene has not the load that varies, there are none."""
        found = {name: StaticsClaim(self.varied(at), self.proofs[name]) for name, at in self.values.items()}
        if self.endless is not None:
            found["endless"] = StaticsClaim(growth(self.scene, self.vary, self.way, self.load), self.endless.proof)
        return found

    @cached_property
    def root(self):
        """None in a proof without the key."""
        return None if self.claimed_root is None else root.Root(self.samples["stands"], self.claimed_root)

    @cached_property
    def open(self):
        """The same."""
        if self.claimed_open is None:
            return None
        return reach.Open(self.samples["stands"], self.values["falls"], self.claimed_open)

    @cached_property
    def never(self):
        """The same."""
        return None if self.claimed_never is None else reach.Never(self.samples["falls"], self.claimed_never)

    def verdict_at(self, name):
        return verdict_of_statics(self.samples[name])


# Conditions yield what those in check.py do.
def the_scene_can_vary(claim):
    for name, at in claim.values.items():
        yield claim.vary != "friction" or at >= 0, name, ("friction", at), "at least 0"
    yield claim.vary != "load" or claim.load in claim.scene.loads, "vary", named(claim), "the name of a load"


def names_the_scene(claim):
    found = digest(claim.scene)
    yield claim.claimed_digest == found, "scene", claim.claimed_digest, found


def in_all_samples(condition):
    """A condition of statics, of all proofs."""
    def conditions(claim):
        for name, sample in claim.samples.items():
            for holds, place, found, required in condition(sample):
                yield holds, f"{name}, {place}", found, required
    return conditions


def one_after_the_other(first, second):
    def conditions(claim):
        yield from first(claim)
        yield from second(claim)
    return conditions


def the_scene_stands(claim):
    if "stands" in claim.values:
        found = claim.verdict_at("stands")
        yield found != "falls", f"stands, at {claim.values['stands']}", found, "stands or can stand"


def the_scene_falls(claim):
    for name in "falls", "opposite":
        if name in claim.values:
            found = claim.verdict_at(name)
            yield found == "falls", f"{name}, at {claim.values[name]}", found, "falls"


def forces_balance_what_grows(claim):
    if claim.endless is not None:
        found, sample = claim.verdict_at("endless"), claim.samples["endless"]
        yield found != "falls", "endless", found, "stands or can stand"
        wide = [k for k in range(len(sample.corners)) if is_wide(sample, k)]
        yield not wide, "endless", f"corners that are not narrow, {wide}", "narrow ones"
        rough = [i for k, sides in enumerate(sample.corners) if sample.corner_friction(k) > 0 for side in sides for i in side]
        knots = sample.knots(sample.bearing_contacts(rough), sample.all_that_may_bear())
        yield not knots, "endless", ("corners that join solids in a ring, or cross, at", *knots), "none"


def is_wide(claim, k):
    """Whether the forces of a corner with friction are wider than a half-plane."""
    friction = claim.corner_friction(k)
    return friction > 0 and claim.spare_width(k, friction) < 0


def two_falls_leave_no_value(claim):
    if "opposite" not in claim.values:
        return
    where = {}
    for name in "falls", "opposite":
        root_of_work, slope = work_of_the_fall(claim, name)
        if root_of_work is not None:
            where["above" if slope > 0 else "below"] = root_of_work
    no_value = len(where) == 2 and where["above"] < where["below"]
    yield no_value, "opposite", ("falls", *where.items()), "above one value, and below a larger one"


def part(name):
    """The conditions of a key, which hold in proofs without it."""
    def of(condition):
        def conditions(claim):
            found = getattr(claim, name)
            if found is not None:
                yield from condition(found)
        return conditions
    return of


def conditions(of_statics):
    """All conditions, given those of a proof of statics."""
    each = {name: in_all_samples(condition) for name, condition in of_statics.items()}
    form = one_after_the_other(the_scene_can_vary, each["Form"])
    for name, module_form in ("root", root.form), ("open", reach.form_of_open), ("never", reach.form_of_never):
        form = one_after_the_other(form, part(name)(module_form))
    each["Form"] = form
    each["Digest"] = one_after_the_other(names_the_scene, each["Digest"])
    each |= {"K1 the scene stands": the_scene_stands, "K2 the scene falls": the_scene_falls}
    of_root = {name: part("root")(condition) for name, condition in root.CONDITIONS.items()}
    corners = one_after_the_other(of_root["K6 corners are decided"], part("open")(reach.corners_are_decided))
    each |= of_root | {"K6 corners are decided": corners, "K10 forces balance what grows": forces_balance_what_grows}
    each |= {name: part("open")(condition) for name, condition in reach.CONDITIONS_OF_OPEN.items()}
    each |= {name: part("never")(condition) for name, condition in reach.CONDITIONS_OF_NEVER.items()}
    return each | {"K15 two falls leave no value": two_falls_leave_no_value}


def named(claim):
    """What varies; the name of a load ends where it seems to."""
    if claim.vary != "load":
        return claim.vary
    name = claim.load.replace("\\", "\\\\").replace("`", "\\`")
    return f"load `{name}`"


def work_of_the_fall(claim, name):
    """The root and the slope of W, an affine function of t: the work of the weights and loads of the scene varied at t, under
    the velocities that show the fall. The root is None if t does not change it."""
    def work(at):
        there = StaticsClaim(claim.varied(Fraction(at)), claim.proofs[name])
        return sum(there.work(group, case.velocity) for _, group, case in there.falling)
    start = work(0)
    slope = work(1) - start
    return -start / slope if slope else None, slope


def verdict(claim):
    """What an accepted proof says."""
    return statement(claim, str) + ("" if claim.root is None else root.verdict(claim.root))


def told(claim):
    """The same for people."""
    unit = " m/s²" if claim.vary in ("gx", "gy") else ""
    return statement(claim, lambda value: decimals.told(value, unit)) + ("" if claim.root is None else root.told(claim.root))


def statement(claim, number):
    """What an accepted proof says but for its root, with numbers spelled so."""
    what, values = named(claim), claim.values
    if claim.never is not None:
        return "falls at every friction"
    if "stands" not in values:
        beyond, slope = work_of_the_fall(claim, "falls")
        everywhere = beyond is None or "opposite" in values
        return f"falls at every {what}" + ("" if everywhere else f" {'above' if slope > 0 else 'below'} {number(beyond)}")
    held = claim.verdict_at("stands")
    if claim.endless is not None:
        held = "stands" if (held, claim.verdict_at("endless")) == ("stands", "stands") else "can stand"
        return f"{held} at every {what} from {number(values['stands'])} {'up' if claim.way > 0 else 'down'}"
    if "falls" not in values:
        return f"{held} at every friction from {number(values['stands'])} up"
    stands = f"{held} at {what} {number(values['stands'])}"
    if claim.vary != "friction":
        beyond, slope = work_of_the_fall(claim, "falls")
        return f"{stands}, falls {'above' if slope > 0 else 'below'} {number(beyond)}"
    falls = number(values["falls"])
    above = "" if claim.open is None else f"; can stand at every friction above {falls}"
    return f"{stands}, falls at {falls}{above}"
