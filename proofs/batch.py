#!/usr/bin/env python3
"""Many checks by check.py in one process. Of each line of standard input,

    toml|json SCENE PROOF     or     toml|json SCENE RUN

with the two texts in hex, the answer is a line: the exit status that check.py would have, and the digest of the scene,
or `-` where it is none."""

import io
import sys
sys.dont_write_bytecode = True
import law_check
import law_file
from check import digest_of, first_violation, read_claim
from space_scene import read_scene


def status(syntax, scene_text, proof_text):
    try:
        scene = read_scene(bytes.fromhex(scene_text).decode(), syntax == "json")
        found = digest_of(scene)
    except Exception:
        return 2, "-"
    proof = bytes.fromhex(proof_text)
    try:
        if proof.startswith(law_file.START):
            return law_check.main(scene, io.BytesIO(proof), 1, True)[0], found
        return int(first_violation(read_claim(scene, proof.decode())) is not None), found
    except Exception:
        return 2, found


if __name__ == "__main__":
    for line in sys.stdin:
        print(*status(*line[:-1].split(" ")), flush=True)
