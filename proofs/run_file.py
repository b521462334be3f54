"""The file of a run, by sections 6 and 9 of RUN.md: a header and one line for each step, all of them canonical JSON.

A line of another form raises ValueError: such a file is not a run, and is neither accepted nor rejected. What a line
of the right form says may still be wrong; that is for the conditions. Shapes are those of reading.py, but keys come in
the order shown, and none but `scene_file` and `all_rows` is left out."""

import re
from types import SimpleNamespace

from law_file import (
    MOST_BYTES, QUARTERS, canonical, fraction, one_of, or_null, own_scene, read, short_fraction)
from reading import index, integer, line, need, plain

MOST_CORNERS_ON_A_PATH = 256
TOO_LONG = re.compile('"[-/0-9a-f]{1048577}')  # a number of more than 2^20 characters


def node(value, depth=0):
    """A node of a tree: a leaf with `denominator` (None if its case is impossible) and `opening` (None if its group is
    not enclosed), or a corner and its branches."""
    keys = value if type(value) is dict else {}
    if "branches" not in keys:
        leaf = read(value, ENCLOSED if "opening" in keys else OPTIMAL if "denominator" in keys else IMPOSSIBLE)
        return SimpleNamespace(**{"denominator": None, "opening": None, "branches": None} | vars(leaf))
    need(depth < MOST_CORNERS_ON_A_PATH, f"found a tree with more than {MOST_CORNERS_ON_A_PATH} corners on a path")
    return read(value, {"corner": index, "branches": [lambda branch: node(branch, depth + 1)]})


def opening(value):
    """A point or a motion; the other one is None."""
    found = read(value, IN_A_MOTION if type(value) is dict and "motion" in value else FROM_A_POINT)
    return SimpleNamespace(**{"point": None, "motion": None} | vars(found))


digest_in_hex = plain(lambda value: type(value) is str and re.fullmatch("[0-9a-f]{64}", value) is not None, str)
FRICTIONLESS, FRICTION = "zwang-run-1", "zwang-friction-run-1"
POINT, ROW = (fraction, fraction), (index,) * 6
FORCES, PIN_FORCES = [(index, integer)], [(index, integer, integer)]
IMPOSSIBLE = {"forces": FORCES, "sides": [(index, index, integer)], "pins": PIN_FORCES}
OPTIMAL = {"denominator": integer} | IMPOSSIBLE
ENCLOSED = OPTIMAL | {"opening": opening}
FROM_A_POINT, IN_A_MOTION = {"point": POINT}, {"motion": [(integer,) * 3]}
GROUP = {"bodies": [index], "tree": node, "answer": index}
IMPACT = {"bodies": [index], "denominator": integer, "forces": FORCES, "pins": PIN_FORCES}
FREE_GROUP = {"bodies": [index], "momentum": POINT, "angular_momentum": fraction, "defect": POINT}
STATE_FACTS = {"bits": index, "penetration": fraction, "pin_drift": fraction, "kinetic": fraction,
               "potential": fraction, "momentum": POINT, "angular_momentum": fraction, "impact_kinetic": fraction}
CONTACT_FACTS = {"free": [FREE_GROUP], "made": [ROW], "lost": [ROW], "impacts": [ROW]}
FACTS = STATE_FACTS | CONTACT_FACTS
# With friction a row has two forces, as a pin has.
FRICTION_GROUP = {"bodies": [index], "choices": [(index, index)], "relaxed": index, "denominator": integer,
                  "forces": PIN_FORCES, "sides": [(index, index, integer, integer)], "pins": PIN_FORCES}
FRICTION_IMPACT = {"bodies": [index], "denominator": integer, "forces": PIN_FORCES, "pins": PIN_FORCES}
HEAT = {"impact_heat": fraction, "heat": fraction, "sliding": [(ROW, fraction)]}
FRICTION_FACTS = STATE_FACTS | HEAT | CONTACT_FACTS
SHAPES = {FRICTIONLESS: (IMPACT, GROUP, FACTS), FRICTION: (FRICTION_IMPACT, FRICTION_GROUP, FRICTION_FACTS)}
HEADER = {"format": one_of(*SHAPES), "scene": line, "step": short_fraction, "grid": or_null(index),
          "restitution": short_fraction, "pairs": [(index, index, short_fraction)], "corner": one_of("stop", "first", "last"),
          "scheme": one_of("rigid"), "program": line}
STATE_ON_A_GRID, STATE_OF_AN_EXACT_RUN = (fraction, fraction, QUARTERS, fraction), (fraction,) * 4


def header_shape(keys):
    """The shape of a header with these keys: the last one may be left out."""
    return HEADER | ({"scene_file": line} if "scene_file" in keys else {})


def read_header(data):
    value = canonical(data)
    header = read(value, header_shape(value if type(value) is dict else ()))
    header.scene_file = getattr(header, "scene_file", None)
    return header


def record_shape(keys, header):
    """The shape of a record with these keys: the digest of all rows may be left out."""
    impact, group, facts = SHAPES[header.format]
    state = STATE_OF_AN_EXACT_RUN if header.grid is None else STATE_ON_A_GRID
    rows = {"rows": [ROW]} | ({"all_rows": digest_in_hex} if "all_rows" in keys else {})
    return {"k": index, "impact": or_null([impact])} | rows | {
        "corners": [ROW], "groups": [group], "state": [state], "facts": facts}


def read_record(data, header):
    """A record of a run with this header."""
    value = canonical(data)
    need(not TOO_LONG.search(data.decode()), "found too long a number")
    record = read(value, record_shape(value if type(value) is dict else (), header))
    record.all_rows = getattr(record, "all_rows", None)
    return record


def leaves(tree, path=()):
    """The leaves of a tree from left to right, each with the sides chosen on the way to it, as (corner, side)."""
    if tree.branches is None:
        yield dict(path), tree
        return
    for side, branch in enumerate(tree.branches):
        yield from leaves(branch, (*path, (tree.corner, side)))


def carriers_of_forces(record):
    """All that has forces in a record: entries of its impact, and leaves of groups, or groups with friction."""
    carriers = list(record.impact or [])
    for group in record.groups:
        carriers += [leaf for _, leaf in leaves(group.tree)] if hasattr(group, "tree") else [group]
    return carriers


def integers(record):
    """All hex integers of a record, of which `bits` is the longest."""
    for carrier in carriers_of_forces(record):
        opening = getattr(carrier, "opening", None)
        if opening is not None:
            yield from sum(opening.motion or [], ())
        if carrier.denominator is not None:
            yield carrier.denominator
        for _, *sizes in carrier.forces + carrier.pins:
            yield from sizes
        for _, _, *sizes in getattr(carrier, "sides", []):
            yield from sizes
