#!/usr/bin/env python3
"""Writes the canonical form of a scene (proofs/FORMAT.md, section 1), which `zwang-check-coq` reads:

    python3 canonical.py SCENE > SCENE.canonical

This way from a scene file to its canonical form is tested, not proved: the digest of what is written is compared with
that of the second checker, which computes it on its own."""

import hashlib, json, sys
from pathlib import Path
sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from reading import digest, read_scene


def point(p):
    return [str(p[0]), str(p[1])]


def body(found):
    value = {"name": found.name, "fixed": found.fixed, "parts": [[point(p) for p in part] for part in found.parts]}
    if not found.fixed:
        value |= {"mass": str(found.mass), "centroid": point(found.centroid), "inertia": str(found.inertia),
                  "velocity": point(found.velocity), "spin": str(found.spin)}
    if found.friction != 0:
        value["friction"] = str(found.friction)
    return value


def pairs(scene):
    """Of bodies whose friction is not the smaller of their own."""
    found = []
    for (b, c), friction in sorted(scene.frictions_of_pairs.items()):
        one, two = scene.bodies[b], scene.bodies[c]
        if friction != min(one.friction, two.friction):
            found.append({"bodies": [one.name, two.name], "friction": str(friction)})
    return found


def pin(found):
    value = {"bodies": list(found.bodies), "at": point(found.at)}
    if len(found.bodies) == 2 and found.collide is not True:
        value["collide"] = False
    return value


def loads(scene):
    """Those that are not 0, by name. A reader that knows no loads refuses scenes that have some."""
    found = []
    for name, load in sorted(scene.loads.items()):
        if any(load.force) or load.torque:
            found.append({"name": name, "body": load.body, "at": point(load.at), "force": point(load.force),
                          "torque": str(load.torque)})
    return found


def has_rounded_parts(scene):
    return any(any(found.radii) for found in scene.bodies)


def has_bodies_without_parts(scene):
    return not all(found.parts for found in scene.bodies)


def canonical(scene):
    """The canonical form, as text. The program in Coq reads polygons."""
    if has_rounded_parts(scene):
        raise ValueError("found a rounded part; the program in Coq knows polygons only")
    if has_bodies_without_parts(scene):
        raise ValueError("found a body without parts; the program in Coq knows bodies with some")
    value = {"format": "zwang-scene-1", "gravity": point(scene.gravity), "bodies": [body(b) for b in scene.bodies],
             "pins": [pin(found) for found in scene.pins]}
    if pairs(scene):
        value["pairs"] = pairs(scene)
    if loads(scene):
        value["loads"] = loads(scene)
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if hashlib.sha256(text.encode()).hexdigest() != digest(scene):
        raise ValueError("the canonical form has another digest than the second checker computes")
    return text


def read(path):
    return read_scene(Path(path).read_text(encoding="utf-8"), str(path).endswith(".json"))


def main():
    """Exit status 2 where a file is no scene, or one with something that is not known here."""
    try:
        text = canonical(read(sys.argv[1]))
    except (OSError, ValueError) as error:
        print(f"{sys.argv[1]}: {str(error).splitlines()[0]}", file=sys.stderr)
        return 2
    sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
