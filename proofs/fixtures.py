#!/usr/bin/env python3
"""Writes the folders accepted and rejected anew, here or in another folder:  python3 fixtures.py [FOLDER]

Every fixture is a scene NAME.toml with a proof NAME.json. The proofs are found by fixture/brute_force.py, and spoilt in
fixture/spoilt_lists.py and fixture/spoilt_cases.py. That a rejected one violates the condition its name starts with, and no other, is asserted."""

import argparse, json, shutil, sys
sys.dont_write_bytecode = True

from fractions import Fraction as F
from pathlib import Path
from check import CONDITIONS, Claim, violation
from fixture import spoilt_cases, spoilt_lists  # for what they register
from fixture.brute_force import Draft
from fixture.rejected import REJECTED
from fixture.scenes import *
from reading import read_proof, read_scene

ACCEPTED = {}


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
accepted("triangles-apart", TRIANGLES, lower=(0, -1, 0), upper=(0, -1, 0))


def violated(text, proof):
    """All violated conditions, each looked at on its own; without Form, the others may be beyond what can be evaluated."""
    found = set()
    for condition in CONDITIONS:
        try:
            if violation(condition, Claim(read_scene(text, False), read_proof(proof))):
                found.add(condition.split()[0])
        except (KeyError, IndexError, ZeroDivisionError):
            assert "Form" in found
    return found


def printed(proof):
    """One line for each key, group and case."""
    lines = [f'{json.dumps(key)}: {json.dumps(value)}' for key, value in proof.items() if key != "groups"]
    groups = []
    for group in proof["groups"]:
        cases = ",\n    ".join(json.dumps(case) for case in group["cases"])
        groups.append(f'  {{"bodies": {json.dumps(group["bodies"])}, "cases": [\n    {cases}],\n'
                      f'    "answers": {json.dumps(group["answers"])}}}')
    return "{" + ",\n ".join(lines) + ',\n "groups": [\n' + ",\n".join(groups) + "]}\n"


def write(folder, name, text, proof):
    (folder / f"{name}.toml").write_text(text.replace("NAME", name, 1), encoding="utf-8")
    (folder / f"{name}.json").write_text(proof, encoding="utf-8")


def main(parent):
    for folder in "accepted", "rejected":
        shutil.rmtree(parent / folder, ignore_errors=True)
        (parent / folder).mkdir(parents=True)
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
        write(parent / "accepted", name, text, proof)
    for name, (text, spoil) in REJECTED.items():
        draft = Draft(text)
        proof = printed(spoil(draft) or draft.proof())
        assert violated(text, proof) == {name.split("-")[0]}, (name, violated(text, proof))
        write(parent / "rejected", name, text, proof)
    print(f"{len(ACCEPTED)} accepted, {len(REJECTED)} rejected")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).resolve().parent, metavar="FOLDER")
    main(parser.parse_args().folder)
