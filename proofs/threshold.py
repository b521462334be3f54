"""Section 9 of FORMAT.md, `zwang-threshold-1`: two proofs of statics, each about the scene with another value of what varies,
the conditions K1 and K2, and what an accepted proof says. Its key `root`, with K3 to K9, is in root.py."""

from fractions import Fraction
from functools import cached_property
from types import SimpleNamespace
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


class ThresholdClaim:
    """A proof of a threshold, and the scene it speaks about."""

    def __init__(self, scene, proof):
        self.scene, self.format, self.claimed_digest, self.vary = scene, proof.format, proof.scene, proof.vary
        self.load = proof.load
        self.values = {"stands": proof.stands.at, "falls": proof.falls.at}
        self.proofs = {"stands": proof.stands.proof, "falls": proof.falls.proof}
        self.claimed_root = proof.root

    def varied(self, at):
        return varied(self.scene, self.vary, at, self.load)

    @cached_property
    def samples(self):
        """The two proofs of statics. Where the scene has not the load that varies, there are none."""
        return {name: StaticsClaim(self.varied(at), self.proofs[name]) for name, at in self.values.items()}

    @cached_property
    def root(self):
        """None in a proof without the key."""
        return None if self.claimed_root is None else root.Root(self.samples["stands"], self.claimed_root)

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


def in_both_samples(condition):
    """A condition of statics, of both proofs."""
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
    found = claim.verdict_at("stands")
    yield found != "falls", f"stands, at {claim.values['stands']}", found, "stands or can stand"


def the_scene_falls(claim):
    found = claim.verdict_at("falls")
    yield found == "falls", f"falls, at {claim.values['falls']}", found, "falls"


def of_the_root(condition):
    """A condition of the root, which holds in proofs without one."""
    def conditions(claim):
        if claim.root is not None:
            yield from condition(claim.root)
    return conditions


def conditions(of_statics):
    """All conditions, given those of a proof of statics."""
    both = {name: in_both_samples(condition) for name, condition in of_statics.items()}
    form_of_samples = one_after_the_other(the_scene_can_vary, both["Form"])
    both["Form"] = one_after_the_other(form_of_samples, of_the_root(root.form))
    both["Digest"] = one_after_the_other(names_the_scene, both["Digest"])
    both |= {"K1 the scene stands": the_scene_stands, "K2 the scene falls": the_scene_falls}
    return both | {name: of_the_root(condition) for name, condition in root.CONDITIONS.items()}


def named(claim):
    """What varies; the name of a load ends where it seems to."""
    if claim.vary != "load":
        return claim.vary
    name = claim.load.replace("\\", "\\\\").replace("`", "\\`")
    return f"load `{name}`"


def falls_beyond(claim):
    """The root of W, an affine function. None if t does not change it."""
    start = work_of_the_fall(claim, 0)
    slope = work_of_the_fall(claim, 1) - start
    return -start / slope if slope else None


def work_of_the_fall(claim, at):
    """W(t): the work of the weights and loads of the scene varied at t, under the velocities that show the fall."""
    there = StaticsClaim(claim.varied(Fraction(at)), claim.proofs["falls"])
    return sum(there.work(group, case.velocity) for _, group, case in there.falling)


def verdict(claim):
    """What an accepted proof says."""
    beyond = falls_beyond(claim) if claim.vary != "friction" else None
    falls = f"falls at {claim.values['falls']}" if beyond is None else f"falls beyond {beyond}"
    critical = "" if claim.root is None else root.verdict(claim.root)
    return f"{claim.verdict_at('stands')} at {named(claim)} {claim.values['stands']}, {falls}{critical}"
