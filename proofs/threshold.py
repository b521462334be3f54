"""Section 9 of FORMAT.md, `zwang-threshold-1`: two proofs of statics, each about the scene with another value of what varies,
the conditions K1 and K2, and what an accepted proof says."""

from types import SimpleNamespace
from reading import add, digest, dot, scale
from statics import StaticsClaim, verdict as verdict_of_statics


def turned(gravity):
    return (-gravity[1], gravity[0])


def varied(scene, vary, at):
    """The scene with one value of what varies."""
    found = SimpleNamespace(**vars(scene))
    if vary == "tilt":
        found.gravity = add(scene.gravity, scale(at, turned(scene.gravity)))
    else:
        found.bodies = [SimpleNamespace(**vars(body) | {"friction": at}) for body in scene.bodies]
        found.frictions_of_pairs = {}
    return found


class ThresholdClaim:
    """A proof of a threshold, and the scene it speaks about."""

    def __init__(self, scene, proof):
        self.scene, self.format, self.claimed_digest, self.vary = scene, proof.format, proof.scene, proof.vary
        self.values = {"stands": proof.stands.at, "falls": proof.falls.at}
        self.samples = {name: StaticsClaim(varied(scene, proof.vary, getattr(proof, name).at), getattr(proof, name).proof)
                        for name in self.values}

    def verdict_at(self, name):
        return verdict_of_statics(self.samples[name])


# Conditions yield what those in check.py do.
def friction_is_not_negative(claim):
    for name, at in claim.values.items():
        yield claim.vary == "tilt" or at >= 0, name, ("friction", at), "at least 0"


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


def conditions(of_statics):
    """All conditions, given those of a proof of statics."""
    both = {name: in_both_samples(condition) for name, condition in of_statics.items()}
    both["Form"] = one_after_the_other(friction_is_not_negative, both["Form"])
    both["Digest"] = one_after_the_other(names_the_scene, both["Digest"])
    return both | {"K1 the scene stands": the_scene_stands, "K2 the scene falls": the_scene_falls}


def falls_beyond(claim):
    """Where the work of the velocities that show the fall is 0: W(t) = Σ m (g + t J g) · y. None if t does not change it."""
    sample, slope, work = claim.samples["falls"], 0, 0
    for _, group, case in sample.falling:
        for b, (x, y, _) in zip(group.bodies, case.velocity):
            work += sample.bodies[b].mass * dot(claim.scene.gravity, (x, y))
            slope += sample.bodies[b].mass * dot(turned(claim.scene.gravity), (x, y))
    return -work / slope if slope else None


def verdict(claim):
    """What an accepted proof says."""
    beyond = falls_beyond(claim) if claim.vary == "tilt" else None
    falls = f"falls at {claim.values['falls']}" if beyond is None else f"falls beyond {beyond}"
    return f"{claim.verdict_at('stands')} at {claim.vary} {claim.values['stands']}, {falls}"
