#!/usr/bin/env python3
"""Files at the limits of FORMAT.md and just beyond: do all checkers take the ones and refuse the
others?

    python3 limits.py PROGRAM [PROGRAM …] [--rust ZWANG-CHECK] [--large]

PROGRAM is a build of zwang-check-coq. Each file has an exit status that follows from FORMAT.md: 0
accepted, 1 rejected, 2 not of the format; the Python checker, zwang-check and every PROGRAM have to
end with it. --large adds proofs of 2^29 bytes or 2^20 entries and coordinates of 2^17 bits, which
take minutes and gigabytes. Exit status 0 if all agree."""

import argparse, hashlib, json, re, subprocess, sys, tempfile
from pathlib import Path

CHECK = Path(__file__).resolve().parent.parent / "check.py"
FALL = {"sides": [], "denominator": "1", "motion": [["0", "-1", "0"]], "forces": [], "pins": []}
TRIANGLE = [["0", "0"], ["1", "0"], ["0", "1"]]
FARTHER = [[["70", "70"], ["71", "70"], ["70", "71"]]]
FAR = [[["50", "50"], ["51", "50"], ["50", "51"]]]


def free(name="a", parts=(TRIANGLE,), **others):
    """A free body of a scene file, with everything spelled out."""
    return {"name": name, "parts": list(parts), "mass": "1", "inertia": "1", "centroid": ["0", "0"],
            "velocity": ["0", "0"], "spin": "0"} | others


def fixed(name, parts=(TRIANGLE,)):
    return {"name": name, "fixed": True, "parts": list(parts)}


def scene(*bodies, pins=(), loads=()):
    """A scene file in JSON."""
    found = {"format": "zwang-scene-1", "name": "limits", "gravity": ["0", "-1"],
             "body": list(bodies)}
    found |= {"pin": list(pins)} if pins else {}
    found |= {"load": list(loads)} if loads else {}
    return json.dumps(found).encode()


def load(name="a", body="a", **others):
    """A load of a scene file, with everything spelled out."""
    return {"name": name, "body": body, "at": ["0", "0"], "force": ["0", "0"], "torque": "0"} | others


def long_loads(bits, **others):
    """Loads on the body a whose numbers have so many bits together, at its centroid."""
    found = []
    while bits:
        own = min(bits, 13000) if bits > 13100 or bits <= 13000 else 12900
        found.append(load(f"{len(found)}", force=[str(2 ** (own - 4)), "0"]))
        bits -= own
    found[0] |= others
    return found


def canonical(scene_file):
    """The canonical form of a scene file of this program, within the limits or not."""
    data = json.loads(scene_file)
    bodies = []
    for body in data["body"]:
        is_fixed = body.get("fixed", False)
        form = {"name": body["name"], "fixed": is_fixed, "parts": body["parts"]}
        order = () if is_fixed else ("mass", "centroid", "inertia", "velocity", "spin")
        bodies.append(form | {key: body[key] for key in order})
    form = {"format": data["format"], "gravity": data["gravity"], "bodies": bodies,
            "pins": data.get("pin", [])}
    loads = [{key: one[key] for key in ("name", "body", "at", "force", "torque")}
             for one in sorted(data.get("load", []), key=lambda one: one["name"])
             if any(number != "0" for number in (*one["force"], one["torque"]))]
    form |= {"loads": loads} if loads else {}
    text = json.dumps(form, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


def proof(scene_file, **others):
    """The proof that every free body falls, with other entries where they are given."""
    groups = [{"bodies": [b], "cases": [FALL], "answers": [0]}
              for b, body in enumerate(json.loads(scene_file)["body"]) if "mass" in body]
    digest = hashlib.sha256(canonical(scene_file)).hexdigest()
    found = {"format": "zwang-proof-1", "scene": digest,
             "separations": [], "contacts": [], "corners": [], "groups": groups}
    return json.dumps(found | others, separators=(",", ":")).encode()


def with_digest(proof_file, raw):
    """The same proof with these bytes for the digest."""
    return re.sub(rb'"scene":".*?"', lambda _: b'"scene":"' + raw + b'"', proof_file)


def long_coordinates(bits):
    """A body whose width is this number of bits: denominators without common factors."""
    bases = (3, 5, 7, 11, 13, 17, 19, 23, 29)
    powers = []
    for base in bases:
        power = base
        while (power * base).bit_length() <= (bits - 2) // 10:
            power *= base
        powers.append(power)
    longest, product = len(bin(41)) - 2, 1
    for power in powers:
        product *= power
    powers.append(1 << (bits - longest - product.bit_length()))
    heights = [f"1/{power}" for power in powers]
    parts = [[[str(10 * k), low], [str(10 * k + 1), high], [str(10 * k), "1"]]
             for k, (low, high) in enumerate(zip(heights[::2], heights[1::2]))]
    return free(parts=parts)


def cases():
    """What a pair of files is, the two files, and the exit status."""
    plain = scene(free())
    fall = proof(plain)
    yield "a body that falls", plain, fall, 0
    yield "the index 2^64 - 1", plain, proof(plain, corners=[[[2**64 - 1], [0]]]), 1
    yield "the index 2^64", plain, proof(plain, corners=[[[2**64], [0]]]), 2
    deep = b"[" * 10**5 + b"]" * 10**5
    yield "lists in lists", plain, fall.replace(b"[]", deep, 1), 2
    yield "a key with an escape", plain, fall.replace(b'"format"', b'"\\u0066orma\\u0074"'), 0
    twice = fall.replace(b"{", b'{"\\u0066ormat":"zwang-proof-1",', 1)
    yield "a key twice by an escape", plain, twice, 2
    yield "a number with escapes", plain, fall.replace(b'"-1"', b'"\\u002d\\u0031"'), 0
    yield "an escape with a capital digit", plain, fall.replace(b'"-1"', b'"\\u002D1"'), 0
    yield "a short escape", plain, fall.replace(b'"-1"', b'"-1\\n"'), 2
    yield "an escape that is none", plain, fall.replace(b'"-1"', b'"-\\1"'), 2
    yield "an escape that ends early", plain, fall.replace(b'"-1"', b'"-\\u31"'), 2
    yield "a control character in a string", plain, fall.replace(b'"-1"', b'"-1\n"'), 2
    yield "two surrogates for a digest", plain, with_digest(fall, b"\\ud83d\\ude00"), 1
    yield "a surrogate alone", plain, with_digest(fall, b"\\ud83d"), 2
    yield "a surrogate before a letter", plain, with_digest(fall, b"\\ud83da"), 2
    yield "two high surrogates", plain, with_digest(fall, b"\\ud83d\\ud83d"), 2
    yield "a low surrogate first", plain, with_digest(fall, b"\\ude00"), 2
    yield "U+00E9 for a digest", plain, with_digest(fall, b"\xc3\xa9"), 1
    yield "U+10FFFF for a digest", plain, with_digest(fall, b"\xf4\x8f\xbf\xbf"), 1
    yield "a byte alone", plain, with_digest(fall, b"\xe9"), 2
    yield "an overlong form", plain, with_digest(fall, b"\xc0\xaf"), 2
    yield "an overlong form of three", plain, with_digest(fall, b"\xe0\x9f\xbf"), 2
    yield "a surrogate in bytes", plain, with_digest(fall, b"\xed\xa0\x80"), 2
    yield "more than U+10FFFF", plain, with_digest(fall, b"\xf4\x90\x80\x80"), 2
    yield "a character cut off", plain, with_digest(fall, b"\xe2\x82"), 2
    yield "a mark of the byte order", plain, b"\xef\xbb\xbf" + fall, 2
    yield "a number below zero", plain, fall.replace(b'"answers":[0]', b'"answers":[-0]'), 2
    zeros = fall.replace(b'"answers":[0]', b'"answers":[00]')
    yield "a number with a leading zero", plain, zeros, 2
    yield "a number with a fraction", plain, fall.replace(b'"answers":[0]', b'"answers":[0.0]'), 2
    yield "null", plain, fall.replace(b'"answers":[0]', b'"answers":null'), 2
    for name, status in (("", 2), ("\x7f", 2), ("\x80", 2), ("\x9f", 2), ("\xa0", 0), ("\x1f", 2),
                         ("\xdf\xbf", 0), ('"\\', 0), ("\u2028", 0)):
        named = scene(free(name))
        yield f"the name {name!r}", named, proof(named), status
    pinned = scene(free(), fixed("b", FAR), pins=[{"bodies": ["b"], "at": ["50", "50"]}])
    pin = {"bodies": ["b", "c"], "at": ["50", "50"]}
    both = scene(free(), fixed("b", FAR), fixed("c", FARTHER), pins=[pin])
    for label, found in (("no body", scene()), ("a fixed body without parts", scene(free(), fixed("b", parts=[]))),
                         ("two bodies of one name", scene(free(), free())),
                         ("a pin of a fixed body", pinned),
                         ("a pin of two fixed bodies", both),
                         ("two points", scene(free(parts=[TRIANGLE[:2]])))):
        yield label, found, proof(found), 2
    yield from load_cases()


def load_cases():
    """The bodies fall as if there were no loads: that is wrong where there are, but of the format."""
    push = load(force=["1", "0"])
    none = scene(free(), loads=[load()])
    yield "a load that is 0", none, proof(none), 0
    pushed = scene(free(), loads=[push])
    moved = [{"bodies": [0], "cases": [FALL | {"motion": [["1", "-1", "0"]]}], "answers": [0]}]
    yield "a load", pushed, proof(pushed, groups=moved), 0
    yield "a load that a proof forgets", pushed, proof(pushed), 1
    twice = scene(free(), free("b", FARTHER), loads=[push, push | {"body": "b"}])
    yield "two loads of one name", twice, proof(twice), 2
    held = scene(free(), fixed("b", FAR), loads=[push | {"body": "b"}])
    yield "a load on a fixed body", held, proof(held), 2
    unknown = scene(free(), loads=[push | {"body": "b"}])
    yield "a load on no body", unknown, proof(unknown), 2
    for name, status in (("", 2), ("\x80", 2), ("\xa0", 1), ('"\\', 1)):
        named = scene(free(), loads=[push | {"name": name}])
        yield f"a load of the name {name!r}", named, proof(named), status
    for bits, status in ((2**16, 1), (2**16 + 1, 2)):
        loaded = scene(free(), loads=long_loads(bits))
        yield f"loads of {bits} bits", loaded, proof(loaded), status
    # 1 and 0 have 2 bits and 1 with their denominators.
    for bits, status in ((2**16 - 3, 1), (2**16 - 2, 2)):
        loaded = scene(free(), loads=long_loads(bits, at=["1", "0"]))
        yield f"loads of {bits} bits and a point", loaded, proof(loaded), status
    both = scene(free(), free("b", FARTHER), loads=[*long_loads(2**16), push | {"name": "b", "body": "b"}])
    yield "loads of 65536 bits, and another body", both, proof(both), 1


def large_cases():
    plain = scene(free())
    fall = proof(plain)
    yield "2^20 corners", plain, proof(plain, corners=[[[], []]] * 2**20), 1
    yield "2^20 + 1 corners", plain, proof(plain, corners=[[[], []]] * (2**20 + 1)), 2
    many = [[0] * 6] * (2**20 + 1)
    yield "2^20 + 1 contacts", plain, proof(plain, contacts=many), 2
    yield "2^20 + 1 separations", plain, proof(plain, separations=many), 2
    yield "2^29 bytes", plain, fall + b" " * (2**29 - len(fall)), 0
    yield "2^29 + 1 bytes", plain, fall + b" " * (2**29 + 1 - len(fall)), 2
    wide = scene(long_coordinates(2**17))
    yield "2^17 bits", wide, proof(wide), 0
    wider = scene(long_coordinates(2**17 + 1))
    yield "2^17 + 1 bits", wider, proof(wider), 2
    many = scene(long_coordinates(2**17), fixed("b", FAR))
    yield "2^17 bits and another body", many, proof(many), 2


def status_of(command):
    return subprocess.run(command, capture_output=True).returncode


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--rust")
    parser.add_argument("--large", action="store_true")
    options = parser.parse_args()
    count = wrong = 0
    with tempfile.TemporaryDirectory() as name:
        files = [Path(name) / file for file in ("scene.json", "scene.canonical", "proof.json")]
        listed = [*cases(), *(large_cases() if options.large else [])]
        for label, scene_file, proof_file, expected in listed:
            for path, data in zip(files, (scene_file, canonical(scene_file), proof_file)):
                path.write_bytes(data)
            found = {"check.py": status_of([sys.executable, CHECK, files[0], files[2]])}
            if options.rust:
                found[options.rust] = status_of([options.rust, files[0], files[2]])
            for program in options.programs:
                found[program] = status_of([program, files[1], files[2]])
            count += 1
            wrong += any(status != expected for status in found.values())
            for program, status in found.items():
                if status != expected:
                    print(f"{label}: {program} ends with {status}, expected {expected}", flush=True)
    print(f"{count} pairs of files at the limits, {wrong} with another exit status than expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
