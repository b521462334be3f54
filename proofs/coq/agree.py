#!/usr/bin/env python3
"""Holds the extracted Coq checker against the others: do they say the same of the same proof?

    python3 agree.py PROGRAM [PROGRAM …] [--mutants N] [--seed N] [--rust ZWANG-CHECK] [--prover ZWANG]

PROGRAM is zwang-check-coq, in as many builds as there are. Compared with the Python checker, condition by condition, are all
fixtures and N proofs spoilt by machine: half of them in one number or one entry of a list, half so that Newton's law (C4), or
the balance of forces (S1), still holds. With --prover, all scenes of the folder scenes are proved and added; with --rust,
zwang-check has to accept and to reject the same of proofs of motions. Exit status 0 if there is no disagreement, 1 otherwise."""

import argparse, copy, json, random, subprocess, sys, tempfile
from fractions import Fraction
from math import lcm
from pathlib import Path
sys.dont_write_bytecode = True
PROOFS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROOFS))
from canonical import canonical, has_bodies_without_parts, has_rounded_parts, loads, read
from check import read_claim, verdict
from quantities import Claim
from reading import read_proof


def numbers(value, place=()):
    """Where the numbers of a proof are."""
    if isinstance(value, dict):
        return [found for key in value if key not in ("format", "scene", "law") for found in numbers(value[key], (*place, key))]
    if isinstance(value, list):
        return [found for i, item in enumerate(value) for found in numbers(item, (*place, i))]
    return [place]


def lists(value, place=()):
    """Where the lists of a proof are that have entries."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    found = [deeper for key, item in inner for deeper in lists(item, (*place, key))]
    return found + [place] if isinstance(value, list) and value else found


def at(value, place):
    for key in place:
        value = value[key]
    return value


def one_number(proof, chance):
    place = chance.choice(numbers(proof))
    outer, key = at(proof, place[:-1]), place[-1]
    if isinstance(outer[key], str):
        number = int(outer[key], 16)
        outer[key] = format(chance.choice([number + 1, number - 1, -number, 2 * number, 0]), "x")
    else:
        outer[key] = chance.choice([outer[key] + 1, max(0, outer[key] - 1), 0, 1000])


def one_entry(proof, chance):
    entries = at(proof, chance.choice(lists(proof)))
    i, j = chance.randrange(len(entries)), chance.randrange(len(entries))
    kind = chance.choice(["drop", "double", "exchange"])
    if kind == "drop":
        del entries[i]
    elif kind == "double":
        entries.insert(j, copy.deepcopy(entries[i]))
    else:
        entries[i], entries[j] = entries[j], entries[i]


def spread(entries, chance):
    """Other forces: some number of some entries changed by up to three times its size, or by a little."""
    for entry in entries:
        for k in range(1, len(entry)):
            if chance.random() < 0.4:
                size = int(entry[k], 16)
                entry[k] = format(chance.choice([0, 2 * size, -size, size + 1, size - 1, 3 * size]), "x")


def pushed(scene, b):
    """What weight and loads do to a body: the force, and the torque about its centroid."""
    body = scene.bodies[b]
    x, y, torque = body.mass * scene.gravity[0], body.mass * scene.gravity[1], Fraction(0)
    for load in loads(scene):
        if load["body"] == body.name:
            at, (f, g) = map(Fraction, load["at"]), map(Fraction, load["force"])
            arm = [one - other for one, other in zip(at, body.centroid)]
            x, y, torque = x + f, y + g, torque + arm[0] * g - arm[1] * f + Fraction(load["torque"])
    return x, y, torque


def newton_kept(proof, scene, chance):
    """Other forces, and the motion that Newton's law gives for them; or another entry beside the forces and motions."""
    cases = [(group, case) for group in proof["groups"] for case in group["cases"] if "motion" in case]
    if not cases or chance.random() < 0.35:
        place = chance.choice([p for p in numbers(proof) if not {"motion", "forces", "denominator", "pins"} & set(p)])
        outer, key = at(proof, place[:-1]), place[-1]
        if isinstance(outer[key], str):
            outer[key] = format(chance.choice([1, -1, 2]) * int(outer[key], 16), "x")
        else:
            outer[key] = chance.choice([outer[key] + 1, max(0, outer[key] - 1), 0, 1])
        return
    group, case = chance.choice(cases)
    if chance.random() < 0.3:  # the same numbers over another denominator
        factor = chance.choice([2, 3, 10])
    else:
        factor = 1
        spread(case["forces"] + case["pins"], chance)
    claim = Claim(scene, read_proof(json.dumps(proof)))
    forces = [(i, int(size, 16)) for i, size in case["forces"]]
    pulls = [(size, claim.rows[i]) for i, size in forces]
    for k, x, y in case["pins"]:
        pulls += [(int(x, 16), claim.pin_rows[k][0]), (int(y, 16), claim.pin_rows[k][1])]
    D, motion = int(case["denominator"], 16), []
    for b in group["bodies"]:
        body, total = scene.bodies[b], [Fraction(0)] * 3
        for size, row in pulls:
            total = [t + size * w for t, w in zip(total, row.weights.get(b, (0, 0, 0)))]
        total = [t + D * p for t, p in zip(total, pushed(scene, b))]
        motion.append([total[0] / body.mass, total[1] / body.mass, total[2] / body.inertia])
    common = factor * lcm(*[number.denominator for triple in motion for number in triple])
    case["motion"] = [[format(int(number * common), "x") for number in triple] for triple in motion]
    case["denominator"] = format(D * common, "x")
    case["forces"] = [[i, format(size * common, "x")] for i, size in forces]
    case["pins"] = [[k, format(int(x, 16) * common, "x"), format(int(y, 16) * common, "x")] for k, x, y in case["pins"]]


def times(factor, entries):
    """Multiplies all numbers of some lists but the indices that lead them."""
    for entry in entries:
        entry[-2:] = [format(factor * int(number, 16), "x") for number in entry[-2:]]


def exchange_friction(case, i, j, change):
    """Friction of one contact is carried by another on the same edge."""
    for entry, sign in (case["forces"][i], 1), (case["forces"][j], -1):
        entry[2] = format(int(entry[2], 16) + sign * change, "x")


def parts_of(group):
    """Its cases or answers; of ranges its systems, its stresses, and its ends that are bounds."""
    if "systems" not in group:
        return group.get("cases") or group["answers"]
    bounds = [end for entry in group["forces"] + group["pins"] for end in entry[2:] if "velocity" in end]
    return group["systems"] + group["stresses"] + bounds


def balance_kept(proof, chance):
    """Other forces at contacts on one edge, with the same sum; the same forces, and motion, over another denominator; or
    a velocity that is longer, turned round, or turns bodies faster."""
    case = chance.choice([case for group in proof["groups"] for case in parts_of(group)])
    if "velocity" in case:
        factor, turn = chance.choice([2, 3, -1]), chance.choice([0, 0, 1, -1])
        case["velocity"] = [[format(factor * int(x, 16), "x"), format(factor * int(y, 16), "x"),
                             format(factor * int(r, 16) + turn, "x")] for x, y, r in case["velocity"]]
        return
    edges = [proof["contacts"][entry[0]][3:] for entry in case["forces"]]
    pairs = [(i, j) for i, one in enumerate(edges) for j, two in enumerate(edges) if i != j and one == two]
    if pairs and chance.random() < 0.7:
        i, j = chance.choice(pairs)
        size = max(abs(int(case["forces"][k][1], 16)) for k in (i, j))
        exchange_friction(case, i, j, chance.choice([1, -1, 3, size // 4, -size // 4, size // 2, size]))
        return
    factor = chance.choice([2, 3, 10])
    case["denominator"] = format(factor * int(case["denominator"], 16), "x")
    times(factor, case["forces"] + case["pins"])
    if "motion" in case:
        case["motion"] = [[format(factor * int(number, 16), "x") for number in triple] for triple in case["motion"]]


def mutant(proof, scene, chance, keep_newton):
    spoilt = copy.deepcopy(proof)
    if keep_newton and proof["format"] != "zwang-proof-1":
        balance_kept(spoilt, chance)
    elif keep_newton:
        newton_kept(spoilt, scene, chance)
    else:
        chance.choice([one_number, one_number, one_entry])(spoilt, chance)
    return json.dumps(spoilt)


def ask(program, scene_file, lines):
    """What a build of the Coq checker says of each line."""
    with tempfile.NamedTemporaryFile("w", suffix=".lines") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        found = subprocess.run([program, "--lines", scene_file, file.name], capture_output=True, text=True)
    if found.returncode != 0:
        return [f"exit status {found.returncode}: {found.stderr.strip()[:100]}"] * len(lines)
    return found.stdout.splitlines()


def ask_rust(program, scene_path, line):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(line)
        file.flush()
        status = subprocess.run([program, scene_path, file.name], capture_output=True).returncode
    return {0: "accepted", 1: "rejected", 2: "unreadable"}.get(status, f"exit status {status}")


def can_be_spoilt(path, text):
    """An accepted proof that says something."""
    return path.parent.name != "rejected" and json.loads(text).get("groups")


def is_read(path):
    """Of accelerations with friction the program in Coq reads no symmetries and no leaves; of thresholds those of friction
    between two values, or from one on."""
    proof = json.loads(path.read_text())
    if proof["format"] == "zwang-threshold-1":
        return proof["vary"] == "friction" and "stands" in proof and not proof.keys() & {"root", "open"}
    return not proof.get("symmetries") and not any("leaves" in group for group in proof["groups"])


def outcome(words):
    """Accepted, rejected or unreadable."""
    word = words.split(":")[0]
    return word if word in ("accepted", "unreadable") else "rejected"


def comparable(said):
    """The conditions of a verdict that both have in common. Where the listed contacts do not touch (C2), the program in Coq
    takes those of a corner for contacts at one point and hides none, and check.py asks for the points: there the
    conditions are left out that depend on friction, which hidden contacts have not."""
    conditions = said.split()
    if "C2" not in conditions:
        return conditions
    return [name for name in conditions if name not in ("S2", "S3", "S7") and not name.startswith("F")]


def is_known(path):
    """Whether the program in Coq knows all that the fixture has: it knows no rounded parts, nor the vectors that separate
    them, no hidden contacts, of S7 no corners beside other contacts, no rings of bodies and no crossings, and no ranges of corners."""
    scene, proof = read(path), path.with_suffix(".json").read_text()
    separations = json.loads(proof).get("separations", [])
    if has_bodies_without_parts(scene):
        return False
    if has_rounded_parts(scene) or any(type(entry) is list and len(entry) > 6 for entry in separations):
        return False
    claim = read_claim(scene, proof)
    groups = json.loads(proof).get("groups", [])
    if any("corners" in group for group in groups if type(group) is dict):
        return False
    try:
        at_corners = [i for sides in getattr(claim, "corners", ()) for side in sides for i in side]
        has_knots = hasattr(claim, "knots") and claim.knots(at_corners, claim.all_that_may_bear())
        is_shared = any(meeting.corners and len(meeting.arcs) > 1 for meeting in getattr(claim, "meetings", {}).values())
        return not (getattr(claim, "hidden", None) or is_shared or has_knots)
    except (IndexError, KeyError):
        return True  # It names what there is not, and is refused for that.


def proofs_of(options, folder):
    """Pairs of a scene file and a proof: the fixtures, and what the prover finds of the folder scenes."""
    folders = [part + kind for part in ("", "statics/", "ranges/", "friction/", "thresholds/") for kind in ("accepted", "rejected")]
    found = [(path, path.with_suffix(".json").read_text()) for part in folders
             for path in sorted((PROOFS / part).glob("*.toml")) if is_read(path.with_suffix(".json")) and is_known(path)]
    for scene in sorted((PROOFS.parent / "scenes").glob("*.toml")) if options.prover else []:
        proof = folder / f"{scene.stem}.json"
        done = subprocess.run([options.prover, "collapse", scene, "--proof", proof], capture_output=True)
        if proof.exists():
            found.append((scene, proof.read_text()))
        else:
            print(f"no proof of {scene.name}: exit status {done.returncode}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--mutants", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rust")
    parser.add_argument("--prover")
    options = parser.parse_args()
    chance, said, accepted, wrong, kept = random.Random(options.seed), 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        pairs = proofs_of(options, Path(name))
        good = [pair for pair in pairs if can_be_spoilt(*pair)]
        share = -(-options.mutants // len(good))
        for path, text in pairs:
            scene, lines = read(path), [json.dumps(json.loads(text))]
            if can_be_spoilt(path, text):
                lines += [mutant(json.loads(text), scene, chance, k % 2 == 1) for k in range(share)]
            scene_file = Path(name) / "canonical"
            scene_file.write_text(canonical(scene), encoding="utf-8")
            wanted = [verdict(scene, line) for line in lines]
            answers = {program: ask(program, scene_file, lines) for program in options.programs}
            for k, line in enumerate(lines):
                said, accepted = said + 1, accepted + wanted[k].startswith("accepted")
                kept += k > 0 and not {"C4", "S1", "F1", "Form", "unreadable"} & set(wanted[k].split())
                for program, answer in answers.items():
                    if comparable(answer[k]) != comparable(wanted[k]):
                        wrong += 1
                        print(f"{path.name}: Python says {wanted[k]}, {program} says {answer[k]}: {line[:300]}")
                if options.rust:
                    rust = ask_rust(options.rust, path, line)
                    if rust != outcome(wanted[k]):
                        wrong += 1
                        print(f"{path.name}: Python says {wanted[k]}, Rust says {rust}: {line[:300]}")
    print(f"{said} proofs of {len(pairs)} scenes, {accepted} accepted, {said - accepted} refused, "
          f"{kept} spoilt ones keep C4, S1 or F1: {wrong} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
