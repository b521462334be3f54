#!/usr/bin/env python3
"""Writes the folders accepted and rejected, also those in statics, ranges, moving, thresholds, friction and space, and the folder
scenes, anew, here or in another folder:

    python3 fixtures.py [FOLDER]

Every fixture is a scene NAME.toml with a proof NAME.json. The proofs are found by fixture/brute_force.py, and spoilt in
fixture/spoilt_lists.py and fixture/spoilt_cases.py. Those of statics are found by fixture/statics_draft.py and spoilt in
fixture/spoilt_statics.py; statics/verdicts.toml lists what the accepted ones say. Those of ranges are found by
fixture/ranges_draft.py and spoilt in fixture/spoilt_ranges.py, those of ranges of a motion, in the folder moving, by
fixture/moving_ranges_draft.py and spoilt in fixture/spoilt_moving_ranges.py, those of thresholds are made and spoilt in
fixture/thresholds.py, their roots in fixture/roots.py, those without one in fixture/limits.py. Those of accelerations with friction are found by fixture/friction_draft.py and spoilt in
fixture/spoilt_friction.py and fixture/spoilt_weights.py; their symmetries are in fixture/symmetry_scenes.py, and spoilt
in fixture/spoilt_symmetries.py. Scenes with loads are in fixture/load_scenes.py, their spoilt proofs in
fixture/spoilt_loads.py; fixture/read_scenes.py has those of the folder scenes, which can or cannot be read, and those
of thresholds/unreadable, whose proofs cannot. Scenes in space and their drafts are in fixture/space_scenes.py and
fixture/space_draft.py, and spoilt in fixture/spoilt_space.py; ranges are in fixture/space_ranges.py and fixture/space_corner_ranges.py, what
Coulomb's law allows is in fixture/space_coulomb.py, joints are in fixture/space_joints.py, fixture/space_resting_joints.py and fixture/space_joint_ranges.py, seams in fixture/space_seams.py, and rounded parts are in fixture/space_round.py, those of the plane in fixture/round_scenes.py. That a rejected one violates the condition its name starts with, and no
other, is asserted."""

import argparse, hashlib, json, shutil, sys
sys.dont_write_bytecode = True

from fractions import Fraction as F
from pathlib import Path
import acceleration, ranges, statics, threshold
from check import CONDITIONS, VERDICTS, digest_of, read_claim, violation
from fixture import load_scenes, ranges_scenes, read_scenes, spoilt_cases, spoilt_friction, spoilt_lists, spoilt_loads
from fixture import spoilt_ranges, spoilt_statics, spoilt_symmetries, spoilt_weights, statics_scenes, symmetry_scenes
from fixture import limits, moving_ranges_scenes, roots, round_scenes, space_bonds, space_coulomb, space_joint_ranges, space_joints
from fixture import space_resting_joints
from fixture import space_corner_ranges, space_ranges, space_round, space_scenes, space_seams
from fixture import spoilt_moving_ranges, spoilt_space, thresholds
from fixture.brute_force import Draft
from fixture.friction_draft import FrictionDraft
from fixture.moving_ranges_draft import MovingRangesDraft
from fixture.ranges_draft import RangesDraft
from fixture.rejected import REJECTED
from fixture.scenes import *
from fixture.space_draft import SpaceDraft
from fixture.statics_draft import HeldDraft, StaticsDraft
from reading import read_proof
from space_scene import read_scene

ACCEPTED, ACCEPTED_FRICTION = {}, symmetry_scenes.ACCEPTED
ACCEPTED_THRESHOLDS = thresholds.ACCEPTED | roots.ACCEPTED | limits.ACCEPTED
REJECTED_THRESHOLDS = thresholds.REJECTED | roots.REJECTED | limits.REJECTED
REJECTED_FRICTION = spoilt_friction.REJECTED | spoilt_weights.REJECTED | spoilt_symmetries.REJECTED
# Two rods of mass m, length 1 and moment 17/192 m about their centres, let go level. With angular
# accelerations α and β Lagrange's equations are (17/192 + 1/4 + 1) α + 1/2 β = -3/2 and 1/2 α +
# (17/192 + 1/4) β = -1/2: α = -9504/7489, β = 2976/7489. The centres accelerate by α/2 and α + β/2.
LEVEL_LINKS = {"upper": (0, F(-4752, 7489), F(-9504, 7489)), "lower": (0, F(-8016, 7489), F(2976, 7489))}


def accepted(name, text, **motions):
    """A scene whose proof is accepted, and motions of bodies in the first answer that are known from elsewhere."""
    ACCEPTED[name] = text, motions


accepted("brick-on-floor", BRICK, brick=(0, 0, 0))
accepted("beam-on-three-posts", BEAM, beam=(0, 0, 0))
accepted("beam-tipping", TIPPING_BEAM)
accepted("pyramid", PYRAMID, left=(0, 0, 0), right=(0, 0, 0), top=(0, 0, 0))
accepted("cantilever", CANTILEVER, brick=(0, F(-120, 437), F(-1200, 437)))
accepted("free-fall", FREE_FALL, brick=(0, -1, 0))
accepted("two-groups", TWO_GROUPS, resting=(0, 0, 0))
accepted("pendulum", PENDULUM, rod=(F(-1, 4), F(-48, 65), F(-48, 65)))
accepted("double-pendulum", DOUBLE_PENDULUM)
accepted("frame-with-a-pin", FRAME)
# The acceleration along the arc is g 3/5, so that of the bar about the hook is 3/25.
accepted("frame-of-a-bar-and-a-point", BAR_WITH_A_POINT, bob=(F(-12, 25), F(-9, 25), 0), bar=(F(-6, 25), F(-9, 50), F(-3, 25)))
accepted("frame-of-a-spinning-bar", SPINNING_BAR, bob=(F(-312, 25), F(391, 25), 0))
accepted("sliding-vertex", SLIDING_VERTEX, square=(0, -1, 0))
accepted("sliding-vertex-pressing", SLOWER_VERTEX, square=(0, F(-1, 4), 0))
accepted("sliding-edge", SLIDING_EDGE)
accepted("both-spinning", BOTH_SPINNING)
accepted("wedge", WEDGE)
accepted("falling-side-by-side", FALLING_PAIR, left=(0, -1, 0), right=(0, -1, 0))
accepted("falling-stack", FALLING_STACK, lower=(0, -1, 0), upper=(0, -1, 0))
accepted("falling-with-a-pin", FALLING_PINNED, left=(0, -1, 0), right=(0, -1, 0), rod=(0, -1, 0))
accepted("resting-side-by-side", RESTING_PAIR, left=(0, 0, 0), right=(0, 0, 0))
accepted("corner-decided-by-restraint", CORNER)
accepted("corner-respected", FREE_CORNER, brick=(1, -1, 0))
accepted("corner-ambiguous", TIE)
accepted("corner-edge-along-edge", SKEW_SPIKE)
accepted("corner-with-a-needless-choice", AWAY_CORNER, brick=(1, 2, 0))
accepted("corner-forced-by-sliding", FORCED)
accepted("corner-forced-with-two-contacts", FORCED_FLUSH)
accepted("corner-open", OPEN_CORNER, spike=(0, -1, 0))
accepted("corner-with-an-impossible-side", ONE_WAY)
accepted("corners-under-a-bridge", BRIDGE)
accepted("flush-corners-sliding", FLUSH_SLIDING, brick=(0, 0, 0))
accepted("impossible-spin", CLAMPED)
accepted("spinning-in-a-box", BOX, square=(0, -1, 0))
accepted("plate-on-two-nails", TWO_PINS, plate=(0, 0, 0), brick=(0, 0, 0))
accepted("clamped-at-rest", CLAMPED_AT_REST, square=(0, -1, 0))
accepted("two-parts", ANGLE, angle=(0, 0, 0))
accepted("seam-of-fixed-slabs", SEAM, brick=(0, 0, 0))
accepted("weightless", WEIGHTLESS, brick=(0, 0, 0))
accepted("loaded-die", LOADED)
accepted("thrown-brick", THROWN, brick=(0, -1, 0))
accepted("links-of-a-chain", LINKS, **LEVEL_LINKS)
accepted("links-that-collide", STIFF_LINKS)
accepted("links-that-overlap", CROSSED_LINKS, upper=(0, -1, 0), lower=(0, -1, 0), brick=(0, -1, 0))
accepted("links-that-overlap-on-two-pins", CROSSED_TWICE, upper=(0, -1, 0), lower=(0, -1, 0))
accepted("triangles-apart", TRIANGLES, lower=(0, -1, 0), upper=(0, -1, 0))


for load_name, (load_text, load_motions) in load_scenes.MOTIONS.items():
    accepted(load_name, load_text, **load_motions)


def violated(text, proof):
    """All violated conditions, each looked at on its own; without Form, the others may be beyond what can be evaluated,
    and F8 is about images that there may not be."""
    found = set()
    claim = read_claim(read_scene(text, False), proof)
    for condition in CONDITIONS[claim.format]:
        if "Form" in found and condition.startswith("F8"):
            continue
        try:
            if violation(condition, claim):
                found.add(condition.split()[0])
        except (KeyError, IndexError, ValueError, ZeroDivisionError):
            assert "Form" in found
    return found


def printed(proof):
    """One line for each key, group and case."""
    lines = [f'{json.dumps(key)}: {json.dumps(value)}' for key, value in proof.items() if key != "groups"]
    groups = []
    for group in proof["groups"]:
        if "cases" not in group:
            groups.append("  {" + ",\n   ".join(f"{json.dumps(key)}: {listed(value)}" for key, value in group.items()) + "}")
            continue
        cases = ",\n    ".join(json.dumps(case) for case in group["cases"])
        answers = f',\n    "answers": {json.dumps(group["answers"])}' if "answers" in group else ""
        groups.append(f'  {{"bodies": {json.dumps(group["bodies"])}, "cases": [\n    {cases}]{answers}}}')
    return "{" + ",\n ".join(lines) + ',\n "groups": [\n' + ",\n".join(groups) + "]}\n"


def listed(entries):
    """One line for each entry that is not a number; one for a number."""
    if not entries or type(entries) in (str, dict) or type(entries[0]) is int:
        return json.dumps(entries)
    return "[\n    " + ",\n    ".join(map(json.dumps, entries)) + "]"


def write(folder, name, text, proof):
    (folder / f"{name}.toml").write_text(text.replace("NAME", name, 1), encoding="utf-8")
    (folder / f"{name}.json").write_text(proof, encoding="utf-8")


def write_accepted(folder):
    for name, (text, known) in ACCEPTED.items():
        draft = Draft(text)
        if name == "corner-with-a-needless-choice":
            draft.groups[0].cases = [draft.optimum([1], {0: side}) for side in (0, 1)]
        motions = {draft.bodies[b].name: motion for group in draft.groups for k in group.answers[:1]
                   for b, motion in zip(group.bodies, group.cases[k].motion)}
        for body_name, motion in known.items():
            assert motions[body_name] == motion, (name, body_name, motions[body_name])
        proof = printed(draft.proof())
        assert not violated(text, proof), (name, violated(text, proof))
        write(folder, name, text, proof)


def write_rejected(folder, fixtures, draft_of):
    for name, (text, spoil) in fixtures.items():
        draft = draft_of(text)
        write_spoilt(folder, name, text, spoil(draft) or draft.proof())


def write_spoilt(folder, name, text, proof):
    proof = printed(proof)
    assert violated(text, proof) == {name.split("-")[0]}, (name, violated(text, proof))
    write(folder, name, text, proof)


def write_accepted_statics(folder):
    for name, (verdict, text, contacts, pairs) in statics_scenes.ACCEPTED.items():
        draft = HeldDraft(text, pairs) if pairs else StaticsDraft(text)
        if contacts:
            draft.contacts = contacts
            draft.solve_groups()
        proof = printed(draft.proof())
        assert not violated(text, proof), (name, violated(text, proof))
        found = statics.verdict(read_claim(draft.scene, proof))
        assert found == verdict, (name, found)
        write(folder, name, text, proof)


def write_accepted_ranges(folder):
    for name, (text, count, known, contacts, only) in ranges_scenes.ACCEPTED.items():
        draft = RangesDraft(text)
        if contacts:
            draft.contacts = contacts
            draft.solve_groups()
        if only:
            draft.groups[0].forces = {only: draft.groups[0].forces[only]}
        proof = printed(draft.proof())
        assert not violated(text, proof), (name, violated(text, proof))
        found = ranges.verdict(read_claim(draft.scene, proof))
        assert found.split()[0] == str(count), (name, found)
        for (what, k, component), values in known.items():
            ends = getattr(draft.groups[0], what)[k, component]
            values_found = tuple(draft.value(end, what, k, component) for end in ends)
            assert values_found == values, (name, what, k, component, values_found)
        write(folder, name, text, proof)


def write_accepted_moving_ranges(folder):
    for name, (text, count, known) in moving_ranges_scenes.ACCEPTED.items():
        draft = MovingRangesDraft(text)
        proof = printed(draft.proof())
        assert not violated(text, proof), (name, violated(text, proof))
        found = ranges.verdict_of_motion(read_claim(draft.scene, proof))
        assert found.split()[0] == str(count), (name, found)
        for (what, k, component), values in known.items():
            ends = getattr(draft.groups[0], what)[k, component]
            values_found = tuple(draft.value(end, what, k, component) for end in ends)
            assert values_found == values, (name, what, k, component, values_found)
        write(folder, name, text, proof)


def write_thresholds(folder):
    for name, (verdict, text, found) in ACCEPTED_THRESHOLDS.items():
        proof = thresholds.printed(found, printed)
        assert not violated(text, proof), (name, violated(text, proof))
        said = threshold.verdict(read_claim(read_scene(text, False), proof))
        assert said == verdict, (name, said)
        write(folder / "accepted", name, text, proof)
    for name, (text, found) in REJECTED_THRESHOLDS.items():
        proof = thresholds.printed(found, printed)
        assert violated(text, proof) == {name.split("-")[0]}, (name, violated(text, proof))
        write(folder / "rejected", name, text, proof)
    write_verdicts(folder, ACCEPTED_THRESHOLDS)


def write_accepted_friction(folder):
    for name, (verdict, text, law, known, change, motions) in ACCEPTED_FRICTION.items():
        draft = FrictionDraft(text, law, known)
        if change:
            change(draft)
        found = {}
        for group in draft.groups:
            for answer in group.answers[:1]:
                found.update({draft.bodies[b].name: motion for b, motion in zip(group.bodies, answer.motion)})
        for body_name, motion in motions.items():
            assert found[body_name] == motion, (name, body_name, found[body_name])
        proof = printed(draft.proof())
        assert not violated(text, proof), (name, violated(text, proof))
        said = acceleration.verdict(read_claim(draft.scene, proof))
        assert said == verdict, (name, said)
        write(folder, name, text, proof)


def write_rounded(parent):
    """Proofs about rounded parts, which are made by hand."""
    for name, (text, proof, verdict) in round_scenes.ACCEPTED.items():
        spelled = printed(proof)
        assert not violated(text, spelled), (name, violated(text, spelled))
        said = VERDICTS[proof["format"]](read_claim(read_scene(text, False), spelled)) if verdict else None
        assert said == verdict, (name, said)
        write(parent / round_scenes.FOLDERS[proof["format"]] / "accepted", name, text, spelled)
    for name, (text, proof) in round_scenes.REJECTED.items():
        spelled = printed(proof)
        assert violated(text, spelled) == {name.split("-")[0]}, (name, violated(text, spelled))
        write(parent / round_scenes.FOLDERS[proof["format"]] / "rejected", name, text, spelled)


def verdicts_of_rounded(form):
    return {name: (verdict,) for name, (_, proof, verdict) in round_scenes.ACCEPTED.items() if proof["format"] == form}


def write_space(folder):
    for name, (verdict, text, kind, fill, motions) in space_scenes.ACCEPTED.items():
        draft = SpaceDraft(text, fill)
        found = {draft.scene.bodies[b].name: tuple(motion) for group in draft.groups
                 for b, motion in zip(group.bodies, group.motion or [])}
        for body_name, motion in motions.items():
            assert found[body_name] == motion, (name, body_name, found[body_name])
        proof = printed(draft.proof(kind))
        assert not violated(text, proof), (name, violated(text, proof))
        said = VERDICTS[kind](read_claim(draft.scene, proof))
        assert said == verdict, (name, said)
        write(folder / "accepted", name, text, proof)
    for name, (text, kind, spoil) in spoilt_space.REJECTED.items():
        made = []
        draft = SpaceDraft(text, lambda draft: made.append(spoil(draft)))
        proof = printed(made[0] or draft.proof(kind))
        assert violated(text, proof) == {name.split("-")[0]}, (name, violated(text, proof))
        write(folder / "rejected", name, text, proof)
    write_verdicts(folder, space_scenes.ACCEPTED)


def write_read_scenes(folder):
    """Scenes that can be read, and others that cannot."""
    for name, text in read_scenes.ACCEPTED.items():
        read_scene(text, False)
        (folder / "accepted" / f"{name}.toml").write_text(text.replace("NAME", name, 1), encoding="utf-8")
    for name, text in read_scenes.REFUSED.items():
        assert is_refused(lambda: read_scene(text, False)), name
        (folder / "refused" / f"{name}.toml").write_text(text.replace("NAME", name, 1), encoding="utf-8")


def write_unreadable(folder):
    for name, (text, found) in (read_scenes.UNREADABLE | roots.UNREADABLE | limits.UNREADABLE).items():
        proof = thresholds.printed(found, printed)
        assert is_refused(lambda: read_proof(proof)), name
        write(folder, name, text, proof)


def is_refused(function):
    try:
        function()
    except ValueError:
        return True
    return False


def write_verdicts(folder, accepted_scenes):
    verdicts = []
    for name, (verdict, *_) in sorted(accepted_scenes.items()):
        verdicts.append(f"{name} = {json.dumps(verdict, ensure_ascii=False)}\n")
    (folder / "verdicts.toml").write_text("".join(verdicts), encoding="utf-8")


FOLDERS = ["accepted", "rejected", "statics/accepted", "statics/rejected", "ranges/accepted", "ranges/rejected",
           "moving/accepted", "moving/rejected", "thresholds/accepted", "thresholds/rejected", "friction/accepted", "friction/rejected",
           "space/accepted", "space/rejected", "scenes/accepted", "scenes/refused", "thresholds/unreadable"]


def main(parent):
    for folder in FOLDERS:
        shutil.rmtree(parent / folder, ignore_errors=True)
        (parent / folder).mkdir(parents=True)
    write_accepted(parent / "accepted")
    write_rejected(parent / "rejected", REJECTED, Draft)
    write_accepted_statics(parent / "statics" / "accepted")
    write_verdicts(parent / "statics", statics_scenes.ACCEPTED | verdicts_of_rounded(round_scenes.STATICS))
    write_rejected(parent / "statics" / "rejected", spoilt_statics.REJECTED, StaticsDraft)
    for name, (text, pairs) in spoilt_statics.HELD.items():
        write_spoilt(parent / "statics" / "rejected", name, text, HeldDraft(text, pairs).proof())
    write_accepted_ranges(parent / "ranges" / "accepted")
    write_rejected(parent / "ranges" / "rejected", spoilt_ranges.REJECTED, RangesDraft)
    write_accepted_moving_ranges(parent / "moving" / "accepted")
    write_rejected(parent / "moving" / "rejected", spoilt_moving_ranges.REJECTED, MovingRangesDraft)
    write_thresholds(parent / "thresholds")
    write_accepted_friction(parent / "friction" / "accepted")
    write_verdicts(parent / "friction", ACCEPTED_FRICTION | verdicts_of_rounded(round_scenes.FRICTION))
    write_rejected(parent / "friction" / "rejected", REJECTED_FRICTION, FrictionDraft)
    write_rounded(parent)
    write_space(parent / "space")
    write_read_scenes(parent / "scenes")
    write_unreadable(parent / "thresholds" / "unreadable")
    found = hashlib.sha256(load_scenes.CANONICAL.encode()).hexdigest()
    assert digest_of(read_scene(load_scenes.NAMED, False)) == found, "the canonical form of loads"
    print(f"{len(ACCEPTED)} accepted, {len(REJECTED)} rejected; of statics "
          f"{len(statics_scenes.ACCEPTED)} accepted, {len(spoilt_statics.REJECTED) + len(spoilt_statics.HELD)} rejected; of ranges "
          f"{len(ranges_scenes.ACCEPTED)} accepted, {len(spoilt_ranges.REJECTED)} rejected; of thresholds "
          f"{len(ACCEPTED_THRESHOLDS)} accepted, {len(REJECTED_THRESHOLDS)} rejected; of accelerations with friction "
          f"{len(ACCEPTED_FRICTION)} accepted, {len(REJECTED_FRICTION)} rejected; in space "
          f"{len(space_scenes.ACCEPTED)} accepted, {len(spoilt_space.REJECTED)} rejected")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).resolve().parent, metavar="FOLDER")
    main(parser.parse_args().folder)
