#!/usr/bin/env python3
"""Golden proofs: accepted files as theorems about their bytes, checked inside Coq.

    python3 golden.py [--prover ZWANG] [--bodies N] [--only NAME] [--jobs N]

Writes a file build/golden/NAME.v for every accepted fixture and, with --prover, for the proof that
the prover finds of every scene of the folder scenes, if it has at most N bodies (30). Each states
that `check_files` accepts the bytes of the canonical scene and of the proof, and what `files_gauss`
says of them; of a proof about statics, what
`settle_files` finds, and what `files_coulomb` says; of one of ranges, how many `count_files` finds,
and what `files_ranges` says; of accelerations, `accelerate_files` and `files_accelerations`. Coq's kernel evaluates it; how long that takes is printed and written
to build/golden/times.txt. Exit status 0 if all are accepted, each in at most 10 s of processor
time."""

import argparse, os, resource, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
sys.dont_write_bytecode = True
from agree import is_known, is_read
from canonical import canonical, read
from check import verdict

HERE = Path(__file__).resolve().parent
PROOFS = HERE.parent
LIMIT = 10


def literal(text):
    """A string of Coq: quotes are doubled, nothing else has a meaning of its own."""
    return '"' + text.replace('"', '""') + '"'


FOUND = {"falls": "Falls", "stands": "Stands", "can stand": "CanStand"}
MOVES = {"moves": "Moves", "rests": "Rests", "ambiguous": "Ambiguous", "stands": "EverythingStands"}


def theorem(name, scene, proof, found):
    """The file for the canonical form of a scene and a proof, and what that finds in statics or of ranges."""
    name = name.replace("-", "_")
    bytes_of_both = f"""(* Written by golden.py. *)
Require Import String NArith.
From Zwang Require Import Format Meaning Statics Ranges Accelerations Normal Json Read Sha256 Gauss Files Coulomb SoundRanges SoundAccelerations.
Open Scope string_scope.
Definition scene_bytes := {literal(scene)}.
Definition proof_bytes := {literal(proof)}.

"""
    if found is None:
        return bytes_of_both + motion(name)
    if name.startswith("friction_"):
        return bytes_of_both + accelerations(name, MOVES[found])
    count, _, of_ranges = found.partition(" range")
    return bytes_of_both + (ranges(name, f"{count}%N") if of_ranges else statics(name, FOUND[found]))


def motion(name):
    return f"""Theorem {name}_accepted : check_files scene_bytes proof_bytes = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem {name}_is_demanded : exists s p,
  canonical s = text_of scene_bytes /\\ read_proof (text_of proof_bytes) = Some p /\\
  text_of (scene_digest p) = sha256 (text_of scene_bytes) /\\ demanded (real_scene s) p.
Proof. exact (files_gauss _ _ {name}_accepted). Qed.

Print Assumptions {name}_accepted.
"""


def statics(name, found):
    return f"""Theorem {name}_accepted : settle_files scene_bytes proof_bytes = Some {found}.
Proof. vm_cast_no_check (eq_refl (Some {found})). Qed.

Theorem {name}_is_so : exists s p,
  canonical s = text_of scene_bytes /\\ read_statics (text_of proof_bytes) = Some p /\\
  text_of (statics_digest p) = sha256 (text_of scene_bytes) /\\
  settled_as (real_scene s) (skeleton p) {found}.
Proof. exact (files_coulomb _ _ _ {name}_accepted). Qed.

Print Assumptions {name}_accepted.
"""


def ranges(name, count):
    return f"""Theorem {name}_accepted : count_files scene_bytes proof_bytes = Some {count}.
Proof. vm_cast_no_check (eq_refl (Some {count})). Qed.

Theorem {name}_is_so : exists s r,
  canonical s = text_of scene_bytes /\\ read_ranges (text_of proof_bytes) = Some r /\\ count_ranges r = {count} /\\
  text_of (ranges_digest r) = sha256 (text_of scene_bytes) /\\
  ranged_as (real_scene s) (skeleton (statics_of r)) r.
Proof. exact (files_ranges _ _ _ {name}_accepted). Qed.

Print Assumptions {name}_accepted.
"""


def accelerations(name, found):
    return f"""Theorem {name}_accepted : accelerate_files scene_bytes proof_bytes = Some {found}.
Proof. vm_cast_no_check (eq_refl (Some {found})). Qed.

Theorem {name}_is_so : exists s m,
  canonical s = text_of scene_bytes /\\ read_moving (text_of proof_bytes) = Some m /\\
  moving_finding_of (normal s) m = {found} /\\ text_of (moving_digest m) = sha256 (text_of scene_bytes) /\\
  accelerated_as (real_scene s) (skeleton (statics_of_moving m)) m.
Proof. exact (files_accelerations _ _ _ {name}_accepted). Qed.

Print Assumptions {name}_accepted.
"""


def gallery(prover, folder):
    """Pairs of a scene and the prover's proof of it."""
    found = []
    for scene in sorted((PROOFS.parent / "scenes").glob("*.toml")):
        proof = Path(folder) / f"{scene.stem}.json"
        subprocess.run([prover, "collapse", scene, "--proof", proof], capture_output=True)
        if proof.exists():
            found.append((scene, proof.read_text(encoding="utf-8")))
        else:
            print(f"{scene.stem}: the prover has no proof")
    return found


def pairs(prover, most):
    """Name, number of bodies, canonical scene, proof of what has at most so many bodies, and what
    the second checker finds in statics or of ranges."""
    with tempfile.TemporaryDirectory() as folder:
        found = [(path, path.with_suffix(".json").read_text(encoding="utf-8"))
                 for part in ("accepted", "statics/accepted", "ranges/accepted", "friction/accepted")
                 for path in sorted((PROOFS / part).glob("*.toml"))
                 if is_read(path.with_suffix(".json")) and is_known(path)]
        found += gallery(prover, folder) if prover else []
    for path, proof in found:
        scene = read(path)
        if len(scene.bodies) <= most:
            folder = "fixture" if path.parent.name == "accepted" else "gallery"
            folder = path.parent.parent.name if path.parent.parent.name in ("statics", "ranges", "friction") else folder
            _, _, found = verdict(scene, proof).partition(": ")
            yield f"{folder}-{path.stem}", len(scene.bodies), canonical(scene), proof, found or None


def compiled(path):
    """Whether Coq accepts a file, in how much processor time; and what it says."""
    command = ["coqc", "-q", "-Q", HERE / "theories", "Zwang", path]
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(command, cwd=path.parent, stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(child.pid, 0)
        output.seek(0)
        said = output.read().decode()
    closed = "Closed under the global context" in said
    return status == 0 and closed, usage.ru_utime + usage.ru_stime, said


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prover")
    parser.add_argument("--bodies", type=int, default=30)
    parser.add_argument("--only")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    if not hasattr(resource, "RLIM_INFINITY"):
        sys.exit("could not run: this system has no limits on resources")
    _, hard = resource.getrlimit(resource.RLIMIT_STACK)
    resource.setrlimit(resource.RLIMIT_STACK, (hard, hard))
    folder = HERE / "build" / "golden"
    folder.mkdir(parents=True, exist_ok=True)
    listed = []
    for name, bodies, scene, proof, found in pairs(options.prover, options.bodies):
        if options.only is None or options.only == name:
            path = folder / f"{name.replace('-', '_')}.v"
            path.write_text(theorem(name, scene, proof, found), encoding="utf-8")
            listed.append((name, bodies, len(scene.encode()), len(proof.encode()), path))
    bad, slowest, lines = 0, 0.0, []
    with ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(compiled, [row[-1] for row in listed])
        for row, (accepted, seconds, said) in zip(listed, results):
            name, bodies, scene_bytes, proof_bytes, _ = row
            bad += not accepted or seconds > LIMIT
            slowest = max(slowest, seconds)
            verdict = "accepted" if accepted else f"NOT ACCEPTED {said.strip()[:300]}"
            lines.append(f"{name:45} {bodies:3} bodies {scene_bytes:6} + {proof_bytes:6} bytes"
                         f" {seconds:5.1f} s  {verdict}")
            print(lines[-1], flush=True)
    (folder / "times.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(listed)} theorems, slowest {slowest:.1f} s:"
          f" {bad} not accepted or slower than {LIMIT} s")
    return 1 if bad or not listed else 0


if __name__ == "__main__":
    sys.exit(main())
