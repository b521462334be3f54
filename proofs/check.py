#!/usr/bin/env python3
"""A second checker for `zwang-proof-1`, `zwang-statics-1`, `zwang-ranges-1`, `zwang-moving-ranges-1`, `zwang-threshold-1`
and `zwang-friction-1`, written from FORMAT.md alone. Sections 1 and 2 of that page are in reading.py, section 3 is in
quantities.py and rounded.py, the conditions of section 4 are here, section 7 is in statics.py and seams.py, section 8 in ranges.py, section 9 in
threshold.py and root.py, section 10 in acceleration.py and symmetry.py; sections 11 to 17, `zwang-space-statics-1`,
`zwang-space-proof-1`, `zwang-space-threshold-1`, `zwang-space-ranges-1` and `zwang-space-coulomb-1`, in space_scene.py,
space_contacts.py, space_seams.py, space_joints.py, space_tree.py, space.py, space_ranges.py and space_coulomb.py.

    python3 check.py SCENE PROOF          exit 0 accepted, 1 rejected, 2 could not run
    python3 check.py --lines SCENE FILE   for each line of FILE, a proof: `accepted`, what it violates, or `unreadable`;
                                          of an accepted proof of another format than zwang-proof-1, also the verdict
    python3 check.py [SCENE] RUN [--from K] [--to L] [--json]   checks a run or a slice of one, see law_check.py
    python3 check.py --join VERDICT... [--json]               the verdict on a run, from those on its pieces

Numbers of the scene are Fractions. Numbers of a case stay integers over its denominator D, which is why D is a factor
wherever a number of the scene stands alone."""

import gc, os, sys
from collections import Counter
from fractions import Fraction
sys.dont_write_bytecode = True
try:
    from boxes import bounding_boxes, meeting
    from quantities import Claim, choices_covered, moved, own_and_other
    from reading import (cross, digest, dot, edge, friction, has_friction, ignore_each_other, one_line, read_proof, scale, sub,
                         spelled)
    from rounded import VECTOR, contacts_of_vector, supports, vector_of
    from space_scene import read_scene
    import acceleration, law_check, law_file, ranges, space, space_coulomb, space_ranges, space_scene, statics, threshold
except ImportError as problem:
    print(f"could not run: {problem}; needed are Python 3.11 and the files beside check.py", file=sys.stderr)
    sys.exit(2)


# Each condition yields (whether it holds, where, what was found, what is required). Numbers become
# text where it does not.
def form(claim):
    """What all formats require."""
    size, contacts = {key: len(part) for key, part in claim.parts.items()}, claim.contacts
    for k, (b, p, c, q, owner, *line) in enumerate(claim.separations):
        exists = (b, p) in size and (c, q) in size and (b, p) < (c, q)
        if exists and (claim.radii[b, p] or claim.radii[c, q]):
            yield owner == VECTOR and len(line) == 3 and line[2] > 0, f"separation {k}", claim.separations[k], "a vector over more than 0"
            continue
        exists = exists and owner < 2 and line[0] < size[((b, p), (c, q))[owner]]
        yield exists, f"separation {k}", claim.separations[k], "two parts, the smaller first, and an edge of one"
    for i, (b, p, v, c, q, e) in enumerate(contacts):
        exists = v < size.get((b, p), 0) and e < size.get((c, q), 0)
        yield exists and b != c and not claim.free.keys().isdisjoint((b, c)), f"contact {i}", contacts[i], "two bodies, not both fixed"
    for what, listed in ("separations", [row[:4] for row in claim.separations]), ("contacts", contacts):
        yield len(set(listed)) == len(listed), what, "a repetition", "none"
    for k, sides in enumerate(claim.corners):
        exists = all(0 < len(side) < 3 and max(side) < len(contacts) for side in sides)
        yield exists, f"corner {k}", sides, "one or two contacts on each side"
    found = sorted(b for group in claim.groups for b in group.bodies)
    yield found == [*claim.free], "groups", found, f"every free body once, {[*claim.free]}"
    for g, group in enumerate(claim.groups):
        yield group.cases, f"group {g}", "no case", "one or more"
    for place, group, case in claim.cases:
        touching = claim.touching(group)
        for what, listed, known in (("sides", case.sides, claim.undecided(group)), ("forces", case.forces, touching),
                                    ("pins", case.pins, claim.pins(group))):
            names = [row[0] for row in listed]
            ascending = names == sorted(set(names)) and set(names) <= set(known)
            yield ascending, f"{place}, {what}", names, ("ascending, among", known, "which touch the group")
        yield case.denominator > 0, place, ("denominator", case.denominator), "above 0"
        yield all(side < 2 for _, side in case.sides), place, case.sides, "sides 0 or 1"
    for g, group in enumerate(claim.groups):
        cases = [*group.cases, *claim.ends_like_cases(group)]
        work, entries = claim.rows_of_cases(group) * len(cases), sum(map(entries_of, cases))
        yield work <= 2**22 + 16 * entries, f"group {g}", f"work {work}", "at most 2^22 and 16 for each entry of its lists"
    home = {b: g for g, group in enumerate(claim.groups) for b in group.bodies}
    joining = set().union(*(claim.imposed(group, case) for _, group, case in claim.cases))
    undecided = {k for group in claim.groups for k in claim.undecided(group)}
    joining.update(i for k in undecided for side in claim.corners[k] for i in side)
    joining_rows = [(claim.contact(i), claim.rows[i]) for i in sorted(joining)]
    for place, row in joining_rows + [(f"pin {k}", rows[0]) for k, rows in enumerate(claim.pin_rows)]:
        groups = {home[b] for b in row.bodies}
        yield len(groups) < 2, place, f"bodies of the groups {groups}", "bodies of one group"


def entries_of(case):
    """How many entries the lists of a case, an answer or a leaf have."""
    lists = "sides", "motion", "idle", "velocity", "forces", "pins", "modes"
    return sum(len(getattr(case, name, None) or ()) for name in lists)


def form_of_motions(claim):
    yield not has_friction(claim.scene), "scene", "friction", "none, in a proof of how it moves"
    yield from form(claim)
    for g, group in enumerate(claim.groups):
        exists = group.answers == sorted(set(group.answers) & set(range(len(group.cases))))
        yield exists, f"group {g}", f"answers {group.answers}", f"ascending, among {len(group.cases)} cases"
    for place, group, case in claim.cases:
        for what, listed in ("motion", case.motion), ("idle", case.idle):
            yield listed is None or len(listed) == len(group.bodies), f"{place}, {what}", listed, "one entry per body"


def form_of_statics(claim):
    yield from form(claim)
    for place, group, case in claim.falling:
        yield len(case.velocity) == len(group.bodies), f"{place}, velocity", case.velocity, "one entry per body"


def form_of_ranges(claim):
    yield from form(claim)
    yield from ranges.form(claim)


def form_of_moving_ranges(claim):
    yield from form(claim)
    yield from ranges.form_of_motion(claim)


def form_of_accelerations(claim):
    yield from form(claim)
    yield from acceleration.form(claim)


def names_the_scene(claim):
    found = digest(claim.scene)
    yield claim.claimed_digest == found, "scene", claim.claimed_digest, found


def bodies_do_not_overlap(claim):
    named = {separation[:4] for separation in claim.separations}
    for one, two in meeting(bounding_boxes(claim.parts, claim.radii)):
        is_joined = one[0] == two[0] and (claim.radii[one] or claim.radii[two])
        separated = min(one, two) + max(one, two) in named or is_joined or ignore_each_other(claim.scene, one[0], two[0])
        yield separated, ("parts", one, two), "no separation", "one, since their boxes meet"
    for k, separation in enumerate(claim.separations):
        if separation[4] == VECTOR:
            one, two, m = separation[:2], separation[2:4], vector_of(separation)
            _, _, width = supports(claim, separation)
            mean = ((claim.radii[one] + claim.radii[two])**2 + dot(m, m)) / 2
            yield width >= mean, f"separation {k} {separation[:4]}", ("cores apart by", width), ("at least", mean)
            continue
        own, other, e = own_and_other(*separation)
        p, _, n = edge(claim.parts[own], e)
        depth = min(dot(n, sub(claim.parts[other][v], p)) for v in claim.lowest(other, n))
        yield depth >= 0, f"separation {k} {separation}", depth, "at least 0"


def touching(claim, separation):
    """What must be listed: contacts, as sets to choose one of; and the two sides of a corner, or None."""
    own, other, e = own_and_other(*separation)
    part, size = claim.parts[other], len(claim.parts[own])
    p, q, n = edge(claim.parts[own], e)
    d = sub(q, p)
    lowest = sorted(claim.lowest(other, n))
    times = {dot(d, sub(part[v], p)) / dot(d, d): v for v in lowest if dot(n, sub(part[v], p)) == 0}
    low, high = max(0, min(times, default=2)), min(1, max(times, default=-1))
    if low > high:
        return [], None
    if low == high and 0 < low < 1:
        return [[(*other, times[low], *own, e)]], None
    if low == high:
        return [], corner(claim, own, (e + int(low)) % size, other, times[low])
    back = [k for k in lowest if all(dot(n, sub(w, p)) == 0 for w in edge(part, k)[:2])]
    ends = []
    for t, inward in (low, d), (high, scale(-1, d)):
        options = [(*other, times[t], *own, e)] if t in times else []
        if t in (0, 1):
            options.append((*own, (e + int(t)) % size, *other, *back))
        ends.append([option for option in options
                     if len(options) == 1 or claim.row(inward, p, option[0], option[3]).speed >= 0])
    return ends, None


def corner(claim, own, u, other, v):
    (first, i), (second, j) = sorted([(own, u), (other, v)])
    found = []
    for (owner, vertex), (guest, k), sign in ((first, i), (second, j), 1), ((second, j), (first, i), -1):
        part, x = claim.parts[guest], claim.parts[guest][k]
        for e in (vertex - 1) % len(claim.parts[owner]), vertex:
            _, _, n = edge(claim.parts[owner], e)
            if all(dot(n, sub(w, x)) >= 0 for w in (part[k - 1], part[(k + 1) % len(part)])):
                found.append((scale(sign, n), (*guest, k, *owner, e)))
    return tuple(tuple(contact for m, contact in found if all(sign * cross(m, other) >= 0 for other, _ in found))
                 for sign in (1, -1))


def contacts_are_complete(claim):
    ends = {claim.contacts[i] for i in claim.loose}
    corners = Counter(tuple(tuple(claim.contacts[i] for i in side) for side in sides) for sides in claim.corners)
    for k, separation in enumerate(claim.separations):
        b, c = separation[0], separation[2]
        if b == c or claim.free.keys().isdisjoint((b, c)) or ignore_each_other(claim.scene, b, c):
            continue
        if separation[4] == VECTOR:
            wanted, sides = [[contact] for contact in contacts_of_vector(claim, separation)], None
        else:
            wanted, sides = touching(claim, separation)
        for options in wanted:
            found = [contact for contact in options if contact in ends]
            yield len(found) == 1, f"separation {k} {separation}", f"contacts {found}", f"one of {options}"
            ends.difference_update(options)
        if sides:
            listed = corners.pop(sides, 0)
            yield listed == 1, f"separation {k} {separation}", f"{listed} corners {sides}", "one"
    yield not ends, "contacts", sorted(ends), "only ends of touching sets"
    yield not corners, "corners", [*corners], "only touching vertices, each with both sides of its separating edges"


def velocities_are_admissible(claim):
    for i in claim.loose:
        yield claim.rows[i].speed >= 0, claim.contact(i), ("gap velocity", claim.rows[i].speed), "at least 0"
    for k, state in enumerate(claim.states):
        yield state != "closing", f"corner {k}", "only negative gap velocities", "none, or one that is not"
    for k, (x, y) in enumerate(claim.pin_rows):
        yield x.speed == 0 == y.speed, f"pin {k}", ("velocities that differ by", x.speed, y.speed), "0 0"


def newton(claim):
    for place, group, case in claim.cases:
        for b, force in claim.forces_on(group, case).items():
            body, required = claim.bodies[b], (0, 0, 0)
            if case.motion is not None:
                pull = claim.from_free(b, case.motion[group.place[b]], case.denominator)
                required = claim.times_mass(b, pull)
            found, required = ("forces and torque", *force), ("forces and torque", *required)
            yield found == required, (place, "body", body.name, "times", case.denominator), found, required


def no_contact_pulls(claim):
    for place, _, case in claim.cases:
        for i, size in case.forces:
            yield size >= 0, f"{place}, {claim.contact(i)}", ("force", size, "/", case.denominator), "at least 0"


def nothing_penetrates(claim):
    for place, group, case in claim.cases:
        if case.motion is None:
            power = sum(size * row.bias for size, row in claim.acting(case))
            yield power < 0, place, ("power", power), "below 0 where a case is impossible"
            continue
        for i in claim.imposed(group, case):
            gap = claim.acceleration(claim.rows[i], group, case)
            where, found = f"{place}, {claim.contact(i)}", ("gap acceleration", gap, "/", case.denominator)
            yield gap >= 0, where, found, "at least 0"
        for k in claim.pins(group):
            apart = [claim.acceleration(row, group, case) for row in claim.pin_rows[k]]
            yield apart == [0, 0], f"{place}, pin {k}", ("accelerations that differ by", *apart), "0 0"


def no_force_across_a_gap(claim):
    for place, group, case in claim.cases:
        imposed = set(claim.imposed(group, case))
        for i, size in case.forces:
            where, D = f"{place}, {claim.contact(i)}", case.denominator
            yield size == 0 or i in imposed, where, ("force", size, "/", D), "0, since the contact is not imposed"
            if case.motion is not None and i in imposed:
                gap = claim.acceleration(claim.rows[i], group, case)
                found = "force", size, "/", D, "and gap acceleration", gap, "/", D
                yield size * gap == 0, where, found, "one of them 0"


def idle_contacts_are_idle(claim):
    answers = [(g, k, group, group.cases[k]) for g, group in enumerate(claim.groups) for k in group.answers]
    for g, k, group, case in answers:
        if case.motion is None:
            continue
        place = f"group {g}, case {k}"
        forces = dict(case.forces)
        resting = [i for i in claim.imposed(group, case) if claim.acceleration(claim.rows[i], group, case) == 0]
        needed = any(forces.get(i, 0) == 0 for i in resting)
        yield case.idle is not None or not needed, place, "no idle motion", "one, since contacts rest without force"
        for i in resting if case.idle is not None else []:
            gap, pressing = moved(claim.rows[i], group, case.idle), forces.get(i, 0) != 0
            holds, required = (gap == 0, "0, since it presses") if pressing else (gap > 0, "above 0")
            yield holds, f"{place}, {claim.contact(i)}", ("virtual gap", gap), required
        for k in claim.pins(group) if case.idle is not None else []:
            apart = [moved(row, group, case.idle) for row in claim.pin_rows[k]]
            yield apart == [0, 0], f"{place}, pin {k}", ("virtual displacements that differ by", *apart), "0 0"


def corners_are_decided(claim):
    for g, group in enumerate(claim.groups):
        differ, cover = choices_covered(group)
        yield differ and cover == 1, f"group {g}", f"cases that cover {cover} of all choices", "each choice once"
        optimal = {k: case for k, case in enumerate(group.cases) if case.motion is not None}
        motions = {k: tuple(Fraction(size, case.denominator) for motion in case.motion for size in motion)
                   for k, case in optimal.items()}
        # One alone is the least.
        restraints = {k: Fraction(claim.restraint(group, case.motion, case.denominator), case.denominator**2)
                      for k, case in optimal.items()} if len(optimal) > 1 else dict.fromkeys(optimal, 0)
        least, seen, required = min(restraints.values(), default=None), set(), []
        for k, case in optimal.items():
            if restraints[k] == least and motions[k] not in seen:
                seen.add(motions[k])
                required.append(k)
                for c in claim.undecided(group):
                    place, sides = f"group {g}, case {k}, corner {c}", claim.corners[c]
                    gaps = [min(claim.acceleration(claim.rows[i], group, case) for i in side) for side in sides]
                    yield max(gaps) >= 0, place, ("gap accelerations", *gaps), "one side at least 0"
        yield group.answers == required, f"group {g}", group.answers, f"the cases of least restraint, {required}"


SHARED = {
    "Digest": names_the_scene, "C1 bodies do not overlap": bodies_do_not_overlap,
    "C2 contacts are complete": contacts_are_complete}
VELOCITIES = {"C3 velocities are admissible": velocities_are_admissible}
MOTIONS = {
    "C4 Newton": newton, "C5 no contact pulls": no_contact_pulls, "C6 nothing penetrates": nothing_penetrates,
    "C7 no force across a gap": no_force_across_a_gap, "C8 idle contacts are idle": idle_contacts_are_idle,
    "C9 corners are decided": corners_are_decided}
HELD = {name: condition for name, condition in statics.CONDITIONS.items() if name[:2] in ("S0", "S1", "S2", "S3")}
LAWFUL = {name: condition for name, condition in acceleration.CONDITIONS.items() if name[0] == "F" and name[:2] != "F8"}
CONDITIONS = {"zwang-proof-1": {"Form": form_of_motions} | SHARED | VELOCITIES | MOTIONS,
              "zwang-statics-1": {"Form": form_of_statics} | SHARED | statics.CONDITIONS,
              "zwang-ranges-1": {"Form": form_of_ranges} | SHARED | HELD | ranges.CONDITIONS,
              "zwang-moving-ranges-1": {"Form": form_of_moving_ranges} | SHARED | VELOCITIES | LAWFUL | ranges.CONDITIONS,
              "zwang-friction-1": {"Form": form_of_accelerations} | SHARED | VELOCITIES | acceleration.CONDITIONS}
CONDITIONS["zwang-threshold-1"] = threshold.conditions(CONDITIONS["zwang-statics-1"])
CLAIMS = {"zwang-proof-1": Claim, "zwang-statics-1": statics.StaticsClaim, "zwang-ranges-1": ranges.RangesClaim,
          "zwang-moving-ranges-1": ranges.MovingRangesClaim, "zwang-threshold-1": threshold.ThresholdClaim,
          "zwang-friction-1": acceleration.AccelerationClaim}
VERDICTS = {"zwang-statics-1": statics.verdict, "zwang-ranges-1": ranges.verdict,
            "zwang-moving-ranges-1": ranges.verdict_of_motion, "zwang-threshold-1": threshold.verdict,
            "zwang-friction-1": acceleration.verdict}


def of_another_kind(claim):
    yield False, "proof", claim.proof.format, f"one for a scene of the format {claim.scene.format}"


class OtherClaim:
    """A proof for a scene of the plane and a scene in space, or the other way round."""
    format = "of another kind"

    def __init__(self, scene, proof):
        self.scene, self.proof = scene, proof


IN_SPACE = space.CONDITIONS | space_ranges.CONDITIONS | space_coulomb.CONDITIONS
CONDITIONS |= {OtherClaim.format: {"Form": of_another_kind}} | IN_SPACE
CLAIMS |= dict.fromkeys(IN_SPACE, space.SpaceClaim)
TOLD = {"zwang-threshold-1": threshold.told} | space.TOLD
VERDICTS |= space.VERDICTS | space_ranges.VERDICTS | space_coulomb.VERDICTS


def is_in_space(scene):
    return scene.format == space_scene.FORMAT


def digest_of(scene):
    return space_scene.digest(scene) if is_in_space(scene) else digest(scene)


def read_claim(scene, text):
    proof = read_proof(text)
    fits = is_in_space(scene) == (proof.format in IN_SPACE)
    return (CLAIMS[proof.format] if fits else OtherClaim)(scene, proof)


def violation(condition, claim):
    """The first violation of a condition, or None."""
    for holds, place, found, required in CONDITIONS[claim.format][condition](claim):
        if not holds:
            place, found, required = (" ".join(map(spelled, x)) if type(x) is tuple else spelled(x)
                                      for x in (place, found, required))
            return one_line(f"{condition}: {place}: found {found}, required {required}")
    return None


def first_violation(claim):
    return next(filter(None, (violation(condition, claim) for condition in CONDITIONS[claim.format])), None)


def violations(claim):
    """The conditions that a proof violates; only Form if that is one of them, since the others need what it ensures."""
    if violation("Form", claim):
        return ["Form"]
    return [condition.split()[0] for condition in CONDITIONS[claim.format] if violation(condition, claim)]


def accepted(claim, words):
    return one_line(f"accepted: {words[claim.format](claim)}") if claim.format in words else "accepted"


def verdict(scene, line):
    try:
        claim = read_claim(scene, line)
        return " ".join(violations(claim)) or accepted(claim, VERDICTS)
    except (ValueError, RecursionError):
        return "unreadable"


def contents(path, largest):
    """The text of a file of limited size, with its line ends as they are."""
    with open(path, "rb") as file:
        data = file.read(largest + 1)
    if len(data) > largest:
        raise ValueError(f"{path}: found more than {largest} bytes, expected a smaller file")
    return data.decode()


def parse(arguments):
    """The options and the two files of a command line."""
    words, options = list(arguments), {}
    for option, has_value in ("--lines", False), ("--json", False), ("--from", True), ("--to", True):
        if option in words:
            place = words.index(option)
            words.pop(place)
            options[option] = words.pop(place) if has_value and place < len(words) else ""
    first, last = options.get("--from", "1"), options.get("--to")
    if len(words) not in (1, 2) or not all(step is None or step.isdecimal() and int(step) > 0 for step in (first, last)):
        raise ValueError("usage: check.py [--lines] SCENE PROOF, or check.py [SCENE] RUN [--from K] [--to L] [--json]")
    scene, path = [None, *words][-2:]
    return options, int(first), None if last is None else int(last), scene, path


# How runs of earlier versions began.
OLDER = b'{"format":"zwang-run-1",', b'{"format":"zwang-friction-run-1",'


def lines_of(files):
    for path in files:
        text = contents(path, 2**24)
        if text:
            yield from text.removesuffix("\n").split("\n")


def main(arguments):
    as_json = "--json" in arguments
    try:
        if "--join" in arguments:
            files = [word for word in arguments if word not in ("--join", "--json")]
            return law_check.main_of_pieces(lines_of(files), as_json)
        options, first, last, scene_path, path = parse(arguments)
        scene = None if scene_path is None else read_scene(contents(scene_path, 2**24), scene_path.endswith(".json"))
        with open(path, "rb") as file:
            start = file.read(max(map(len, (law_file.START, *OLDER))))
            file.seek(0)
            if start.startswith(OLDER):
                raise ValueError("found a run of an older zwang, expected one of the format zwang-run-2")
            if start.startswith(law_file.START):
                return law_check.main(scene, file, first, as_json, last)
        if scene is None:
            raise ValueError("found one file that is no run, expected SCENE PROOF")
        if set(options) - {"--lines"}:
            raise ValueError("--from, --to and --json are for runs, and this is none")
        text = contents(path, 2**29)
        if options:
            return 0, "\n".join(verdict(scene, line) for line in text.splitlines())
        claim = read_claim(scene, text)
        found = first_violation(claim)
        return (1, f"rejected: {found}") if found else (0, f"{accepted(claim, VERDICTS | TOLD)}: the scene {claim.claimed_digest}")
    except Exception as problem:
        message = f"{type(problem).__name__}: {problem}"[:999].replace("\n", " ")
        if as_json:
            return 2, law_file.in_json({"format": "zwang-verdict-1", "verdict": "could not run", "message": message})
        return 2, f"could not run: {one_line(message)}"


if __name__ == "__main__":
    # What is read stays, and hardly anything refers to itself: to look for that took half of the
    # time.
    gc.set_threshold(2_000_000)
    status, text = main(sys.argv[1:])
    stream = sys.stderr if status and "--json" not in sys.argv else sys.stdout
    try:
        print(text, file=stream, flush=True)
    finally:
        os._exit(status)  # even if nobody listens
